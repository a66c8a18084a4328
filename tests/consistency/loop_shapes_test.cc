// What eliminating loops costs, counted in products of the plan and not in time: loops that are local must not know how
// many others there are.
#include "bench/loop_shapes.h"

#include <gtest/gtest.h>

#include "bench/large_models.h"
#include "formulations/recursive/recursive_box.h"
#include "tests/support/model_text.h"

namespace gelenk {

namespace {

struct Work {
  int bodies = 0, largest = 0;
  double products = 0.0, memory = 0.0;
};

Work plan_work(const std::string& text) {
  testing::TestModel test = testing::TestModel::from_text(text);
  const Laws laws(test.system);
  const RecursiveBox box(test.system, laws);
  const LoopPlan& plan = box.plan();
  Work work;
  work.bodies = test.system.counts.bodies;
  work.largest = plan.largest;
  work.memory = plan.pair_count + plan.W_count + plan.Z_count;
  for (const LoopPlan::Place& place : plan.places) {
    const double passing = place.slots - place.eliminated;
    work.products += passing * passing;
  }
  for (const LoopPlan::Elimination& e : plan.eliminations)
    work.products += static_cast<double>(e.rows) * (e.rows + e.others) * (e.rows + e.others);
  work.products += 36.0 * static_cast<double>(plan.shares.size());
  return work;
}

}  // namespace

class LocalLoopShapes : public ::testing::TestWithParam<const char*> {};

TEST_P(LocalLoopShapes, CostAsMuchPerBodyHoweverManyThereAre) {
  const Work few = plan_work(bench::write_large_model(GetParam(), 60)),
             many = plan_work(bench::write_large_model(GetParam(), 1200));
  EXPECT_LE(many.largest, 20);
  EXPECT_LT(many.products / many.bodies, 1.2 * few.products / few.bodies);
  EXPECT_LT(many.memory / many.bodies, 1.2 * few.memory / few.bodies);
}

// All legs of a platform meet in it, and move it together.
TEST(LocalLoops, CostAsMuchPerLegHoweverManyThereAre) {
  const Work few = plan_work(bench::write_platforms(1, 15)),
             many = plan_work(bench::write_platforms(1, 240));
  EXPECT_LE(many.largest, 20);
  EXPECT_LT(many.products / many.bodies, 1.2 * few.products / few.bodies);
  EXPECT_LT(many.memory / many.bodies, 1.2 * few.memory / few.bodies);
}

INSTANTIATE_TEST_SUITE_P(Shapes, LocalLoopShapes,
                         ::testing::Values("separate", "carousel", "windows", "light-windows",
                                           "platforms-6", "mast", "gears", "relation", "mixed",
                                           "ladder", "four-bars"));

}  // namespace gelenk
