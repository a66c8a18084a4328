#include "loop_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gelenk::bench {

namespace {

// A four-bar on a base, whose bars are of different lengths.
constexpr const char* four_bar = R"(
  model FourBar
    Interfaces.Frame_a base;
    Parts.FixedTranslation far(r = {0.6, 0, 0});
    Parts.Body crank(m = 1, r_CM = {0.05, -0.15, 0}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation crank_end(r = {0.1, -0.3, 0});
    Parts.Body coupler(m = 1, r_CM = {0.35, -0.1, 0}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation coupler_end(r = {0.7, -0.2, 0});
    Parts.Body rocker(m = 1, r_CM = {0.1, -0.25, 0}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation rocker_end(r = {0.2, -0.5, 0});
    Joints.Revolute crank_joint, rocker_joint, coupler_joint, coupler_end_joint;
  equation
    connect(base, crank_joint.frame_a);
    connect(base, far.frame_a);
    connect(far.frame_b, rocker_joint.frame_a);
    connect(crank_joint.frame_b, crank.frame_a);
    connect(crank.frame_a, crank_end.frame_a);
    connect(rocker_joint.frame_b, rocker.frame_a);
    connect(rocker.frame_a, rocker_end.frame_a);
    connect(crank_end.frame_b, coupler_joint.frame_a);
    connect(coupler_joint.frame_b, coupler.frame_a);
    connect(coupler.frame_a, coupler_end.frame_a);
    connect(rocker_end.frame_b, coupler_end_joint.frame_a);
    connect(coupler_end_joint.frame_b, coupler_end.frame_b);
  end FourBar;
)";

// Two bodies between a universal and a spherical joint.
constexpr const char* leg = R"(
  model Leg
    parameter Real r[3] "From foot to platform";
    Interfaces.Frame_a foot;
    Interfaces.Frame_b top;
    Joints.Universal ankle(n_a = {1, 0, 0}, n_b = {0, 1, 0});
    Parts.Body lower(m = 1, r_CM = 0.2*r, I_11 = 0.02, I_22 = 0.02, I_33 = 0.02);
    Parts.FixedTranslation lower_end(r = 0.5*r);
    Joints.Prismatic slide(n = r);
    Parts.Body upper(m = 1, r_CM = 0.3*r, I_11 = 0.02, I_22 = 0.02, I_33 = 0.02);
    Parts.FixedTranslation upper_end(r = 0.5*r);
    Joints.Spherical ball;
  equation
    connect(foot, ankle.frame_a);
    connect(ankle.frame_b, lower.frame_a);
    connect(ankle.frame_b, lower_end.frame_a);
    connect(lower_end.frame_b, slide.frame_a);
    connect(slide.frame_b, upper.frame_a);
    connect(slide.frame_b, upper_end.frame_a);
    connect(upper_end.frame_b, ball.frame_a);
    connect(ball.frame_b, top);
  end Leg;
)";

constexpr const char* opening = R"(model Shape
  import Modelica.Mechanics.MultiBody.{Interfaces, Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world;
)";
constexpr const char* ending = "end Shape;\n";

int count_units(int bodies, int of_each) { return std::max(1, (bodies + of_each - 1) / of_each); }

std::string place_four_bars(int count, const std::string& on) {
  return fmt::format(R"(  FourBar bars[{0}];
  Parts.FixedTranslation at[{0}](r = {{{{0, 0, 0.3*i}} for i in 1:{0}}});
equation
  for i in 1:{0} loop
    connect({1}, at[i].frame_a);
    connect(at[i].frame_b, bars[i].base);
  end for;
)",
                     count, on);
}

std::string place_windows(int count, bool has_light_beams) {
  const std::string beam =
      has_light_beams ? "" : "  Parts.Body beam[{0}](each m = 1, each r_CM = {{0.25, 0, 0}}, each I_11 = 0.01, "
                             "each I_22 = 0.02, each I_33 = 0.03);\n";
  const std::string on_beam =
      has_light_beams ? "" : "    connect(beam_end[i].frame_a, beam[i].frame_a);\n";
  const std::string text = R"(  Parts.FixedTranslation pin[{0} + 1](r = {{{{0.5*i, 0, 0}} for i in 0:{0}}});
  Joints.Revolute foot[{0} + 1];
  Parts.Body post[{0} + 1](each m = 1, each r_CM = {{0.1, -0.25, 0}}, each I_11 = 0.01, each I_22 = 0.02, each I_33 = 0.03);
  Parts.FixedTranslation post_end[{0} + 1](each r = {{0.2, -0.5, 0}});
  Joints.Revolute left[{0}], right[{0}];
)" + beam + R"(  Parts.FixedTranslation beam_end[{0}](each r = {{0.5, 0, 0}});
equation
  for i in 1:{0} + 1 loop
    connect(world.frame_b, pin[i].frame_a);
    connect(pin[i].frame_b, foot[i].frame_a);
    connect(foot[i].frame_b, post[i].frame_a);
    connect(foot[i].frame_b, post_end[i].frame_a);
  end for;
  for i in 1:{0} loop
    connect(post_end[i].frame_b, left[i].frame_a);
    connect(left[i].frame_b, beam_end[i].frame_a);
)" + on_beam + R"(    connect(beam_end[i].frame_b, right[i].frame_a);
    connect(right[i].frame_b, post_end[i + 1].frame_b);
  end for;
)";
  return fmt::format(fmt::runtime(text), count);
}

}  // namespace

