within Modelica.Mechanics;
package Translational "Elements that slide along one axis"
  import Modelica.Units.SI;
end Translational;
