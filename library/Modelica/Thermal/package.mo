within Modelica;
package Thermal "Heat"
end Thermal;