std::string write_separate_four_bars(int bodies) {
  return opening + std::string(four_bar) + place_four_bars(count_units(bodies, 3), "world.frame_b") +
         ending;
}

std::string write_carousel(int bodies) {
  return opening + std::string(four_bar) +
         "  Joints.Revolute axis(n = {0, 1, 0});\n"
         "  Parts.Body table(m = 10, I_11 = 1, I_22 = 2, I_33 = 1);\n" +
         place_four_bars(count_units(bodies, 3), "table.frame_a") +
         "  connect(world.frame_b, axis.frame_a);\n"
         "  connect(axis.frame_b, table.frame_a);\n" +
         ending;
}

std::string write_windows(int bodies, bool has_light_beams) {
  return opening + place_windows(count_units(bodies, 2), has_light_beams) + ending;
}

std::string write_grid(int bodies) {
  const int cells = std::max(1, static_cast<int>(std::lround(std::sqrt(bodies / 2.0))) - 1);
  return opening + fmt::format(R"(  model Link
    parameter Real r[3];
    Interfaces.Frame_a start;
    Interfaces.Frame_b end_;
    Parts.Body body(m = 1, r_CM = 0.5*r, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation way(r = r);
  equation
    connect(start, body.frame_a);
    connect(start, way.frame_a);
    connect(way.frame_b, end_);
  end Link;
  parameter Integer N = {0};
  Joints.Revolute hung;
  Link across[N + 1, N](each r = {{0.5, 0, 0}});
  Link down[N, N + 1](each r = {{0.1, -0.4, 0}});
  Joints.Revolute along[N + 1, N - 1] "From link to link of a row";
  Joints.Revolute below[N - 1, N + 1] "From link to link of a column";
  Joints.Revolute pin[N + 1, N + 1] "Between row and column";
equation
  connect(world.frame_b, hung.frame_a);
  connect(hung.frame_b, across[1, 1].start);
  for i in 1:N + 1 loop
    for j in 1:N - 1 loop
      connect(across[i, j].end_, along[i, j].frame_a);
      connect(along[i, j].frame_b, across[i, j + 1].start);
    end for;
  end for;
  for i in 1:N - 1 loop
    for j in 1:N + 1 loop
      connect(down[i, j].end_, below[i, j].frame_a);
      connect(below[i, j].frame_b, down[i + 1, j].start);
    end for;
  end for;
  for i in 1:N loop
    for j in 1:N loop
      connect(across[i, j].start, pin[i, j].frame_a);
      connect(pin[i, j].frame_b, down[i, j].start);
    end for;
    connect(across[i, N].end_, pin[i, N + 1].frame_a);
    connect(pin[i, N + 1].frame_b, down[i, N + 1].start);
    connect(across[N + 1, i].start, pin[N + 1, i].frame_a);
    connect(pin[N + 1, i].frame_b, down[N, i].end_);
  end for;
  connect(across[N + 1, N].end_, pin[N + 1, N + 1].frame_a);
  connect(pin[N + 1, N + 1].frame_b, down[N, N + 1].end_);
)",
                               cells) +
         ending;
}

std::string write_platforms(int bodies, int legs) {
  return opening + std::string(leg) + fmt::format(R"(  model Platform
    parameter Integer N = {1};
    Interfaces.Frame_a base;
    Parts.Body plate(m = 20, I_11 = 2, I_22 = 3, I_33 = 2);
    parameter Real[N, 3] feet = {{{{cos(6.2831853*i/N + (if mod(i, 2) == 0 then 0.2 else -0.2)), 0,
                            sin(6.2831853*i/N + (if mod(i, 2) == 0 then 0.2 else -0.2))}} for i in 1:N}};
    parameter Real[N, 3] tops = {{{{0.5*cos(6.2831853*i/N - (if mod(i, 2) == 0 then 0.2 else -0.2)), 1,
                            0.5*sin(6.2831853*i/N - (if mod(i, 2) == 0 then 0.2 else -0.2))}} for i in 1:N}};
    Parts.FixedTranslation to_foot[N](r = feet);
    Parts.FixedTranslation to_top[N](r = tops - {{{{0, 1, 0}} for i in 1:N}});
    Leg leg[N](r = tops - feet);
  equation
    for i in 1:N loop
      connect(base, to_foot[i].frame_a);
      connect(to_foot[i].frame_b, leg[i].foot);
      connect(plate.frame_a, to_top[i].frame_a);
      connect(leg[i].top, to_top[i].frame_b);
    end for;
  end Platform;
  Platform platform[{0}];
  Parts.FixedTranslation at[{0}](r = {{{{3*i, 0, 0}} for i in 1:{0}}});
equation
  for i in 1:{0} loop
    connect(world.frame_b, at[i].frame_a);
    connect(at[i].frame_b, platform[i].base);
  end for;
)",
                               count_units(bodies, 2 * legs + 1), legs) +
         ending;
}

