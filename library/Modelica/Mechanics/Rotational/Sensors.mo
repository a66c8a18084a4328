within Modelica.Mechanics.Rotational;
package Sensors "Torques and power between two flanges"
  model TorqueSensor "Torque that passes through"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m") "Torque at flange_a";
  equation
    flange_a.phi = flange_b.phi;
    flange_a.tau + flange_b.tau = 0;
    tau = flange_a.tau;
  end TorqueSensor;
  model PowerSensor "Power that passes through"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") "Power into flange_a";
  equation
    flange_a.phi = flange_b.phi;
    flange_a.tau + flange_b.tau = 0;
    power = flange_a.tau*der(flange_a.phi);
  end PowerSensor;
  model MultiSensor "Torque, speed and power of a shaft"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s") "Speed";
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m") "Torque at flange_a";
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") "Power into flange_a";
  equation
    flange_a.phi = flange_b.phi;
    flange_a.tau + flange_b.tau = 0;
    w = der(flange_a.phi);
    tau = flange_a.tau;
    power = tau*w;
  end MultiSensor;
end Sensors;
