#include "analyses/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyses/state_names.h"
#include "model/marked_name.h"

namespace gelenk {

namespace {

constexpr std::size_t most_named = 6;

std::string count(std::size_t n, const char* one, const char* many) {
  return n == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", n, many);
}

// The first few of them.
std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most_named) text += fmt::format(" and {} more", names.size() - most_named);
  return text;
}

std::string describe_place(const std::string& component, const SourceLocation& where) {
  std::string text = component.empty() ? "the model" : component;
  if (where.line > 0) text += fmt::format(" (line {})", where.line);
  return text;
}

// ---- rows that say nothing new --------------------------------------------------------------------------

// By name of what closes loops: how many of its rows depend on rows before. Empty where there are too many rows to ask.
std::map<std::string, int> find_redundant(const Closure& closure,
                                          const std::vector<std::string>& names) {
  constexpr Eigen::Index most_rows = 1500;
  constexpr double dependent = 1e-9;
  std::map<std::string, int> redundant;
  const Eigen::Index rows = closure.G.rows();
  if (rows > most_rows || static_cast<std::size_t>(rows) != names.size()) return redundant;
  const Matrix G = closure.G;
  std::vector<Vector> basis;
  for (Eigen::Index r = 0; r < rows; ++r) {
    Vector row = G.row(r).transpose();
    const double size = std::max(row.norm(), closure.natural.size() == rows ? closure.natural[r] : 0.0);
    for (int pass = 0; pass < 2; ++pass) {
      for (const Vector& b : basis) row -= b.dot(row) * b;
    }
    if (row.norm() > dependent * size)
      basis.push_back(row / row.norm());
    else
      ++redundant[names[r]];
  }
  return redundant;
}

std::string describe_joint(const JointEdge& edge) {
  return edge.added ? "free motion of " + edge.name : edge.name;
}

void list_joints(const Subsystem& sub, std::vector<std::string>& tree,
                 std::vector<std::string>& closing) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.in_tree && edge.nv() > 0) tree.push_back(describe_joint(edge));
    if (!edge.in_tree && edge.component != nullptr && edge.nc() > 0) closing.push_back(edge.name);
  }
  for (const auto& part : sub.parts) list_joints(*part, tree, closing);
}

}  // namespace

std::vector<std::string> explain_mechanism(Formulation& formulation, const Assembly& start) {
  const System& system = formulation.system();
  std::vector<std::string> lines;
  if (system.nv == 0 && system.counts.bodies == 0) return {"There is no mechanism."};
  lines.push_back(fmt::format(
      "{}, {}, {}{}.", count(static_cast<std::size_t>(system.counts.bodies), "body", "bodies"),
      count(static_cast<std::size_t>(system.counts.joints), "joint", "joints"),
      count(static_cast<std::size_t>(
                system.partition ? start.loops : system.counts.closing_joints),
            "loop", "loops"),
      start.degrees_of_freedom < 0
          ? ""
          : ", " + count(static_cast<std::size_t>(start.degrees_of_freedom), "degree of freedom",
                         "degrees of freedom")));
  std::vector<std::string> tree, closing;
  list_joints(*system.root, tree, closing);
  if (!tree.empty())
    lines.push_back(fmt::format("Joints with coordinates ({}): {}.",
                                count(static_cast<std::size_t>(system.nv), "speed", "speeds"), list(tree)));
  if (!closing.empty()) lines.push_back(fmt::format("Joints that close loops: {}.", list(closing)));
  if (start.closure_rows == 0) return lines;
  lines.push_back(fmt::format(
      "They are {}, of which {} independent.",
      count(static_cast<std::size_t>(start.closure_rows), "equation", "equations"),
      start.rank == 1 ? "1 is" : fmt::format("{} are", start.rank)));
  if (start.rank == start.closure_rows || start.degrees_of_freedom < 0) return lines;
  formulation.eval_motion(start.q, start.v);
  Closure closure;
  formulation.eval_closure(closure);
  std::vector<std::string> named;
  for (const auto& [name, rows] : find_redundant(closure, list_closure_names(system)))
    named.push_back(fmt::format("{} of {}", rows, name));
  if (!named.empty()) {
    lines.push_back("Redundant, since the others imply them: " + list(named) +
                    ". Motion does not depend on that; single loads of these joints do.");
  }
  return lines;
}

