within Modelica.Electrical.Analog;
package Sensors "What measures in circuits"
  model PotentialSensor "Potential of a pin"
    Interfaces.PositivePin p "What is measured";
    Modelica.Blocks.Interfaces.RealOutput phi(unit = "V") "Potential";
  equation
    p.i = 0;
    phi = p.v;
  end PotentialSensor;
  model VoltageSensor "Voltage between two pins"
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
    Modelica.Blocks.Interfaces.RealOutput v(unit = "V") "Voltage from p to n";
  equation
    p.i = 0;
    n.i = 0;
    v = p.v - n.v;
  end VoltageSensor;
  model CurrentSensor "Current in a wire"
    Interfaces.PositivePin p "First pin";
    Interfaces.NegativePin n "Second pin";
    Modelica.Blocks.Interfaces.RealOutput i(unit = "A") "Current from p to n";
  equation
    p.v = n.v;
    i = p.i;
    p.i + n.i = 0;
  end CurrentSensor;
  model PowerSensor "Power: a current times a voltage"
    Interfaces.PositivePin pc "First pin of the wire with the current";
    Interfaces.NegativePin nc "Second pin of that wire";
    Interfaces.PositivePin pv "First pin of the voltage";
    Interfaces.NegativePin nv "Second pin of the voltage";
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W") "Power";
  equation
    pc.v = nc.v;
    pc.i + nc.i = 0;
    pv.i = 0;
    nv.i = 0;
    power = pc.i*(pv.v - nv.v);
  end PowerSensor;
  model MultiSensor "Current, voltage and power"
    Interfaces.PositivePin pc "First pin of the wire with the current";
    Interfaces.NegativePin nc "Second pin of that wire";
    Interfaces.PositivePin pv "First pin of the voltage";
    Interfaces.NegativePin nv "Second pin of the voltage";
    Modelica.Blocks.Interfaces.RealOutput i(final unit = "A") "Current from pc to nc";
    Modelica.Blocks.Interfaces.RealOutput v(final unit = "V") "Voltage from pv to nv";
    Modelica.Blocks.Interfaces.RealOutput power(final unit = "W") "Power";
  equation
    pc.v = nc.v;
    pc.i + nc.i = 0;
    pv.i = 0;
    nv.i = 0;
    i = pc.i;
    v = pv.v - nv.v;
    power = v*i;
  end MultiSensor;
end Sensors;
