within Modelica.Mechanics.Translational;
package Sensors "Forces and power between two flanges"
  model ForceSensor "Force that passes through"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N") "Force at flange_a";
  equation
    flange_a.s = flange_b.s;
    flange_a.f + flange_b.f = 0;
    f = flange_a.f;
  end ForceSensor;
  model PowerSensor "Power that passes through"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") "Power into flange_a";
  equation
    flange_a.s = flange_b.s;
    flange_a.f + flange_b.f = 0;
    power = flange_a.f*der(flange_a.s);
  end PowerSensor;
  model MultiSensor "Force, speed and power of a rod"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput v(unit = "m/s") "Speed";
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N") "Force at flange_a";
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") "Power into flange_a";
  equation
    flange_a.s = flange_b.s;
    flange_a.f + flange_b.f = 0;
    v = der(flange_a.s);
    f = flange_a.f;
    power = f*v;
  end MultiSensor;
end Sensors;
