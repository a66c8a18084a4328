within Modelica.Mechanics.Translational;
package Interfaces "What equations on flanges begin with"
  partial model PartialForce "A force by equations, between a flange and a housing"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    Flange_b flange "Where it acts";
    Support support if useSupport "Takes the reaction";
    SI.Position s "Position of the flange against the housing";
  equation
    if useSupport then
      s = flange.s - support.s;
      support.f = -flange.f;
    else
      s = flange.s;
    end if;
  end PartialForce;
end Interfaces;
