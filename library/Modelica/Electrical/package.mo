within Modelica;
package Electrical "Circuits and machines"
end Electrical;
