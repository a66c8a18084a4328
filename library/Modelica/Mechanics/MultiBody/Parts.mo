within Modelica.Mechanics.MultiBody;
package Parts "One-dimensional drives on bodies that move"
  // A rotor on a carrier that turns with w_a; e is the axis, w the rotor's speed against the carrier. The rotor's
  // angular momentum is L = J (w + e·w_a) e, and its bearing takes no torque along e:
  //   along e:   J (a + e·der(w_a)) = flange_a.tau + flange_b.tau                                      (1)
  //   across e:  t = w_a × L                                                                           (2)
  // The carrier's mass properties are those with the rotor locked, which has J (e·der(w_a)) e + w_a × J (e·w_a) e
  // already. What is left of (2), less what the locked rotor takes along e (Schweiger, Otter: Modelling 3D mechanical
  // effects of 1D powertrains, Modelica Conference 2003), is
  //   t = w_a × J w e - J (e·der(w_a)) e                                                               (3)
  model Rotor1D "Rotor on a body that moves; the body's mass and inertia are those with the rotor locked"
    parameter Boolean animation = true "Drawing";
    parameter SI.Inertia J(min = 0, start = 1) "Inertia about the axis";
    parameter Types.Axis n = {1, 0, 0} "Axis, in frame_a";
    parameter SI.Position r_center[3] = zeros(3) "Drawing";
    parameter SI.Distance cylinderLength = 2*world.defaultJointLength "Drawing";
    parameter SI.Distance cylinderDiameter = 2*world.defaultJointWidth "Drawing";
    input Types.Color cylinderColor = Types.Defaults.RodColor "Drawing";
    input Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
    parameter StateSelect stateSelect = StateSelect.default "Preference for phi and w as states; no effect here";
    parameter Boolean exact = true "false: what the body's acceleration does to the rotor is left out";
    SI.Angle phi(start = 0) "Angle of the rotor against frame_a";
    SI.AngularVelocity w(start = 0) "Derivative of phi";
    SI.AngularAcceleration a(start = 0) "Derivative of w";
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "One end of the rotor";
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "The other end";
    Interfaces.Frame_a frame_a if world.driveTrainMechanics3D "Where the rotor's bearing stands";
    Modelica.Mechanics.Rotational.Components.Inertia inertia(J = J) "The rotor about its axis";
  protected
    outer World world;
    final parameter Real e[3] = Modelica.Math.Vectors.normalize(n) "Direction of the axis";
    RotorEffects effects(J = J, e = e, w = inertia.w) if world.driveTrainMechanics3D "On the body, and by it";
    Modelica.Mechanics.Rotational.Sources.Torque drag(tau = effects.drag) if world.driveTrainMechanics3D and exact
      "What the carrier's acceleration does to the rotor";
  equation
    phi = inertia.phi;
    w = inertia.w;
    a = inertia.a;
    connect(inertia.flange_a, flange_a);
    connect(inertia.flange_b, flange_b);
    connect(drag.flange, inertia.flange_a);
    connect(effects.frame_a, frame_a);
  end Rotor1D;

  model RotorEffects "Torque of a rotor on its bearing, and what the body's acceleration does to the rotor"
    extends Interfaces.PartialOneFrame_a;
    parameter SI.Inertia J "Inertia about the axis";
    parameter Real e[3] "Direction of the axis, in frame_a";
    input SI.AngularVelocity w "Speed of the rotor against frame_a";
    SI.AngularVelocity w_a[3] = frame_a.R.w "Angular velocity of frame_a, in frame_a";
    SI.Torque drag = -J*(e*der(w_a)) "Torque on the rotor by (1)";
  equation
    frame_a.f = zeros(3);
    frame_a.t = J*w*cross(w_a, e) + drag*e;
  end RotorEffects;

  model Mounting1D "Housing of one-dimensional elements on a body: takes their reaction"
    parameter SI.Angle phi0 = 0 "Angle of the housing";
    parameter Types.Axis n = {1, 0, 0} "Axis of the reaction, in frame_a";
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Fixed in the housing";
    Interfaces.Frame_a frame_a if world.driveTrainMechanics3D "Where the housing stands";
  protected
    outer World world;
    Modelica.Mechanics.Rotational.Components.Fixed fixed(phi0 = phi0) "Holds flange_b";
    Gelenk.Forces.WorldTorque load(torque = n*flange_b.tau, resolveInFrame = Types.ResolveInFrameB.frame_b) if
      world.driveTrainMechanics3D "On the body";
  equation
    connect(fixed.flange, flange_b);
    connect(load.frame_b, frame_a);
  end Mounting1D;

  model BevelGear1D "Gear between shafts of any two directions, on a body that takes the reaction"
    extends Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges;
    parameter Real ratio(start = 1) "Angle of flange_a over that of flange_b";
    parameter Types.Axis n_a = {1, 0, 0} "Axis of flange_a, in frame_a";
    parameter Types.Axis n_b = {1, 0, 0} "Axis of flange_b, in frame_a";
    Interfaces.Frame_a frame_a if world.driveTrainMechanics3D "Where the housing stands";
    Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = ratio) "The shafts against each other";
  protected
    outer World world;
    final parameter Real e_a[3] = Modelica.Math.Vectors.normalize(n_a) "Direction of flange_a";
    final parameter Real e_b[3] = Modelica.Math.Vectors.normalize(n_b) "Direction of flange_b";
    Gelenk.Forces.WorldTorque load(torque = e_a*gear.flange_a.tau + e_b*gear.flange_b.tau,
      resolveInFrame = Types.ResolveInFrameB.frame_b) if world.driveTrainMechanics3D "On the body";
  equation
    connect(flange_a, gear.flange_a);
    connect(gear.flange_b, flange_b);
    connect(load.frame_b, frame_a);
  end BevelGear1D;
end Parts;
