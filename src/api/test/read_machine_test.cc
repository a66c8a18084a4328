// Models whose shafts cannot be built in run with shafts as equations, from the text of a library on disk.
#include "api/read_machine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "gelenk/experiment.h"
#include "gelenk/model.h"
#include "gelenk/results.h"

namespace gelenk {
namespace {

namespace fs = std::filesystem;

// A library with an inertia, a sensor that is a rigid connection, and a torque.
const char* const rotational = R"(
within Modelica.Mechanics;
package Rotational
  package Interfaces
    connector Flange_a Real phi; flow Real tau; end Flange_a;
    connector Flange_b Real phi; flow Real tau; end Flange_b;
  end Interfaces;
  package Components
    model Inertia
      Interfaces.Flange_a flange_a;
      Interfaces.Flange_b flange_b;
      parameter Real J;
      Real phi(start = 0), w(start = 0), a;
    equation
      phi = flange_a.phi;
      phi = flange_b.phi;
      w = der(phi);
      a = der(w);
      J*a = flange_a.tau + flange_b.tau;
    end Inertia;
  end Components;
  package Sensors
    model Through "What a shaft carries"
      Interfaces.Flange_a flange_a;
      Interfaces.Flange_b flange_b;
      Real tau;
    equation
      flange_a.phi = flange_b.phi;
      flange_a.tau + flange_b.tau = 0;
      tau = flange_a.tau;
    end Through;
  end Sensors;
  package Sources
    model Torque
      Interfaces.Flange_b flange;
      input Real tau;
    equation
      flange.tau = -tau;
    end Torque;
  end Sources;
end Rotational;
)";

class Shafts : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / "gelenk_shafts_as_equations";
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "Modelica/Mechanics");
    std::ofstream(folder_ / "Modelica/package.mo") << "package Modelica end Modelica;";
    std::ofstream(folder_ / "Modelica/Mechanics/package.mo")
        << "within Modelica; package Mechanics end Mechanics;";
    std::ofstream(folder_ / "Modelica/Mechanics/Rotational.mo") << rotational;
  }
  void TearDown() override { fs::remove_all(folder_); }

  Results simulate(const std::string& text) {
    Experiment experiment(Model::from_text(text, "", {}, {folder_.string()}));
    SimulateOptions options;
    options.t_end = 1.0;
    return experiment.simulate(options);
  }

  fs::path folder_;
};

// Two inertias with a rigid sensor between them: 3 N.m on 2 + 4 kg.m2.
TEST_F(Shafts, OfEquationsAlone) {
  const Results results = simulate(R"(
model M
  Modelica.Mechanics.Rotational.Components.Inertia a(J = 2, phi(fixed = true), w(fixed = true)), b(J = 4);
  Modelica.Mechanics.Rotational.Sensors.Through sensor;
  Modelica.Mechanics.Rotational.Sources.Torque torque(tau = 3);
equation
  connect(torque.flange, a.flange_a);
  connect(a.flange_b, sensor.flange_a);
  connect(sensor.flange_b, b.flange_a);
end M;
)");
  EXPECT_NEAR(results["b.w"].back(), 0.5, 1e-9);
  EXPECT_NEAR(results["sensor.tau"].back(), 2.0, 1e-9);
}

// The same on the axis of a joint: the mechanism's inertia and the rotor's act together.
TEST_F(Shafts, OnTheAxisOfAJoint) {
  const Results results = simulate(R"(
model M
  inner Modelica.Mechanics.MultiBody.World world(g = 0);
  Modelica.Mechanics.MultiBody.Joints.Revolute j(useAxisFlange = true, phi(fixed = true), w(fixed = true));
  Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {1, 0, 0}, I_33 = 3);
  Modelica.Mechanics.Rotational.Components.Inertia a(J = 2);
  Modelica.Mechanics.Rotational.Sensors.Through sensor;
  Modelica.Mechanics.Rotational.Sources.Torque torque(tau = 3);
equation
  connect(world.frame_b, j.frame_a);
  connect(j.frame_b, body.frame_a);
  connect(torque.flange, a.flange_a);
  connect(a.flange_b, sensor.flange_a);
  connect(sensor.flange_b, j.axis);
end M;
)");
  EXPECT_NEAR(results["j.w"].back(), 0.5, 1e-9);
  EXPECT_NEAR(results["a.w"].back(), 0.5, 1e-9);
  EXPECT_NEAR(results["sensor.tau"].back(), 2.0, 1e-9);
}

}  // namespace
}  // namespace gelenk
