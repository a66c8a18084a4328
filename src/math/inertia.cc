#include "math/inertia.h"

#include <cstdio>
#include <string>

namespace gelenk {

std::string find_inertia_fault(const Mat3<double>& J_com) {
  const Eigen::SelfAdjointEigenSolver<Mat3<double>> solver(J_com, Eigen::EigenvaluesOnly);
  const Vec3<double> j = solver.eigenvalues();  // ascending
  char text[200];
  if (j[0] < -1e-12 * std::abs(j[2])) {
    std::snprintf(text, sizeof text, "its principal moment %g kg.m2 is negative", j[0]);
    return text;
  }
  return "";
}

std::string find_inertia_doubt(const Mat3<double>& J_com) {
  const Eigen::SelfAdjointEigenSolver<Mat3<double>> solver(J_com, Eigen::EigenvaluesOnly);
  const Vec3<double> j = solver.eigenvalues();  // ascending
  // Rounded catalogue values of thin bodies (a flat plate has j2 = j0 + j1) must pass.
  const double tolerance = 1e-3 * j[2];
  char text[200];
  if (j[2] > j[0] + j[1] + tolerance) {
    std::snprintf(text, sizeof text,
                  "its principal moments %g, %g and %g kg.m2 break the triangle inequality: "
                  "%g is larger than the sum of the other two",
                  j[0], j[1], j[2], j[2]);
    return text;
  }
  return "";
}

}  // namespace gelenk
