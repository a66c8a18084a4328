within Modelica;
package Units "Types with units, and conversions between units"
end Units;
