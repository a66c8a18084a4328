#include "math/flush_to_zero.h"

#include <gtest/gtest.h>

#include <limits>

namespace gelenk {
namespace {

#if defined(__SSE2__)
TEST(FlushToZero, TinyNumbersAreZeroWhileItLives) {
  volatile double smallest = std::numeric_limits<double>::min(), half = 0.5;
  EXPECT_GT(smallest * half, 0.0);
  {
    const FlushToZero tiny_numbers;
    const double result = smallest * half;
    EXPECT_EQ(result, 0.0);
    const FlushToZero again;
  }
  EXPECT_GT(smallest * half, 0.0);
}
#endif

}  // namespace
}  // namespace gelenk
