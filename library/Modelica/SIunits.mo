within Modelica;
package SIunits = Modelica.Units.SI "Older name of Units.SI";
