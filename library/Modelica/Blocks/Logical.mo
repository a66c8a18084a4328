within Modelica.Blocks;
package Logical "Boolean signals, and what compares and switches"
  block And "Whether both inputs are true"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = u1 and u2;
  end And;
  block Or "Whether one of the inputs is true"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = u1 or u2;
  end Or;
  block Xor "Whether exactly one of the inputs is true"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = (u1 and not u2) or (u2 and not u1);
  end Xor;
  block Nor "Whether none of the inputs is true"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 or u2);
  end Nor;
  block Nand "Whether not both inputs are true"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 and u2);
  end Nand;
  block Not "The opposite of the input"
    extends Interfaces.partialBooleanSISO;
  equation
    y = not u;
  end Not;
  block Pre "The input before the event"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u);
  end Pre;
  block Edge "True at the instant when the input becomes true"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = u and not pre(u);
  end Edge;
  block FallingEdge "True at the instant when the input becomes false"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u) and not u;
  end FallingEdge;
  block Change "True at the instant when the input changes"
    parameter Boolean pre_u_start = false "Input before the start";
    extends Interfaces.partialBooleanSISO;
  initial equation
    pre(u) = pre_u_start;
  equation
    y = u <> pre(u);
  end Change;
  block GreaterThreshold "Whether the input is greater than a number"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u > threshold;
  end GreaterThreshold;
  block Greater "Whether u1 is greater than u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 > u2;
  end Greater;
  block GreaterEqualThreshold "Whether the input is at least a number"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u >= threshold;
  end GreaterEqualThreshold;
  block GreaterEqual "Whether u1 is at least u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 >= u2;
  end GreaterEqual;
  block LessThreshold "Whether the input is less than a number"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u < threshold;
  end LessThreshold;
  block Less "Whether u1 is less than u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 < u2;
  end Less;
  block LessEqualThreshold "Whether the input is at most a number"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u <= threshold;
  end LessEqualThreshold;
  block LessEqual "Whether u1 is at most u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 <= u2;
  end LessEqual;
  block ZeroCrossing "True at the instants when the input passes zero"
    extends Interfaces.partialBooleanSO;
    Interfaces.RealInput u "Input";
    Interfaces.BooleanInput enable "Whether it is watched";
  protected
    Boolean positive = enable and u >= 0;
  equation
    // What enable itself changes does not count.
    y = change(positive) and not change(enable);
  end ZeroCrossing;
  block LogicalSwitch "u1 or u3, as u2 says"
    extends Interfaces.partialBooleanSI3SO;
  equation
    y = if u2 then u1 else u3;
  end LogicalSwitch;
  block Switch "u1 or u3, as u2 says"
    Interfaces.RealInput u1 "Output where u2 is true";
    Interfaces.BooleanInput u2 "Which one";
    Interfaces.RealInput u3 "Output where u2 is false";
    Interfaces.RealOutput y "Output";
  equation
    y = if u2 then u1 else u3;
  end Switch;
  block Hysteresis "True from uHigh on, until the input falls below uLow"
    parameter Real uLow(start = 0) "Below it the output becomes false";
    parameter Real uHigh(start = 1) "Above it the output becomes true";
    parameter Boolean pre_y_start = false "Output before the start";
    Interfaces.RealInput u "Input";
    Interfaces.BooleanOutput y "Output";
  initial equation
    pre(y) = pre_y_start;
  equation
    assert(uHigh > uLow, "Hysteresis: uHigh must be greater than uLow");
    y = u > uHigh or (pre(y) and u >= uLow);
  end Hysteresis;
  block OnOffController "On while the input is low, with a band in which nothing changes"
    Interfaces.RealInput reference "Middle of the band";
    Interfaces.RealInput u "Input";
    Interfaces.BooleanOutput y "Whether it is on";
    parameter Real bandwidth(start = 0.1) "Width of the band";
    parameter Boolean pre_y_start = false "Output before the start";
  initial equation
    pre(y) = pre_y_start;
  equation
    y = u < reference - bandwidth/2 or (pre(y) and u < reference + bandwidth/2);
  end OnOffController;
  block TriggeredTrapezoid "Rises when the input becomes true, falls when it becomes false"
    parameter Real amplitude = 1 "How far it rises";
    parameter SI.Time rising(final min = 0) = 0 "How long it rises; 0 is a step";
    parameter SI.Time falling(final min = 0) = rising "How long it falls; 0 is a step";
    parameter Real offset = 0 "Output while the input is false";
    Interfaces.BooleanInput u "Input";
    Interfaces.RealOutput y "Output";
  protected
    discrete Real target "What it goes to";
    discrete Real rate "How fast it goes there";
    discrete SI.Time arrival "When it is there";
    Real here "Where it is before an event";
  initial equation
    target = if u then offset + amplitude else offset;
    rate = 0;
    arrival = time;
  equation
    when {u, not u} then
      target = if u then offset + amplitude else offset;
      rate = if u then (if rising > 0 then amplitude/rising else 0) else
        (if falling > 0 then -amplitude/falling else 0);
      arrival = if (u and rising > 0) or (not u and falling > 0) then
        time + (target - here)/rate else time;
    end when;
    // Where it was going and how far it came: it may have been under way.
    here = pre(target) - max(pre(arrival) - time, 0)*pre(rate);
    y = if time < arrival then target - (arrival - time)*rate else target;
  end TriggeredTrapezoid;
  block Timer "Time since the input became true; 0 while it is false"
    Interfaces.BooleanInput u "Input";
    Interfaces.RealOutput y "Output";
  protected
    discrete SI.Time begin "When it became true";
  initial equation
    begin = time;
  equation
    when u then
      begin = time;
    end when;
    y = if u then time - begin else 0;
  end Timer;
  block LogicalDelay "One output falls later than the input, the other rises later"
    parameter SI.Time delayTime(final min = 0) = 0 "How much later";
    Interfaces.BooleanInput u "Input";
    Interfaces.BooleanOutput y1 "Rises at once, falls later";
    Interfaces.BooleanOutput y2 "Rises later, falls at once";
  protected
    discrete SI.Time changed "When the input changed";
    Boolean over "Whether that is long enough ago";
  initial equation
    changed = time - 2*delayTime;
  equation
    when {u, not u} then
      changed = time;
    end when;
    over = time >= changed + delayTime;
    y1 = u or not over;
    y2 = u and over;
  end LogicalDelay;
  block RSFlipFlop "Remembers which of two inputs was true last"
    parameter Boolean Qini = false "Q before the start";
    Interfaces.BooleanOutput Q "True since S, if not R";
    Interfaces.BooleanOutput QI "The opposite of Q";
    Interfaces.BooleanInput S "Sets Q";
    Interfaces.BooleanInput R "Resets Q";
  initial equation
    pre(Q) = Qini;
  equation
    Q = not R and (S or pre(Q));
    QI = not Q;
  end RSFlipFlop;
  block AssertCondition "Ends the run where the input becomes false"
    extends Interfaces.partialBooleanSI;
    parameter String message = "the condition of an AssertCondition is false" "What is said then";
    parameter AssertionLevel assertionLevel = AssertionLevel.error "Error, or only a warning";
  equation
    assert(u, message, assertionLevel);
  end AssertCondition;
  block TerminateSimulation "Ends the run when a condition becomes true"
    Interfaces.BooleanOutput condition = false "The condition; write it as condition = …";
    parameter String terminationText = "... End condition reached" "What is said then";
  equation
    when condition then
      terminate(terminationText);
    end when;
  end TerminateSimulation;
end Logical;
