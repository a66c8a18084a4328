#include "analyses/explanation.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyses/freedoms.h"
#include "analyses/sentences.h"
#include "analyses/state_names.h"
#include "formulations/recursive/tree.h"
#include "model/marked_name.h"

namespace gelenk {

namespace {

std::string describe_place(const std::string& component, const SourceLocation& where) {
  std::string text = component.empty() ? "the model" : component;
  if (where.line > 0) text += fmt::format(" (line {})", where.line);
  return text;
}

}  // namespace

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

namespace {

// Freedoms that fixed starts leave open, and fixed starts that say what others have said: by their names.
struct FixedStarts {
  std::vector<std::string> open, repeated;
};

FixedStarts compare_with_freedoms(const Closure& closure, const std::vector<char>& is_fixed,
                                  const std::vector<char>& is_given,
                                  const std::vector<NamedEntry>& names) {
  const Eigen::Index rows = closure.G.rows(), columns = closure.G.cols();
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (SparseMatrix::InnerIterator it(closure.G, r); it; ++it)
      entries.emplace_back(r, it.col(), it.value());
  }
  std::vector<int> fixed;  // speed of each row that is added
  for (Eigen::Index s = 0; s < columns; ++s) {
    if (!is_fixed[s] && !is_given[s]) continue;
    entries.emplace_back(rows + static_cast<Eigen::Index>(fixed.size()), s, 1.0);
    fixed.push_back(static_cast<int>(s));
  }
  Closure all;
  all.G.resize(rows + static_cast<Eigen::Index>(fixed.size()), columns);
  all.G.setFromTriplets(entries.begin(), entries.end());
  all.natural = Vector::Ones(all.G.rows());
  all.natural.head(rows) = closure.natural;
  const Freedoms found = find_freedoms(all, std::vector<char>(is_fixed.size(), 0));
  FixedStarts result;
  if (found.rows_left_out > 0) return result;
  for (const Freedom& freedom : found.freedoms) result.open.push_back(names[freedom.speed].name);
  for (int row : found.redundant_rows) {
    if (row >= rows && is_fixed[fixed[row - rows]])
      result.repeated.push_back(names[fixed[row - rows]].name);
  }
  return result;
}

bool has_body_starts(const Subsystem& sub) {
  for (const Group& group : sub.groups) {
    for (const BodyOnGroup& body : group.bodies) {
      const BodyStart& s = body.start;
      if (s.R_0_fixed || s.w_0_fixed || s.r_0_fixed[0] || s.r_0_fixed[1] || s.r_0_fixed[2] ||
          s.v_0_fixed[0] || s.v_0_fixed[1] || s.v_0_fixed[2])
        return true;
    }
  }
  return std::any_of(sub.parts.begin(), sub.parts.end(),
                     [](const auto& part) { return has_body_starts(*part); });
}

// Of positions and of speeds.
void tell_what_is_open(Formulation& f, const Assembly& start, const std::vector<char>& q_fixed,
                       const std::vector<char>& v_fixed, std::vector<std::string>& lines) {
  const System& system = f.system();
  if (start.degrees_of_freedom < 1 || system.partition != nullptr || has_body_starts(*system.root))
    return;
  const std::vector<char> is_given = build_tree(system).driven;
  f.eval_motion(start.q, start.v);
  Closure closure;
  f.eval_closure(closure);
  const StateNames names = list_state_names(system);
  const FixedStarts positions = compare_with_freedoms(closure, q_fixed, is_given, names.v),
                    speeds = compare_with_freedoms(closure, v_fixed, is_given, names.v);
  const bool has_initials = !system.quantities.initials.empty();
  if (!positions.open.empty() && !has_initials) {
    lines.push_back(fmt::format(
        "The model fixes where it starts but for {}: guesses decide these. Along the speeds {}.",
        count(positions.open.size(), "freedom", "freedoms"), list(positions.open)));
  }
  if (!speeds.open.empty() && !has_initials) {
    lines.push_back(fmt::format(
        "The model fixes how fast it starts but for {}, whose speeds start as guessed: {}.",
        count(speeds.open.size(), "freedom", "freedoms"), list(speeds.open)));
  }
  for (const auto* repeated : {&positions.repeated, &speeds.repeated}) {
    if (!repeated->empty()) {
      lines.push_back(fmt::format("Fixed although loops, laws and other fixed {} decide it already: {}.",
                                  repeated == &speeds.repeated ? "speeds" : "positions",
                                  list(*repeated)));
    }
  }
}

}  // namespace

std::vector<std::string> explain_start(Formulation& formulation, const Assembly& start) {
  const System& system = formulation.system();
  const StateNames names = list_state_names(system);
  const std::size_t states = system.quantities.states.size();
  std::vector<std::string> fixed, guessed, lines;
  std::vector<char> is_fixed(static_cast<std::size_t>(system.nq), 0);
  std::vector<char> is_speed_fixed(static_cast<std::size_t>(system.nv), 0);
  std::vector<char> is_position_fixed(is_speed_fixed);  // by direction of motion
  const auto look = [&](const Subsystem& sub, auto&& self) -> void {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
      for (int i = 0; i < edge.nv(); ++i) {
        is_speed_fixed[edge.v + i] = edge.start.v_fixed[i];
        is_position_fixed[edge.v + i] = edge.start.q_fixed[i];
      }
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
  tell_what_is_open(formulation, start, is_position_fixed, is_speed_fixed, lines);
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
