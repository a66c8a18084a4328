within Modelica.Math;
package Random "Numbers that look random: the same seeds give the same numbers"
  package Generators "How they are made"
    package Xorshift64star "By 64 bits"
      constant Integer nState = 2 "Size of a state";
      function initialState "State from two seeds"
        input Integer localSeed "Of the one who draws";
        input Integer globalSeed "Of all";
        output Integer state[nState] "State";
      protected
        Real r;
        constant Integer mask = 614657;
      algorithm
        // Seeds of zero would never leave zero.
        state := if localSeed == 0 and globalSeed == 0 then {126247697, globalSeed} else
          {localSeed, globalSeed};
        for k in 1:10 loop
          (r, state) := random(state);
        end for;
      end initialState;
      function random "The next number"
        input Integer stateIn[nState] "State before";
        output Real result "Number from 0, excluded, to 1";
        output Integer stateOut[nState] "State after it";
        external "C";
      end random;
    end Xorshift64star;
    package Xorshift128plus "By 128 bits"
      constant Integer nState = 4 "Size of a state";
      function initialState "State from two seeds"
        input Integer localSeed "Of the one who draws";
        input Integer globalSeed "Of all";
        output Integer state[nState] "State";
      algorithm
        state := Utilities.initialStateWithXorshift64star(localSeed, globalSeed, nState);
      end initialState;
      function random "The next number"
        input Integer stateIn[nState] "State before";
        output Real result "Number from 0, excluded, to 1";
        output Integer stateOut[nState] "State after it";
        external "C";
      end random;
    end Xorshift128plus;
    package Xorshift1024star "By 1024 bits"
      constant Integer nState = 33 "Size of a state";
      function initialState "State from two seeds"
        input Integer localSeed "Of the one who draws";
        input Integer globalSeed "Of all";
        output Integer state[nState] "State";
      algorithm
        state := Utilities.initialStateWithXorshift64star(localSeed, globalSeed, nState);
      end initialState;
      function random "The next number"
        input Integer stateIn[nState] "State before";
        output Real result "Number from 0, excluded, to 1";
        output Integer stateOut[nState] "State after it";
        external "C";
      end random;
    end Xorshift1024star;
  end Generators;
  package Utilities "States and seeds"
    function initialStateWithXorshift64star "State of any size from two seeds"
      input Integer localSeed "Of the one who draws";
      input Integer globalSeed "Of all";
      input Integer nState(min = 1) "Size";
      output Integer state[nState] "State";
    protected
      Integer pair[2];
      Real r;
    algorithm
      // Pair after pair, each from the one before; from an odd number of entries the last pair begins two before the end.
      pair := Generators.Xorshift64star.initialState(localSeed, globalSeed);
      for k in 1:nState loop
        if mod(k, 2) == 1 then
          if k > 1 then
            (r, pair) := Generators.Xorshift64star.random(if k == nState then
              {state[max(1, k - 2)], state[max(1, k - 1)]} else pair);
          end if;
          state[k] := pair[1];
        else
          state[k] := pair[2];
        end if;
      end for;
    end initialStateWithXorshift64star;
    function automaticGlobalSeed "A seed; the same in every run"
      output Integer seed "Seed";
      external "C";
    end automaticGlobalSeed;
    function automaticLocalSeed "A seed from a name"
      input String path "Name";
      output Integer seed "Seed";
    algorithm
      seed := Modelica.Utilities.Strings.hashString(path);
    end automaticLocalSeed;
  end Utilities;
end Random;
