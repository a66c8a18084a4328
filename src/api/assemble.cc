#include "gelenk/assemble.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <tuple>

#include "analyses/assembly_options.h"
#include "analyses/shown_coordinates.h"
#include "analyses/state_names.h"
#include "analyses/transfer.h"
#include "api/component_files.h"
#include "api/given_numbers.h"
#include "api/machine.h"
#include "api/model_impl.h"
#include "formulations/least_loads.h"
#include "formulations/motion_signals.h"
#include "gelenk/message.h"
#include "io/assembly_writer.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

namespace {

constexpr double pi = 3.14159265358979323846;

// The start values of tree joints, with what is fixed of them.
struct Starts {
  Vector q, v;
  std::vector<char> q_fixed, v_fixed, turns;  // turns: by entry of v

  explicit Starts(const System& system)
      : q(Vector::Zero(system.nq)),
        v(Vector::Zero(system.nv)),
        q_fixed(static_cast<std::size_t>(system.nq), 0),
        v_fixed(static_cast<std::size_t>(system.nv), 0),
        turns(static_cast<std::size_t>(system.nv), 0) {
    collect(*system.root);
    for (std::size_t i = 0; i < system.quantities.states.size(); ++i) {
      const int at = system.first_state() + static_cast<int>(i);
      q[at] = system.quantities.states[i].start;
      q_fixed[static_cast<std::size_t>(at)] = system.quantities.states[i].is_fixed;
    }
  }

 private:
  void collect(const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree || edge.v < 0) continue;
      for (int i = 0; i < edge.nq(); ++i) {
        q[edge.q + i] = edge.start.q[i];
        q_fixed[static_cast<std::size_t>(edge.q + i)] =
            edge.start.q_fixed[std::min(i, edge.nv() - 1)];
      }
      for (int i = 0; i < edge.nv(); ++i) {
        v[edge.v + i] = edge.start.v[i];
        v_fixed[static_cast<std::size_t>(edge.v + i)] = edge.start.v_fixed[i];
        turns[static_cast<std::size_t>(edge.v + i)] =
            edge.nq() == edge.nv() ? is_angle(edge.joint, i) : i < 3;
      }
    }
    for (const auto& part : sub.parts) collect(*part);
  }
};

class Assembling {
 public:
  Assembling(const Model& model, const ExperimentOptions& options, const AssembleOptions& how)
      : model_(model),
        options_(options),
        how_(how),
        machine_(Model::Access::get(model).tree, Model::Access::get(model).home(), options) {
    // Along the joints of the whole, unless compiled components keep theirs to themselves.
    if (find_compiled(*machine_.model().root) == nullptr) joined_ = machine_.make_joined();
    time_ =
        check_time(how.start_time.value_or(machine_.model().experiment.start_time.value_or(0.0)));
  }

  AssemblyReport run() {
    report_.model = model_.name();
    report_.time = time_;
    report_.loops = system().counts.closing_joints;
    try {
      if (joined_)
        found_ = assemble_with(formulation(), choose());
      else
        static_cast<Assembly&>(found_) = *machine_.find_start(time_);
      report_.status = "assembled";
      describe();
      if (how_.branches > 0) find_branches();
    } catch (const UserError& error) {
      const std::vector<Message> messages = list_messages(error);
      if (messages.empty() || messages.front().code != "assembly") throw;
      report_.status = "open";
      report_.message = error.what();
      for (const Message& message : messages) report_.open.push_back(message.text);
      if (joined_) {
        find_releases();
        find_lengths();
      }
    }
    return report_;
  }

 private:
  Formulation& formulation() const {
    return joined_ ? *joined_->formulation : machine_.formulation();
  }
  const System& system() const { return joined_ ? joined_->system : machine_.system(); }
  AssemblyOptions choose() const { return {.start_time = time_, .seed = how_.seed}; }

  // ---- what was found -----------------------------------------------------------------------------------------

