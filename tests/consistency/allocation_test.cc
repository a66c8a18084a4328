// An evaluation allocates nothing. Counts calls of malloc, through which Eigen and operator new go.
#include <gtest/gtest.h>

#include <cstddef>

#include "gelenk/experiment.h"
#include "tests/support/model_text.h"

#if !defined(__SANITIZE_ADDRESS__)

extern "C" void* __libc_malloc(std::size_t size);

namespace {
bool counting = false;
long allocations = 0;
}  // namespace

extern "C" void* malloc(std::size_t size) {
  if (counting) ++allocations;
  return __libc_malloc(size);
}

namespace gelenk {
namespace {

using testing::TestModel;

long count_allocations(TestModel& test) {
  const Assembly start = assemble(*test.formulation);
  Vector q = start.q, v = start.v, qdot, vdot;
  EXPECT_TRUE(test.formulation->eval_derivatives(0, q, v, qdot, vdot));  // sizes are found once
  allocations = 0;
  counting = true;
  for (int i = 0; i < 20; ++i) test.formulation->eval_derivatives(0.01 * i, q, v, qdot, vdot);
  counting = false;
  return allocations;
}

TEST(Allocation, TheCounterCounts) {
  allocations = 0;
  counting = true;
  Vector made = Vector::Zero(100);
  counting = false;
  EXPECT_GE(allocations, 1) << made[0];
}

TEST(Allocation, NoneInAnEvaluation) {
  const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";
  for (const char* file :
       {"Pendulum.mo", "DoublePendulum.mo", "thesis/Car.mo", "thesis/Manipulator.mo"}) {
    TestModel test = TestModel::from_file(examples + file);
    EXPECT_EQ(count_allocations(test), 0) << file;
  }
}

TEST(Allocation, NoneWhereSignalsOfMotionAreReadByHandles) {
  const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";
  for (const char* file : {"Pendulum.mo", "DoublePendulum.mo"}) {
    Experiment experiment(Model::from_file(examples + file));
    experiment.start();
    std::vector<SignalHandle> handles = {experiment.signal(experiment.coordinates()[0].name)};
    for (const RunSignal& signal : experiment.signals()) {
      if (signal.name.ends_with(".r_0[1]")) handles.push_back(experiment.signal(signal.name));
    }
    ASSERT_GT(handles.size(), 1u);
    std::vector<double> q(experiment.q().begin(), experiment.q().end()),
        v(experiment.v().begin(), experiment.v().end()), values(handles.size());
    double sum = 0;
    for (int i = 0; i < 10; ++i) {
      counting = i > 0;  // sizes are found once
      if (i == 0) allocations = 0;
      q[0] += 0.01;
      experiment.calc_signals(0.1 * i, q, v, handles, values);
      sum += values.back() + experiment.value(handles.back());
    }
    counting = false;
    EXPECT_EQ(allocations, 0) << file << " " << sum;
  }
}

// With massless parts the eigenvalue solver of Eigen 3.4 takes one small vector per evaluation.
TEST(Allocation, OneWithMasslessParts) {
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  inner "
      "Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute a(n = {1, 0, 0}), b(n = {0, 1, 0});\n  Parts.BodyBox box(r = {1, 0, "
      "0});\nequation\n"
      "  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, b.frame_a);\n  "
      "connect(b.frame_b, box.frame_a);\nend M;\n");
  EXPECT_LE(count_allocations(test), 20);
}

}  // namespace
}  // namespace gelenk

#endif
