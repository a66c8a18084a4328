#include "tests/support/random_mechanism.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <random>
#include <vector>

#include "tests/support/model_text.h"

namespace gelenk::testing {

namespace {

struct Body {
  int component = 0;
  double m, I[3];
  Vec3<double> com;
};

// A joint (or spring) between frames fixed on two bodies; body −1 is the world.
struct Link {
  std::string element;  // class and modification
  int a, b;
  Pose<double> X_a, X_b;
};

std::string text_of(const Vec3<double>& v) {
  char text[120];
  std::snprintf(text, sizeof text, "{%.17g, %.17g, %.17g}", v.x(), v.y(), v.z());
  return text;
}

class Generator {
 public:
  Generator(unsigned seed, const MechanismOptions& options) : random_(seed), options_(options) {}

  std::string run() {
    make_components();
    make_tree();
    if (options_.loops > 0 || !options_.locked.empty()) make_loops();
    if (options_.springs) make_springs();
    if (options_.torques) make_torques();
    return write();
  }

 private:
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Vec3<double> vector(double size) {
    return {uniform(-size, size), uniform(-size, size), uniform(-size, size)};
  }
  Pose<double> pose() {
    const Vec3<double> axis = vector(1).normalized();
    return {rotation_about<double>(axis, uniform(-3, 3)), vector(0.5)};
  }

  void make_components() {
    parent_ = {-1};
    for (int c = 1; c <= options_.components; ++c) parent_.push_back(integer(0, c - 1));
    for (int c = 1; c <= options_.components; ++c) {
      if (parent_[c] == 0 && integer(0, 1) == 1) ground_ = c;
    }
  }

  std::string random_joint() {
    const std::string axis = "n = " + text_of(vector(1));
    const std::string speed = std::to_string(uniform(-1, 1)),
                      value = std::to_string(uniform(-1, 1));
    switch (integer(0, 7)) {
      case 0:
      case 1:
        return "Joints.Revolute %(" + axis + ", phi(start = " + value + "), w(start = " + speed +
               "))";
      case 2:
        return "Joints.Prismatic %(" + axis + ", s(start = " + value + "), v(start = " + speed +
               "))";
      case 3:
        return "Joints.Cylindrical %(" + axis + ", s(start = " + value + "), w(start = " + speed +
               "))";
      case 4:
        return "Joints.Universal %(n_a = " + text_of(vector(1)) + ", n_b = " + text_of(vector(1)) +
               ", phi_a(start = " + value + "), w_b(start = " + speed + "))";
      case 5:
        return "Joints.Planar %(" + axis + ", n_x = " + text_of(vector(1)) +
               ", s_y(start = " + value + "), w(start = " + speed + "))";
      case 6:
        return "Gelenk.Joints.Screw %(" + axis + ", pitch = 0.7, phi(start = " + value +
               "), w(start = " + speed + "))";
      default:
        return "Joints.Spherical %(angles_start = {0.3, " + value + ", -0.4}, w_rel_a_start = {" +
               speed + ", 0.2, -0.5})";
    }
  }

  void make_tree() {
    for (int i = 0; i < options_.bodies; ++i) {
      Body body;
      body.component = integer(0, options_.components);
      body.m = uniform(0.5, 3);
      const double a = uniform(0.1, 0.5), b = uniform(0.1, 0.5);
      body.I[0] = a;
      body.I[1] = b;
      body.I[2] = uniform(std::abs(a - b) + 0.02, a + b - 0.02);
      body.com = vector(0.3);
      if (options_.mass_ratio > 1) {
        const double factor = std::pow(options_.mass_ratio, uniform(-0.5, 0.5));
        body.m *= factor;
        for (double& I : body.I) I *= factor;
      }
      for (double& I : body.I) I *= options_.inertia_share;
      const bool behind = i > 0 && bodies_[i - 1].m == 0;
      if (options_.gimbals && !behind && i + 1 < options_.bodies && integer(0, 2) == 0)
        body.m = body.I[0] = body.I[1] = body.I[2] = 0;
      bodies_.push_back(body);
      const bool is_mounted = options_.mounts && integer(0, 1) == 0;
      const int parent = behind              ? i - 1
                         : i == 0 || is_mounted ? -1
                                                : integer(-1, i - 1);
      std::string joint = random_joint();
      if (behind || body.m == 0) {
        const std::string speed = std::to_string(uniform(-1, 1));
        links_.push_back(
            {"Joints.Revolute %(n = " + text_of(vector(1)) + ", w(start = " + speed + "))", parent,
             i, pose(), pose()});
        continue;
      }
      // Sometimes a body only hangs on what it is stated to start with: free motion.
      if (parent < 0 && i > 0 && integer(0, 2) == 0) continue;
      const bool reversed = integer(0, 1) == 1;
      const Pose<double> X_a = pose(), X_b = pose();
      if (reversed)
        links_.push_back({joint, i, parent, X_b, X_a});
      else
        links_.push_back({joint, parent, i, X_a, X_b});
    }
  }

