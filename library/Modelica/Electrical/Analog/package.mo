within Modelica.Electrical;
package Analog "Circuits of lumped elements"
  import Modelica.Units.SI;
end Analog;
