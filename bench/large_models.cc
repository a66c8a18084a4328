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

std::string write_ladder(int bodies) {
  Text text;
  text.add_offset("right0", "{0.5, 0, 0}", "world.frame_b");
  std::string left_end = "world.frame_b", right_end = "right0.frame_b";
  for (int i = 1; i <= (bodies + 2) / 3; ++i) {
    const std::string left = fmt::format("left{}", i), right = fmt::format("right{}", i),
                      rung = fmt::format("rung{}", i);
    text.add_rod(left, 0.3, -0.4);
    text.add_rod(right, 0.3, -0.4);
    text.add_rod(rung, 0.5, 0.0);
    text.add_revolute(left + "_joint", z_axis, left_end, left + ".frame_a");
    text.add_revolute(right + "_joint", z_axis, right_end, right + ".frame_a");
    left_end = left + "_end.frame_b";
    right_end = right + "_end.frame_b";
    text.add_revolute(rung + "_left", z_axis, left_end, rung + ".frame_a");
    text.add_revolute(rung + "_right", z_axis, right_end, rung + "_end.frame_b");
  }
  return text.finish("Ladder");
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
