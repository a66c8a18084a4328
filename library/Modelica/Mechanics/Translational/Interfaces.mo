within Modelica.Mechanics.Translational;
package Interfaces "Flanges, and what classes with equations on flanges begin with"
  connector Flange "End of a rod: position against force"
    SI.Position s "Position";
    flow SI.Force f "Force on the component";
  end Flange;
  connector Flange_a "End of a rod: position against force"
    extends Flange;
  end Flange_a;
  connector Flange_b "End of a rod: position against force"
    extends Flange;
  end Flange_b;
  connector Support "Housing: position against force"
    extends Flange;
  end Support;
  model InternalSupport "Stands for a housing where a class states the force on it"
    input SI.Force f "Force on the housing, as the class that has this part gives it";
    SI.Position s "Position of the housing";
    Flange_a flange "Goes to the housing, or to ground";
  equation
    s = flange.s;
    f = flange.f;
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
    Support support(s = s_support, f = -flange.f) if useSupport "Takes the reaction";
    SI.Position s "Position of the flange against the housing";
  protected
    SI.Position s_support "Position of the housing";
  equation
    s = flange.s - s_support;
    if not useSupport then
      s_support = 0;
    end if;
  end PartialElementaryOneFlangeAndSupport2;
  partial model PartialElementaryTwoFlangesAndSupport2 "Two flanges and a housing, for equations"
    parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
    extends PartialTwoFlanges;
    Support support(s = s_support, f = -flange_a.f - flange_b.f) if useSupport
      "Takes the balance of the forces";
    SI.Position s_a "Position of flange_a against the housing";
    SI.Position s_b "Position of flange_b against the housing";
  protected
    SI.Position s_support "Position of the housing";
  equation
    s_a = flange_a.s - s_support;
    s_b = flange_b.s - s_support;
    if not useSupport then
      s_support = 0;
    end if;
  end PartialElementaryTwoFlangesAndSupport2;
  partial model PartialElementaryRotationalToTranslational
    "A flange that turns and one that slides, each with a housing"
    extends Modelica.Mechanics.Rotational.Interfaces.PartialElementaryRotationalToTranslational;
  end PartialElementaryRotationalToTranslational;
  record Place "Where a housing is"
    SI.Position s "Position";
  end Place;
  partial model PartialRigid "A rod of constant length between two flanges"
    extends PartialTwoFlanges;
    parameter SI.Length L(start = 0) "From flange_a to flange_b";
    SI.Position s "Position of the middle between the flanges";
  equation
    flange_a.s = s - 0.5*L;
    flange_b.s = s + 0.5*L;
  end PartialRigid;
  partial model PartialCompliant "Two flanges with a force between them"
    extends PartialTwoFlanges;
    SI.Position s_rel(start = 0) "From flange_a to flange_b";
    SI.Force f "Force at flange_b, as flange_b.f";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f + flange_b.f = 0;
  end PartialCompliant;
  partial model PartialCompliantWithRelativeStates
    "Two flanges with a force between them, which knows how they move against each other"
    extends PartialTwoFlanges;
    parameter SI.Position s_nominal(min = 0) = 1e-4 "Scaling in other tools; no effect here";
    parameter StateSelect stateSelect = StateSelect.prefer "Preference for s_rel and v_rel as states";
    SI.Position s_rel(start = 0, stateSelect = stateSelect) "From flange_a to flange_b";
    SI.Velocity v_rel(start = 0, stateSelect = stateSelect) "Derivative of s_rel";
    SI.Acceleration a_rel(start = 0) "Derivative of v_rel";
    SI.Force f "Force at flange_b, as flange_b.f";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    a_rel = der(v_rel);
    flange_b.f = f;
    flange_a.f + flange_b.f = 0;
  end PartialCompliantWithRelativeStates;
  partial model PartialForce "A force by equations, between a flange and a housing"
    extends PartialElementaryOneFlangeAndSupport2;
    SI.Force f "Force at the flange, as flange.f: against what is driven";
  equation
    f = flange.f;
  end PartialForce;
  partial model PartialAbsoluteSensor "Measures one flange, without a force on it"
    Flange_a flange "What is measured";
  equation
    flange.f = 0;
  end PartialAbsoluteSensor;
  partial model PartialRelativeSensor "Measures between two flanges"
    Flange_a flange_a "Left flange";
    Flange_b flange_b "Right flange";
  equation
    flange_a.f + flange_b.f = 0;
  end PartialRelativeSensor;
  partial model PartialFriction
    "Dry friction that slides or sticks: the modes of a point on its characteristic (Otter, Elmqvist, Mattsson 1999)"
    parameter SI.Velocity v_small = 1e-3
      "Where speeds jump by reinit: a speed beyond which sliding the other way begins at once";
    SI.Velocity v_relfric "Speed with which the surfaces slide";
    SI.Acceleration a_relfric "Derivative of v_relfric";
    SI.Force f0 "Sliding force at speed zero";
    SI.Force f0_max "Force that can be held at most";
    Boolean free "true: nothing presses the surfaces together";
    Real sa "Point on the characteristic: what is held, or the acceleration beyond the sliding force";
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
    startForward = pre(mode) == Stuck and sa > (if pre(startForward) then f0 else f0_max)
      or pre(mode) == Backward and v_relfric > v_small or initial() and v_relfric > 0;
    startBackward = pre(mode) == Stuck and -sa > (if pre(startBackward) then f0 else f0_max)
      or pre(mode) == Forward and -v_relfric > v_small or initial() and v_relfric < 0;
    side = if startForward then 1 elseif startBackward then -1
      elseif pre(mode) == Forward then 1 else -1;
    locked = not (free or startForward or startBackward or pre(mode) == Forward
      or pre(mode) == Backward);
    a_relfric = if locked then 0 elseif free then sa else sa - side*f0_max;
    mode = if free then Free
      elseif v_relfric > 0 and (startForward or pre(mode) == Forward or pre(mode) == Free) then Forward
      elseif v_relfric < 0 and (startBackward or pre(mode) == Backward or pre(mode) == Free) then Backward
      else Stuck;
  end PartialFriction;
end Interfaces;
