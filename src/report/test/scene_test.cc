#include "report/scene.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "analyses/simulation.h"
#include "analyses/transfer.h"
#include "elements/library.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "report/motion_record.h"
#include "report/scene_json.h"

namespace gelenk {
namespace {

struct Shown {
  modelica::ModelTexts texts;
  ModelTree model;
  BuildOptions build;
  System system;
  SignalTable signals;
  Scene scene;

  Shown(ModelTree read, const modelica::ModelTexts& its_texts, const std::string& globs,
        const BuildOptions& options = {})
      : texts(its_texts),
        model(std::move(read)),
        build(options),
        system(build_system(model, build)),
        signals(system, globs),
        scene(make_scene(model, system, texts, signals.selected(), globs.empty())) {}

  static Shown from_text(const std::string& text, const std::string& globs = "") {
    modelica::ModelTexts texts;
    ModelTree model = modelica::read_model_text("test.mo", text, element_library(), {}, &texts);
    return Shown(std::move(model), texts, globs);
  }
  static Shown car(const std::string& globs, const BuildOptions& options = {}) {
    modelica::ModelTexts texts;
    ModelTree model = modelica::read_model(
        std::string(GELENK_SOURCE_DIR) + "/examples/thesis/Car.mo", element_library(), {}, &texts);
    return Shown(std::move(model), texts, globs, options);
  }
};

const std::string pendulum = R"(
model Swing "A <b>swing</b> & more"
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute hinge "</script><script>alert(1)</script>";
  Modelica.Mechanics.MultiBody.Parts.FixedTranslation offset(r = {0.3, 0, 0});
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0.5, 0, 0});
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, offset.frame_a);
  connect(offset.frame_b, body.frame_a);
end Swing;
)";

using MakeFormulation = std::unique_ptr<Formulation> (*)(const System&);
struct Method {
  const char* name;
  MakeFormulation make;
  BuildOptions build;
};

class ScenePoses : public ::testing::TestWithParam<Method> {};

// The pose of every mover is what the signals of its frame say, to a float; and shapes on other frames of its body stand
// where the signals of those frames say. The car has bodies inside parts inside parts, and massless frames.
TEST_P(ScenePoses, AreThoseOfTheFrames) {
  const std::string vectors = "*.frame_a.r_0*,*.frame_b.r_0*,*.frame_a.R.T*";
  Shown shown = Shown::car(vectors, GetParam().build);
  const std::unique_ptr<Formulation> formulation = GetParam().make(shown.system);
  std::map<std::string, std::size_t> column;
  const std::vector<std::string> names = shown.signals.selected_names();
  for (std::size_t i = 0; i < names.size(); ++i) column[names[i]] = i;

  RowTaker taker(shown.scene);
  SimulationOptions options;
  options.stop_time = 0.3;
  options.interval = 0.05;
  SimulationCallbacks callbacks;
  int rows = 0, shapes = 0;
  callbacks.row = [&](double, const std::vector<double>& values) {
    ++rows;
    const std::vector<float> row = taker.take(*formulation, values);
    auto position = [&](const std::string& frame) {
      return Vec3<double>(values[column.at(frame + ".r_0[1]")],
                          values[column.at(frame + ".r_0[2]")],
                          values[column.at(frame + ".r_0[3]")]);
    };
    auto pose = [&](int mover) {
      Pose<double> X;
      if (mover < 0) return X;
      const float* at = row.data() + 7 * mover;
      X.R = rotation_of<double>(Vec4<double>(at[6], at[3], at[4], at[5]));
      X.p = Vec3<double>(at[0], at[1], at[2]);
      return X;
    };
    for (std::size_t m = 0; m < shown.scene.movers.size(); ++m) {
      const std::string& path = shown.scene.movers[m].path;
      const Pose<double> X = pose(static_cast<int>(m));
      for (int i = 0; i < 3; ++i)
        EXPECT_EQ(row[7 * m + i], static_cast<float>(position(path)[i])) << path;
      for (int i = 0; i < 3 && path.ends_with("frame_a"); ++i) {
        for (int j = 0; j < 3; ++j) {
          const std::string T =
              path + ".R.T[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]";
          EXPECT_NEAR(X.R(j, i), values[column.at(T)], 2e-7) << T;
        }
      }
    }
    // Coils reach from one frame to the other; hinges stand at their frame_a.
    for (const Scene::PlacedShape& placed : shown.scene.shapes) {
      const std::string& path = shown.scene.components[placed.component].path;
      const Shape& s = placed.shape;
      if (s.kind == Shape::Kind::coil) {
        EXPECT_NEAR((pose(placed.mover) * s.position - position(path + ".frame_a")).norm(), 0,
                    1e-6);
        EXPECT_NEAR((pose(placed.to) * s.to_position - position(path + ".frame_b")).norm(), 0,
                    1e-6);
        ++shapes;
      } else if (path.starts_with("revolute") && s.kind == Shape::Kind::cylinder) {
        const Vec3<double> middle = s.position + 0.5 * s.length * s.direction.normalized();
        EXPECT_NEAR((pose(placed.mover) * middle - position(path + ".frame_a")).norm(), 0, 1e-6);
        ++shapes;
      }
    }
  };
  std::optional<Assembly> start;
  if (shown.system.partition) start = assemble_apart(shown.model, shown.build, *formulation, 0.0);
  const SimulationResult result = simulate(*formulation, shown.signals, options, callbacks, start);
  EXPECT_EQ(result.status, RunStatus::done) << result.message;
  EXPECT_EQ(rows, 7);
  EXPECT_EQ(shapes, 7 * (4 + 6)) << "four springs, six hinges";
  EXPECT_EQ(shown.scene.movers.size(), 9u) << "one for each body";
}

