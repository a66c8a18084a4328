within Modelica.Mechanics.Translational;
package Sources "Forces by equations"
  model ForceStep "A force that begins with a step"
    extends Interfaces.PartialForce;
    parameter SI.Force stepForce(start = 1) "Height of the step";
    parameter SI.Force offsetForce(start = 0) "Force before it";
    parameter SI.Time startTime = 0 "When it begins";
    SI.Force f "Force on what is driven";
  equation
    f = offsetForce + (if time < startTime then 0 else stepForce);
    flange.f = -f;
  end ForceStep;
  model LinearSpeedDependentForce "In proportion to the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at v_nominal; negative: it brakes";
    parameter Boolean ForceDirection = true "true: it turns its sign with the speed";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps) "Speed at which it is f_nominal";
    SI.Velocity v "Speed of the flange against the housing";
    SI.Force f "Force on what is driven";
  equation
    v = der(s);
    f = f_nominal*(if ForceDirection then v else abs(v))/v_nominal;
    flange.f = -f;
  end LinearSpeedDependentForce;
  model QuadraticSpeedDependentForce "In proportion to the square of the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Force at v_nominal; negative: it brakes";
    parameter Boolean ForceDirection = true "true: it turns its sign with the speed";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps) "Speed at which it is f_nominal";
    SI.Velocity v "Speed of the flange against the housing";
    SI.Force f "Force on what is driven";
  equation
    v = der(s);
    f = f_nominal*(v/v_nominal)^2*(if ForceDirection and v < 0 then -1 else 1);
    flange.f = -f;
  end QuadraticSpeedDependentForce;
  model SignForce "Of constant size, with the sign of the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "Its size; negative: it brakes";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp
      "How the jump at rest is made smooth";
    parameter SI.Velocity v0(final min = Modelica.Constants.eps, start = 0.1)
      "Speed below which the jump is smooth";
    SI.Velocity v "Speed of the flange against the housing";
    SI.Force f "Force on what is driven";
  protected
    import Modelica.Blocks.Types.Regularization;
    Real x = v/v0;
  equation
    v = der(s);
    f = f_nominal*(
      if reg == Regularization.Exp then 2/(1 + exp(-x/0.01)) - 1
      elseif reg == Regularization.Sine then
        noEvent(if abs(x) < 1 then sin(Modelica.Constants.pi/2*x) else sign(x))
      elseif reg == Regularization.Linear then noEvent(if abs(x) < 1 then x else sign(x))
      else noEvent(if abs(x) < 1 then sign(x)*(1 - cos(Modelica.Constants.pi/2*x)) else sign(x)));
    flange.f = -f;
  end SignForce;
end Sources;