std::vector<std::string> explain_equations(const Formulation& formulation) {
  const Quantities& quantities = formulation.system().quantities;
  std::vector<std::string> lines;
  const auto add = [&](std::size_t n, const char* one, const char* many,
                       const std::vector<std::string>& names) {
    if (n > 0) lines.push_back(count(n, one, many) + ": " + list(names) + ".");
  };
  std::vector<std::string> names;
  for (const auto& state : quantities.states) names.push_back(state.name);
  add(names.size(), "state", "states", names);
  names.clear();
  for (const Quantities::Place& place : quantities.invariant_places) {
    std::string text = describe_place(place.component, place.where);
    if (std::find(names.begin(), names.end(), text) == names.end()) names.push_back(std::move(text));
  }
  // One equation and its derivatives are restrictions of their own.
  add(quantities.invariant_places.size(),
      "restriction of states is held by projection, while derivatives of its equation are solved with the others",
      "restrictions of states are held by projection, while derivatives of their equations are solved with the others",
      names);
  const auto name_cell = [&](int quantity) {
    return describe_name(
        quantities.cells[static_cast<std::size_t>(quantity - quantities.first_cell())].name);
  };
  std::size_t one_by_one = quantities.cells.size();
  for (const equations::Program::SystemInfo& info : formulation.laws().list_systems()) {
    std::vector<std::string> unknowns;
    for (int q : info.quantities) unknowns.push_back(name_cell(q));
    one_by_one -= unknowns.size();
    lines.push_back(fmt::format(
        "{} found together, {}: {}.",
        unknowns.size() == 1 ? "1 unknown is" : fmt::format("{} unknowns are", unknowns.size()),
        info.guesses == 0 ? "one after the other while branches hold"
        : info.is_linear
            ? fmt::format("by {} linear {}", info.guesses,
                          info.guesses == 1 ? "equation" : "equations")
            : fmt::format("by Newton's method on {} of them", info.guesses),
        list(unknowns)));
  }
  if (one_by_one > 0)
    lines.push_back(count(one_by_one, "other unknown follows", "other unknowns follow") +
                    " one by one.");
  if (quantities.ports.row_count() > 0) {
    lines.push_back("Loads depend on accelerations of the mechanism, which are found with them: " +
                    list(quantities.ports.loads) + ".");
  }
  names.clear();
  for (const auto& discrete : quantities.discretes) {
    if (!is_internal_name(discrete.name)) names.push_back(discrete.name);
  }
  for (const auto& cell : quantities.cells) {
    if (cell.is_discrete) names.push_back(cell.name);
  }
  for (const auto& variable : quantities.variables) {
    if (variable.is_discrete) names.push_back(variable.name);
  }
  add(names.size(), "variable changes at events only", "variables change at events only", names);
  const int events = formulation.laws().event_count();
  if (events > 0) {
    lines.push_back(count(static_cast<std::size_t>(events), "switch is", "switches are") +
                    " watched for events.");
  }
  return lines;
}

std::vector<std::string> explain_start(const Formulation& formulation, const Assembly& start) {
  const System& system = formulation.system();
  const StateNames names = list_state_names(system);
  const std::size_t states = system.quantities.states.size();
  std::vector<std::string> fixed, guessed, lines;
  std::vector<char> is_fixed(static_cast<std::size_t>(system.nq), 0);
  std::vector<char> is_speed_fixed(static_cast<std::size_t>(system.nv), 0);
  const auto look = [&](const Subsystem& sub, auto&& self) -> void {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
      for (int i = 0; i < edge.nv(); ++i) is_speed_fixed[edge.v + i] = edge.start.v_fixed[i];
      if (edge.nq() != edge.nv()) continue;
      for (int i = 0; i < edge.nq(); ++i) is_fixed[edge.q + i] = edge.start.q_fixed[i];
    }
    for (const auto& part : sub.parts) self(*part, self);
  };
  look(*system.root, look);
  for (std::size_t i = 0; i < states; ++i)
    is_fixed[static_cast<std::size_t>(system.first_state()) + i] =
        system.quantities.states[i].is_fixed;
  for (std::size_t i = 0; i < names.q.size(); ++i) {
    (is_fixed[i] ? fixed : guessed)
        .push_back(fmt::format("{} = {:.6g}", names.q[i].name, start.q[static_cast<Eigen::Index>(i)]));
  }
  for (std::size_t i = 0; i < names.v.size(); ++i) {
    if (is_speed_fixed[i])
      fixed.push_back(
          fmt::format("{} = {:.6g}", names.v[i].name, start.v[static_cast<Eigen::Index>(i)]));
  }
  if (!fixed.empty()) lines.push_back("Fixed by the model: " + list(fixed) + ".");
  if (!guessed.empty())
    lines.push_back("Start values that may give way to loops and equations: " + list(guessed) + ".");
  if (!system.quantities.initials.empty()) {
    lines.push_back(count(system.quantities.initials.size(), "initial equation holds",
                          "initial equations hold") +
                    " at the start.");
  }
  std::vector<std::string> moved;
  for (const MovedStart& m : start.moved)
    moved.push_back(fmt::format("{} from {:.6g} to {:.6g}", m.name, m.from, m.to));
  if (!moved.empty()) lines.push_back("To close the loops, assembly moved " + list(moved) + ".");
  return lines;
}

}  // namespace gelenk
