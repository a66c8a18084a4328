within Modelica.Mechanics.Translational;
package Sensors "What flanges do and carry, as signals"
  model PositionSensor "Measures the position of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput s(unit = "m") = flange.s "Position of the flange";
  end PositionSensor;
  model SpeedSensor "Measures the speed of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput v(unit = "m/s") = der(flange.s) "Speed of the flange";
  end SpeedSensor;
  model AccSensor "Measures the acceleration of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    SI.Velocity v = der(flange.s) "Speed of the flange";
    Modelica.Blocks.Interfaces.RealOutput a(unit = "m/s2") = der(v) "Acceleration of the flange";
  end AccSensor;
  model RelPositionSensor "Measures the position of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput s_rel(unit = "m") = flange_b.s - flange_a.s
      "From flange_a to flange_b";
  equation
    flange_a.f = 0;
  end RelPositionSensor;
  model RelSpeedSensor "Measures the speed of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Position s_rel = flange_b.s - flange_a.s "From flange_a to flange_b";
    Modelica.Blocks.Interfaces.RealOutput v_rel(unit = "m/s") = der(s_rel) "Derivative of s_rel";
  equation
    flange_a.f = 0;
  end RelSpeedSensor;
  model RelAccSensor "Measures the acceleration of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Position s_rel = flange_b.s - flange_a.s "From flange_a to flange_b";
    SI.Velocity v_rel = der(s_rel) "Derivative of s_rel";
    Modelica.Blocks.Interfaces.RealOutput a_rel(unit = "m/s2") = der(v_rel) "Derivative of v_rel";
  equation
    flange_a.f = 0;
  end RelAccSensor;
  model ForceSensor "Measures what a rod carries"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N") = flange_a.f "Force from flange_a to flange_b";
  equation
    flange_b.s = flange_a.s;
  end ForceSensor;
  model PowerSensor "Measures the power that a rod carries"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") = flange_a.f*der(flange_a.s)
      "Power from flange_a to flange_b";
  equation
    flange_b.s = flange_a.s;
  end PowerSensor;
  model MultiSensor "Measures speed, force and power of a rod"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") = f*v "Power from flange_a to flange_b";
    Modelica.Blocks.Interfaces.RealOutput v(unit = "m/s") = der(flange_a.s) "Speed of the rod";
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N") = flange_a.f "Force from flange_a to flange_b";
  equation
    flange_b.s = flange_a.s;
  end MultiSensor;
end Sensors;