  // Joints that fit the mechanism as it stands: frames are placed from the poses of the open tree.
  void make_loops() {
    TestModel tree = TestModel::from_text(write());
    const Assembly assembly = assemble(*tree.formulation);
    tree.formulation->eval_motion(assembly.q, assembly.v);
    SignalTable table(tree.system);
    std::vector<Pose<double>> X_WB(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const std::string path = path_of(static_cast<int>(i));
      table.select(path + ".frame_a.r_0*," + path + ".frame_a.R.T*");
      std::vector<double> values;
      Vector vdot = Vector::Zero(assembly.v.size());
      table.calc_values(*tree.formulation, 0, assembly.q, assembly.v, vdot, values);
      for (int k = 0; k < 3; ++k) X_WB[i].p[k] = values[k];
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) X_WB[i].R(c, r) = values[3 + 3 * r + c];  // T is the transpose
      }
    }
    for (int l = 0; l < options_.loops; ++l) {
      const bool is_mounted = options_.mounts && integer(0, 1) == 0;
      const int a = is_mounted ? -1 : integer(-1, options_.bodies - 2),
                b = integer(a + 1, options_.bodies - 1);
      const Pose<double> X_WF = pose();
      const Pose<double> X_a = a < 0 ? X_WF : X_WB[a].inverse() * X_WF;
      const char* kinds[] = {"Joints.Spherical %",
                             "Joints.Cylindrical %(n = {0, 0, 1})",
                             "Joints.Revolute %(n = {0, 1, 0})",
                             "Joints.Prismatic %(n = {1, 0, 0})",
                             "Joints.FreeMotion %(enforceStates = false)",
                             "Joints.Universal %",
                             "Joints.Planar %",
                             "Gelenk.Joints.Screw %(pitch = 0.4)",
                             "Gelenk.Joints.RackAndPinion %(radius = 0.3)",
                             "Joints.RevolutePlanarLoopConstraint %",
                             "Joints.Constraints.Prismatic %(x_locked = false)",
                             "Joints.Constraints.Revolute %(z_locked = false)",
                             "Joints.Constraints.Spherical %",
                             "Joints.Constraints.Universal %(y_locked = false)",
                             "Joints.FreeMotionScalarInit %"};
      const int kind = integer(0, static_cast<int>(std::size(kinds)));
      if (kind == static_cast<int>(std::size(kinds)))  // a rod, as long as it happens to be
        links_.push_back(
            {"Joints.SphericalSpherical %(computeRodLength = true, m = 0.6)", a, b, X_a, pose()});
      else
        links_.push_back({kinds[kind], a, b, X_a, X_WB[b].inverse() * X_WF});
    }
    for (int i : options_.locked)
      links_.push_back({"Joints.Constraints.Prismatic %", -1, i, X_WB[i], {}});
  }

  void make_springs() {
    for (int i = 0; i < options_.bodies / 2; ++i) {
      const int a = integer(-1, options_.bodies - 2), b = integer(a + 1, options_.bodies - 1);
      const char* kinds[] = {
          "Forces.SpringDamperParallel %(c = 40, s_unstretched = 0.7, d = 0)",
          "Forces.Spring %(c = 30, s_unstretched = 0.5, m = 0.8, lengthFraction = 0.3)"};
      links_.push_back({kinds[integer(0, 1)], a, b, pose(), pose()});
    }
  }

  void make_torques() {
    const std::size_t joints = links_.size();
    for (std::size_t l = 0; l < joints; ++l) {
      if (integer(0, 2) == 0) continue;
      const bool in_world = integer(0, 1) == 0, reversed = integer(0, 1) == 0;
      const std::string torque =
          "Gelenk.Forces.Torque %(torque = " + text_of(vector(2)) +
          (in_world ? ", resolveInFrame = Types.ResolveInFrameB.world)" : ")");
      const int a = links_[l].a, b = links_[l].b;
      if (reversed)
        links_.push_back({torque, b, a, pose(), pose()});
      else
        links_.push_back({torque, a, b, pose(), pose()});
    }
  }

