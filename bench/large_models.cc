#include "large_models.h"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

namespace gelenk::bench {

namespace {

// A model under construction: declarations, and connections that follow them.
class Text {
 public:
  // A rod from its frame_a to its frame_b, of 1 kg, with its mass in the middle: a body and the way to its other end.
  void add_rod(const std::string& name, double x, double y) {
    fmt::format_to(
        std::back_inserter(parts_),
        "  Parts.Body {0}(m = 1, r_CM = {{{1}, {2}, 0}}, I_11 = 0.01, I_22 = 0.02, I_33 = 0.03);\n"
        "  Parts.FixedTranslation {0}_end(r = {{{3}, {4}, 0}});\n",
        name, x / 2, y / 2, x, y);
    connect(name + ".frame_a", name + "_end.frame_a");
  }
  void add_revolute(const std::string& name, const char* axis, const std::string& a,
                    const std::string& b) {
    fmt::format_to(std::back_inserter(parts_), "  Joints.Revolute {}(n = {});\n", name, axis);
    connect(a, name + ".frame_a");
    connect(name + ".frame_b", b);
  }
  void add_offset(const std::string& name, const char* r, const std::string& from) {
    fmt::format_to(std::back_inserter(parts_), "  Parts.FixedTranslation {}(r = {});\n", name, r);
    connect(from, name + ".frame_a");
  }
  std::string finish(const char* name) const {
    return fmt::format(
        "model {}\n"
        "  import Modelica.Mechanics.MultiBody.{{Parts, Joints}};\n"
        "  inner Modelica.Mechanics.MultiBody.World world;\n"
        "{}equation\n{}end {};\n",
        name, parts_, connections_, name);
  }

 private:
  void connect(const std::string& a, const std::string& b) {
    fmt::format_to(std::back_inserter(connections_), "  connect({}, {});\n", a, b);
  }

  std::string parts_, connections_;
};

constexpr const char* z_axis = "{0, 0, 1}";
constexpr const char* y_axis = "{0, 1, 0}";

}  // namespace

std::string write_chain(int bodies) {
  Text text;
  std::string end = "world.frame_b";
  for (int i = 1; i <= bodies; ++i) {
    const std::string link = fmt::format("link{}", i);
    text.add_rod(link, 0.3, -0.4);
    text.add_revolute(fmt::format("joint{}", i), i % 2 == 1 ? z_axis : y_axis, end,
                      link + ".frame_a");
    end = link + "_end.frame_b";
  }
  return text.finish("Chain");
}

// Cells as an array of components: the text stays short, whatever the size.
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
  Text text;
  for (int i = 1; i <= (bodies + 2) / 3; ++i) {
    const std::string crank = fmt::format("crank{}", i), coupler = fmt::format("coupler{}", i),
                      rocker = fmt::format("rocker{}", i), base = fmt::format("base{}", i);
    // Four-bar i stands on the coupler of i/2, beside that of the same coupler.
    text.add_offset(base, i % 2 == 0 ? "{0.1, 0, 0.2}" : "{0.1, 0, -0.2}",
                    i == 1 ? "world.frame_b" : fmt::format("coupler{}.frame_a", i / 2));
    text.add_offset(base + "_far", "{0.6, 0, 0}", base + ".frame_b");
    text.add_rod(crank, 0.1, -0.3);
    text.add_rod(coupler, 0.7, -0.2);
    text.add_rod(rocker, 0.2, -0.5);
    text.add_revolute(crank + "_joint", z_axis, base + ".frame_b", crank + ".frame_a");
    text.add_revolute(rocker + "_joint", z_axis, base + "_far.frame_b", rocker + ".frame_a");
    text.add_revolute(coupler + "_joint", z_axis, crank + "_end.frame_b", coupler + ".frame_a");
    text.add_revolute(coupler + "_end_joint", z_axis, rocker + "_end.frame_b",
                      coupler + "_end.frame_b");
  }
  return text.finish("FourBarTree");
}

std::vector<std::string> large_model_kinds() { return {"chain", "ladder", "four-bars"}; }

std::string write_large_model(const std::string& kind, int bodies) {
  if (kind == "chain") return write_chain(bodies);
  if (kind == "ladder") return write_ladder(bodies);
  if (kind == "four-bars") return write_four_bar_tree(bodies);
  throw std::invalid_argument("there is no kind '" + kind + "', only " +
                              fmt::format("{}", fmt::join(large_model_kinds(), ", ")));
}

}  // namespace gelenk::bench
