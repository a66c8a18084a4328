// What stands behind gelenk::Results: columns of numbers, the summary, and what a report needs.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "gelenk/results.h"
#include "report/motion_record.h"

namespace gelenk {

struct GELENK_LOCAL Results::Impl {
  std::vector<RunSignal> signals;
  std::unordered_map<std::string, std::size_t> number;  // of a signal, by name
  std::vector<double> time;
  std::vector<std::vector<double>> columns;  // by signal
  RunSummary summary;
  // With a report: the scene with the summary as JSON, and the motion; else empty.
  std::string scene, motion;

  void set_signals(const std::vector<RunSignal>& chosen);
  void add(double t, const std::vector<double>& values);
};

}  // namespace gelenk