INSTANTIATE_TEST_SUITE_P(All, ScenePoses,
                         ::testing::Values(Method{"recursive", make_recursive_formulation, {}},
                                           Method{"mixed", make_mixed_formulation, {}},
                                           Method{"hierarchical",
                                                  [](const System& system) {
                                                    return make_hierarchical_formulation(system);
                                                  },
                                                  {Hierarchy::model, false, {}}}),
                         [](const auto& method) { return method.param.name; });

TEST(Scene, ABareTreeOfBodiesIsASkeleton) {
  const Shown shown = Shown::from_text(pendulum);
  const Scene& scene = shown.scene;
  ASSERT_EQ(scene.movers.size(), 1u);
  EXPECT_EQ(scene.movers[0].path, "body.frame_a");
  EXPECT_EQ(scene.components[scene.movers[0].component].path, "body");
  std::map<std::string, int> drawn;  // on the mover, by component
  for (const auto& placed : scene.shapes) {
    if (placed.mover == 0) ++drawn[scene.components[placed.component].path];
  }
  EXPECT_EQ(drawn["offset"], 1);
  EXPECT_EQ(drawn["body"], 3) << "ball, rod and frame";
  // The rod of `offset` ends where the mover is.
  for (const auto& placed : scene.shapes) {
    if (scene.components[placed.component].path != "offset") continue;
    EXPECT_NEAR((placed.shape.position - Vec3<double>(-0.3, 0, 0)).norm(), 0, 1e-12);
  }
}

TEST(Scene, UsualSignalsAreCoordinatesSpeedsEnergyAndDrift) {
  const Shown shown = Shown::from_text(pendulum);
  std::vector<std::string> names;
  for (const auto& signal : shown.scene.signals) names.push_back(signal.name);
  EXPECT_EQ(names, (std::vector<std::string>{"hinge.phi", "hinge.w", "gelenk.energy.kinetic",
                                             "gelenk.energy.potential", "gelenk.energy.total",
                                             "gelenk.drift.position", "gelenk.drift.velocity"}));
  EXPECT_EQ(shown.scene.signals[0].unit, "rad");
  EXPECT_EQ(shown.scene.signals[0].description, "Angle from frame_a to frame_b");
  EXPECT_EQ(shown.scene.components[shown.scene.signals[0].component].path, "hinge");
  EXPECT_EQ(shown.scene.signals[2].component, -1);
}

