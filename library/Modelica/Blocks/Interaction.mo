within Modelica.Blocks;
package Interaction "What is seen while a model runs"
  package Show "Values on the screen; here only outputs"
    block RealValue "A Real value on the screen; passes it on"
      parameter Boolean use_numberPort = true "true: from a connector";
      input Real number = 0.0 "The value, without connector";
      parameter Integer significantDigits(min = 1) = 2 "Digits; no effect here";
      Interfaces.RealInput numberPort if use_numberPort "The value";
      Interfaces.RealOutput showNumber "The value that is shown";
    equation
      if use_numberPort then
        connect(numberPort, showNumber);
      else
        showNumber = number;
      end if;
    end RealValue;
    block IntegerValue "A Integer value on the screen; passes it on"
      parameter Boolean use_numberPort = true "true: from a connector";
      input Integer number = 0 "The value, without connector";
      Interfaces.IntegerInput numberPort if use_numberPort "The value";
      Interfaces.IntegerOutput showNumber "The value that is shown";
    equation
      if use_numberPort then
        connect(numberPort, showNumber);
      else
        showNumber = number;
      end if;
    end IntegerValue;
    block BooleanValue "A Boolean value on the screen; passes it on"
      parameter Boolean use_activePort = true "true: from a connector";
      input Boolean active = false "The value, without connector";
      Interfaces.BooleanInput activePort if use_activePort "The value";
      Interfaces.BooleanOutput showActive "The value that is shown";
    equation
      if use_activePort then
        connect(activePort, showActive);
      else
        showActive = active;
      end if;
    end BooleanValue;
  end Show;
end Interaction;
