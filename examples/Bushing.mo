// A swing arm hangs in a rubber bushing that is written as equations of its own, and a strut with a gas spring holds its end.
//
// Shows  classes that say what acts at their frames: frame.f and frame.t, in axes of the frame, from frame.r_0, frame.R and der(frame.r_0).
// Run    ./gelenk run examples/Bushing.mo --report bushing.html
// Look   bushing.phi, by how much the rubber is twisted; strut.p, the pressure of the gas; arm.frame_b.r_0[2], the end of the arm
package Bushing "Forces between frames, written by the user"
  import Modelica.Mechanics.MultiBody.{Frames, Interfaces, Joints, Parts};

  model Rubber "Forces by displacement and speed, torques by twist and its speed"
    extends Interfaces.PartialForce;
    parameter Real c[3](each unit = "N/m") = {2e4, 2e4, 5e3} "Stiffness along x, y, z of frame_b";
    parameter Real d(unit = "N.s/m") = 60;
    parameter Real c_phi[3](each unit = "N.m/rad") = {400, 400, 40} "Stiffness about x, y, z";
    parameter Real d_phi(unit = "N.m.s/rad") = 0.3;
    Frames.Orientation R_rel "frame_b in frame_a";
    Real phi[3] "Twist, which is small";
  equation
    R_rel = Frames.relativeRotation(frame_a.R, frame_b.R);
    phi = Frames.smallRotation(R_rel);
    frame_b.f = {c[i]*r_rel_b[i] for i in 1:3} + d*Frames.resolve2(frame_b.R, der(frame_b.r_0) - der(frame_a.r_0));
    frame_b.t = {c_phi[i]*phi[i] for i in 1:3} + d_phi*R_rel.w;
  end Rubber;

  model GasStrut "A cylinder with gas that is pressed together, and oil that damps"
    extends Interfaces.PartialTwoFrames;
    parameter Real p_0(unit = "Pa") = 18e5 "Pressure at the length L_0";
    parameter Real L_0(unit = "m") = 0.5, A(unit = "m2") = 2e-4;
    parameter Real d(unit = "N.s/m") = 200;
    Real r[3](each unit = "m") "From frame_a to frame_b";
    Real L(unit = "m"), e[3], p(unit = "Pa");
    Real F(unit = "N") "Pushes the frames apart";
  equation
    r = frame_b.r_0 - frame_a.r_0;
    L = sqrt(r*r);
    e = r/L;
    p = p_0*(L_0/L)^1.4;
    F = p*A - d*(e*(der(frame_b.r_0) - der(frame_a.r_0)));
    frame_a.f = Frames.resolve2(frame_a.R, F*e);
    frame_b.f = -Frames.resolve2(frame_b.R, F*e);
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
  end GasStrut;

  model SwingArm
    inner Modelica.Mechanics.MultiBody.World world;
    Parts.BodyBox arm(r = {0.4, 0, 0}, width = 0.05, r_0(each fixed = true), v_0(each fixed = true),
      angles_fixed = true, w_0_fixed = true);
    Joints.Revolute hinge(n = {1, 0, 0}, phi(start = 0.3, fixed = true), w(fixed = true));
    Parts.BodyCylinder wheel(r = {0.05, 0, 0.02}, diameter = 0.3);
    Parts.FixedTranslation base(r = {0.3, -0.45, 0.05});
    Rubber bushing;
    GasStrut strut;
  equation
    connect(world.frame_b, bushing.frame_a);
    connect(bushing.frame_b, arm.frame_a);
    connect(arm.frame_b, hinge.frame_a);
    connect(hinge.frame_b, wheel.frame_a);
    connect(world.frame_b, base.frame_a);
    connect(base.frame_b, strut.frame_a);
    connect(strut.frame_b, arm.frame_b);
    annotation(experiment(StopTime = 1));
  end SwingArm;
end Bushing;