std::string write_mast(int bodies, int guys) {
  return opening + std::string(leg) + fmt::format(R"(  parameter Integer K = {0}, N = {1};
  Parts.Body piece[K](each m = 5, each r_CM = {{0.02, 0.5, 0}}, each I_11 = 0.5, each I_22 = 0.1, each I_33 = 0.4);
  Parts.FixedTranslation way[K](each r = {{0, 1, 0}});
  Joints.Spherical ball[K];
  Parts.FixedTranslation to_foot[K, N](r = {{{{{{(2 + i)*cos(6.2831853*j/N + 0.25), 0, (2 + i)*sin(6.2831853*j/N + 0.25)}} for j in 1:N}} for i in 1:K}});
  Parts.FixedTranslation to_top[K, N](r = {{{{{{0.1*cos(6.2831853*j/N + 0.25), 0.9, 0.1*sin(6.2831853*j/N + 0.25)}} for j in 1:N}} for i in 1:K}});
  Leg guy[K, N](r = {{{{{{-(1.9 + i)*cos(6.2831853*j/N + 0.25), i - 0.1, -(1.9 + i)*sin(6.2831853*j/N + 0.25)}} for j in 1:N}} for i in 1:K}});
equation
  connect(world.frame_b, ball[1].frame_a);
  for i in 2:K loop
    connect(way[i - 1].frame_b, ball[i].frame_a);
  end for;
  for i in 1:K loop
    connect(ball[i].frame_b, piece[i].frame_a);
    connect(piece[i].frame_a, way[i].frame_a);
    for j in 1:N loop
      connect(world.frame_b, to_foot[i, j].frame_a);
      connect(to_foot[i, j].frame_b, guy[i, j].foot);
      connect(piece[i].frame_a, to_top[i, j].frame_a);
      connect(guy[i, j].top, to_top[i, j].frame_b);
    end for;
  end for;
)",
                               count_units(bodies, 2 * guys + 1), guys) +
         ending;
}

std::string write_gears(int bodies) {
  return opening + fmt::format(R"(  parameter Integer N = {0};
  Parts.Body wheel[2*N](each m = 1, each r_CM = {{0, 0.02, 0.01}}, each I_11 = 0.01, each I_22 = 0.01, each I_33 = 0.01);
  Joints.GearConstraint gear[N](each ratio = -1.01, r_a = {{{{0, 0.2*i, 0}} for i in 1:N}},
                                  r_b = {{{{0, 0.2*i + 0.1, 0}} for i in 1:N}});
equation
  for i in 1:N loop
    connect(gear[i].frame_a, wheel[2*i - 1].frame_a);
    connect(gear[i].frame_b, wheel[2*i].frame_a);
    connect(gear[i].bearing, world.frame_b);
  end for;
)",
                               count_units(bodies, 2)) +
         ending;
}

std::string write_spanning_relation(int bodies) {
  const int count = count_units(bodies, 3);
  std::string text = opening + std::string(four_bar) + "  Gelenk.Constraints.LinearRelation sum(coordinates = {";
  for (int i = 1; i <= count; ++i) text += fmt::format("{}\"bars[{}].crank_joint.phi\"", i > 1 ? ", " : "", i);
  text += fmt::format("}}, factors = fill(1.0, {}));\n", count);
  return text + place_four_bars(count, "world.frame_b") + ending;
}

std::string write_mixed(int bodies) {
  const int links = count_units(bodies, 2), count = count_units(bodies, 12);
  std::string windows = place_windows(count_units(bodies, 8), false);
  const std::size_t at = windows.find("equation\n");
  std::string bars = place_four_bars(count, "world.frame_b");
  const std::size_t bars_at = bars.find("equation\n");
  return opening + std::string(four_bar) + windows.substr(0, at) + bars.substr(0, bars_at) +
         fmt::format(R"(  Joints.Revolute hinge[{0}](n = {{if mod(i, 2) == 0 then {{0, 0, 1}} else {{0, 1, 0}} for i in 1:{0}}});
  Parts.Body link[{0}](each m = 1, each r_CM = {{0.15, -0.2, 0}}, each I_11 = 0.01, each I_22 = 0.02, each I_33 = 0.03);
  Parts.FixedTranslation link_end[{0}](each r = {{0.3, -0.4, 0}});
equation
  connect(world.frame_b, hinge[1].frame_a);
  for i in 1:{0} loop
    connect(hinge[i].frame_b, link[i].frame_a);
    connect(hinge[i].frame_b, link_end[i].frame_a);
  end for;
  for i in 2:{0} loop
    connect(link_end[i - 1].frame_b, hinge[i].frame_a);
  end for;
)",
                     links) +
         windows.substr(at + 9) + bars.substr(bars_at + 9) + ending;
}

}  // namespace gelenk::bench
