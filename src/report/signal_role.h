// What a signal is to someone who looks at results: a page plots coordinates and drive loads before
// anything is chosen, and tells energy and drift in words.
#pragma once

#include <string>
#include <unordered_map>

#include "topology/quantities/signal_catalog.h"

namespace gelenk {

class SignalRoles {
 public:
  // The system has to stay.
  explicit SignalRoles(const System& system);

  // "coordinate", "speed", "drive" (what a drive exerts), "force" (of springs and their like),
  // "load" (at a connector), "sensor", "quantity" (of the user's, where it is no mode), "energy",
  // "drift"; empty: none of these.
  const char* find(const Signal& signal) const;

 private:
  const System& system_;
  std::unordered_map<const Component*, std::string> drives_;  // their driven flanges
};

}  // namespace gelenk
