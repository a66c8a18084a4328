// Values of an element's signals on their way from calc_signals, in the order of signal_names(). It
// stands on the stack: an evaluation takes no memory for it.
#pragma once

#include <array>

#include "base/error.h"
#include "math/vector.h"

namespace gelenk {

class SignalBuffer {
 public:
  // No element has more: FreeMotionScalarInit has 24, eight vectors.
  static constexpr int capacity = 32;

  void add(double value) {
    GELENK_ASSERT(size_ < capacity);
    values_[size_++] = value;
  }
  void add(const Vec3<double>& vector) {
    for (int i = 0; i < 3; ++i) add(vector[i]);
  }

  int size() const { return size_; }
  double operator[](int i) const {
    GELENK_ASSERT(i >= 0 && i < size_);
    return values_[i];
  }

 private:
  std::array<double, capacity> values_{};
  int size_ = 0;
};

}  // namespace gelenk