// Links that the model gives no colour are told apart; a stated colour stays, and so does what stands still.
TEST(Scene, BodiesHaveColoursOfTheirOwn) {
  const Shown shown = Shown::from_text(R"(
model Chain
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world;
  Parts.FixedTranslation post(r = {0, 1, 0});
  Joints.Revolute hinge[4];
  Parts.BodyBox link[3](each r = {1, 0, 0});
  Parts.BodyBox own(r = {1, 0, 0}, color = {1, 2, 3});
  Parts.FixedTranslation arm(r = {0, 0.2, 0});
equation
  connect(world.frame_b, post.frame_a);
  connect(post.frame_b, hinge[1].frame_a);
  for i in 1:3 loop
    connect(hinge[i].frame_b, link[i].frame_a);
    connect(link[i].frame_b, hinge[i + 1].frame_a);
  end for;
  connect(hinge[4].frame_b, own.frame_a);
  connect(link[1].frame_b, arm.frame_a);
end Chain;
)");
  std::map<std::string, Color> color;
  for (const auto& placed : shown.scene.shapes) {
    if (placed.shape.role == Shape::Role::body)
      color[shown.scene.components[placed.component].path] = placed.shape.color;
  }
  EXPECT_EQ(color.at("own"), (Color{1, 2, 3}));
  EXPECT_EQ(color.at("arm"), color.at("link[1]")) << "one rigid body";
  std::set<Color> distinct;
  for (const char* path : {"post", "link[1]", "link[2]", "link[3]", "own"})
    distinct.insert(color.at(path));
  EXPECT_EQ(distinct.size(), 5u);
}

TEST(Scene, ParametersAreThoseOfTheRun) {
  const Shown shown = Shown::from_text(pendulum);
  std::map<std::string, Scene::ParameterEntry> parameters;
  for (const auto& p : shown.scene.parameters) parameters[p.path] = p;
  EXPECT_EQ(parameters.at("body.m").value, "1");
  EXPECT_EQ(parameters.at("body.m").unit, "kg");
  EXPECT_EQ(shown.scene.components[parameters.at("body.m").component].path, "body");
  EXPECT_EQ(parameters.at("hinge.phi.start").value, "0");
  EXPECT_EQ(parameters.count("hinge.a.start"), 0u) << "accelerations follow from forces";
  EXPECT_EQ(parameters.at("world.gravityType").choices.size(), 3u);
  const auto json = nlohmann::json::parse(write_scene(shown.scene));
  int found = 0;
  for (const auto& p : json["parameters"]) {
    const auto& kind = json["parameterKinds"][p[1].get<int>()];
    if (p[0] != 4 || kind["name"] != "m") continue;
    ++found;
    EXPECT_EQ(json["components"][4]["path"], "body");
    EXPECT_EQ(p[2], "1");
    EXPECT_EQ(kind, nlohmann::json({{"name", "m"}, {"unit", "kg"}, {"description", "Mass"}}));
  }
  EXPECT_EQ(found, 1);
}

TEST(Scene, SignalsTellWhatTheyAre) {
  const Shown shown = Shown::from_text(R"(
model Driven
  import Modelica.Mechanics.MultiBody.{Joints, Parts, Forces, Sensors};
  import Modelica.Mechanics.Rotational;
  inner Modelica.Mechanics.MultiBody.World world;
  Rotational.Sources.Position drive(exact = true, phi_ref = time);
  Joints.Revolute hinge(useAxisFlange = true);
  Parts.Body body(m = 1, r_CM = {0.5, 0, 0});
  Joints.Prismatic rail(n = {1, 0, 0});
  Parts.Body slider(m = 1, r_CM = {0, 0, 0});
  Forces.Spring spring(c = 10);
  Sensors.Distance gap;
  Real height = body.frame_a.r_0[2];
equation
  connect(drive.flange, hinge.axis);
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, body.frame_a);
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, slider.frame_a);
  connect(world.frame_b, spring.frame_a);
  connect(spring.frame_b, slider.frame_a);
  connect(world.frame_b, gap.frame_a);
  connect(gap.frame_b, slider.frame_a);
end Driven;
)",
                                       "*");
  std::map<std::string, std::string> role;
  for (const auto& s : shown.scene.signals) role[s.name] = s.role;
  EXPECT_EQ(role.at("hinge.phi"), "coordinate");
  EXPECT_EQ(role.at("rail.v"), "speed");
  EXPECT_EQ(role.at("hinge.tau"), "drive");
  EXPECT_EQ(role.at("drive.flange.tau"), "drive");
  EXPECT_EQ(role.at("spring.f"), "force");
  EXPECT_EQ(role.at("hinge.frame_b.f[1]"), "load");
  EXPECT_EQ(role.at("gap.distance"), "sensor");
  EXPECT_EQ(role.at("height"), "quantity");
  EXPECT_EQ(role.at("gelenk.energy.total"), "energy");
  EXPECT_EQ(role.at("gelenk.drift.position"), "drift");
  EXPECT_EQ(role.at("body.frame_a.r_0[1]"), "");
}

