within Modelica.Thermal.HeatTransfer;
package Fahrenheit "The same with temperatures in degrees Fahrenheit"
  import Modelica.Units.Conversions.from_degF;
  import Modelica.Units.Conversions.to_degF;

  model ToKelvin "Degrees Fahrenheit to kelvin"
    Modelica.Blocks.Interfaces.RealInput Fahrenheit(unit = "degF") "Temperature in degrees Fahrenheit";
    Modelica.Blocks.Interfaces.RealOutput Kelvin(unit = "K") "The same in kelvin";
  equation
    Kelvin = from_degF(Fahrenheit);
  end ToKelvin;
  model FromKelvin "Kelvin to degrees Fahrenheit"
    Modelica.Blocks.Interfaces.RealInput Kelvin(unit = "K") "Temperature in kelvin";
    Modelica.Blocks.Interfaces.RealOutput Fahrenheit(unit = "degF") "The same in degrees Fahrenheit";
  equation
    Fahrenheit = to_degF(Kelvin);
  end FromKelvin;
  model FixedTemperature "A constant temperature"
    parameter Modelica.Units.NonSI.Temperature_degF T "Temperature of the port";
    Interfaces.HeatPort_b port "Port";
  equation
    port.T = from_degF(T);
  end FixedTemperature;
  model PrescribedTemperature "A temperature that is a signal"
    Interfaces.HeatPort_b port "Port";
    Modelica.Blocks.Interfaces.RealInput T(unit = "degF") "Temperature of the port";
  equation
    port.T = from_degF(T);
  end PrescribedTemperature;
  model TemperatureSensor "Temperature of a port"
    Modelica.Blocks.Interfaces.RealOutput T(unit = "degF") "Temperature";
    Interfaces.HeatPort_a port "What is measured";
  equation
    T = to_degF(port.T);
    port.Q_flow = 0;
  end TemperatureSensor;
end Fahrenheit;
