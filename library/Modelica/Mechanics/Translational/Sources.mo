within Modelica.Mechanics.Translational;
package Sources "Motions and forces by signals and by equations"
  model Position "Moves a flange as a signal says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2(
      s(stateSelect = if exact then StateSelect.default else StateSelect.prefer));
    parameter Boolean exact = false "true: s = s_ref; false: s_ref is filtered first";
    parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
    Modelica.Blocks.Interfaces.RealInput s_ref(unit = "m") "Position of the flange against the housing";
    SI.Velocity v(start = 0, stateSelect = if exact then StateSelect.default else StateSelect.prefer)
      "Derivative of s";
    SI.Acceleration a(start = 0) "Derivative of v";
  protected
    constant Real k_v = 1.3617 "Of a Bessel filter of second order: factor of s";
    constant Real k_a = 0.6180 "Factor of s^2";
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Corner of the filter";
  initial equation
    if not exact then
      s = s_ref;
    end if;
  equation
    v = der(s);
    a = der(v);
    if exact then
      s = s_ref;
    else
      s + k_v*v/w_crit + k_a*a/w_crit^2 = s_ref;
    end if;
  end Position;
  model Speed "Moves a flange with the speed that a signal gives"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2(
      s(start = 0, fixed = true, stateSelect = StateSelect.prefer));
    parameter Boolean exact = false "true: v = v_ref; false: v_ref is filtered first";
    parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
    Modelica.Blocks.Interfaces.RealInput v_ref(unit = "m/s") "Speed of the flange against the housing";
    SI.Velocity v(stateSelect = if exact then StateSelect.default else StateSelect.prefer)
      "Derivative of s";
    SI.Acceleration a "Derivative of v";
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Corner of the filter";
  initial equation
    if not exact then
      v = v_ref;
    end if;
  equation
    v = der(s);
    a = der(v);
    if exact then
      v = v_ref;
    else
      v + a/w_crit = v_ref;
    end if;
  end Speed;
  model Accelerate "Moves a flange with the acceleration that a signal gives"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2(
      s(start = 0, fixed = true, stateSelect = StateSelect.prefer));
    Modelica.Blocks.Interfaces.RealInput a_ref(unit = "m/s2") "Acceleration of the flange against the housing";
    SI.Velocity v(start = 0, fixed = true, stateSelect = StateSelect.prefer) "Derivative of s";
    SI.Acceleration a "Derivative of v";
  equation
    v = der(s);
    a = der(v);
    a = a_ref;
  end Accelerate;
  model Move "Moves a flange by signals for position, speed and acceleration"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput u[3] "Position, its derivative, and the derivative of that";
  equation
    // What is derived from u[1] here is u[2] and u[3], which need not be read.
    s = u[1];
  end Move;
  model Force "Force on a flange by a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput f(unit = "N") "Force on the flange, positive pushes it forward";
  equation
    flange.f = -f;
  end Force;
  model Force2 "Force between two flanges by a signal"
    extends Interfaces.PartialTwoFlanges;
    Modelica.Blocks.Interfaces.RealInput f(unit = "N") "Force on flange_b, its opposite on flange_a";
  equation
    flange_a.f = f;
    flange_b.f = -f;
  end Force2;
  model ConstantForce "Constant force on a flange"
    extends Interfaces.PartialForce;
    parameter SI.Force f_constant "Force on the flange, positive pushes it forward";
    SI.Velocity v "Derivative of s";
  equation
    v = der(s);
    -f = f_constant;
  end ConstantForce;
  model ConstantSpeed "Moves a flange with constant speed"
    extends Interfaces.PartialForce;
    parameter SI.Velocity v_fixed "Speed of the flange against the housing";
    SI.Velocity v "Derivative of s";
  equation
    v = der(s);
    v = v_fixed;
  end ConstantSpeed;
  model InverseSpeedDependentForce "In inverse proportion to the speed: of constant power"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at v_nominal; negative: it brakes";
    parameter Boolean ForceDirection = true "true: the same direction for both signs of the speed";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps) "Speed at which it is f_nominal";
    parameter SI.Velocity v0(min = Modelica.Constants.eps, start = 0.1)
      "Speed below which the force does not grow any more";
    SI.Velocity v "Speed of the flange against the housing";
  equation
    v = der(s);
    if ForceDirection then
      -f = f_nominal*v_nominal/max(abs(v), v0);
    else
      -f = f_nominal*(if abs(v) < v0 then v/v0 else v_nominal/v);
    end if;
  end InverseSpeedDependentForce;
  model EddyCurrentForce "Brake by eddy currents in a rail, whose resistance goes with its temperature"
    extends Interfaces.PartialForce;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPort;
    parameter Boolean useExcitationInput = false "true: an input for the excitation";
    parameter Real constantExcitation = 1 "Excitation without an input; 1: the force is f_nominal at most";
    parameter SI.Force f_nominal "Largest force; it always brakes";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps)
      "Speed of the largest force, at temperature TRef";
    parameter SI.Temperature TRef(start = 293.15) "Temperature to which v_nominal belongs";
    parameter SI.LinearTemperatureCoefficient alpha20(start = 0)
      "Change of the resistance for one kelvin, at 20 degrees";
    Modelica.Blocks.Interfaces.RealInput excitation = excitationInternal if useExcitationInput "Excitation";
    SI.Velocity v "Speed of the flange against the housing";
    Real v_normalized "Speed over that of the largest force";
  protected
    Real excitationInternal "Excitation";
    parameter SI.LinearTemperatureCoefficient alphaRef = alpha20/(1 + alpha20*(TRef - 293.15))
      "Change of the resistance for one kelvin, at TRef";
  equation
    if not useExcitationInput then
      excitationInternal = constantExcitation;
    end if;
    v = der(s);
    v_normalized = v/(v_nominal*(1 + alphaRef*(TheatPort - TRef)));
    f = f_nominal*excitationInternal^2*2*v_normalized/(1 + v_normalized^2);
    lossPower = f*v;
  end EddyCurrentForce;
  model ForceStep "A force that begins with a step"
    extends Interfaces.PartialForce;
    parameter SI.Force stepForce(start = 1) "Height of the step";
    parameter SI.Force offsetForce(start = 0) "Force before it";
    parameter SI.Time startTime = 0 "When it begins";
  equation
    -f = offsetForce + (if time < startTime then 0 else stepForce);
  end ForceStep;
  model LinearSpeedDependentForce "In proportion to the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at v_nominal; negative: it brakes";
    parameter Boolean ForceDirection = true "true: the same direction for both signs of the speed";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps)
      "Speed at which it is f_nominal";
    SI.Velocity v "Speed of the flange against the housing";
  equation
    v = der(s);
    -f = f_nominal*(if ForceDirection then abs(v) else v)/v_nominal;
  end LinearSpeedDependentForce;
  model QuadraticSpeedDependentForce "In proportion to the square of the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at v_nominal; negative: it brakes";
    parameter Boolean ForceDirection = true "true: the same direction for both signs of the speed";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps)
      "Speed at which it is f_nominal";
    SI.Velocity v "Speed of the flange against the housing";
  equation
    v = der(s);
    -f = f_nominal*(v/v_nominal)^2*(if ForceDirection or v >= 0 then 1 else -1);
  end QuadraticSpeedDependentForce;
  model SignForce "Of constant size, with the sign of the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Its size; negative: it brakes";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp
      "How the jump at rest is made smooth";
    parameter SI.Velocity v0(final min = Modelica.Constants.eps, start = 0.1)
      "Speed below which the jump is smooth";
    SI.Velocity v "Speed of the flange against the housing";
  protected
    import Modelica.Blocks.Types.Regularization;
    Real x = v/v0;
  equation
    v = der(s);
    -f = f_nominal*(
      if reg == Regularization.Exp then 2/(1 + exp(-x/0.01)) - 1
      elseif reg == Regularization.Sine then
        noEvent(if abs(x) < 1 then sin(Modelica.Constants.pi/2*x) else sign(x))
      elseif reg == Regularization.Linear then noEvent(if abs(x) < 1 then x else sign(x))
      else noEvent(if abs(x) < 1 then sign(x)*(1 - cos(Modelica.Constants.pi/2*x)) else sign(x)));
  end SignForce;
end Sources;