  void describe() {
    report_.equations = found_.closure_rows;
    report_.independent_equations = found_.rank;
    report_.degrees_of_freedom = found_.degrees_of_freedom;
    report_.tries = found_.tries;
    const Starts starts(system());
    const StateNames names = list_state_names(system());
    for (const ShownCoordinate& c : list_shown_coordinates(system())) {
      const bool is_fixed = joined_ && starts.q_fixed[static_cast<std::size_t>(c.q)] != 0;
      report_.coordinates.push_back(
          {c.name, c.unit, c.calc(joined_ ? starts.q : found_.q), c.calc(found_.q), is_fixed});
    }
    for (std::size_t i = 0; i < system().quantities.states.size(); ++i) {
      const Quantities::State& state = system().quantities.states[i];
      const Eigen::Index at = system().first_state() + static_cast<Eigen::Index>(i);
      report_.states.push_back({state.name, state.unit, state.start, found_.q[at], state.is_fixed});
    }
    for (int i = 0; i < system().nv; ++i) {
      const auto at = static_cast<std::size_t>(i);
      report_.speeds.push_back({names.v[at].name, names.v[at].unit,
                                joined_ ? starts.v[i] : found_.v[i], found_.v[i],
                                joined_ != nullptr && starts.v_fixed[at] != 0});
    }
    Formulation& f = formulation();
    f.eval_motion(found_.q, found_.v);
    const Drift drift = f.calc_drift();
    report_.drift_position = drift.position;
    report_.drift_velocity = drift.velocity;
    if (joined_) measure_closing();
    give(found_, report_.q, report_.v);
  }

  // Joints that close loops have coordinates, too, though no state.
  void measure_closing() {
    Formulation& f = formulation();
    f.eval_motion(found_.q, found_.v);
    std::set<std::tuple<const JointEdge*, int, bool>> known;  // some have two names
    visit_signals(system(), [&](const Signal& signal) {
      const bool is_q = signal.kind == Signal::Kind::measured_q;
      if (!is_q && signal.kind != Signal::Kind::measured_v) return;
      const JointEdge& edge = signal.sub->joints[static_cast<std::size_t>(signal.joint())];
      if (!known.insert({&edge, signal.i, is_q}).second) return;
      const JointStart& start = edge.start;
      const auto i = static_cast<std::size_t>(signal.i);
      const double value =
          calc_motion_signal(signal, f, system(), found_.q.data(), found_.v.data());
      (is_q ? report_.coordinates : report_.speeds)
          .push_back({signal.name, signal.unit, is_q ? start.q[i] : start.v[i], value,
                      is_q ? start.q_fixed[i] : start.v_fixed[i]});
    });
  }

  void give(const Assembly& at, std::vector<double>& q, std::vector<double>& v) const {
    const bool is_cut = machine_.system().partition != nullptr && joined_;
    const Assembly own = is_cut ? transfer(at, formulation(), machine_.system(), time_) : at;
    q.assign(own.q.begin(), own.q.end());
    v.assign(own.v.begin(), own.v.end());
  }

  // ---- other assemblies -----------------------------------------------------------------------------------------

  // Coordinates that all others follow from, fixed and driven ones among them; by entry of v.
  std::vector<char> choose_independent(const Starts& starts) const {
    const int nv = system().nv;
    Formulation& f = formulation();
    Closure closure;
    f.eval_motion(found_.q, found_.v);
    f.eval_closure(closure);
    std::vector<char> kept(static_cast<std::size_t>(nv), 0);
    mark_fixed(*system().root, starts, kept);
    for (const Train& train : system().axes.trains) {
      if (train.driven && train.carrier.joint >= 0)
        kept[static_cast<std::size_t>(train.carrier.sub->joints[train.carrier.joint].v)] = 1;
    }
    Matrix C = Matrix::Zero(closure.G.rows() + nv, nv);
    C.topRows(closure.G.rows()) = closure.G;
    for (Eigen::Index i = 0; i < closure.G.rows(); ++i) C.row(i) /= closure.natural[i];
    for (int j = 0; j < nv; ++j)
      C(closure.G.rows() + j, j) = kept[static_cast<std::size_t>(j)] ? 1.0 : 0.0;
    Eigen::FullPivLU<Matrix> lu(C);
    lu.setThreshold(1e-9);
    const Eigen::Index rank = C.cwiseAbs().maxCoeff() > 0 ? lu.rank() : 0;
    for (Eigen::Index j = rank; j < nv; ++j)
      kept[static_cast<std::size_t>(lu.permutationQ().indices()[j])] = 1;
    return kept;
  }
  static void mark_fixed(const Subsystem& sub, const Starts& starts, std::vector<char>& kept) {
    for (const JointEdge& edge : sub.joints) {
      for (int i = 0; edge.in_tree && i < edge.nv(); ++i) {
        if (edge.start.q_fixed[i]) kept[static_cast<std::size_t>(edge.v + i)] = 1;
      }
    }
    for (const auto& part : sub.parts) mark_fixed(*part, starts, kept);
  }

