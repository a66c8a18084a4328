within Modelica.Mechanics.Rotational;
package Sensors "What flanges do and carry, as signals"
  model AngleSensor "Measures the angle of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput phi(unit = "rad") = flange.phi "Angle of the flange";
  end AngleSensor;
  model SpeedSensor "Measures the speed of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s") = der(flange.phi) "Speed of the flange";
  end SpeedSensor;
  model AccSensor "Measures the acceleration of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    SI.AngularVelocity w = der(flange.phi) "Speed of the flange";
    Modelica.Blocks.Interfaces.RealOutput a(unit = "rad/s2") = der(w) "Acceleration of the flange";
  end AccSensor;
  model RelAngleSensor "Measures the angle of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput phi_rel(unit = "rad") = flange_b.phi - flange_a.phi
      "Angle from flange_a to flange_b";
  equation
    flange_a.tau = 0;
  end RelAngleSensor;
  model RelSpeedSensor "Measures the speed of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Angle phi_rel = flange_b.phi - flange_a.phi "Angle from flange_a to flange_b";
    Modelica.Blocks.Interfaces.RealOutput w_rel(unit = "rad/s") = der(phi_rel) "Derivative of phi_rel";
  equation
    flange_a.tau = 0;
  end RelSpeedSensor;
  model RelAccSensor "Measures the acceleration of flange_b against flange_a"
    extends Interfaces.PartialRelativeSensor;
    SI.Angle phi_rel = flange_b.phi - flange_a.phi "Angle from flange_a to flange_b";
    SI.AngularVelocity w_rel = der(phi_rel) "Derivative of phi_rel";
    Modelica.Blocks.Interfaces.RealOutput a_rel(unit = "rad/s2") = der(w_rel) "Derivative of w_rel";
  equation
    flange_a.tau = 0;
  end RelAccSensor;
  model TorqueSensor "Measures what a shaft carries"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m") = flange_a.tau "Torque from flange_a to flange_b";
  equation
    flange_b.phi = flange_a.phi;
  end TorqueSensor;
  model PowerSensor "Measures the power that a shaft carries"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") = flange_a.tau*der(flange_a.phi)
      "Power from flange_a to flange_b";
  equation
    flange_b.phi = flange_a.phi;
  end PowerSensor;
  model MultiSensor "Measures speed, torque and power of a shaft"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") = tau*w "Power from flange_a to flange_b";
    Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s") = der(flange_a.phi) "Speed of the shaft";
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m") = flange_a.tau "Torque from flange_a to flange_b";
  equation
    flange_b.phi = flange_a.phi;
  end MultiSensor;
end Sensors;
