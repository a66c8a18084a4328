within Modelica.Thermal.HeatTransfer;
package Interfaces "Heat ports, and elements that have them and nothing else"
  connector HeatPort "Place with a temperature, through which heat flows"
    SI.Temperature T "Temperature";
    flow SI.HeatFlowRate Q_flow "Heat that flows into the element";
  end HeatPort;
  connector HeatPort_a "Heat port, drawn filled"
    extends HeatPort;
  end HeatPort_a;
  connector HeatPort_b "Heat port, drawn empty"
    extends HeatPort;
  end HeatPort_b;
  partial model Element1D "Two heat ports; what flows into one flows out of the other"
    SI.HeatFlowRate Q_flow "Heat from port_a to port_b";
    SI.TemperatureDifference dT "Temperature of port_a less that of port_b";
    HeatPort_a port_a "First port";
    HeatPort_b port_b "Second port";
  equation
    dT = port_a.T - port_b.T;
    Q_flow = port_a.Q_flow;
    port_a.Q_flow + port_b.Q_flow = 0;
  end Element1D;
  partial model PartialElementaryConditionalHeatPort
    "A heat port that may be missing; what is lost goes there"
    parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
    parameter SI.Temperature T = 293.15 "Temperature without a heat port";
    HeatPort_a heatPort(T = TheatPort, Q_flow = -lossPower) if useHeatPort "Where the lost power goes";
    SI.Power lossPower "Power lost";
    SI.Temperature TheatPort "Temperature of the heat port";
  equation
    if not useHeatPort then
      TheatPort = T;
    end if;
  end PartialElementaryConditionalHeatPort;
  partial model PartialElementaryConditionalHeatPortWithoutT
    "A heat port that may be missing, of an element that does not know its temperature"
    parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
    HeatPort_a heatPort(Q_flow = -lossPower) if useHeatPort "Where the lost power goes";
    SI.Power lossPower "Power lost";
  end PartialElementaryConditionalHeatPortWithoutT;
end Interfaces;