  void name_independent(const Subsystem& sub, const std::vector<char>& kept,
                        const StateNames& names) {
    for (const JointEdge& edge : sub.joints) {
      for (int i = 0; edge.in_tree && i < edge.nv(); ++i) {
        if (!kept[static_cast<std::size_t>(edge.v + i)]) continue;
        report_.independent.push_back(edge.nq() == edge.nv()
                                          ? names.q[static_cast<std::size_t>(edge.q + i)].name
                                          : names.v[static_cast<std::size_t>(edge.v + i)].name);
      }
    }
    for (const auto& part : sub.parts) name_independent(*part, kept, names);
  }

  void find_branches() {
    if (!joined_) {
      throw find_compiled(*machine_.model().root)
          ->error(
              "unsupported",
              "other assemblies cannot be looked for, since a compiled component does not show its "
              "joints",
              "leave out --branches");
    }
    const Starts starts(system());
    const StateNames names = list_state_names(system());
    AssemblyOptions options = choose();
    options.retries = false;
    options.kept = choose_independent(starts);
    name_independent(*system().root, options.kept, names);
    std::mt19937 random(how_.seed);
    const double length = calc_load_length(system());
    std::vector<Vector> known = {found_.q};
    for (int k = 0; k < how_.branches; ++k) {
      Vector delta(system().nv);
      for (int i = 0; i < system().nv; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double share = std::ldexp(static_cast<double>(random()), -31) - 1;
        delta[i] = options.kept[at] ? 0.0 : share * (starts.turns[at] ? pi : length);
      }
      options.guess = found_.q;
      step_coordinates(*system().root, delta, options.guess);
      Assembly other;
      try {
        other = assemble_with(formulation(), options);
      } catch (const UserError&) {
        continue;  // it leads nowhere
      }
      const bool is_known = std::any_of(
          known.begin(), known.end(), [&](const Vector& q) { return is_same(q, other.q, names); });
      if (is_known) continue;
      known.push_back(other.q);
      AssembledBranch branch;
      for (const ShownCoordinate& c : list_shown_coordinates(system())) {
        const double here = c.calc(found_.q), there = c.calc(other.q);
        branch.coordinates.push_back(
            {c.name, c.unit, here,
             c.unit == "rad" ? here + std::remainder(there - here, 2 * pi) : there, false});
      }
      give(other, branch.q, branch.v);
      report_.branches.push_back(std::move(branch));
    }
  }

  bool is_same(const Vector& a, const Vector& b, const StateNames& names) const {
    double same_turn = 0.0, other_turn = 0.0;  // Euler parameters e and −e are one
    for (int i = 0; i < system().first_state(); ++i) {
      const NamedEntry& entry = names.q[static_cast<std::size_t>(i)];
      double off = a[i] - b[i];
      if (entry.unit == "rad") off = std::remainder(off, 2 * pi);
      if (entry.unit.empty()) {
        same_turn = std::max(same_turn, std::abs(off));
        other_turn = std::max(other_turn, std::abs(a[i] + b[i]));
      } else if (std::abs(off) > 1e-6 * (1 + std::abs(a[i]))) {
        return false;
      }
    }
    return std::min(same_turn, other_turn) < 1e-6;
  }

  // ---- what would close it ----------------------------------------------------------------------------------------

  static bool closes(Formulation& f, const AssemblyOptions& options) {
    try {
      assemble_with(f, options);
      return true;
    } catch (const UserError&) {
      return false;
    }
  }

