#include "compiled/loaded_component.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <random>
#include <stdexcept>

#include "base/error.h"
#include "compiled/component_file.h"
#include "tests/support/workspace.h"

namespace gelenk {
namespace {

namespace fs = std::filesystem;

class LoadedComponentTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) const {
    write_component_file(bytes, (folder_ / name).string());
    return (folder_ / name).string();
  }
  // A component of one of the libraries that the build makes.
  std::string seal(const std::string& library, const std::string& name) const {
    return write(
        name, make_component_file(read_component_bytes(GELENK_TEST_COMPONENTS "/" + library), ""));
  }
  static std::string failure_of(const std::string& file) {
    try {
      LoadedComponent loaded(file, "part");
    } catch (const UserError& error) {
      return error.diagnostics().at(0).message;
    }
    return "";
  }
  // Message without the folder.
  std::string shorten(std::string text) const {
    const std::string prefix = folder_.string() + "/";
    for (std::size_t at; (at = text.find(prefix)) != std::string::npos;)
      text.erase(at, prefix.size());
    return text;
  }

  testing::Workspace workspace_;
  const fs::path& folder_ = workspace_.folder();
};

TEST_F(LoadedComponentTest, TellsWhatItOffers) {
  const LoadedComponent body(seal("free_body.so", "body.gkc"), "robot.body");
  EXPECT_EQ(body.port_count(), 1);
  EXPECT_EQ(body.nq(), 7);
  EXPECT_EQ(body.nv(), 6);
  EXPECT_EQ(body.event_count(), 0);
  ASSERT_EQ(body.port_frames().size(), 2u);
  EXPECT_EQ(body.port_frames()[1].name, "tip");
  EXPECT_EQ(body.port_frames()[1].X_BF.p.y(), -0.4);
  ASSERT_EQ(body.shown_signals().size(), 1u);
  EXPECT_EQ(body.shown_signals()[0].unit, "m");
}

// The port accelerations A = D tau + r are those of Newton and Euler, and the derivatives of the
// state agree with them.
TEST_F(LoadedComponentTest, AccelerationsOfAFreeBody) {
  LoadedComponent body(seal("free_body.so", "body.gkc"), "body");
  double q[7], v[6];
  ASSERT_TRUE(body.start(0, q, v));
  Pose<double> X;
  X.R = Eigen::AngleAxisd(0.7, Vec3<double>(1, 2, -1).normalized()).toRotationMatrix();
  X.p = {0.1, 0.2, 0.3};
  Vec6<double> V;
  V << 0.5, -1.0, 2.0, 0.3, 0.2, 0.1;
  bool moved = false;
  ASSERT_TRUE(body.move(0, X, V, q, v, moved));
  EXPECT_TRUE(moved);
  ASSERT_TRUE(body.set_gravity(GELENK_UNIFORM, {0, -9.81, 0}, 0));
  FrameMotion<double> port;
  ASSERT_TRUE(body.place(0.0, q, v, &port, nullptr));
  EXPECT_LT((port.X.R - X.R).norm(), 1e-14);
  EXPECT_EQ(port.X.p, X.p);
  EXPECT_EQ(port.V, V);
  Matrix D;
  Vector r, tau(6);
  ASSERT_TRUE(body.condense(GELENK_FORCES, D, r));
  tau << 1, 2, 3, 4, 5, 6;
  double qdot[7], vdot[6];
  ASSERT_TRUE(body.release(tau, qdot, vdot));
  const Vec6<double> A = Eigen::Map<Vec6<double>>(vdot);
  EXPECT_LT((A - (D * tau + r)).norm(), 1e-13);

  const Mat3<double> J = X.R * Vec3<double>(0.3, 0.5, 0.7).asDiagonal() * X.R.transpose();
  const Vec3<double> w = V.head<3>();
  EXPECT_LT((J * A.head<3>() + w.cross(J * w) - tau.head<3>()).norm(), 1e-13);
  EXPECT_LT((2.0 * (A.tail<3>() - Vec3<double>(0, -9.81, 0)) - tau.tail<3>()).norm(), 1e-13);

  // q̇ by differences of the pose.
  constexpr double h = 1e-6;
  double later[7];
  for (int i = 0; i < 7; ++i) later[i] = q[i] + h * qdot[i];
  FrameMotion<double> next;
  ASSERT_TRUE(body.place(h, later, v, &next, nullptr));
  EXPECT_LT((next.X.p - X.p - h * V.tail<3>()).norm(), 1e-11);
  EXPECT_LT((next.X.R - X.R - h * skew<double>(w) * X.R).norm(), 1e-11);
}