  std::string component_path(int c) const {
    return c == 0 ? "" : component_path(parent_[c]) + "c" + std::to_string(c) + ".";
  }
  std::string path_of(int body) const {
    return component_path(bodies_[body].component) + "b" + std::to_string(body);
  }

  bool is_inside(int component, int ancestor) const {
    for (int c = component; c >= 0; c = parent_[c]) {
      if (c == ancestor) return true;
    }
    return false;
  }

  // The lowest component that contains both ends.
  int home_of(const Link& link) const {
    const int ca = link.a < 0 ? 0 : bodies_[link.a].component,
              cb = link.b < 0 ? 0 : bodies_[link.b].component;
    int c = ca;
    while (!is_inside(cb, c)) c = parent_[c];
    return c;
  }

  // How body `i` is reached from component `c`: its own body, or a port of the part that holds it.
  std::string frame_in(int i, int c) const {
    if (i < 0)
      return c == 0 && ground_ > 0 ? "c" + std::to_string(ground_) + ".ground" : "world.frame_b";
    int inner = bodies_[i].component;
    if (inner == c) return "b" + std::to_string(i) + ".frame_a";
    while (parent_[inner] != c) inner = parent_[inner];
    return "c" + std::to_string(inner) + ".p" + std::to_string(i);
  }

  std::string write_component(int c) const {
    std::string classes, declarations, equations;
    for (std::size_t d = 1; d < parent_.size(); ++d) {
      if (parent_[d] != c) continue;
      const std::string number = std::to_string(d);
      classes += "model C" + number + "\n" + write_component(static_cast<int>(d)) + "end C" +
                 number + ";\n";
      declarations += "  C" + number + " c" + number + ";\n";
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      const std::string number = std::to_string(i);
      if (body.component == c) {
        char inertia[160];
        std::snprintf(inertia, sizeof inertia,
                      "m = %.17g, I_11 = %.17g, I_22 = %.17g, I_33 = %.17g", body.m, body.I[0],
                      body.I[1], body.I[2]);
        declarations += "  Parts.Body b" + number + "(" + inertia +
                        ", r_CM = " + text_of(body.com) +
                        (options_.ports ? ", r_0(start = {0, 0, 0}));\n" : ");\n");
      }
      if ((c > 0 || options_.ports) && is_inside(body.component, c)) {
        declarations += "  Interfaces.Frame_a p" + number + ";\n";
        equations += "  connect(" + frame_in(static_cast<int>(i), c) + ", p" + number + ");\n";
      }
    }
    if (c > 0 && c == ground_) {  // ground that a part shows to others
      declarations += "  Interfaces.Frame_a ground;\n  Parts.Fixed fixed;\n";
      equations += "  connect(fixed.frame_b, ground);\n";
    }
    for (std::size_t l = 0; l < links_.size(); ++l) {
      const Link& link = links_[l];
      if (home_of(link) != c) continue;
      const std::string number = std::to_string(l);
      std::string element = link.element;
      element.replace(element.find('%'), 1, "l" + number);
      declarations += "  " + element + ";\n" + write_frame("fa" + number, link.X_a) +
                      write_frame("fb" + number, link.X_b);
      equations += "  connect(" + frame_in(link.a, c) + ", fa" + number +
                   ".frame_a);\n  connect(fa" + number + ".frame_b, l" + number +
                   ".frame_a);\n  connect(l" + number + ".frame_b, fb" + number +
                   ".frame_b);\n  connect(fb" + number + ".frame_a, " + frame_in(link.b, c) +
                   ");\n";
    }
    return classes + declarations + "equation\n" + equations;
  }

  static std::string write_frame(const std::string& name, const Pose<double>& X) {
    return "  Parts.FixedRotation " + name + "(r = " + text_of(X.p) +
           ", rotationType = Types.RotationTypes.TwoAxesVectors, n_x = " + text_of(X.R.col(0)) +
           ", n_y = " + text_of(X.R.col(1)) + ");\n";
  }

  std::string write() const {
    return "model Random\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, "
           "Interfaces, Types};\n"
           "  inner Modelica.Mechanics.MultiBody.World world;\n" +
           write_component(0) + "end Random;\n";
  }

  std::mt19937 random_;
  MechanismOptions options_;
  std::vector<int> parent_;  // of components; 0 is the root
  int ground_ = 0;           // part of the root by which links reach the world; 0: directly
  std::vector<Body> bodies_;
  std::vector<Link> links_;
};

}  // namespace

std::string make_random_mechanism(unsigned seed, const MechanismOptions& options) {
  return Generator(seed, options).run();
}

}  // namespace gelenk::testing