  void find_releases() {
    constexpr std::size_t most_single = 200, most_paired = 14;
    const std::vector<std::string> fixed = list_fixed_positions(system());
    if (fixed.size() > most_single) return;
    AssemblyOptions options = choose();
    for (const std::string& one : fixed) {
      options.released = {one};
      if (closes(formulation(), options)) report_.releases.push_back({one});
    }
    if (!report_.releases.empty() || fixed.size() > most_paired) return;
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      for (std::size_t j = i + 1; j < fixed.size(); ++j) {
        options.released = {fixed[i], fixed[j]};
        if (closes(formulation(), options)) report_.releases.push_back({fixed[i], fixed[j]});
      }
    }
  }

  // Numbers of a parameter that is a length: one, or a vector of them. Empty: it is something else.
  static std::vector<double> read_lengths(const ModelParameter& parameter) {
    std::vector<double> numbers;
    const bool is_start = parameter.path.ends_with(".start");
    if (parameter.unit != "m" || parameter.type != "Real" || is_start) return {};
    std::string text = parameter.value;
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '{' || c == '}' || c == ','; }, ' ');
    const char* at = text.c_str();
    char* end = nullptr;
    for (double value = std::strtod(at, &end); end != at; value = std::strtod(at, &end)) {
      numbers.push_back(value);
      at = end;
    }
    while (*at == ' ') ++at;
    return *at == '\0' ? numbers : std::vector<double>{};
  }
  static std::string write(const std::vector<double>& numbers, double factor) {
    std::string text;
    for (double number : numbers)
      text += (text.empty() ? "" : ", ") + fmt::format("{:.10g}", factor * number);
    return numbers.size() == 1 ? text : "{" + text + "}";
  }

  bool closes_with(const std::string& parameter, const std::string& value) const {
    try {
      Model changed = model_;
      changed.set(parameter, value);
      const Model::Impl& read = Model::Access::get(changed);
      const Machine machine(read.tree, read.home(), options_);
      const auto joined = machine.make_joined();
      AssemblyOptions options = choose();
      options.retries = false;
      return closes(*joined->formulation, options);
    } catch (const UserError&) {
      return false;
    }
  }

  // One length at a time, longer and shorter by 0.1 % to 100 %, and then as little as closes.
  void find_lengths() {
    constexpr int most_coordinates = 60;
    constexpr std::size_t most_lengths = 40, most_shown = 5;
    if (system().nv > most_coordinates) return;
    std::size_t tried = 0;
    for (const ModelParameter& parameter : model_.parameters()) {
      const std::vector<double> numbers = read_lengths(parameter);
      const double size =
          Eigen::Map<const Vector>(numbers.data(), static_cast<Eigen::Index>(numbers.size()))
              .norm();
      if (!(size > 0) || ++tried > most_lengths) continue;
      double best = INFINITY;
      for (const double sign : {1.0, -1.0}) {
        double open = 0.0, closed = INFINITY;
        for (double by = 1e-3; by < 1.1 && std::isinf(closed); by *= 2) {
          const double change = std::min(by, sign < 0 ? 0.9 : 1.0);
          if (change >= std::abs(best)) break;
          if (closes_with(parameter.path, write(numbers, 1 + sign * change)))
            closed = change;
          else
            open = change;
        }
        for (int i = 0; i < 10 && std::isfinite(closed); ++i) {
          const double middle = 0.5 * (open + closed);
          (closes_with(parameter.path, write(numbers, 1 + sign * middle)) ? closed : open) = middle;
        }
        if (closed < std::abs(best)) best = sign * closed;
      }
      if (!std::isfinite(best)) continue;
      report_.lengths.push_back(
          {parameter.path, write(numbers, 1.0), write(numbers, 1 + best), best * size});
    }
    std::sort(report_.lengths.begin(), report_.lengths.end(),
              [](const LengthChange& a, const LengthChange& b) {
                return std::abs(a.by) < std::abs(b.by);
              });
    if (report_.lengths.size() > most_shown) report_.lengths.resize(most_shown);
  }

  const Model& model_;
  const ExperimentOptions& options_;
  const AssembleOptions& how_;
  const Machine machine_;
  std::unique_ptr<Machine::Joined> joined_;
  double time_ = 0.0;
  TriedAssembly found_;
  AssemblyReport report_;
};

}  // namespace

AssemblyReport assemble(const Model& model, const ExperimentOptions& options,
                        const AssembleOptions& how) {
  if (how.branches < 0 || how.branches > 100000) {
    reject_use(fmt::format("{} random guesses are asked for", how.branches),
               "give a number between 0 and 100000");
  }
  return Assembling(model, options, how).run();
}

std::string write_json(const AssemblyReport& report) { return assembly_text(report); }

}  // namespace gelenk
