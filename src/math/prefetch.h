// A word to the cache ahead of time. A sweep over thousands of bodies meets memory that is far away, and the processor
// by itself asks for it too late. Functions that do nothing but ask must be GELENK_INLINE: compilers leave out calls of
// others, as if they had no effect.
#pragma once

#include <cstddef>

#include "math/lane.h"

namespace gelenk {

// Asks for what is needed soon.
template <std::size_t bytes>
GELENK_INLINE void prefetch(const void* start) {
  constexpr std::size_t line = 64;
#pragma GCC unroll 16
  for (std::size_t k = 0; k < bytes; k += line)
    __builtin_prefetch(static_cast<const char*>(start) + k);
}
template <typename T>
GELENK_INLINE void prefetch(const T& x) {
  prefetch<sizeof(T)>(static_cast<const void*>(&x));
}

}  // namespace gelenk
