within Modelica.Mechanics.Rotational;
package Components "Shafts, springs, gears and clutches as equations"
  model Fixed "Housing: holds a flange at a constant angle"
    parameter SI.Angle phi0 = 0 "Angle of the flange";
    Interfaces.Flange_b flange "What is held";
  equation
    flange.phi = phi0;
  end Fixed;
  model Inertia "Rotor: a shaft with inertia about its axis"
    extends Interfaces.PartialTwoFlanges;
    parameter SI.Inertia J(min = 0, start = 1) "Moment of inertia";
    parameter StateSelect stateSelect = StateSelect.default "Preference for phi and w as states";
    SI.Angle phi(start = 0, stateSelect = stateSelect) "Angle of the rotor";
    SI.AngularVelocity w(start = 0, stateSelect = stateSelect) "Derivative of phi";
    SI.AngularAcceleration a(start = 0) "Derivative of w";
  equation
    flange_a.phi = phi;
    flange_b.phi = phi;
    der(phi) = w;
    der(w) = a;
    flange_a.tau + flange_b.tau = J*a;
  end Inertia;
  model Disc "Shaft without inertia between two flanges that are turned against each other"
    extends Interfaces.PartialTwoFlanges;
    parameter SI.Angle deltaPhi = 0 "Angle from flange_a to flange_b";
    SI.Angle phi "Angle of the middle between the flanges";
  equation
    flange_a.phi = phi - 0.5*deltaPhi;
    flange_b.phi = phi + 0.5*deltaPhi;
    flange_a.tau + flange_b.tau = 0;
  end Disc;
  model Spring "Torque in proportion to the angle between two flanges"
    extends Interfaces.PartialCompliant;
    parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
    parameter SI.Angle phi_rel0 = 0 "phi_rel without torque";
  equation
    tau = c*(phi_rel - phi_rel0);
  end Spring;
  model Damper "Torque in proportion to the speed between two flanges"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping";
  equation
    tau = d*w_rel;
    lossPower = d*w_rel^2;
  end Damper;
  model SpringDamper "Spring and damper side by side"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
    parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping";
    parameter SI.Angle phi_rel0 = 0 "phi_rel without torque of the spring";
  protected
    SI.Torque tau_c "Torque of the spring";
    SI.Torque tau_d "Torque of the damper";
  equation
    tau_c = c*(phi_rel - phi_rel0);
    tau_d = d*w_rel;
    tau = tau_c + tau_d;
    lossPower = tau_d*w_rel;
  end SpringDamper;
  model ElastoBacklash "Play between two shafts, with spring and damper at its ends; the torque has no jumps"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
    parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping";
    parameter SI.Angle b(min = 0) = 0 "Width of the play";
    parameter SI.Angle phi_rel0 = 0 "Middle of the play";
  protected
    constant SI.Angle least = 1e-10 "Play that counts as none";
    SI.Angle phi_diff = phi_rel - phi_rel0 "Angle from the middle of the play";
    SI.Torque tau_c "Torque of the spring";
    SI.Torque tau_d "Torque of the damper, at most that of the spring: it neither pulls nor jumps";
  equation
    if b <= least then
      tau_c = c*phi_diff;
      tau_d = d*w_rel;
    else
      tau_c = if phi_diff > b/2 then c*(phi_diff - b/2) elseif phi_diff < -b/2 then c*(phi_diff + b/2) else 0;
      tau_d = noEvent(max(-abs(tau_c), min(abs(tau_c), d*w_rel)));
    end if;
    tau = tau_c + tau_d;
    lossPower = tau_d*w_rel;
  end ElastoBacklash;
  model ElastoBacklash2 "Play between two shafts, with spring and damper at its ends; the torque jumps there"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
    parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping";
    parameter SI.Angle b(min = 0) = 0 "Width of the play";
    parameter SI.Angle phi_rel0 = 0 "Middle of the play";
  protected
    constant SI.Angle least = 1e-10 "Play that counts as none";
    SI.Angle phi_diff = phi_rel - phi_rel0 "Angle from the middle of the play";
    SI.Torque tau_c "Torque of the spring";
    SI.Torque tau_d "Torque of the damper, but at most such that both do not pull";
  equation
    if b <= least then
      tau_c = c*phi_diff;
      tau_d = d*w_rel;
    else
      tau_c = if phi_diff > b/2 then c*(phi_diff - b/2) elseif phi_diff < -b/2 then c*(phi_diff + b/2) else 0;
      tau_d = if phi_diff > b/2 then max(-tau_c, d*w_rel) elseif phi_diff < -b/2 then min(-tau_c, d*w_rel) else 0;
    end if;
    tau = tau_c + tau_d;
    lossPower = tau_d*w_rel;
  end ElastoBacklash2;
  model BearingFriction "Shaft in a bearing with dry friction"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real tau_pos[:, 2] = [0, 1] "Rows of speed and sliding torque, from speed 0 on; beyond the last it stays";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    parameter Real peak(min = 1) = 1 "Break-away torque over tau_pos[1,2]";
    SI.Angle phi "Angle of the shaft against the housing";
    SI.Torque tau "Friction torque, against the motion";
    SI.AngularVelocity w "Derivative of phi";
    SI.AngularAcceleration a "Derivative of w";
  equation
    phi = flange_a.phi - phi_support;
    flange_b.phi = flange_a.phi;
    der(phi) = w;
    der(w) = a;
    w_relfric = w;
    a_relfric = a;
    flange_a.tau + flange_b.tau = tau;
    free = false;
    tau0 = Interfaces.interpolate(tau_pos, 2, 0, smoothness);
    tau0_max = peak*tau0;
    tau = if locked then sa else side*Interfaces.interpolate(tau_pos, 2, side*w, smoothness, true);
    lossPower = tau*w;
  end BearingFriction;
  model Brake "Dry friction between a shaft and a housing, with linings that a signal presses together"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5]
      "Rows of speed and friction coefficient, from speed 0 on; beyond the last it stays";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    parameter Real peak(min = 1) = 1 "Break-away friction over mu_pos[1,2]";
    parameter Real cgeo(min = 0) = 1 "Torque over friction coefficient and normal force";
    parameter SI.Force fn_max(min = 0, start = 1) "Largest normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force over fn_max; it brakes while positive";
    SI.Angle phi "Angle of the shaft against the housing";
    SI.Torque tau "Friction torque, against the motion";
    SI.AngularVelocity w "Derivative of phi";
    SI.AngularAcceleration a "Derivative of w";
    Real mu "Friction coefficient, with the sign of the motion";
    SI.Force fn "Normal force";
  equation
    phi = flange_a.phi - phi_support;
    flange_b.phi = flange_a.phi;
    der(phi) = w;
    der(w) = a;
    w_relfric = w;
    a_relfric = a;
    flange_a.tau + flange_b.tau = tau;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    tau0 = cgeo*fn*Interfaces.interpolate(mu_pos, 2, 0, smoothness);
    tau0_max = peak*tau0;
    mu = side*Interfaces.interpolate(mu_pos, 2, side*w, smoothness, true);
    tau = if locked then sa elseif free then 0 else cgeo*fn*mu;
    lossPower = tau*w;
  end Brake;
  model Clutch "Dry friction between two shafts, with linings that a signal presses together"
    extends Icons.Clutch;
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5]
      "Rows of speed and friction coefficient, from speed 0 on; beyond the last it stays";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    parameter Real peak(min = 1) = 1 "Break-away friction over mu_pos[1,2]";
    parameter Real cgeo(min = 0) = 1 "Torque over friction coefficient and normal force";
    parameter SI.Force fn_max(min = 0, start = 1) "Largest normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force over fn_max; engaged while positive";
    Real mu "Friction coefficient, with the sign of the motion";
    SI.Force fn "Normal force";
  equation
    w_relfric = w_rel;
    a_relfric = a_rel;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    tau0 = cgeo*fn*Interfaces.interpolate(mu_pos, 2, 0, smoothness);
    tau0_max = peak*tau0;
    mu = side*Interfaces.interpolate(mu_pos, 2, side*w_rel, smoothness, true);
    tau = if locked then sa elseif free then 0 else cgeo*fn*mu;
    lossPower = tau*w_rel;
  end Clutch;
  model OneWayClutch "Freewheel beside a clutch: flange_b never turns slower than flange_a"
    extends Icons.Clutch;
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5]
      "Rows of speed and friction coefficient, from speed 0 on; beyond the last it stays";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    parameter Real peak(min = 1) = 1 "Break-away friction over mu_pos[1,2]";
    parameter Real cgeo(min = 0) = 1 "Torque over friction coefficient and normal force";
    parameter SI.Force fn_max(min = 0, start = 1) "Largest normal force";
    parameter SI.AngularVelocity w_small = 1e10
      "Where speeds jump by reinit: a speed beyond which sliding begins at once";
    Modelica.Blocks.Interfaces.RealInput f_normalized "Normal force over fn_max; engaged while positive";
    Real u "Normal force over fn_max";
    Real mu "Friction coefficient";
    SI.Force fn "Normal force";
    Boolean startForward(start = false) "true: it breaks away";
    Boolean locked(start = false) "true: it sticks";
    Boolean stuck(start = false) "true: at rest, or about to slide";
  protected
    constant Real hysteresis = 1e-4 "What is needed beyond the sliding torque to break away, as a share";
    SI.Torque tau0 "Sliding torque at speed zero";
    SI.Torque tau0_max "Torque that can be held at most in the direction in which it slides";
    Boolean free "true: nothing presses the linings together";
    Real sa "Point on the characteristic: what is held, or the acceleration beyond the sliding torque";
    final parameter Real mu0 = Interfaces.interpolate(mu_pos, 2, 0, smoothness) "Coefficient at speed zero";
  equation
    u = f_normalized;
    free = u <= 0;
    fn = if free then 0 else fn_max*u;
    tau0 = mu0*cgeo*fn;
    tau0_max = if free then hysteresis*mu0*cgeo*fn_max else max(peak, 1 + hysteresis)*tau0;
    startForward = pre(stuck) and (sa > (if pre(startForward) then tau0 else tau0_max) or w_rel > w_small)
      or initial() and w_rel > 0;
    locked = pre(stuck) and not startForward;
    stuck = locked or w_rel <= 0;
    a_rel = if locked then 0 else sa - tau0;
    mu = Interfaces.interpolate(mu_pos, 2, w_rel, smoothness, true);
    tau = if locked then sa elseif free then 0 else cgeo*fn*mu;
    lossPower = if stuck then 0 else tau*w_rel;
  end OneWayClutch;
  model IdealGear "Gear without losses, inertia and play"
    extends Icons.Gear;
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    parameter Real ratio(start = 1) "Angle of flange_a over angle of flange_b, both against the housing";
    SI.Angle phi_a "Angle of flange_a against the housing";
    SI.Angle phi_b "Angle of flange_b against the housing";
  equation
    phi_a = flange_a.phi - phi_support;
    phi_b = flange_b.phi - phi_support;
    phi_a = ratio*phi_b;
    ratio*flange_a.tau + flange_b.tau = 0;
  end IdealGear;
  model LossyGear "Gear with losses at its teeth and in its bearings (Pelchen, Schweiger, Otter 2002)"
    extends Icons.Gear;
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real ratio(start = 1) "Angle of flange_a over angle of flange_b, both against the housing";
    parameter Real lossTable[:, 5] = [0, 1, 1, 0, 0]
      "Rows of speed, efficiency while flange_a drives and while flange_b does, bearing torque in these two cases";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "What the table is between its points";
    SI.Angle phi_a "Angle of flange_a against the housing";
    SI.Angle phi_b "Angle of flange_b against the housing";
    SI.AngularVelocity w_a "Derivative of phi_a";
    SI.AngularAcceleration a_a "Derivative of w_a";
    Real sa "Point on the characteristic: what is held, or the acceleration beyond the loss";
    Real eta_mf1 "Efficiency of the teeth while flange_a drives";
    Real eta_mf2 "Efficiency of the teeth while flange_b drives";
    SI.Torque tau_bf1 "Torque of the bearings while flange_a drives, at flange_a";
    SI.Torque tau_bf2 "Torque of the bearings while flange_b drives, at flange_a";
    SI.Torque tau_bf_a "Part of the bearings' torque that is on the side of flange_a";
    SI.Torque tau_eta "Torque at the teeth, whose sign says which side drives";
    SI.Torque tauLoss "Torque lost, at flange_a";
    SI.Torque tauLossMax "Torque lost while it rolls forward";
    SI.Torque tauLossMin "Torque lost while it rolls backward; negative";
    Boolean ideal "true: the table says that nothing is lost";
    Boolean tau_etaPos(start = true) "true: tau_eta is not negative";
    Boolean tau_aPos(start = true) "The same";
    Boolean startForward(start = false) "true: it begins to roll forward";
    Boolean startBackward(start = false) "true: it begins to roll backward";
    Boolean locked(start = false) "true: it is at rest";
    constant Integer Unknown = 3 "Not used";
    constant Integer Free = 2 "Mode before the start, and without losses";
    constant Integer Forward = 1 "Mode that rolls with positive w_a";
    constant Integer Stuck = 0 "Mode at rest";
    constant Integer Backward = -1 "Mode that rolls with negative w_a";
    Integer mode(min = Backward, max = Unknown, start = Free, fixed = true)
      "-1: rolls backward, 0: at rest, 1: rolls forward, 2: free";
  protected
    constant Real unity = 10*Modelica.Constants.eps "Efficiencies this near to 1 are 1";
    final parameter Real table_0[4] = {Interfaces.interpolate(lossTable, k, 0, smoothness) for k in 2:5}
      "The table at rest";
    final parameter SI.Torque tau_bf_a_0 =
      if abs(table_0[1] - 1) < unity and abs(table_0[2] - 1) < unity then abs(table_0[3])/2
      else (abs(table_0[3]) - abs(table_0[4]))/(table_0[1] - 1/table_0[2]) "tau_bf_a at rest";
    SI.Torque most_0 "Torque that is held at most against rolling forward";
    SI.Torque least_0 "Torque that is held at most against rolling backward; negative";
    Boolean forward "true: it rolls forward, or begins to";
    Real size_w = noEvent(abs(w_a)) "Where the table is looked up";
  equation
    assert(ratio <> 0, "the ratio of a gear is not zero");
    phi_a = flange_a.phi - phi_support;
    phi_b = flange_b.phi - phi_support;
    phi_a = ratio*phi_b;
    der(phi_a) = w_a;
    der(w_a) = a_a;
    ratio*(flange_a.tau - tauLoss) + flange_b.tau = 0;
    ideal = size(lossTable, 1) == 1 and abs(lossTable[1, 2] - 1) < unity and abs(lossTable[1, 3] - 1) < unity
      and abs(lossTable[1, 4]) < unity and abs(lossTable[1, 5]) < unity;
    eta_mf1 = Interfaces.interpolate(lossTable, 2, size_w, smoothness);
    eta_mf2 = Interfaces.interpolate(lossTable, 3, size_w, smoothness);
    tau_bf1 = noEvent(abs(Interfaces.interpolate(lossTable, 4, size_w, smoothness)));
    tau_bf2 = noEvent(abs(Interfaces.interpolate(lossTable, 5, size_w, smoothness)));
    // Without losses at the teeth the table does not say how the bearings share theirs: half each.
    tau_bf_a = noEvent(if abs(eta_mf1 - 1) < unity and abs(eta_mf2 - 1) < unity then tau_bf1/2
      else (tau_bf1 - tau_bf2)/(eta_mf1 - 1/eta_mf2));
    tau_eta = if ideal or locked then flange_a.tau
      else flange_a.tau + (if forward then -tau_bf_a else tau_bf_a);
    tau_etaPos = tau_eta >= 0;
    tau_aPos = tau_etaPos;
    tauLossMax = if tau_etaPos then (1 - eta_mf1)*flange_a.tau + tau_bf1
      else (1 - 1/eta_mf2)*flange_a.tau + tau_bf2;
    tauLossMin = if tau_etaPos then (1 - 1/eta_mf2)*flange_a.tau - tau_bf2
      else (1 - eta_mf1)*flange_a.tau - tau_bf1;
    most_0 = noEvent(if flange_a.tau > tau_bf_a_0 then (1 - table_0[1])*flange_a.tau + abs(table_0[3])
      else (1 - 1/table_0[2])*flange_a.tau + abs(table_0[4]));
    least_0 = noEvent(if flange_a.tau > -tau_bf_a_0 then (1 - 1/table_0[2])*flange_a.tau - abs(table_0[4])
      else (1 - table_0[1])*flange_a.tau - abs(table_0[3]));
    startForward = pre(mode) == Stuck and sa > most_0 or initial() and w_a > 0;
    startBackward = pre(mode) == Stuck and sa < least_0 or initial() and w_a < 0;
    forward = startForward or pre(mode) == Forward;
    locked = not (ideal or forward or startBackward or pre(mode) == Backward);
    tauLoss = if ideal then 0 elseif locked then sa elseif forward then tauLossMax else tauLossMin;
    a_a = if locked then 0 else sa - tauLoss;
    mode = if ideal then Free elseif forward and w_a > 0 then Forward
      elseif (startBackward or pre(mode) == Backward) and w_a < 0 then Backward else Stuck;
    lossPower = tauLoss*w_a;
  end LossyGear;
  model IdealPlanetary "Planetary gear without losses and inertia"
    parameter Real ratio(start = 2) "Teeth of the ring over teeth of the sun";
    Interfaces.Flange_a sun "Shaft of the sun";
    Interfaces.Flange_a carrier "Shaft of the carrier";
    Interfaces.Flange_b ring "Shaft of the ring";
  equation
    sun.phi - carrier.phi = ratio*(carrier.phi - ring.phi);
    ring.tau = ratio*sun.tau;
    sun.tau + carrier.tau + ring.tau = 0;
  end IdealPlanetary;
  model Gearbox "Gear with losses, elasticity, damping and play"
    extends Icons.Gearbox;
    extends Interfaces.PartialTwoFlangesAndSupport;
    parameter Real ratio(start = 1) "Angle of flange_a over angle of flange_b, both against the housing";
    parameter Real lossTable[:, 5] = [0, 1, 1, 0, 0] "Losses, as those of LossyGear";
    parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness, at flange_b";
    parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping, at flange_b";
    parameter SI.Angle b(min = 0) = 0 "Width of the play, at flange_b";
    parameter StateSelect stateSelect = StateSelect.prefer "Preference for phi_rel and w_rel as states";
    parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort "Where the lost power goes";
    SI.Angle phi_rel(start = 0, stateSelect = stateSelect) = elastoBacklash.phi_rel "Angle over the elasticity";
    SI.AngularVelocity w_rel(start = 0, stateSelect = stateSelect) = elastoBacklash.w_rel "Derivative of phi_rel";
    SI.AngularAcceleration a_rel(start = 0) = elastoBacklash.a_rel "Derivative of w_rel";
    LossyGear lossyGear(ratio = ratio, lossTable = lossTable, useSupport = true, useHeatPort = useHeatPort)
      "Ratio and losses";
    ElastoBacklash elastoBacklash(b = b, c = c, d = d, useHeatPort = useHeatPort) "Elasticity and play";
  equation
    connect(flange_a, lossyGear.flange_a);
    connect(lossyGear.flange_b, elastoBacklash.flange_a);
    connect(elastoBacklash.flange_b, flange_b);
    connect(lossyGear.support, internalSupport);
    connect(lossyGear.heatPort, heatPort);
    connect(elastoBacklash.heatPort, heatPort);
  end Gearbox;
  model IdealGearR2T "Rack and pinion or spindle: turns sliding into turning, without losses"
    extends Interfaces.PartialElementaryRotationalToTranslational;
    parameter Real ratio(unit = "rad/m", start = 1) "Angle of flangeR over position of flangeT";
  equation
    flangeR.phi - internalSupportR.phi = ratio*(flangeT.s - internalSupportT.s);
    ratio*flangeR.tau + flangeT.f = 0;
  end IdealGearR2T;
  model IdealRollingWheel "Wheel that rolls without slip on what slides"
    extends Interfaces.PartialElementaryRotationalToTranslational;
    parameter SI.Distance radius(start = 0.3) "Radius of the wheel";
  equation
    flangeT.s - internalSupportT.s = radius*(flangeR.phi - internalSupportR.phi);
    flangeR.tau + radius*flangeT.f = 0;
  end IdealRollingWheel;
  model InitializeFlange "Gives a flange its angle, speed and acceleration at the start, from signals"
    parameter Boolean use_phi_start = true "true: the angle is that of phi_start at the start";
    parameter Boolean use_w_start = true "true: the speed is that of w_start at the start";
    parameter Boolean use_a_start = true "true: the acceleration is that of a_start at the start";
    parameter StateSelect stateSelect = StateSelect.default "Preference for angle and speed as states";
    Modelica.Blocks.Interfaces.RealInput phi_start(unit = "rad") if use_phi_start "Angle at the start";
    Modelica.Blocks.Interfaces.RealInput w_start(unit = "rad/s") if use_w_start "Speed at the start";
    Modelica.Blocks.Interfaces.RealInput a_start(unit = "rad/s2") if use_a_start "Acceleration at the start";
    Interfaces.Flange_b flange "What starts so";
    SI.Angle phi_flange(stateSelect = stateSelect) = flange.phi "Angle of the flange";
    SI.AngularVelocity w_flange(stateSelect = stateSelect) = der(phi_flange) "Derivative of phi_flange";
  protected
    Modelica.Blocks.Interfaces.RealInput phi_0 "Signal phi_start, or nothing";
    Modelica.Blocks.Interfaces.RealInput w_0 "Signal w_start, or nothing";
    Modelica.Blocks.Interfaces.RealInput a_0 "Signal a_start, or nothing";
  initial equation
    if use_phi_start then
      flange.phi = phi_0;
    end if;
    if use_w_start then
      w_flange = w_0;
    end if;
    if use_a_start then
      der(w_flange) = a_0;
    end if;
  equation
    connect(phi_start, phi_0);
    connect(w_start, w_0);
    connect(a_start, a_0);
    if not use_phi_start then
      phi_0 = 0;
    end if;
    if not use_w_start then
      w_0 = 0;
    end if;
    if not use_a_start then
      a_0 = 0;
    end if;
    flange.tau = 0;
  end InitializeFlange;
  model RelativeStates "Knows how two flanges move against each other, so that this can be given at the start"
    extends Interfaces.PartialTwoFlanges;
    parameter StateSelect stateSelect = StateSelect.prefer "Preference for phi_rel and w_rel as states";
    parameter SI.Angle phi_nominal(min = 0) = 1 "Scaling in other tools; no effect here";
    SI.Angle phi_rel(start = 0, stateSelect = stateSelect) "Angle from flange_a to flange_b";
    SI.AngularVelocity w_rel(start = 0, stateSelect = stateSelect) "Derivative of phi_rel";
    SI.AngularAcceleration a_rel(start = 0) "Derivative of w_rel";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    der(phi_rel) = w_rel;
    der(w_rel) = a_rel;
    flange_a.tau = 0;
    flange_b.tau = 0;
  end RelativeStates;
  model TorqueToAngleAdaptor "Shows the motion of a flange as signals, and takes a torque on it as one"
    parameter Boolean use_w = true "true: an output for the speed";
    parameter Boolean use_a = true "true: an output for the acceleration";
    Interfaces.Flange_a flange "What moves";
    Modelica.Blocks.Interfaces.RealOutput phi(unit = "rad") = flange.phi "Angle of the flange";
    Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s") = w_flange if use_w "Speed of the flange";
    Modelica.Blocks.Interfaces.RealOutput a(unit = "rad/s2") = a_flange if use_a "Acceleration of the flange";
    Modelica.Blocks.Interfaces.RealInput tau(unit = "N.m") "Torque that what is connected exerts on the adaptor";
  protected
    SI.AngularVelocity w_flange "Speed, where somebody asks for it";
    SI.AngularAcceleration a_flange "Acceleration, where somebody asks for it";
  equation
    w_flange = if use_w or use_a then der(flange.phi) else 0;
    a_flange = if use_a then der(w_flange) else 0;
    flange.tau = tau;
  end TorqueToAngleAdaptor;
  model AngleToTorqueAdaptor "Moves a flange as signals say, and shows the torque that this takes"
    parameter Boolean use_w = true "true: an input for the speed";
    parameter Boolean use_a = true "true: inputs for speed and acceleration";
    Interfaces.Flange_b flange "What is moved";
    Modelica.Blocks.Interfaces.RealInput phi(unit = "rad") "Angle of the flange";
    Modelica.Blocks.Interfaces.RealInput w(unit = "rad/s") if use_w or use_a "Derivative of phi";
    Modelica.Blocks.Interfaces.RealInput a(unit = "rad/s2") if use_a "Derivative of w";
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m") = -flange.tau "Torque on what is moved";
  equation
    // What is derived from phi here is w and a, which need not be read.
    flange.phi = phi;
  end AngleToTorqueAdaptor;
  model GeneralTorqueToAngleAdaptor "Shows the motion of a flange as signals, and takes a torque on it as one"
    parameter Boolean use_pder = true "true: an output for the speed";
    parameter Boolean use_pder2 = true "true: an output for the acceleration, where there is one for the speed";
    Interfaces.Flange_a flange "What moves";
    Modelica.Blocks.Interfaces.RealOutput p(unit = "rad") = flange.phi "Angle of the flange";
    Modelica.Blocks.Interfaces.RealOutput pder(unit = "rad/s") = w_flange if use_pder "Speed of the flange";
    Modelica.Blocks.Interfaces.RealOutput pder2(unit = "rad/s2") = a_flange if use_pder and use_pder2
      "Acceleration of the flange";
    Modelica.Blocks.Interfaces.RealInput f(unit = "N.m") "Torque that what is connected exerts on the adaptor";
  protected
    SI.AngularVelocity w_flange "Speed, where somebody asks for it";
    SI.AngularAcceleration a_flange "Acceleration, where somebody asks for it";
  equation
    w_flange = if use_pder then der(flange.phi) else 0;
    a_flange = if use_pder and use_pder2 then der(w_flange) else 0;
    flange.tau = f;
  end GeneralTorqueToAngleAdaptor;
  model GeneralAngleToTorqueAdaptor "Moves a flange as signals say, and shows the torque that this takes"
    parameter Boolean use_pder = true "true: an input for the speed";
    parameter Boolean use_pder2 = true "true: an input for the acceleration, where there is one for the speed";
    Interfaces.Flange_b flange "What is moved";
    Modelica.Blocks.Interfaces.RealInput p(unit = "rad") "Angle of the flange";
    Modelica.Blocks.Interfaces.RealInput pder(unit = "rad/s") if use_pder "Derivative of p";
    Modelica.Blocks.Interfaces.RealInput pder2(unit = "rad/s2") if use_pder and use_pder2 "Derivative of pder";
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N.m") = -flange.tau "Torque on what is moved";
  equation
    // What is derived from p here is pder and pder2, which need not be read.
    flange.phi = p;
  end GeneralAngleToTorqueAdaptor;
end Components;
