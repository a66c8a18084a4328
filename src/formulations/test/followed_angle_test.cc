#include "formulations/followed_angle.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

constexpr double pi = 3.14159265358979323846;

double wrapped(double angle) { return std::remainder(angle, 2 * pi); }

TEST(FollowedAngle, StartsInTheTurnOfItsStart) {
  FollowedAngle angle(13);
  EXPECT_NEAR(angle.accept(0, wrapped(12.9), 0), 12.9, 1e-14);
}

TEST(FollowedAngle, IsPredictedByTheMeanOfTheSpeeds) {
  FollowedAngle angle(0);
  angle.accept(0, 0, 40);
  EXPECT_NEAR(angle.accept(1, wrapped(50), 60), 50, 1e-13);
  EXPECT_NEAR(angle.accept(0.5, wrapped(22), 50), 22, 1e-13);  // back in time
}

TEST(FollowedAngle, ForgetsStatesThatAreNotAccepted) {
  FollowedAngle angle(0);
  angle.accept(0, 0, 1);
  for (double wild : {3.0, 2.0, 1.0, 5.0, 4.0}) angle.calc(0.1, wrapped(wild), 100 * wild);
  EXPECT_NEAR(angle.accept(0.1, 0.1, 1), 0.1, 1e-15);
  angle.accept(0.2, std::nan(""), std::nan(""));
  EXPECT_NEAR(angle.accept(0.2, 0.2, 1), 0.2, 1e-15);
}

TEST(FollowedAngle, ReturnsToItsStart) {
  FollowedAngle angle(1);
  angle.accept(0, 1, 100);
  angle.accept(1, wrapped(101), 100);
  angle.restart();
  EXPECT_NEAR(angle.accept(5, wrapped(1.5), 100), 1.5, 1e-14);
}

}  // namespace
}  // namespace gelenk