// Without bodies in space: rotors stand in a row and turn as their angles say.
TEST(Scene, ShaftsAloneAreDrawnInARow) {
  Shown shown = Shown::from_text(R"(
model Shafts
  import Modelica.Mechanics.Rotational.Components;
  Components.Inertia first(J = 1, phi(start = 0.3, fixed = true), w(start = 2, fixed = true));
  Components.SpringDamper coupling(c = 5, d = 1);
  Components.Inertia second(J = 0.1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
equation
  connect(first.flange_b, coupling.flange_a);
  connect(coupling.flange_b, second.flange_a);
end Shafts;
)");
  const Scene& scene = shown.scene;
  ASSERT_EQ(scene.movers.size(), 2u);
  EXPECT_EQ(scene.movers[0].path, "first");
  double widest[2] = {};
  int ties = 0;
  for (const Scene::PlacedShape& placed : scene.shapes) {
    if (placed.shape.kind == Shape::Kind::coil) {
      ++ties;
      EXPECT_EQ(placed.mover, 0);
      EXPECT_EQ(placed.to, 1);
      EXPECT_EQ(scene.components[placed.component].path, "coupling");
    } else if (placed.shape.kind == Shape::Kind::cylinder) {
      widest[placed.mover] = std::max(widest[placed.mover], placed.shape.width);
    }
  }
  EXPECT_EQ(ties, 1);
  EXPECT_GT(widest[0], widest[1]) << "the larger inertia is the larger disc";
  const std::unique_ptr<Formulation> formulation = make_recursive_formulation(shown.system);
  std::size_t phi = 0;
  const std::vector<std::string> names = shown.signals.selected_names();
  while (names.at(phi) != "first.phi") ++phi;
  RowTaker taker(scene);
  SimulationOptions options;
  options.stop_time = 0.2;
  options.interval = 0.1;
  SimulationCallbacks callbacks;
  int rows = 0;
  callbacks.row = [&](double, const std::vector<double>& values) {
    const std::vector<float> row = taker.take(*formulation, values);
    EXPECT_NEAR(2 * std::atan2(row[3], row[6]), values[phi], 1e-6) << "about x";
    EXPECT_EQ(row[0], 0.0f);
    EXPECT_EQ(row[7], 0.5f);
    ++rows;
  };
  EXPECT_EQ(simulate(*formulation, shown.signals, options, callbacks, {}).status, RunStatus::done);
  EXPECT_EQ(rows, 3);
}

TEST(Scene, LoadsThatAreAskedForAreArrows) {
  const Shown shown = Shown::from_text(pendulum, "hinge.frame_b.f*,hinge.phi");
  ASSERT_EQ(shown.scene.arrows.size(), 1u);
  const Scene::Arrow& arrow = shown.scene.arrows[0];
  EXPECT_EQ(shown.scene.movers[arrow.mover].path, "hinge.frame_b");
  EXPECT_EQ(arrow.force, (std::array<int, 3>{0, 1, 2}));
  EXPECT_EQ(arrow.torque, (std::array<int, 3>{-1, -1, -1}));
}

TEST(Scene, StringsOfTheModelCannotLeaveTheirElement) {
  const Shown shown = Shown::from_text(pendulum);
  SceneNotes notes;
  notes.messages = {{"warning", "</script> \xff"}};
  const std::string text = write_scene(shown.scene, notes);
  EXPECT_EQ(text.find('<'), std::string::npos);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["title"], "Swing");
  EXPECT_EQ(json["description"], "A <b>swing</b> & more");
  EXPECT_EQ(json["components"][2]["description"], "</script><script>alert(1)</script>");
  EXPECT_EQ(json["components"][0]["path"], "");
  EXPECT_EQ(json["gravity"][1], -9.80665);
  EXPECT_EQ(json["up"], (std::vector<double>{0, 1, 0}));
  EXPECT_TRUE(json["summary"].is_null());
}

}  // namespace
}  // namespace gelenk
