within Modelica.Thermal.HeatTransfer;
package Rankine "The same with temperatures in degrees Rankine"
  import Modelica.Units.Conversions.from_degRk;
  import Modelica.Units.Conversions.to_degRk;

  model ToKelvin "Degrees Rankine to kelvin"
    Modelica.Blocks.Interfaces.RealInput Rankine(unit = "degRk") "Temperature in degrees Rankine";
    Modelica.Blocks.Interfaces.RealOutput Kelvin(unit = "K") "The same in kelvin";
  equation
    Kelvin = from_degRk(Rankine);
  end ToKelvin;
  model FromKelvin "Kelvin to degrees Rankine"
    Modelica.Blocks.Interfaces.RealInput Kelvin(unit = "K") "Temperature in kelvin";
    Modelica.Blocks.Interfaces.RealOutput Rankine(unit = "degRk") "The same in degrees Rankine";
  equation
    Rankine = to_degRk(Kelvin);
  end FromKelvin;
  model FixedTemperature "A constant temperature"
    parameter Modelica.Units.NonSI.Temperature_degRk T "Temperature of the port";
    Interfaces.HeatPort_b port "Port";
  equation
    port.T = from_degRk(T);
  end FixedTemperature;
  model PrescribedTemperature "A temperature that is a signal"
    Interfaces.HeatPort_b port "Port";
    Modelica.Blocks.Interfaces.RealInput T(unit = "degRk") "Temperature of the port";
  equation
    port.T = from_degRk(T);
  end PrescribedTemperature;
  model TemperatureSensor "Temperature of a port"
    Modelica.Blocks.Interfaces.RealOutput T(unit = "degRk") "Temperature";
    Interfaces.HeatPort_a port "What is measured";
  equation
    T = to_degRk(port.T);
    port.Q_flow = 0;
  end TemperatureSensor;
end Rankine;
