#include "large_models.h"

#include <fmt/format.h>

#include <stdexcept>

#include "loop_shapes.h"

namespace gelenk::bench {

// Cells are arrays of components: the texts stay short, whatever the size. A rod has its mass in the middle: a body and
// the way to its other end.
std::string write_chain(int bodies) {
  constexpr const char* text = R"(model Chain
  import Modelica.Mechanics.MultiBody.{{Interfaces, Parts, Joints}};
  model Pair "Two links, hinged about z and about y"
    Interfaces.Frame_a above;
    Interfaces.Frame_b below;
    Joints.Revolute first_joint(n = {{0, 0, 1}});
    Parts.Body first(m = 1, r_CM = {{0.15, -0.2, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation first_end(r = {{0.3, -0.4, 0}});
    Joints.Revolute second_joint(n = {{0, 1, 0}});
    Parts.Body second(m = 1, r_CM = {{0.15, -0.2, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation second_end(r = {{0.3, -0.4, 0}});
  equation
    connect(above, first_joint.frame_a);
    connect(first_joint.frame_b, first.frame_a);
    connect(first.frame_a, first_end.frame_a);
    connect(first_end.frame_b, second_joint.frame_a);
    connect(second_joint.frame_b, second.frame_a);
    connect(second.frame_a, second_end.frame_a);
    connect(second_end.frame_b, below);
  end Pair;
  inner Modelica.Mechanics.MultiBody.World world;
  Pair pair[{0}];
equation
  connect(world.frame_b, pair[1].above);
  for i in 2:{0} loop
    connect(pair[i - 1].below, pair[i].above);
  end for;
end Chain;
)";
  return fmt::format(text, (bodies + 1) / 2);
}

std::string write_ladder(int bodies) {
  constexpr const char* text = R"(model Ladder
  import Modelica.Mechanics.MultiBody.{{Interfaces, Parts, Joints}};
  model Cell
    Interfaces.Frame_a left_above, right_above;
    Interfaces.Frame_b left_below, right_below;
    Parts.Body left(m = 1, r_CM = {{0.15, -0.2, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation left_end(r = {{0.3, -0.4, 0}});
    Parts.Body right(m = 1, r_CM = {{0.15, -0.2, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation right_end(r = {{0.3, -0.4, 0}});
    Parts.Body rung(m = 1, r_CM = {{0.25, 0, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation rung_end(r = {{0.5, 0, 0}});
    Joints.Revolute left_joint(n = {{0, 0, 1}}), right_joint(n = {{0, 0, 1}});
    Joints.Revolute rung_left(n = {{0, 0, 1}}), rung_right(n = {{0, 0, 1}});
  equation
    connect(left.frame_a, left_end.frame_a);
    connect(right.frame_a, right_end.frame_a);
    connect(rung.frame_a, rung_end.frame_a);
    connect(left_above, left_joint.frame_a);
    connect(left_joint.frame_b, left.frame_a);
    connect(right_above, right_joint.frame_a);
    connect(right_joint.frame_b, right.frame_a);
    connect(left_end.frame_b, rung_left.frame_a);
    connect(rung_left.frame_b, rung.frame_a);
    connect(right_end.frame_b, rung_right.frame_a);
    connect(rung_right.frame_b, rung_end.frame_b);
    connect(left_end.frame_b, left_below);
    connect(right_end.frame_b, right_below);
  end Cell;
  inner Modelica.Mechanics.MultiBody.World world;
  Parts.FixedTranslation right0(r = {{0.5, 0, 0}});
  Cell cell[{0}];
equation
  connect(world.frame_b, right0.frame_a);
  connect(world.frame_b, cell[1].left_above);
  connect(right0.frame_b, cell[1].right_above);
  for i in 2:{0} loop
    connect(cell[i - 1].left_below, cell[i].left_above);
    connect(cell[i - 1].right_below, cell[i].right_above);
  end for;
end Ladder;
)";
  return fmt::format(text, (bodies + 2) / 3);
}

std::string write_four_bar_tree(int bodies) {
  constexpr const char* text = R"(model FourBarTree
  import Modelica.Mechanics.MultiBody.{{Interfaces, Parts, Joints}};
  model FourBar "Two more may stand on its coupler"
    Interfaces.Frame_a base;
    Interfaces.Frame_b left, right;
    Parts.FixedTranslation far(r = {{0.6, 0, 0}});
    Parts.Body crank(m = 1, r_CM = {{0.05, -0.15, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation crank_end(r = {{0.1, -0.3, 0}});
    Parts.Body coupler(m = 1, r_CM = {{0.35, -0.1, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation coupler_end(r = {{0.7, -0.2, 0}});
    Parts.Body rocker(m = 1, r_CM = {{0.1, -0.25, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);
    Parts.FixedTranslation rocker_end(r = {{0.2, -0.5, 0}});
    Joints.Revolute crank_joint, rocker_joint, coupler_joint, coupler_end_joint;
    Parts.FixedTranslation to_left(r = {{0.1, 0, 0.2}}), to_right(r = {{0.1, 0, -0.2}});
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
    connect(coupler.frame_a, to_left.frame_a);
    connect(to_left.frame_b, left);
    connect(coupler.frame_a, to_right.frame_a);
    connect(to_right.frame_b, right);
  end FourBar;
  inner Modelica.Mechanics.MultiBody.World world;
  FourBar bars[{0}];
equation
  connect(world.frame_b, bars[1].base);
  for i in 1:{1} loop
    connect(bars[i].left, bars[2*i].base);
  end for;
  for i in 1:{2} loop
    connect(bars[i].right, bars[2*i + 1].base);
  end for;
end FourBarTree;
)";
  const int count = (bodies + 2) / 3;
  return fmt::format(text, count, count / 2, (count - 1) / 2);
}

namespace {

struct Kind {
  const char* name;
  std::string (*write)(int bodies);
};
constexpr Kind kinds[] = {
    {"chain", write_chain},
    {"ladder", write_ladder},
    {"four-bars", write_four_bar_tree},
    {"separate", write_separate_four_bars},
    {"carousel", write_carousel},
    {"windows", [](int bodies) { return write_windows(bodies); }},
    {"light-windows", [](int bodies) { return write_windows(bodies, true); }},
    {"grid", write_grid},
    {"platforms-6", [](int bodies) { return write_platforms(bodies, 6); }},
    {"platforms-60", [](int bodies) { return write_platforms(bodies, 60); }},
    {"mast", [](int bodies) { return write_mast(bodies, 12); }},
    {"gears", write_gears},
    {"relation", write_spanning_relation},
    {"mixed", write_mixed},
};

}  // namespace

std::vector<std::string> large_model_kinds() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  return names;
}

std::string write_large_model(const std::string& name, int bodies) {
  for (const Kind& kind : kinds) {
    if (kind.name == name) return kind.write(bodies);
  }
  throw std::invalid_argument("there is no kind '" + name + "', only " +
                              fmt::format("{}", fmt::join(large_model_kinds(), ", ")));
}

}  // namespace gelenk::bench
