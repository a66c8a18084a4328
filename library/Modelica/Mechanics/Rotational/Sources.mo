within Modelica.Mechanics.Rotational;
package Sources "Motions and torques by signals and by equations"
  model Position "Turns a flange as a signal says"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    parameter Boolean exact = false "true: phi = phi_ref; false: phi_ref is filtered first";
    parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
    Modelica.Blocks.Interfaces.RealInput phi_ref(unit = "rad") "Angle of the flange against the housing";
    SI.Angle phi(stateSelect = if exact then StateSelect.default else StateSelect.prefer)
      "Angle of the flange against the housing";
    SI.AngularVelocity w(start = 0, stateSelect = if exact then StateSelect.default else StateSelect.prefer)
      "Derivative of phi";
    SI.AngularAcceleration a(start = 0) "Derivative of w";
  protected
    constant Real k_w = 1.3617 "Of a Bessel filter of second order: factor of s";
    constant Real k_a = 0.6180 "Factor of s^2";
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Corner of the filter";
  initial equation
    if not exact then
      phi = phi_ref;
    end if;
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    a = der(w);
    if exact then
      phi = phi_ref;
    else
      phi + k_w*w/w_crit + k_a*a/w_crit^2 = phi_ref;
    end if;
  end Position;
  model Speed "Turns a flange with the speed that a signal gives"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    parameter Boolean exact = false "true: w = w_ref; false: w_ref is filtered first";
    parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
    Modelica.Blocks.Interfaces.RealInput w_ref(unit = "rad/s") "Speed of the flange against the housing";
    SI.Angle phi(start = 0, fixed = true, stateSelect = StateSelect.prefer)
      "Angle of the flange against the housing";
    SI.AngularVelocity w(stateSelect = if exact then StateSelect.default else StateSelect.prefer)
      "Derivative of phi";
    SI.AngularAcceleration a "Derivative of w";
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit "Corner of the filter";
  initial equation
    if not exact then
      w = w_ref;
    end if;
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    a = der(w);
    if exact then
      w = w_ref;
    else
      w + a/w_crit = w_ref;
    end if;
  end Speed;
  model Accelerate "Turns a flange with the acceleration that a signal gives"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput a_ref(unit = "rad/s2") "Acceleration of the flange against the housing";
    SI.Angle phi(start = 0, fixed = true, stateSelect = StateSelect.prefer)
      "Angle of the flange against the housing";
    SI.AngularVelocity w(start = 0, fixed = true, stateSelect = StateSelect.prefer) "Derivative of phi";
    SI.AngularAcceleration a "Derivative of w";
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    a = der(w);
    a = a_ref;
  end Accelerate;
  model Move "Turns a flange by signals for angle, speed and acceleration"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi "Angle of the flange against the housing";
    Modelica.Blocks.Interfaces.RealInput u[3] "Angle, its derivative, and the derivative of that";
  equation
    phi = flange.phi - phi_support;
    // What is derived from u[1] here is u[2] and u[3], which need not be read.
    phi = u[1];
  end Move;
  model Torque "Torque on a flange by a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput tau(unit = "N.m") "Torque on the flange, positive turns it forward";
    SI.Angle phi "Angle of the flange against the housing";
  equation
    phi = flange.phi - phi_support;
    flange.tau = -tau;
  end Torque;
  model Torque2 "Torque between two flanges by a signal"
    extends Interfaces.PartialTwoFlanges;
    Modelica.Blocks.Interfaces.RealInput tau(unit = "N.m") "Torque on flange_b, its opposite on flange_a";
  equation
    flange_a.tau = tau;
    flange_b.tau = -tau;
  end Torque2;
  model ConstantTorque "Constant torque on a flange"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_constant "Torque on the flange, positive turns it forward";
    SI.AngularVelocity w "Derivative of phi";
    SI.Torque tau "Torque on the flange";
  equation
    w = der(phi);
    tau = tau_constant;
    flange.tau = -tau;
  end ConstantTorque;
  model ConstantSpeed "Turns a flange with constant speed"
    extends Interfaces.PartialTorque;
    parameter SI.AngularVelocity w_fixed "Speed of the flange against the housing";
    SI.AngularVelocity w "Derivative of phi";
  equation
    w = der(phi);
    w = w_fixed;
  end ConstantSpeed;
  model InverseSpeedDependentTorque "In inverse proportion to the speed: of constant power"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at w_nominal; negative: it brakes";
    parameter Boolean TorqueDirection = true "true: the same direction for both signs of the speed";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps) "Speed at which it is tau_nominal";
    parameter SI.AngularVelocity w0(min = Modelica.Constants.eps, start = 0.1)
      "Speed below which the torque does not grow any more";
    SI.AngularVelocity w "Speed of the flange against the housing";
    SI.Torque tau "Torque on what is driven";
  equation
    w = der(phi);
    if TorqueDirection then
      tau = tau_nominal*w_nominal/max(abs(w), w0);
    else
      tau = tau_nominal*(if abs(w) < w0 then w/w0 else w_nominal/w);
    end if;
    flange.tau = -tau;
  end InverseSpeedDependentTorque;
  model EddyCurrentTorque "Brake by eddy currents in a disc, whose resistance goes with its temperature"
    extends Interfaces.PartialTorque;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPort;
    parameter Boolean useExcitationInput = false "true: an input for the excitation";
    parameter Real constantExcitation = 1 "Excitation without an input; 1: the torque is tau_nominal at most";
    parameter SI.Torque tau_nominal "Largest torque; it always brakes";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps)
      "Speed of the largest torque, at temperature TRef";
    parameter SI.Temperature TRef(start = 293.15) "Temperature to which w_nominal belongs";
    parameter SI.LinearTemperatureCoefficient alpha20(start = 0)
      "Change of the resistance for one kelvin, at 20 degrees";
    Modelica.Blocks.Interfaces.RealInput excitation = excitationInternal if useExcitationInput "Excitation";
    SI.Torque tau "Torque against the motion, as flange.tau";
    SI.AngularVelocity w "Speed of the flange against the housing";
    Real w_normalized "Speed over that of the largest torque";
  protected
    Real excitationInternal "Excitation";
    parameter SI.LinearTemperatureCoefficient alphaRef = alpha20/(1 + alpha20*(TRef - 293.15))
      "Change of the resistance for one kelvin, at TRef";
  equation
    if not useExcitationInput then
      excitationInternal = constantExcitation;
    end if;
    w = der(phi);
    w_normalized = w/(w_nominal*(1 + alphaRef*(TheatPort - TRef)));
    tau = flange.tau;
    tau = tau_nominal*excitationInternal^2*2*w_normalized/(1 + w_normalized^2);
    lossPower = tau*w;
  end EddyCurrentTorque;
  model TorqueStep "A torque that begins with a step"
    extends Interfaces.PartialTorque;
    parameter SI.Torque stepTorque(start = 1) "Height of the step";
    parameter SI.Torque offsetTorque(start = 0) "Torque before it";
    parameter SI.Time startTime = 0 "When it begins";
    SI.Torque tau "Torque on what is driven";
  equation
    tau = offsetTorque + (if time < startTime then 0 else stepTorque);
    flange.tau = -tau;
  end TorqueStep;
  model LinearSpeedDependentTorque "In proportion to the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at w_nominal; negative: it brakes";
    parameter Boolean TorqueDirection = true "true: the same direction for both signs of the speed";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps)
      "Speed at which it is tau_nominal";
    SI.AngularVelocity w "Speed of the flange against the housing";
    SI.Torque tau "Torque on what is driven";
  equation
    w = der(phi);
    tau = tau_nominal*(if TorqueDirection then abs(w) else w)/w_nominal;
    flange.tau = -tau;
  end LinearSpeedDependentTorque;
  model QuadraticSpeedDependentTorque "In proportion to the square of the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at w_nominal; negative: it brakes";
    parameter Boolean TorqueDirection = true "true: the same direction for both signs of the speed";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps)
      "Speed at which it is tau_nominal";
    SI.AngularVelocity w "Speed of the flange against the housing";
    SI.Torque tau "Torque on what is driven";
  equation
    w = der(phi);
    tau = tau_nominal*(w/w_nominal)^2*(if TorqueDirection or w >= 0 then 1 else -1);
    flange.tau = -tau;
  end QuadraticSpeedDependentTorque;
  model SignTorque "Of constant size, with the sign of the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Its size; negative: it brakes";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp
      "How the jump at rest is made smooth";
    parameter SI.AngularVelocity w0(final min = Modelica.Constants.eps, start = 0.1)
      "Speed below which the jump is smooth";
    SI.AngularVelocity w "Speed of the flange against the housing";
    SI.Torque tau "Torque on what is driven";
  protected
    import Modelica.Blocks.Types.Regularization;
    Real x = w/w0;
  equation
    w = der(phi);
    tau = tau_nominal*(
      if reg == Regularization.Exp then 2/(1 + exp(-x/0.01)) - 1
      elseif reg == Regularization.Sine then
        noEvent(if abs(x) < 1 then sin(Modelica.Constants.pi/2*x) else sign(x))
      elseif reg == Regularization.Linear then noEvent(if abs(x) < 1 then x else sign(x))
      else noEvent(if abs(x) < 1 then sign(x)*(1 - cos(Modelica.Constants.pi/2*x)) else sign(x)));
    flange.tau = -tau;
  end SignTorque;
end Sources;