TEST_F(LoadedComponentTest, InstancesOfOneFileAreApart) {
  const std::string file = seal("free_body.so", "body.gkc");
  LoadedComponent one(file, "one"), two(file, "two");
  double q[7], v[6];
  one.start(0, q, v);
  FrameMotion<double> port;
  one.set_gravity(GELENK_UNIFORM, {0, -1, 0}, 0);
  two.set_gravity(GELENK_UNIFORM, {0, -2, 0}, 0);
  Matrix D;
  Vector r;
  one.place(0, q, v, &port, nullptr);
  two.place(0, q, v, &port, nullptr);
  one.condense(GELENK_FORCES, D, r);
  EXPECT_EQ(r[4], -1);
  two.condense(GELENK_FORCES, D, r);
  EXPECT_EQ(r[4], -2);
}

TEST_F(LoadedComponentTest, WrongFilesAreRefused) {
  EXPECT_EQ(shorten(failure_of((folder_ / "none.gkc").string())),
            "compiled component 'none.gkc': there is no such file");
  EXPECT_EQ(shorten(failure_of(write("empty.gkc", ""))),
            "compiled component 'empty.gkc': the file is empty");
  EXPECT_EQ(shorten(failure_of(write("text.gkc", "model A end A;"))),
            "compiled component 'text.gkc': it is no compiled component");
  // A library without our table, as it is and as a whole component file.
  const std::string other = read_component_bytes(GELENK_TEST_COMPONENTS "/no_component.so");
  EXPECT_EQ(shorten(failure_of(write("other.gkc", other))),
            "compiled component 'other.gkc': it is a program or a library, but not a compiled "
            "component or not all of one");
  EXPECT_EQ(
      shorten(failure_of(write("sealed.gkc", make_component_file(other, "")))),
      "compiled component 'sealed.gkc': the library in it does not show gelenk_component_abi");
  EXPECT_EQ(shorten(failure_of(seal("old_component.so", "old.gkc"))),
            "compiled component 'old.gkc': the library in it has another version of the interface");
  // The header of a library and nothing behind it: the system's loader refuses it.
  const std::string head = other.substr(0, 200);
  EXPECT_TRUE(shorten(failure_of(write("head.gkc", make_component_file(head, ""))))
                  .starts_with("compiled component 'head.gkc': the system cannot load it: "));
}

TEST_F(LoadedComponentTest, DamagedFilesAreRefused) {
  const std::string file = make_component_file(
      read_component_bytes(GELENK_TEST_COMPONENTS "/free_body.so"), std::string(3000, 'p'));
  std::mt19937 random(11);
  for (int trial = 0; trial < 300; ++trial) {
    std::string changed = file;
    const std::size_t at = random() % file.size();
    changed[at] = static_cast<char>(changed[at] ^ (1 + random() % 255));
    EXPECT_NE(failure_of(write("damaged.gkc", changed)), "") << at;
  }
  for (int trial = 0; trial < 50; ++trial)
    EXPECT_NE(failure_of(write("short.gkc", file.substr(0, random() % file.size()))), "");
}

TEST_F(LoadedComponentTest, DescriptionsThatCannotBeRightAreRefused) {
  const std::pair<const char*, const char*> faults[] = {
      {"refuses", "it cannot be opened: it is not in the mood"},
      {"countless", "it does not tell its sizes"},
      {"negative", "its sizes cannot be right"},
      {"huge", "its sizes cannot be right"},
      {"nameless", "it does not tell the names of its ports"},
      {"same-names", "two of its ports have the same name"},
      {"lost-port", "the place of a port cannot be right"},
      {"crooked", "the place of a port cannot be right"},
      {"no-signal", "it does not tell the names of its signals"},
      {"no-outputs", "it has signals for laws, but does not tell their values"},
      {"no-input", "it does not tell the names of its inputs"},
  };
  for (const auto& [name, message] : faults) {
    const std::string file = std::string(name) + ".gkc";
    EXPECT_EQ(shorten(failure_of(seal("faulty_component.so", file))),
              "compiled component '" + file + "': " + message);
  }
}

