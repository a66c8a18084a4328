within Modelica.Thermal.HeatTransfer;
package Components "What stores and conducts heat"
  model HeatCapacitor "Stores heat; its temperature is the same everywhere"
    parameter SI.HeatCapacity C "Heat for one kelvin";
    SI.Temperature T(start = 293.15, displayUnit = "degC") "Temperature";
    SI.TemperatureSlope der_T(start = 0) "Derivative of T";
    Interfaces.HeatPort_a port "Where heat comes in";
  equation
    T = port.T;
    der_T = der(T);
    C*der(T) = port.Q_flow;
  end HeatCapacitor;
  model ThermalConductor "Conducts heat in proportion to the difference of temperatures"
    extends Interfaces.Element1D;
    parameter SI.ThermalConductance G "Heat flow for one kelvin";
  equation
    Q_flow = G*dT;
  end ThermalConductor;
  model ThermalResistor "Conducts heat in proportion to the difference of temperatures"
    extends Interfaces.Element1D;
    parameter SI.ThermalResistance R "Kelvin for one watt";
  equation
    dT = R*Q_flow;
  end ThermalResistor;
  model Convection "Heat between a solid and a fluid, by a conductance that is a signal"
    SI.HeatFlowRate Q_flow "Heat from the solid to the fluid";
    SI.TemperatureDifference dT "Temperature of the solid less that of the fluid";
    Modelica.Blocks.Interfaces.RealInput Gc(unit = "W/K") "Heat flow for one kelvin";
    Interfaces.HeatPort_a solid "At the solid";
    Interfaces.HeatPort_b fluid "At the fluid";
  equation
    dT = solid.T - fluid.T;
    Q_flow = Gc*dT;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
  end Convection;
  model ConvectiveResistor "Heat between a solid and a fluid, by a resistance that is a signal"
    SI.HeatFlowRate Q_flow "Heat from the solid to the fluid";
    SI.TemperatureDifference dT "Temperature of the solid less that of the fluid";
    Modelica.Blocks.Interfaces.RealInput Rc(unit = "K/W") "Kelvin for one watt";
    Interfaces.HeatPort_a solid "At the solid";
    Interfaces.HeatPort_b fluid "At the fluid";
  equation
    dT = solid.T - fluid.T;
    dT = Rc*Q_flow;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
  end ConvectiveResistor;
  model BodyRadiation "Heat between two bodies by radiation"
    extends Interfaces.Element1D;
    parameter Real Gr(unit = "m2") "Net radiation: emissivities, areas and what they see";
  equation
    Q_flow = Gr*Modelica.Constants.sigma*(port_a.T^4 - port_b.T^4);
  end BodyRadiation;
  model ThermalCollector "Joins the heat of several ports in one"
    parameter Integer m(min = 1) = 3 "Number of ports";
    Interfaces.HeatPort_a port_a[m] "Ports that are joined";
    Interfaces.HeatPort_b port_b "The one port";
  equation
    for i in 1:m loop
      port_a[i].T = port_b.T;
    end for;
    port_b.Q_flow + sum(port_a[i].Q_flow for i in 1:m) = 0;
  end ThermalCollector;
  model ThermalCollectorMatrix "Joins the heat of rows and columns of ports in one"
    parameter Integer Ns(min = 1) = 2 "Number of rows";
    parameter Integer Np(min = 1) = 2 "Number of columns";
    Interfaces.HeatPort_a port_a[Ns, Np] "Ports that are joined";
    Interfaces.HeatPort_b port_b "The one port";
  equation
    for i in 1:Ns loop
      for k in 1:Np loop
        port_a[i, k].T = port_b.T;
      end for;
    end for;
    port_b.Q_flow = -sum(port_a[i, k].Q_flow for i in 1:Ns, k in 1:Np);
  end ThermalCollectorMatrix;
end Components;
