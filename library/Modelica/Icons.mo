within Modelica;
package Icons "Drawings; every other name in here is a class without contents"
  // Types made of predefined ones. The leading dot matters: inside of Icons every name is a class.
  type TypeReal = .Real;
  type TypeInteger = .Integer;
  type TypeBoolean = .Boolean;
  type TypeString = .String;
end Icons;
