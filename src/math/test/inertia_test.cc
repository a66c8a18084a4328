#include "math/inertia.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

TEST(Inertia, SumOfHalvesIsTheWhole) {
  // A rod of length 2 and mass 6 about its centre, and two rods of length 1 and mass 3.
  auto rod = [](double mass, double length, double centre) {
    Mat3<double> J = Mat3<double>::Zero();
    J(1, 1) = J(2, 2) = mass * length * length / 12;
    return Inertia<double>{mass, {centre, 0, 0}, J};
  };
  const Inertia<double> sum = rod(3, 1, -0.5) + rod(3, 1, 0.5), whole = rod(6, 2, 0);
  EXPECT_DOUBLE_EQ(sum.mass, whole.mass);
  EXPECT_LT((sum.com - whole.com).norm(), 1e-15);
  EXPECT_LT((sum.J_com - whole.J_com).norm(), 1e-15);
}

TEST(Inertia, MasslessAddsNothing) {
  const Inertia<double> body{2, {1, 2, 3}, Mat3<double>::Identity()}, nothing{};
  const Inertia<double> sum = nothing + body;
  EXPECT_LT((sum.com - body.com).norm(), 1e-15);
  EXPECT_LT((sum.J_com - body.J_com).norm(), 1e-15);
}

TEST(Inertia, FaultsAreNamed) {
  EXPECT_EQ(find_inertia_fault(Mat3<double>::Identity()), "");
  EXPECT_EQ(find_inertia_fault(Vec3<double>(1, 1, 2).asDiagonal()), "");  // a flat disc
  EXPECT_EQ(find_inertia_fault(Mat3<double>::Zero()), "");                // a point mass
  EXPECT_EQ(find_inertia_fault(Vec3<double>(1, 1, 3).asDiagonal()), "");
  EXPECT_NE(find_inertia_fault(Vec3<double>(-1, 1, 1).asDiagonal()).find("negative"),
            std::string::npos);
}

TEST(Inertia, DoubtsAreNamed) {
  EXPECT_EQ(find_inertia_doubt(Mat3<double>::Identity()), "");
  EXPECT_EQ(find_inertia_doubt(Vec3<double>(1, 1, 2).asDiagonal()), "");  // a flat disc
  EXPECT_EQ(find_inertia_doubt(Mat3<double>::Zero()), "");                // a point mass
  EXPECT_EQ(find_inertia_doubt(Vec3<double>(1, 1, 3).asDiagonal()),
            "its principal moments 1, 1 and 3 kg.m2 break the triangle inequality: 3 is larger "
            "than the sum of the other two");
}

}  // namespace
}  // namespace gelenk
