within Modelica.Mechanics.Translational;
package Components "Masses, rods, springs and brakes as equations"
  model Fixed "Housing: holds a flange at a constant position"
    parameter SI.Position s0 = 0 "Position of the flange";
    Interfaces.Flange_b flange "What is held";
  equation
    flange.s = s0;
  end Fixed;
  model Mass "Mass that slides along the axis; gravity does not act on it"
    extends Interfaces.PartialRigid(L = 0, s(start = 0, stateSelect = stateSelect));
    parameter SI.Mass m(min = 0, start = 1) "Mass";
    parameter StateSelect stateSelect = StateSelect.default "Preference for s and v as states";
    SI.Velocity v(start = 0, stateSelect = stateSelect) "Derivative of s";
    SI.Acceleration a(start = 0) "Derivative of v";
  equation
    der(s) = v;
    der(v) = a;
    flange_a.f + flange_b.f = m*a;
  end Mass;
  model Rod "Rod without mass"
    extends Interfaces.PartialRigid;
  equation
    flange_a.f + flange_b.f = 0;
  end Rod;
  model Spring "Force in proportion to the change of the distance between two flanges"
    extends Interfaces.PartialCompliant;
    parameter SI.TranslationalSpringConstant c(min = 0, start = 1) "Stiffness";
    parameter SI.Distance s_rel0 = 0 "s_rel without force";
  equation
    f = c*(s_rel - s_rel0);
  end Spring;
  model Damper "Force in proportion to the speed between two flanges"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.TranslationalDampingConstant d(min = 0, start = 0) "Damping";
  equation
    f = d*v_rel;
    lossPower = d*v_rel^2;
  end Damper;
  model SpringDamper "Spring and damper side by side"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.TranslationalSpringConstant c(min = 0, start = 1) "Stiffness";
    parameter SI.TranslationalDampingConstant d(min = 0, start = 0) "Damping";
    parameter SI.Distance s_rel0 = 0 "s_rel without force of the spring";
  protected
    SI.Force f_c "Force of the spring";
    SI.Force f_d "Force of the damper";
  equation
    f_c = c*(s_rel - s_rel0);
    f_d = d*v_rel;
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end SpringDamper;
  model ElastoGap "Spring and damper that act while the flanges are closer than s_rel0"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.TranslationalSpringConstant c(min = 0, start = 1) "Stiffness";
    parameter SI.TranslationalDampingConstant d(min = 0, start = 1) "Damping";
    parameter SI.Position s_rel0 = 0 "s_rel below which there is contact";
    parameter SI.Length s_ref(min = Modelica.Constants.eps) = 1 "Compression to which f_ref belongs";
    parameter SI.Force f_ref(min = 0) = c*s_ref "Force of the spring at the compression s_ref";
    parameter Real n(min = 1) = 1 "Exponent of the spring force, 1.5 after Hertz for balls";
    Boolean contact "true: the flanges are closer than s_rel0";
  protected
    SI.Force f_c "Force of the spring";
    SI.Force f_d "Force of the damper, at most that of the spring: it neither pulls nor jumps";
    Real compression = (s_rel0 - s_rel)/s_ref "How far the spring is pressed together, over s_ref";
  equation
    contact = s_rel < s_rel0;
    f_c = if contact then -f_ref*noEvent(abs(compression))^n else 0;
    f_d = if contact then noEvent(max(f_c, min(-f_c, d*v_rel))) else 0;
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end ElastoGap;
  model SupportFriction "Rod in a guide with dry friction"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real f_pos[:, 2] = [0, 1] "Rows of speed and sliding force, from speed 0 on; beyond the last it stays";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    parameter Real peak(min = 1) = 1 "Break-away force over f_pos[1,2]";
    SI.Position s "Position of the rod against the housing";
    SI.Force f "Friction force, against the motion";
    SI.Velocity v "Derivative of s";
    SI.Acceleration a "Derivative of v";
  equation
    s = s_a;
    flange_b.s = flange_a.s;
    der(s) = v;
    der(v) = a;
    v_relfric = v;
    a_relfric = a;
    flange_a.f + flange_b.f = f;
    free = false;
    f0 = Modelica.Mechanics.Rotational.Interfaces.interpolate(f_pos, 2, 0, smoothness);
    f0_max = peak*f0;
    f = if locked then sa
      else side*Modelica.Mechanics.Rotational.Interfaces.interpolate(f_pos, 2, side*v, smoothness, true);
    lossPower = f*v;
  end SupportFriction;
  model Brake "Dry friction between a rod and a housing, with linings that a signal presses together"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5]
      "Rows of speed and friction coefficient, from speed 0 on; beyond the last it stays";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    parameter Real peak(min = 1) = 1 "Break-away friction over mu_pos[1,2]";
    parameter Real cgeo(min = 0) = 1 "Force over friction coefficient and normal force";
    parameter SI.Force fn_max(min = 0, start = 1) "Largest normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force over fn_max; it brakes while positive";
    SI.Position s "Position of the rod against the housing";
    SI.Force f "Friction force, against the motion";
    SI.Velocity v "Derivative of s";
    SI.Acceleration a "Derivative of v";
    Real mu "Friction coefficient, with the sign of the motion";
    SI.Force fn "Normal force";
  equation
    s = s_a;
    flange_b.s = flange_a.s;
    der(s) = v;
    der(v) = a;
    v_relfric = v;
    a_relfric = a;
    flange_a.f + flange_b.f = f;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    f0 = cgeo*fn*Modelica.Mechanics.Rotational.Interfaces.interpolate(mu_pos, 2, 0, smoothness);
    f0_max = peak*f0;
    mu = side*Modelica.Mechanics.Rotational.Interfaces.interpolate(mu_pos, 2, side*v, smoothness, true);
    f = if locked then sa elseif free then 0 else cgeo*fn*mu;
    lossPower = f*v;
  end Brake;
  model IdealGearR2T "Rack and pinion or spindle: turns sliding into turning, without losses"
    extends Modelica.Mechanics.Rotational.Components.IdealGearR2T;
  end IdealGearR2T;
  model IdealRollingWheel "Wheel that rolls without slip on what slides"
    extends Modelica.Mechanics.Rotational.Components.IdealRollingWheel;
  end IdealRollingWheel;
  model InitializeFlange "Gives a flange its position, speed and acceleration at the start, from signals"
    parameter Boolean use_s_start = true "true: the position is that of s_start at the start";
    parameter Boolean use_v_start = true "true: the speed is that of v_start at the start";
    parameter Boolean use_a_start = true "true: the acceleration is that of a_start at the start";
    parameter StateSelect stateSelect = StateSelect.default "Preference for position and speed as states";
    Modelica.Blocks.Interfaces.RealInput s_start(unit = "m") if use_s_start "Position at the start";
    Modelica.Blocks.Interfaces.RealInput v_start(unit = "m/s") if use_v_start "Speed at the start";
    Modelica.Blocks.Interfaces.RealInput a_start(unit = "m/s2") if use_a_start "Acceleration at the start";
    Interfaces.Flange_b flange "What starts so";
    SI.Position s_flange(stateSelect = stateSelect) = flange.s "Position of the flange";
    SI.Velocity v_flange(stateSelect = stateSelect) = der(s_flange) "Derivative of s_flange";
  protected
    Modelica.Blocks.Interfaces.RealInput s_0 "Signal s_start, or nothing";
    Modelica.Blocks.Interfaces.RealInput v_0 "Signal v_start, or nothing";
    Modelica.Blocks.Interfaces.RealInput a_0 "Signal a_start, or nothing";
  initial equation
    if use_s_start then
      flange.s = s_0;
    end if;
    if use_v_start then
      v_flange = v_0;
    end if;
    if use_a_start then
      der(v_flange) = a_0;
    end if;
  equation
    connect(s_start, s_0);
    connect(v_start, v_0);
    connect(a_start, a_0);
    if not use_s_start then
      s_0 = 0;
    end if;
    if not use_v_start then
      v_0 = 0;
    end if;
    if not use_a_start then
      a_0 = 0;
    end if;
    flange.f = 0;
  end InitializeFlange;
  model RelativeStates "Knows how two flanges move against each other, so that this can be given at the start"
    extends Interfaces.PartialTwoFlanges;
    parameter StateSelect stateSelect = StateSelect.prefer "Preference for s_rel and v_rel as states";
    SI.Position s_rel(start = 0, stateSelect = stateSelect) "From flange_a to flange_b";
    SI.Velocity v_rel(start = 0, stateSelect = stateSelect) "Derivative of s_rel";
    SI.Acceleration a_rel(start = 0) "Derivative of v_rel";
  equation
    s_rel = flange_b.s - flange_a.s;
    der(s_rel) = v_rel;
    der(v_rel) = a_rel;
    flange_a.f = 0;
    flange_b.f = 0;
  end RelativeStates;
  model GeneralForceToPositionAdaptor "Shows the motion of a flange as signals, and takes a force on it as one"
    parameter Boolean use_pder = true "true: an output for the speed";
    parameter Boolean use_pder2 = true "true: an output for the acceleration, where there is one for the speed";
    Interfaces.Flange_a flange "What moves";
    Modelica.Blocks.Interfaces.RealOutput p(unit = "m") = flange.s "Position of the flange";
    Modelica.Blocks.Interfaces.RealOutput pder(unit = "m/s") = v_flange if use_pder "Speed of the flange";
    Modelica.Blocks.Interfaces.RealOutput pder2(unit = "m/s2") = a_flange if use_pder and use_pder2
      "Acceleration of the flange";
    Modelica.Blocks.Interfaces.RealInput f(unit = "N") "Force that what is connected exerts on the adaptor";
  protected
    SI.Velocity v_flange "Speed, where somebody asks for it";
    SI.Acceleration a_flange "Acceleration, where somebody asks for it";
  equation
    v_flange = if use_pder then der(flange.s) else 0;
    a_flange = if use_pder and use_pder2 then der(v_flange) else 0;
    flange.f = f;
  end GeneralForceToPositionAdaptor;
  model GeneralPositionToForceAdaptor "Moves a flange as signals say, and shows the force that this takes"
    parameter Boolean use_pder = true "true: an input for the speed";
    parameter Boolean use_pder2 = true "true: an input for the acceleration, where there is one for the speed";
    Interfaces.Flange_b flange "What is moved";
    Modelica.Blocks.Interfaces.RealInput p(unit = "m") "Position of the flange";
    Modelica.Blocks.Interfaces.RealInput pder(unit = "m/s") if use_pder "Derivative of p";
    Modelica.Blocks.Interfaces.RealInput pder2(unit = "m/s2") if use_pder and use_pder2 "Derivative of pder";
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N") = -flange.f "Force on what is moved";
  equation
    // What is derived from p here is pder and pder2, which need not be read.
    flange.s = p;
  end GeneralPositionToForceAdaptor;
  model MassWithStopAndFriction "Mass that slides with dry friction between two stops, at which it comes to rest"
    extends Interfaces.PartialRigid(s(start = 0, stateSelect = StateSelect.always));
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.Position smax(start = 25) "Stop for flange_b";
    parameter SI.Position smin(start = -25) "Stop for flange_a";
    parameter SI.Mass m(start = 1) "Mass";
    parameter Real F_prop(unit = "N.s/m", min = 0, start = 1) "Friction in proportion to the speed";
    parameter SI.Force F_Coulomb(start = 5) "Constant friction";
    parameter SI.Force F_Stribeck(start = 10) "Friction that there is besides at rest and vanishes with speed";
    parameter Real fexp(unit = "s/m", min = 0, start = 2) "How soon it vanishes: it falls as exp(-fexp*abs(v))";
    SI.Velocity v(start = 0, stateSelect = StateSelect.always) "Derivative of s";
    SI.Acceleration a(start = 0) "Derivative of v";
    SI.Force f "Friction force, against the motion";
    Integer stopped "-1: at the stop smin, 1: at the stop smax, 0: between them";
  equation
    der(s) = v;
    der(v) = a;
    v_relfric = v;
    a_relfric = a;
    flange_a.f + flange_b.f = m*a + f;
    f0 = F_Coulomb + F_Stribeck;
    // A little more than f0, so that breaking away is no matter of rounding.
    f0_max = 1.001*f0;
    free = f0 <= 0 and F_prop <= 0 and s > smin + 0.5*L and s < smax - 0.5*L;
    f = if locked then sa elseif free then 0
      else F_prop*v + side*(F_Coulomb + (if startForward or startBackward then F_Stribeck
        else F_Stribeck*exp(-fexp*noEvent(abs(v)))));
    lossPower = f*v;
    stopped = if s <= smin + 0.5*L then -1 elseif s >= smax - 0.5*L then 1 else 0;
    when stopped <> 0 then
      reinit(s, if stopped < 0 then smin + 0.5*L else smax - 0.5*L);
      reinit(v, 0);
    end when;
    when initial() then
      assert(s >= smin + 0.5*L and s <= smax - 0.5*L, "the mass starts between its stops smin and smax");
    end when;
  end MassWithStopAndFriction;
  model RollingResistance "Force against a wheel that rolls, in proportion to what it carries"
    extends Interfaces.PartialForce;
    import Modelica.Blocks.Types.Regularization;
    parameter SI.Force fWeight(start = 0) "Weight on the wheel";
    parameter Boolean useCrInput = false "true: an input for the coefficient";
    parameter Real CrConstant = 0.01 "Coefficient without an input";
    parameter Boolean useInclinationInput = false "true: an input for the inclination";
    parameter Real inclinationConstant = 0 "Inclination without an input, as tangent of the angle";
    parameter Regularization reg = Regularization.Exp "How the jump at rest is made smooth";
    parameter SI.Velocity v0(min = Modelica.Constants.eps) = 0.1 "Speed below which the jump is smooth";
    SI.Velocity v "Derivative of s";
    SI.Force f_nominal "Force on what is driven while it moves forward; negative";
    Modelica.Blocks.Interfaces.RealInput inclination = inclination_internal if useInclinationInput
      "Inclination, as tangent of the angle";
    Modelica.Blocks.Interfaces.RealInput cr = Cr_internal if useCrInput "Coefficient of the resistance";
  protected
    Real Cr_internal "Coefficient of the resistance";
    Real inclination_internal "Inclination";
    Real x = v/v0;
  equation
    if not useCrInput then
      Cr_internal = CrConstant;
    end if;
    if not useInclinationInput then
      inclination_internal = inclinationConstant;
    end if;
    v = der(s);
    // cos(atan(i)) = 1/sqrt(1 + i^2)
    f_nominal = -Cr_internal*fWeight/sqrt(1 + inclination_internal^2);
    -f = f_nominal*(
      if reg == Regularization.Exp then 2/(1 + exp(-x/0.01)) - 1
      elseif reg == Regularization.Sine then
        noEvent(if abs(x) < 1 then sin(Modelica.Constants.pi/2*x) else sign(x))
      elseif reg == Regularization.Linear then noEvent(if abs(x) < 1 then x else sign(x))
      else noEvent(if abs(x) < 1 then sign(x)*(1 - cos(Modelica.Constants.pi/2*x)) else sign(x)));
  end RollingResistance;
  model Vehicle "Vehicle on a road: mass, drive train and wheels, against wind, rolling and slope"
    parameter SI.Mass m "Mass of all";
    parameter SI.Acceleration g = Modelica.Constants.g_n "Gravity";
    parameter SI.Inertia J "Inertia of drive train and wheels";
    parameter SI.Length R "Radius of the wheels";
    parameter SI.Area A(start = 1) "Area that the wind sees";
    parameter Real Cd(start = 0.5) "Coefficient of the drag";
    parameter SI.Density rho = 1.2 "Density of the air";
    parameter Boolean useWindInput = false "true: an input for the speed of the wind";
    parameter SI.Velocity vWindConstant = 0 "Speed of the wind without an input";
    parameter Boolean useCrInput = false "true: an input for the coefficient of rolling";
    parameter Real CrConstant = 0.015 "Coefficient of rolling without an input";
    parameter SI.Velocity vReg = 1e-3 "Speed below which the jump of the rolling resistance is smooth";
    parameter Boolean useInclinationInput = false "true: an input for the inclination";
    parameter Real inclinationConstant = 0 "Inclination without an input, as tangent of the angle";
    SI.Position s(start = 0) = mass.s "Position";
    SI.Velocity v(start = 0) = mass.v "Speed";
    SI.Acceleration a = mass.a "Acceleration";
    Interfaces.Flange_b flangeT "Of what is pulled";
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flangeR "Shaft that drives the wheels";
    Modelica.Blocks.Interfaces.RealInput inclination if useInclinationInput "Inclination, as tangent of the angle";
    Modelica.Blocks.Interfaces.RealInput cr if useCrInput "Coefficient of rolling";
    Modelica.Blocks.Interfaces.RealInput vWind(unit = "m/s") if useWindInput "Speed of the wind";
    Mass mass(m = m) "Mass of all";
    Modelica.Mechanics.Rotational.Components.Inertia inertia(J = J) "Drive train and wheels";
    IdealRollingWheel idealRollingWheel(radius = R) "Wheels";
    Sources.QuadraticSpeedDependentForce fDrag(useSupport = true, f_nominal = -0.5*Cd*A*rho,
      ForceDirection = false, v_nominal = 1) "Drag";
    RollingResistance fRoll(fWeight = m*g, useCrInput = useCrInput, CrConstant = CrConstant,
      useInclinationInput = useInclinationInput, inclinationConstant = inclinationConstant,
      reg = Modelica.Blocks.Types.Regularization.Linear, v0 = vReg) "Resistance of rolling";
    Sources.Force fGrav "Slope";
    Sources.Speed windSpeed(s(fixed = true)) "The air";
  protected
    Modelica.Blocks.Interfaces.RealInput slope "Inclination";
    Modelica.Blocks.Interfaces.RealInput wind "Speed of the wind";
  equation
    connect(flangeR, inertia.flange_a);
    connect(inertia.flange_b, idealRollingWheel.flangeR);
    connect(idealRollingWheel.flangeT, mass.flange_a);
    connect(mass.flange_b, flangeT);
    connect(mass.flange_b, fDrag.flange);
    connect(mass.flange_b, fRoll.flange);
    connect(mass.flange_b, fGrav.flange);
    connect(windSpeed.flange, fDrag.support);
    connect(cr, fRoll.cr);
    connect(inclination, fRoll.inclination);
    connect(inclination, slope);
    connect(vWind, wind);
    if not useInclinationInput then
      slope = inclinationConstant;
    end if;
    if not useWindInput then
      wind = vWindConstant;
    end if;
    windSpeed.v_ref = wind;
    fGrav.f = -m*g*slope/sqrt(1 + slope^2);
  end Vehicle;
end Components;
