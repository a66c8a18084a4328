// Ctrl-C in long work: the first one is a request, which the work sees.
#pragma once

#include <atomic>

namespace gelenk::cli {

// From now on Ctrl-C and SIGTERM set the flag; another one, a second later or more, ends the program.
const std::atomic<bool>& catch_stop_requests();

}  // namespace gelenk::cli
