within Modelica;
package Blocks "Signals and what is done with them"
  import Modelica.Units.SI;
end Blocks;
