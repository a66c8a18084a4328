within Modelica.Thermal.HeatTransfer;
package Sensors "What measures temperatures and heat flows"
  model TemperatureSensor "Temperature of a port"
    Modelica.Blocks.Interfaces.RealOutput T(unit = "K") "Temperature";
    Interfaces.HeatPort_a port "What is measured";
  equation
    T = port.T;
    port.Q_flow = 0;
  end TemperatureSensor;
  model RelTemperatureSensor "Difference of two temperatures"
    Interfaces.HeatPort_a port_a "First port";
    Interfaces.HeatPort_b port_b "Second port";
    Modelica.Blocks.Interfaces.RealOutput T_rel(unit = "K", displayUnit = "K")
      "Temperature of port_a less that of port_b";
  equation
    T_rel = port_a.T - port_b.T;
    port_a.Q_flow = 0;
    port_b.Q_flow = 0;
  end RelTemperatureSensor;
  model HeatFlowSensor "Heat that flows through"
    Modelica.Blocks.Interfaces.RealOutput Q_flow(unit = "W") "Heat from port_a to port_b";
    Interfaces.HeatPort_a port_a "First port";
    Interfaces.HeatPort_b port_b "Second port";
  equation
    port_a.T = port_b.T;
    port_a.Q_flow + port_b.Q_flow = 0;
    Q_flow = port_a.Q_flow;
  end HeatFlowSensor;
  model ConditionalFixedHeatFlowSensor "Heat that flows through, at a temperature that may be fixed"
    parameter Boolean useFixedTemperature(start = false) = false "true: the ports are at 293.15 K";
    Modelica.Blocks.Interfaces.RealOutput Q_flow(unit = "W") "Heat from port_a to port_b";
    Interfaces.HeatPort_a port_a "First port";
    Interfaces.HeatPort_b port_b "Second port";
  protected
    HeatFlowSensor sensor;
    Sources.FixedTemperature fixed(final T = 293.15) if useFixedTemperature;
  equation
    connect(port_a, sensor.port_a);
    connect(sensor.port_b, port_b);
    connect(fixed.port, port_a);
    connect(sensor.Q_flow, Q_flow);
  end ConditionalFixedHeatFlowSensor;
end Sensors;
