// Numbers below 2e-308 count as zero while this lives, on this thread. Of a load on the end of a long chain less and less
// arrives at the joints further in, until processors take many times as long for each number.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace gelenk {

class FlushToZero {
 public:
#if defined(__SSE2__)
  FlushToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | results_and_operands); }
  ~FlushToZero() { _mm_setcsr(before_); }

 private:
  static constexpr unsigned results_and_operands = 0x8040;
  unsigned before_;
#else
  FlushToZero() {}
  ~FlushToZero() {}
#endif

 public:
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;
};

}  // namespace gelenk
