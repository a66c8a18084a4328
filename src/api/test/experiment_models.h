// Models that tests of experiments share, and what a call tells that goes wrong.
#pragma once

#include <string>

#include "gelenk/experiment.h"

namespace gelenk {

inline const char* const pendulum = R"(
  model Pendulum "A rod on a hinge"
    import Modelica.Mechanics.MultiBody.*;
    parameter Real length(unit = "m") = 0.5 "of the rod";
    input Real u(unit = "N.m") "torque at the hinge";
    inner World world;
    Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.3), w(start = 0.1));
    Parts.BodyShape rod(r = {length, 0, 0}, r_CM = {length/2, 0, 0}, m = 2, I_33 = 0.05);
    Modelica.Mechanics.Rotational.Sources.Torque motor(tau = u);
  equation
    connect(world.frame_b, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(motor.flange, hinge.axis);
    annotation (experiment(StopTime = 2));
  end Pendulum;
)";

inline const char* const four_bar = R"(
  model FourBar
    import Modelica.Mechanics.MultiBody.*;
    inner World world(n = {0, 0, -1});
    Joints.Revolute a(n = {0, 1, 0}, phi(start = 0.4), w(start = 2, fixed = true));
    Joints.Revolute b(n = {0, 1, 0});
    Joints.Revolute c(n = {0, 1, 0});
    Joints.Revolute d(n = {0, 1, 0});
    Parts.BodyShape crank(r = {0, 0, 0.3}, r_CM = {0, 0, 0.15}, m = 1, I_22 = 0.01);
    Parts.BodyShape coupler(r = {0.8, 0, 0}, r_CM = {0.4, 0, 0}, m = 2, I_22 = 0.1);
    Parts.BodyShape rocker(r = {0, 0, -0.5}, r_CM = {0, 0, -0.25}, m = 1.5, I_22 = 0.03);
    Parts.Fixed ground(r = {0.7, 0, 0});
  equation
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, crank.frame_a);
    connect(crank.frame_b, b.frame_a);
    connect(b.frame_b, coupler.frame_a);
    connect(coupler.frame_b, c.frame_a);
    connect(c.frame_b, rocker.frame_a);
    connect(rocker.frame_b, d.frame_a);
    connect(d.frame_b, ground.frame_b);
  end FourBar;
)";

// Friction that sticks and slides, an input, and a when: whatever is remembered comes back.
inline const char* const rubbing = R"(
  model Rubbing
    import Modelica.Mechanics.MultiBody.*;
    input Real u;
    inner World world;
    Joints.Revolute a(useAxisFlange = true, phi(start = 0.3));
    Joints.Revolute b(phi(start = 0.5));
    Parts.BodyBox upper(r = {0.4, 0, 0}, width = 0.05);
    Parts.BodyBox lower(r = {0.3, 0, 0}, width = 0.05);
    Modelica.Mechanics.Rotational.Components.BearingFriction friction(tau_pos = {{0, 1.5}});
    Modelica.Mechanics.Rotational.Sources.Torque motor(tau = u + turns);
    discrete Real turns(start = 0);
  equation
    when a.phi < 0 then
      turns = pre(turns) + 0.5;
    end when;
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, upper.frame_a);
    connect(upper.frame_b, b.frame_a);
    connect(b.frame_b, lower.frame_a);
    connect(motor.flange, friction.flange_a);
    connect(friction.flange_b, a.axis);
  end Rubbing;)";

// Four components, each with a body of its own, a loop through all of them, and a spring between two.
inline const char* const chain = R"(
  model Chain
    import Modelica.Mechanics.MultiBody.*;
    model Link
      import Modelica.Mechanics.MultiBody.*;
      parameter Real length = 0.4;
      Interfaces.Frame_a a;
      Interfaces.Frame_b b;
      Parts.BodyShape rod(r = {length, 0, 0}, r_CM = {length/2, 0, 0}, m = 1, I_11 = 0.01, I_22 = 0.02,
                          I_33 = 0.03);
    equation
      connect(a, rod.frame_a);
      connect(rod.frame_b, b);
    end Link;
    inner World world;
    Link first, second(length = 0.7), third(length = 0.5), free;
    Joints.Revolute j1(phi(start = 1.2), w(start = 0.5)), j2(phi(start = -1)), j3(phi(start = -1.5)), j4;
    Joints.Spherical ball;
    Parts.Fixed ground(r = {0.6, 0, 0});
    Forces.SpringDamperParallel spring(c = 50, d = 0.5, s_unstretched = 0.3);
  equation
    connect(world.frame_b, j1.frame_a);
    connect(j1.frame_b, first.a);
    connect(first.b, j2.frame_a);
    connect(j2.frame_b, second.a);
    connect(second.b, j3.frame_a);
    connect(j3.frame_b, third.a);
    connect(third.b, j4.frame_a);
    connect(j4.frame_b, ground.frame_b);
    connect(first.b, ball.frame_a);
    connect(ball.frame_b, free.a);
    connect(free.b, spring.frame_a);
    connect(spring.frame_b, third.b);
  end Chain;
)";

// The message; empty: nothing goes wrong.
template <typename Action>
std::string tell(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  } catch (const NumericsError& error) {
    return std::string("numerics: ") + error.what();
  }
  return "";
}

}  // namespace gelenk
