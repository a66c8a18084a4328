within Modelica.Units;
package Conversions "Functions from and to units outside the SI"
  function from_deg "degrees to radian"
    input Real u;
    output Real y;
  algorithm
    y := u*Modelica.Constants.pi/180;
  end from_deg;
  function to_deg "radian to degrees"
    input Real u;
    output Real y;
  algorithm
    y := u*180/Modelica.Constants.pi;
  end to_deg;
  function from_rpm "revolutions per minute to rad/s"
    input Real u;
    output Real y;
  algorithm
    y := u*Modelica.Constants.pi/30;
  end from_rpm;
  function to_rpm "rad/s to revolutions per minute"
    input Real u;
    output Real y;
  algorithm
    y := u*30/Modelica.Constants.pi;
  end to_rpm;
  function from_degC "degrees Celsius to kelvin"
    input Real u;
    output Real y;
  algorithm
    y := u - Modelica.Constants.T_zero;
  end from_degC;
  function to_degC "kelvin to degrees Celsius"
    input Real u;
    output Real y;
  algorithm
    y := u + Modelica.Constants.T_zero;
  end to_degC;
  function from_degF "degrees Fahrenheit to kelvin"
    input Real u;
    output Real y;
  algorithm
    y := (u - 32)*5/9 - Modelica.Constants.T_zero;
  end from_degF;
  function to_degF "kelvin to degrees Fahrenheit"
    input Real u;
    output Real y;
  algorithm
    y := (u + Modelica.Constants.T_zero)*9/5 + 32;
  end to_degF;
  function from_degRk "degrees Rankine to kelvin"
    input Real u;
    output Real y;
  algorithm
    y := u*5/9;
  end from_degRk;
  function to_degRk "kelvin to degrees Rankine"
    input Real u;
    output Real y;
  algorithm
    y := u*9/5;
  end to_degRk;
  function from_kmh "km/h to m/s"
    input Real u;
    output Real y;
  algorithm
    y := u/3.6;
  end from_kmh;
  function to_kmh "m/s to km/h"
    input Real u;
    output Real y;
  algorithm
    y := u*3.6;
  end to_kmh;
  function from_day "days to second"
    input Real u;
    output Real y;
  algorithm
    y := u*86400;
  end from_day;
  function to_day "second to days"
    input Real u;
    output Real y;
  algorithm
    y := u/86400;
  end to_day;
  function from_hour "hours to second"
    input Real u;
    output Real y;
  algorithm
    y := u*3600;
  end from_hour;
  function to_hour "second to hours"
    input Real u;
    output Real y;
  algorithm
    y := u/3600;
  end to_hour;
  function from_minute "minutes to second"
    input Real u;
    output Real y;
  algorithm
    y := u*60;
  end from_minute;
  function to_minute "second to minutes"
    input Real u;
    output Real y;
  algorithm
    y := u/60;
  end to_minute;
  function from_litre "litres to m3"
    input Real u;
    output Real y;
  algorithm
    y := u/1000;
  end from_litre;
  function to_litre "m3 to litres"
    input Real u;
    output Real y;
  algorithm
    y := u*1000;
  end to_litre;
  function from_Ah "ampere hours to coulomb"
    input Real u;
    output Real y;
  algorithm
    y := u*3600;
  end from_Ah;
  function to_Ah "coulomb to ampere hours"
    input Real u;
    output Real y;
  algorithm
    y := u/3600;
  end to_Ah;
  function from_Wh "watt hours to joule"
    input Real u;
    output Real y;
  algorithm
    y := u*3600;
  end from_Wh;
  function to_Wh "joule to watt hours"
    input Real u;
    output Real y;
  algorithm
    y := u/3600;
  end to_Wh;
  function from_kWh "kilowatt hours to joule"
    input Real u;
    output Real y;
  algorithm
    y := u*3.6e6;
  end from_kWh;
  function to_kWh "joule to kilowatt hours"
    input Real u;
    output Real y;
  algorithm
    y := u/3.6e6;
  end to_kWh;
  function from_bar "bar to pascal"
    input Real u;
    output Real y;
  algorithm
    y := u*1e5;
  end from_bar;
  function to_bar "pascal to bar"
    input Real u;
    output Real y;
  algorithm
    y := u/1e5;
  end to_bar;
  function from_gps "g/s to kg/s"
    input Real u;
    output Real y;
  algorithm
    y := u/1000;
  end from_gps;
  function to_gps "kg/s to g/s"
    input Real u;
    output Real y;
  algorithm
    y := u*1000;
  end to_gps;
  function from_Hz "hertz to rad/s"
    input Real u;
    output Real y;
  algorithm
    y := u*2*Modelica.Constants.pi;
  end from_Hz;
  function to_Hz "rad/s to hertz"
    input Real u;
    output Real y;
  algorithm
    y := u/(2*Modelica.Constants.pi);
  end to_Hz;
  function to_unit1 "The same number, without a unit"
    input Real u;
    output Real y;
  algorithm
    y := u;
  end to_unit1;
end Conversions;
