#include "topology/coordinate_rows.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "symbolic/derivative.h"
#include "symbolic/substitute.h"

namespace gelenk {

namespace {

bool is_speed_of_joint(const std::string& name, const Subsystem& sub) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return false;
  for (const JointEdge& edge : sub.joints) {
    if (edge.component == nullptr || edge.component->path != name.substr(0, dot)) continue;
    const std::vector<std::string> speeds =
        std::visit([](const auto& kind) { return kind.names().v; }, edge.joint);
    if (std::find(speeds.begin(), speeds.end(), name.substr(dot + 1)) != speeds.end()) return true;
  }
  return false;
}

// A coordinate of a joint by its name, or by that of its speed.
CoordinateRow::Term find_coordinate(const std::string& name, double factor, bool is_speed,
                                    const Component& component, Subsystem& sub) {
  const std::size_t dot = name.rfind('.');
  const std::string joint = name.substr(0, dot), coordinate = name.substr(dot + 1);
  bool known = false;
  for (std::size_t j = 0; dot != std::string::npos && j < sub.joints.size(); ++j) {
    JointEdge& edge = sub.joints[j];
    if (edge.component == nullptr || edge.component->path != joint) continue;
    known = true;
    const JointNames all = std::visit([](const auto& kind) { return kind.names(); }, edge.joint);
    const std::vector<std::string>& names = is_speed ? all.v : all.q;
    const auto found = std::find(names.begin(), names.end(), coordinate);
    if (found == names.end() || edge.nq() != edge.nv()) continue;
    edge.start.state_preference = 2;
    return {static_cast<int>(j), static_cast<int>(found - names.begin()), factor};
  }
  throw component.error("unsupported",
                        known ? "'" + name + "' is not a coordinate that an equation can use"
                              : "there is no joint '" + joint + "' here",
                        "name an angle or displacement of a joint in the same component",
                        component.find_parameter("coordinates") ? "coordinates" : "residual");
}

// Puts inputs in the place of coordinates and speeds: each coordinate is one term, whether it, its speed or both occur.
void place_residual(const symbolic::Expression& whole, const Component& component,
                    CoordinateRow& row, Subsystem& sub) {
  struct Use {
    int term;
    bool is_speed;
  };
  std::map<std::string, Use> uses;
  for (const std::string& name : symbolic::list_variables(whole)) {
    const bool is_speed = row.of_speeds && is_speed_of_joint(name, sub);
    const CoordinateRow::Term found = find_coordinate(name, 0.0, is_speed, component, sub);
    std::size_t k = 0;
    while (k < row.terms.size() &&
           (row.terms[k].joint != found.joint || row.terms[k].coordinate != found.coordinate))
      ++k;
    if (k == row.terms.size()) row.terms.push_back(found);
    uses[name] = {static_cast<int>(k), is_speed};
  }
  const int count = static_cast<int>(row.terms.size());
  row.residual = symbolic::substitute(whole, [&](const std::string& name) {
    const Use& use = uses.at(name);
    return symbolic::Expression::input(use.is_speed ? count + use.term : use.term);
  });
}

// r = Σ a_i(q) v_i: no slope by a speed depends on speeds, and r vanishes with them, wherever the mechanism stands.
void check_linear_in_speeds(const CoordinateRow& row) {
  const int count = static_cast<int>(row.terms.size());
  auto is_zero = [](const symbolic::Expression& e) {
    return e.is_constant() && e.constant_value() == 0.0;
  };
  bool has_speed = false;
  for (int i = 0; i < count; ++i) {
    const symbolic::Expression slope = differentiate_by_input(row.residual, count + i);
    has_speed = has_speed || !is_zero(slope);
    for (int k = 0; k < count; ++k) {
      if (is_zero(differentiate_by_input(slope, count + k))) continue;
      throw row.component->error("unsupported", "the residual is not linear in the speeds",
                                 "write a sum of speeds with coefficients of coordinates alone",
                                 "residual");
    }
  }
  symbolic::Tape tape(std::vector<symbolic::Expression>{row.residual});
  std::vector<double> inputs(2 * row.terms.size(), 0.0);
  bool has_rest = false;
  for (int sample = 0; sample < 5; ++sample) {
    for (int i = 0; i < count; ++i) inputs[i] = std::sin(1.0 + 2.3 * i + 0.7 * sample);
    double value = 0.0;
    tape.eval(0.0, inputs.data(), &value);
    has_rest = has_rest || std::abs(value) > 1e-12;
  }
  if (has_speed && !has_rest) return;
  throw row.component->error(
      "unsupported",
      has_speed ? "the residual has a part without speeds" : "the residual has no speed in it",
      "write a sum of speeds with coefficients of coordinates; an equation "
      "between positions is a Gelenk.Constraints.Relation",
      "residual");
}

}  // namespace

void add_coordinate_row(const CoordinateRelation& relation, const Component& component,
                        const Definitions& definitions, Subsystem& sub) {
  CoordinateRow row;
  row.component = &component;
  row.constant = relation.constant;
  row.is_linear = relation.is_linear;
  row.of_speeds = relation.of_speeds;
  for (const CoordinateRelation::Term& term : relation.terms)
    row.terms.push_back(find_coordinate(term.coordinate, term.factor, false, component, sub));
  if (!relation.is_linear) {
    const symbolic::Expression whole = definitions.expand(relation.residual);
    if (symbolic::depends_on_time(whole)) {
      throw component.error("unsupported", "a relation cannot depend on time",
                            "let a drive move a coordinate by a law of time", "residual");
    }
    if (symbolic::has_switches(whole)) {
      throw component.error("unsupported", "a relation cannot jump or bend (if, abs, min, floor …)",
                            "write it by smooth functions, or let stops and forces act",
                            "residual");
    }
    place_residual(whole, component, row, sub);
    if (row.of_speeds) check_linear_in_speeds(row);
  }
  if (row.terms.empty() && !relation.is_linear) {
    throw component.error("value", "the residual is no expression of coordinates",
                          relation.of_speeds ? "write for example residual = a.w - 2*cos(b.phi)*b.w"
                                             : "write for example residual = a.phi - 2*sin(b.phi)",
                          "residual");
  }
  if (!row.terms.empty()) sub.coordinate_rows.push_back(std::move(row));
}

}  // namespace gelenk
