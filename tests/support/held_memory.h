// Bytes that the program holds on the heap, for tests of what data structures take. What was freed and
// waits to be used again does not count, but for a few kilobytes.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
// Of the sanitizer's run time; g++ comes without the header that declares it.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#else
#include <malloc.h>
#endif

namespace gelenk::testing {

inline std::size_t held_memory() {
#if defined(__SANITIZE_ADDRESS__)
  return __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}

}  // namespace gelenk::testing