TEST_F(LoadedComponentTest, FailuresNameTheComponent) {
  double q[1] = {0}, v[1];
  FrameMotion<double> port;
  Matrix D;
  Vector r;
  const auto message = [&](const char* name, auto&& call) {
    LoadedComponent part(seal("faulty_component.so", std::string(name) + ".gkc"), "car.engine");
    EXPECT_FALSE(call(part));
    return shorten(part.failure());
  };
  const auto place = [&](LoadedComponent& part) { return part.place(0, q, v, &port, nullptr); };
  EXPECT_EQ(message("fails", place),
            "compiled component 'car.engine' (fails.gkc), place: the wheel has come off");
  EXPECT_EQ(message("speechless", place),
            "compiled component 'car.engine' (speechless.gkc), place: no reason given");
  EXPECT_EQ(message("nan-twist", place),
            "compiled component 'car.engine' (nan-twist.gkc) gives a number that is not finite: "
            "twists of ports, entry 5");
  EXPECT_EQ(
      message("infinite-D",
              [&](LoadedComponent& part) { return part.condense(GELENK_FORCES, D, r); }),
      "compiled component 'car.engine' (infinite-D.gkc) gives a number that is not finite: D, "
      "entry 8");
  EXPECT_EQ(message("nan-start", [&](LoadedComponent& part) { return part.start(0, q, v); }),
            "compiled component 'car.engine' (nan-start.gkc) gives a number that is not finite: "
            "start values, entry 1");
}

// A component must not throw; one that does stops the run and not the program.
TEST_F(LoadedComponentTest, ExceptionsAreFailures) {
  EXPECT_EQ(shorten(failure_of(seal("throwing_component.so", "throws-at-once.gkc"))),
            "compiled component 'throws-at-once.gkc': it cannot be opened: it threw an exception");
  LoadedComponent part(seal("throwing_component.so", "throws.gkc"), "car.engine");
  FrameMotion<double> port;
  EXPECT_FALSE(part.place(0, nullptr, nullptr, &port, nullptr));
  EXPECT_EQ(shorten(part.failure()),
            "compiled component 'car.engine' (throws.gkc), place: it threw an exception, the fuel "
            "has run out");
  double kinetic, potential;
  EXPECT_FALSE(part.energy(kinetic, potential));
  EXPECT_EQ(shorten(part.failure()),
            "compiled component 'car.engine' (throws.gkc), energy: it threw an exception");
}

TEST_F(LoadedComponentTest, SingularPositionsAreTold) {
  const auto nearness_of = [&](const char* library, const char* file) {
    LoadedComponent part(seal(library, file), "part");
    gelenk_nearness nearness = GELENK_NEAR;
    std::vector<double> sizes(part.nv());
    EXPECT_TRUE(part.singular(nearness, sizes.data())) << part.failure();
    return nearness;
  };
  EXPECT_EQ(nearness_of("faulty_component.so", "fine.gkc"), GELENK_REGULAR);
  EXPECT_EQ(nearness_of("faulty_component.so", "strange.gkc"), GELENK_TOO_NEAR);
  EXPECT_EQ(nearness_of("free_body.so", "without-loops.gkc"), GELENK_REGULAR);
  LoadedComponent failing(seal("faulty_component.so", "singular-fails.gkc"), "part");
  gelenk_nearness nearness;
  double size;
  EXPECT_FALSE(failing.singular(nearness, &size));
  EXPECT_EQ(shorten(failing.failure()),
            "compiled component 'part' (singular-fails.gkc), singular: the wheel has come off");
}

TEST_F(LoadedComponentTest, EventsAskTheHost) {
  LoadedComponent part(seal("faulty_component.so", "fine.gkc"), "part");
  double q[1] = {0}, v[1];
  int crossed[1] = {-1}, calls = 0;
  bool changed = false;
  const auto evaluate = [&](gelenk_loading) { return ++calls > 0; };
  ASSERT_TRUE(part.handle_event(0.5, q, v, crossed, evaluate, changed));
  EXPECT_TRUE(changed);
  EXPECT_EQ(q[0], 1.0);
  EXPECT_EQ(calls, 1);
  crossed[0] = 0;
  ASSERT_TRUE(part.handle_event(0.5, q, v, crossed, evaluate, changed));
  EXPECT_FALSE(changed);
  EXPECT_FALSE(part.start_events(0.5, q, v, [](gelenk_loading) { return false; }));
  // What the host throws comes out on the host's side.
  EXPECT_THROW(
      part.start_events(0.5, q, v,
                        [](gelenk_loading) -> bool { throw std::out_of_range("no such wheel"); }),
      std::out_of_range);
}

}  // namespace
}  // namespace gelenk
