// Ground as a part of a composite, for joints and forces between ground and a compiled component:
// one port that nothing moves. Those of our own components are inside their leaf and need no such
// part.
#pragma once

#include <string>

#include "formulations/black_box.h"

namespace gelenk {

class GroundBox final : public BlackBox {
 public:
  int port_count() const override { return 1; }
  const FrameMotion<double>& port(int) const override { return port_; }
  void place(double, const double*, const double*) override {}
  bool condense(double, const double*, const double*, Loading) override { return true; }
  const Matrix& D() const override { return D_; }
  const Vector& r() const override { return r_; }
  const Vector& D_sizes() const override { return D_sizes_; }
  void release(const Vector&, double*) override {}
  bool is_uneven() const override { return false; }
  bool factor(double, const double*, const double*, Metric) override { return true; }
  double calc_residual(Level) override { return 0.0; }
  void reduce() override {}
  void correct(const Vector&, double*) override {}
  std::string failure() const override { return ""; }

 private:
  FrameMotion<double> port_;
  Matrix D_ = Matrix::Zero(6, 6);
  Vector r_ = Vector::Zero(6), D_sizes_ = Vector::Zero(2);
};

}  // namespace gelenk
