within Modelica.Mechanics;
package Rotational "Elements that turn about one axis"
  import Modelica.Units.SI;
end Rotational;
