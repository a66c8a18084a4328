within Modelica.Mechanics.Rotational;
package Sources "Torques by equations"
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
    parameter Boolean TorqueDirection = true "true: it turns its sign with the speed";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps)
      "Speed at which it is tau_nominal";
    SI.AngularVelocity w "Speed of the flange against the housing";
    SI.Torque tau "Torque on what is driven";
  equation
    w = der(phi);
    tau = tau_nominal*(if TorqueDirection then w else abs(w))/w_nominal;
    flange.tau = -tau;
  end LinearSpeedDependentTorque;
  model QuadraticSpeedDependentTorque "In proportion to the square of the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "Torque at w_nominal; negative: it brakes";
    parameter Boolean TorqueDirection = true "true: it turns its sign with the speed";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps)
      "Speed at which it is tau_nominal";
    SI.AngularVelocity w "Speed of the flange against the housing";
    SI.Torque tau "Torque on what is driven";
  equation
    w = der(phi);
    tau = tau_nominal*(w/w_nominal)^2*(if TorqueDirection and w < 0 then -1 else 1);
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
