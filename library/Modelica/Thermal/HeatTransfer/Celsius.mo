within Modelica.Thermal.HeatTransfer;
package Celsius "The same with temperatures in degrees Celsius"
  import Modelica.Units.Conversions.from_degC;
  import Modelica.Units.Conversions.to_degC;

  model ToKelvin "Degrees Celsius to kelvin"
    Modelica.Blocks.Interfaces.RealInput Celsius(unit = "degC") "Temperature in degrees Celsius";
    Modelica.Blocks.Interfaces.RealOutput Kelvin(unit = "K") "The same in kelvin";
  equation
    Kelvin = from_degC(Celsius);
  end ToKelvin;
  model FromKelvin "Kelvin to degrees Celsius"
    Modelica.Blocks.Interfaces.RealInput Kelvin(unit = "K") "Temperature in kelvin";
    Modelica.Blocks.Interfaces.RealOutput Celsius(unit = "degC") "The same in degrees Celsius";
  equation
    Celsius = to_degC(Kelvin);
  end FromKelvin;
  model FixedTemperature "A constant temperature"
    parameter Modelica.Units.NonSI.Temperature_degC T "Temperature of the port";
    Interfaces.HeatPort_b port "Port";
  equation
    port.T = from_degC(T);
  end FixedTemperature;
  model PrescribedTemperature "A temperature that is a signal"
    Interfaces.HeatPort_b port "Port";
    Modelica.Blocks.Interfaces.RealInput T(unit = "degC") "Temperature of the port";
  equation
    port.T = from_degC(T);
  end PrescribedTemperature;
  model TemperatureSensor "Temperature of a port"
    Modelica.Blocks.Interfaces.RealOutput T(unit = "degC") "Temperature";
    Interfaces.HeatPort_a port "What is measured";
  equation
    T = to_degC(port.T);
    port.Q_flow = 0;
  end TemperatureSensor;
end Celsius;
