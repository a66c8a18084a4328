within Modelica.Units;
package NonSI "Types with units outside the SI, for input and display"
  type Temperature_degC = Real(final quantity = "ThermodynamicTemperature", final unit = "degC");
  type Temperature_degF = Real(final quantity = "ThermodynamicTemperature", final unit = "degF");
  type Angle_deg = Real(final quantity = "Angle", final unit = "deg");
  type AngularVelocity_rpm = Real(final quantity = "AngularVelocity", final unit = "rev/min");
  type Velocity_kmh = Real(final quantity = "Velocity", final unit = "km/h");
  type Time_day = Real(final quantity = "Time", final unit = "d");
  type Time_hour = Real(final quantity = "Time", final unit = "h");
  type Time_minute = Real(final quantity = "Time", final unit = "min");
  type Volume_litre = Real(final quantity = "Volume", final unit = "l");
  type ElectricCharge_Ah = Real(final quantity = "ElectricCharge", final unit = "A.h");
  type Energy_Wh = Real(final quantity = "Energy", final unit = "W.h");
  type Energy_kWh = Real(final quantity = "Energy", final unit = "kW.h");
  type Pressure_bar = Real(final quantity = "Pressure", final unit = "bar");
  type MassFlowRate_gps = Real(final quantity = "MassFlowRate", final unit = "g/s");
  type Force_lbf = Real(final quantity = "Force", final unit = "lbf");
  type Length_inch = Real(final quantity = "Length", final unit = "in");
end NonSI;
