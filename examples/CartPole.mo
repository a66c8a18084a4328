// A pole on a cart, upright: it falls unless somebody pushes the cart.
//
// Shows  an input that comes from outside: programs in C++ and Python close the loop (cpp/balance.cc, python/balance.py).
// Run    ./gelenk python examples/python/balance.py
// Look   rail.s and pivot.phi, which come to rest at zero
model CartPole "A pole that a cart balances: the force on the cart comes from outside"
  import Modelica.Mechanics.MultiBody.*;
  input Real u(unit = "N") "force on the cart";
  inner World world;
  Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true, s(start = 0.3, fixed = true), v(fixed = true));
  Parts.BodyBox cart(r = {0.1, 0, 0}, r_shape = {-0.1, 0, 0}, width = 0.1, density = 500);
  Joints.Revolute pivot(n = {0, 0, 1}, phi(start = 0.2, fixed = true), w(fixed = true));
  Parts.BodyCylinder pole(r = {0, 0.8, 0}, diameter = 0.03, density = 700);
  Modelica.Mechanics.Translational.Sources.Force motor(f = u);
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, cart.frame_a);
  connect(rail.frame_b, pivot.frame_a);
  connect(pivot.frame_b, pole.frame_a);
  connect(motor.flange, rail.axis);
  annotation (experiment(StopTime = 5, Interval = 0.01));
end CartPole;
