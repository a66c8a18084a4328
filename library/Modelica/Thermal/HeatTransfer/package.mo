within Modelica.Thermal;
package HeatTransfer "Heat that is stored, conducted and radiated"
  import Modelica.Units.SI;
end HeatTransfer;
