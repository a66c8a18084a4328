#include "formulations/turn_watch.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

Vector speeds(double a, double b) {
  Vector v(2);
  v << a, b;
  return v;
}

TEST(TurnWatch, SeesALoopThatLosesItsSpeed) {
  TurnWatch watch({0, 1});
  EXPECT_FALSE(watch.has_turned(speeds(1.0, 2.0), speeds(1.0, 1.9)));
  EXPECT_TRUE(watch.has_turned(speeds(1.0, 2.0), speeds(0.0, 2.0)));
}

TEST(TurnWatch, ComparesWithTheSpeedsSoFarWhereALoopTurnsBack) {
  TurnWatch watch({0, 1});
  EXPECT_FALSE(watch.has_turned(speeds(1.0, 2.0), speeds(1.0, 2.0)));
  EXPECT_TRUE(
      watch.has_turned(speeds(1e-3, 0.0), speeds(0.0, 0.0)));  // nothing is learnt by asking
  watch.learn(speeds(1.0, 2.0));
  EXPECT_FALSE(watch.has_turned(speeds(1e-3, 0.0), speeds(0.0, 0.0)));
}

TEST(TurnWatch, LooksOnlyAtItsOwnSpeeds) {
  TurnWatch watch({1});
  EXPECT_FALSE(watch.has_turned(speeds(1.0, 2.0), speeds(0.0, 2.0)));
}

// Numbers of a loop in the middle of a falling ladder of 100,002 bodies.
TEST(TurnWatch, TakesNoRoundingForATurn) {
  TurnWatch watch({0, 1});
  EXPECT_FALSE(watch.has_turned(speeds(-9.99729e-11, -1.00086e-10), speeds(-4.2935e-14, 0.0)));
}

TEST(TurnWatch, LeavesSpeedsBeyondAllBoundsToTheIntegrator) {
  TurnWatch watch({0, 1});
  EXPECT_FALSE(watch.has_turned(speeds(1e7, 0.0), speeds(0.0, 0.0)));
}

}  // namespace
}  // namespace gelenk
