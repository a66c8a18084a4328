// A stone that turns the wrong way: spun in one direction it begins to rock, stops, and spins in the other.
//
// Shows  an ellipsoid that rolls on a plane. Its half axes and its principal axes of inertia do not agree: that is all it takes.
//        The data are those of Kane and Levinson (1982), with another start.
// Run    ./gelenk run examples/Rattleback.mo --report rattleback.html
// Look   spin, which begins with -5 rad/s and changes its sign; gelenk.energy.total, which stays
model Rattleback "A stone that turns the wrong way"
  import Modelica.Mechanics.MultiBody.{Parts, Types};
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});
  Parts.Body stone(
    m = 1,
    r_CM = {0, 0, -0.01},
    I_11 = 2e-4,
    I_22 = 1.6e-3,
    I_33 = 1.7e-3,
    I_21 = -2e-5,
    r_0(start = {0, 0, 0.02}),
    angles_start = {0.00872664625997, 0.00872664625997, 0},
    angles_fixed = true,
    w_0_start = {0, 0, -5},
    w_0_fixed = true) "Its frame stands at the centre of the ellipsoid";
  Gelenk.Joints.RollingEllipsoid contact(a = {0.2, 0.03, 0.02});
  Real spin = stone.w_a[3];
equation
  connect(world.frame_b, contact.frame_a);
  connect(contact.frame_b, stone.frame_a);
  annotation(experiment(StopTime = 8, Interval = 0.01));
end Rattleback;
