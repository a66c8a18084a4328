#include "api/analysis_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analyses/position_signals.h"
#include "api/component_files.h"
#include "formulations/recursive/recursive.h"

namespace gelenk {

namespace {

constexpr int most_speeds = 2000;

void find_coordinates(const Subsystem& sub, std::vector<int>& q_of) {
  for (const JointEdge& edge : sub.joints) {
    for (int i = 0; edge.in_tree && edge.nq() == edge.nv() && i < edge.nv(); ++i)
      q_of[edge.v + i] = edge.q + i;
  }
  for (const auto& part : sub.parts) find_coordinates(*part, q_of);
}

}  // namespace

AnalysisBench::AnalysisBench(Experiment& experiment, const char* what)
    : impl_(ExperimentAccess::get(experiment)) {
  const std::string analysis = what;
  if (system().partition != nullptr) {
    const Component* compiled = find_compiled(*model().root);
    if (compiled != nullptr) {
      throw compiled->error("unsupported",
                            analysis +
                                " needs all masses and joints, which a compiled component "
                                "keeps to itself",
                            "put the text of the component in its place");
    }
    throw UserError({"option",
                     {},
                     "",
                     analysis + " works with coordinates along the joints of the whole, and the "
                                "formulation 'hierarchical' has others",
                     "leave --formulation and --hierarchy out"});
  }
  if (system().nv == 0) {
    throw UserError({"unsupported",
                     {},
                     "",
                     analysis + " needs a mechanism, and nothing moves here",
                     "give the model bodies and joints"});
  }
  if (system().nv > most_speeds) {
    throw UserError(
        {"unsupported",
         {},
         "",
         fmt::format("{} works with full matrices: {} speeds are too many", analysis, system().nv),
         fmt::format("ask it of a part of the model, with at most {} speeds", most_speeds)});
  }
  if (!impl_.has_started) experiment.start();
  loads_ = Vector::Zero(system().nv);
  formulation_ = make_loaded_formulation(system(), loads_);
  for (std::size_t i = 0; i < impl_.input_values.size(); ++i) {
    if (impl_.is_given[i]) formulation_->set_input(static_cast<int>(i), impl_.input_values[i]);
  }
  names_ = impl_.speeds;
  q_of_.assign(names_.size(), -1);
  find_coordinates(*system().root, q_of_);
  for (std::size_t j = 0; j < q_of_.size(); ++j) {
    if (q_of_[j] >= 0) names_[j] = impl_.coordinates[q_of_[j]];
  }
  for (const PositionSignal& axis : list_axes(system())) {
    if (axis.carrier >= 0) names_[axis.carrier] = {axis.x.name, axis.x.unit};
  }
}

std::string AnalysisBench::name_coordinate(int speed) const { return names_[speed].name; }
std::string AnalysisBench::unit_of(int speed) const { return names_[speed].unit; }
double AnalysisBench::get_value(int speed) const {
  return q_of_[speed] < 0 ? v()[speed] : q()[q_of_[speed]];
}

std::vector<std::string> AnalysisBench::name_moving(const Vector& motion) const {
  std::vector<int> order(motion.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return std::abs(motion[i]) > std::abs(motion[j]); });
  std::vector<std::string> names;
  for (int i : order) {
    if (std::abs(motion[i]) > 0.05 * std::abs(motion[order.front()]))
      names.push_back(names_[i].name);
  }
  return names;
}

std::string force_unit(const std::string& unit_of_position) {
  return unit_of_position == "rad" ? "N.m" : "N";
}

}  // namespace gelenk
