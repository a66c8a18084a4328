within Modelica.Mechanics.Rotational;
package Interfaces "Flanges, and what classes with equations on flanges begin with"
  connector Flange "End of a shaft: angle against torque"
    SI.Angle phi "Angle";
    flow SI.Torque tau "Torque on the component";
  end Flange;
  connector Flange_a "End of a shaft: angle against torque"
    extends Flange;
  end Flange_a;
  connector Flange_b "End of a shaft: angle against torque"
    extends Flange;
  end Flange_b;
  connector Support "Housing: angle against torque"
    extends Flange;
  end Support;
  model InternalSupport "Stands for a housing where a class states the torque on it"
    input SI.Torque tau "Torque on the housing, as the class that has this part gives it";
    SI.Angle phi "Angle of the housing";
    Flange_a flange "Goes to the housing, or to ground";
  equation
    phi = flange.phi;
    tau = flange.tau;
  end InternalSupport;
  partial model PartialTwoFlanges "Two flanges"
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  end PartialTwoFlanges;
  partial model PartialOneFlangeAndSupport "A flange and a housing, for what is made of parts"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    Flange_b flange "Where it acts";
    Support support if useSupport "Housing";
  protected
    Support internalSupport "The housing, or ground";
    Components.Fixed fixed if not useSupport "Ground";
  equation
    connect(internalSupport, support);
    connect(internalSupport, fixed.flange);
  end PartialOneFlangeAndSupport;
  partial model PartialTwoFlangesAndSupport "Two flanges and a housing, for what is made of parts"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
    Support support if useSupport "Housing";
  protected
    Support internalSupport "The housing, or ground";
    Components.Fixed fixed if not useSupport "Ground";
  equation
    connect(internalSupport, support);
    connect(internalSupport, fixed.flange);
  end PartialTwoFlangesAndSupport;
  partial model PartialElementaryOneFlangeAndSupport2 "A flange and a housing, for equations"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    Flange_b flange "Where it acts";
    Support support(phi = phi_support, tau = -flange.tau) if useSupport "Takes the reaction";
  protected
    SI.Angle phi_support "Angle of the housing";
  equation
    if not useSupport then
      phi_support = 0;
    end if;
  end PartialElementaryOneFlangeAndSupport2;
  partial model PartialElementaryTwoFlangesAndSupport2 "Two flanges and a housing, for equations"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
    Support support(phi = phi_support, tau = -flange_a.tau - flange_b.tau) if useSupport
      "Takes the balance of the torques";
  protected
    SI.Angle phi_support "Angle of the housing";
  equation
    if not useSupport then
      phi_support = 0;
    end if;
  end PartialElementaryTwoFlangesAndSupport2;
  partial model PartialElementaryRotationalToTranslational
    "A flange that turns and one that slides, each with a housing"
    parameter Boolean useSupportR = false "true: a flange for the housing of what turns";
    parameter Boolean useSupportT = false "true: a flange for the housing of what slides";
    Flange_a flangeR "Turns";
    Modelica.Mechanics.Translational.Interfaces.Flange_b flangeT "Slides";
    Support supportR(phi = internalSupportR.phi, tau = -flangeR.tau) if useSupportR
      "Housing of what turns";
    Modelica.Mechanics.Translational.Interfaces.Support supportT(
      s = internalSupportT.s, f = -flangeT.f) if useSupportT "Housing of what slides";
  protected
    Place internalSupportR "Housing of what turns, or ground";
    Modelica.Mechanics.Translational.Interfaces.Place internalSupportT
      "Housing of what slides, or ground";
  equation
    if not useSupportR then
      internalSupportR.phi = 0;
    end if;
    if not useSupportT then
      internalSupportT.s = 0;
    end if;
  end PartialElementaryRotationalToTranslational;
  record Place "Where a housing is"
    SI.Angle phi "Angle";
  end Place;
  partial model PartialCompliant "Two flanges with a torque between them"
    extends PartialTwoFlanges;
    SI.Angle phi_rel(start = 0) "Angle from flange_a to flange_b";
    SI.Torque tau "Torque at flange_b, as flange_b.tau";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau + flange_b.tau = 0;
  end PartialCompliant;
  partial model PartialCompliantWithRelativeStates
    "Two flanges with a torque between them, which knows how they move against each other"
    extends PartialTwoFlanges;
    parameter SI.Angle phi_nominal(min = 0) = 1e-4 "Scaling in other tools; no effect here";
    parameter StateSelect stateSelect = StateSelect.prefer "Preference for phi_rel and w_rel as states";
    SI.Angle phi_rel(start = 0, stateSelect = stateSelect) "Angle from flange_a to flange_b";
    SI.AngularVelocity w_rel(start = 0, stateSelect = stateSelect) "Derivative of phi_rel";
    SI.AngularAcceleration a_rel(start = 0) "Derivative of w_rel";
    SI.Torque tau "Torque at flange_b, as flange_b.tau";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    flange_b.tau = tau;
    flange_a.tau + flange_b.tau = 0;
  end PartialCompliantWithRelativeStates;
  partial model PartialTorque "A torque by equations, between a flange and a housing"
    extends PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi "Angle of the flange against the housing";
  equation
    phi = flange.phi - phi_support;
  end PartialTorque;
  partial model PartialAbsoluteSensor "Measures one flange, without a torque on it"
    Flange_a flange "What is measured";
  equation
    flange.tau = 0;
  end PartialAbsoluteSensor;
  partial model PartialRelativeSensor "Measures between two flanges"
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  equation
    flange_a.tau + flange_b.tau = 0;
  end PartialRelativeSensor;
  partial model PartialFriction
    "Dry friction that slides or sticks: the modes of a point on its characteristic (Otter, Elmqvist, Mattsson 1999)"
    parameter SI.AngularVelocity w_small = 1e10
      "Where speeds jump by reinit: a speed beyond which sliding the other way begins at once";
    SI.AngularVelocity w_relfric "Speed with which the surfaces slide";
    SI.AngularAcceleration a_relfric "Derivative of w_relfric";
    SI.Torque tau0 "Sliding torque at speed zero";
    SI.Torque tau0_max "Torque that can be held at most";
    Boolean free "true: nothing presses the surfaces together";
    Real sa "Point on the characteristic: what is held, or the acceleration beyond the sliding torque";
    Boolean startForward(start = false, fixed = true) "true: it breaks away forward";
    Boolean startBackward(start = false, fixed = true) "true: it breaks away backward";
    Boolean locked(start = false) "true: it sticks";
    constant Integer Unknown = 3 "Mode before the start";
    constant Integer Free = 2 "Mode without pressure";
    constant Integer Forward = 1 "Mode that slides with positive speed";
    constant Integer Stuck = 0 "Mode at rest";
    constant Integer Backward = -1 "Mode that slides with negative speed";
    Integer mode(min = Backward, max = Unknown, start = Unknown, fixed = true)
      "-1: slides backward, 0: at rest, 1: slides forward, 2: free, 3: not known yet";
  protected
    Integer side "Side of the characteristic on which it slides";
  equation
    startForward = pre(mode) == Stuck and sa > (if pre(startForward) then tau0 else tau0_max)
      or pre(mode) == Backward and w_relfric > w_small or initial() and w_relfric > 0;
    startBackward = pre(mode) == Stuck and -sa > (if pre(startBackward) then tau0 else tau0_max)
      or pre(mode) == Forward and -w_relfric > w_small or initial() and w_relfric < 0;
    side = if startForward then 1 elseif startBackward then -1
      elseif pre(mode) == Forward then 1 else -1;
    locked = not (free or startForward or startBackward or pre(mode) == Forward
      or pre(mode) == Backward);
    a_relfric = if locked then 0 elseif free then sa else sa - side*tau0_max;
    mode = if free then Free
      elseif w_relfric > 0 and (startForward or pre(mode) == Forward or pre(mode) == Free) then Forward
      elseif w_relfric < 0 and (startBackward or pre(mode) == Backward or pre(mode) == Free) then Backward
      else Stuck;
  end PartialFriction;
  function interpolate "Value of a table over its first column, on the lines through its points"
    input Real table[:, :] "Rows of x and values; x rises";
    input Integer column "Column of the values";
    input Real x "Where; before the first point the first line goes on";
    input Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
      "ConstantSegments: the value of the point before";
    input Boolean ends = false "true: beyond the last point its value stays, else the last line goes on";
    output Real y "Value";
  protected
    Integer n = size(table, 1);
  algorithm
    assert(smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments
      or smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments,
      "tables of friction and losses have lines or steps between their points");
    y := table[1, column];
    for k in 2:n loop
      if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
        y := if x >= table[k, 1] then table[k, column] else y;
      else
        y := if k == 2 or x > table[k - 1, 1] then table[k - 1, column]
          + (table[k, column] - table[k - 1, column])*(x - table[k - 1, 1])/(table[k, 1] - table[k - 1, 1])
          else y;
      end if;
    end for;
    if ends and n > 1 then
      y := if x > table[n, 1] then table[n, column] else y;
    end if;
  end interpolate;
end Interfaces;
