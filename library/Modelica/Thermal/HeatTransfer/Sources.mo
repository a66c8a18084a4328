within Modelica.Thermal.HeatTransfer;
package Sources "Given temperatures and heat flows"
  model FixedTemperature "A constant temperature"
    parameter SI.Temperature T "Temperature of the port";
    Interfaces.HeatPort_b port "Port";
  equation
    port.T = T;
  end FixedTemperature;
  model PrescribedTemperature "A temperature that is a signal"
    Interfaces.HeatPort_b port "Port";
    Modelica.Blocks.Interfaces.RealInput T(unit = "K") "Temperature of the port";
  equation
    port.T = T;
  end PrescribedTemperature;
  model FixedHeatFlow "A constant heat flow, which may change with temperature"
    parameter SI.HeatFlowRate Q_flow "Heat flow at T_ref";
    parameter SI.Temperature T_ref = 293.15 "Temperature at which it is Q_flow";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the flow for one kelvin";
    Interfaces.HeatPort_b port "Where it flows out";
  equation
    port.Q_flow = -(Q_flow + Q_flow*alpha*(port.T - T_ref));
  end FixedHeatFlow;
  model PrescribedHeatFlow "A heat flow that is a signal, and may change with temperature"
    parameter SI.Temperature T_ref = 293.15 "Temperature at which it is the signal";
    parameter SI.LinearTemperatureCoefficient alpha = 0 "Change of the flow for one kelvin";
    Modelica.Blocks.Interfaces.RealInput Q_flow(unit = "W") "Heat flow at T_ref";
    Interfaces.HeatPort_b port "Where it flows out";
  equation
    port.Q_flow = -(Q_flow + Q_flow*alpha*(port.T - T_ref));
  end PrescribedHeatFlow;
end Sources;
