within Modelica.Mechanics.Rotational;
package Interfaces "What equations on flanges begin with"
  partial model PartialTorque "A torque by equations, between a flange and a housing"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    Flange_b flange "Where it acts";
    Support support if useSupport "Takes the reaction";
    SI.Angle phi "Angle of the flange against the housing";
  equation
    if useSupport then
      phi = flange.phi - support.phi;
      support.tau = -flange.tau;
    else
      phi = flange.phi;
    end if;
  end PartialTorque;
end Interfaces;
