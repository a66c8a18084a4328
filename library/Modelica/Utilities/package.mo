within Modelica;
package Utilities "Texts and files"
end Utilities;
