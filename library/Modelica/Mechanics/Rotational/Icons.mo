within Modelica.Mechanics.Rotational;
package Icons "Names of drawings, which hold nothing"
  partial class Gear "Gear"
  end Gear;
  partial model Gearbox "Gear in a housing"
  end Gearbox;
  partial class Clutch "Clutch"
  end Clutch;
end Icons;
