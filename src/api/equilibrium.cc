#include "gelenk/equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <random>

#include "analyses/assembly_options.h"
#include "analyses/equilibrium.h"
#include "analyses/shown_coordinates.h"
#include "analyses/state_names.h"
#include "api/whole_mechanism.h"
#include "formulations/least_loads.h"
#include "io/equilibrium_writer.h"

namespace gelenk {

namespace {

// A number that the search varies beside the state.
struct FreeNumber {
  std::string name, unit;
  bool is_input = false;
  int input = -1;
  double start = 0.0;
};

class Finder {
 public:
  Finder(Experiment& experiment, const EquilibriumOptions& options)
      : experiment_(experiment),
        impl_(ExperimentAccess::get(experiment)),
        options_(options),
        whole_(impl_, "an equilibrium"),
        model_(impl_.model) {
    task_.time = impl_.has_started
                     ? impl_.time
                     : check_time(options.start_time.value_or(impl_.get_start_time()));
    start_ = whole_.find_start(task_.time);
    task_.nearest = options.nearest;
    // Stiffness is one full matrix.
    constexpr int most_unknowns = 3000;
    if (whole_.system().nv + static_cast<int>(whole_.system().quantities.states.size()) >
        most_unknowns) {
      reject_use(fmt::format("the model has {} coordinates and states, too many for an equilibrium",
                             whole_.system().nv + whole_.system().quantities.states.size()),
                 fmt::format("look at a part of it: up to {} are possible", most_unknowns));
    }
    read_free();
    read_wishes();
    if (!numbers_.empty()) task_.vary = [this](const Vector& numbers) { return vary(numbers); };
  }

  Equilibrium find(bool from_start, std::mt19937& random) {
    Vector q = start_.q;
    if (!from_start && !disturb(random, q)) return {};
    balance_ = find_balance(whole_.formulation(), task_, q);
    // Controllers and circuits settle in no motion with friction alone, and what is far from any rest comes near to it by moving.
    const bool is_plain = options_.hold.empty() && options_.speed.empty() && options_.free.empty();
    bool relaxed = false;
    if (is_plain && !options_.nearest && !balance_.is_found && !balance_.is_hopeless &&
        !whole_.system().quantities.states.empty()) {
      BalanceTask nearest = task_;
      nearest.nearest = true;
      Balance again = find_balance(whole_.formulation(), nearest, q);
      if (again.is_found) balance_ = std::move(again);
    }
    if (is_plain && !balance_.is_found && !balance_.is_hopeless) {
      Vector relaxed_q = q;
      if (relax(relaxed_q)) {
        Balance again = find_balance(whole_.formulation(), task_, relaxed_q);
        if (again.is_found) {
          balance_ = std::move(again);
          relaxed = true;
        }
      }
    }
    return describe(relaxed);
  }

  // The experiment at a state that was found, with what was free. Throws NumericsError where it cannot be there.
  void go_there(Equilibrium& found) {
    const Vector q = Eigen::Map<const Vector>(found.q.data(),
                                              static_cast<Eigen::Index>(found.q.size())),
                 v = Eigen::Map<const Vector>(found.v.data(),
                                              static_cast<Eigen::Index>(found.v.size()));
    set_numbers(found);
    const Assembly at = whole_.give_back(q, v, task_.time);
    found.q.assign(at.q.begin(), at.q.end());
    found.v.assign(at.v.begin(), at.v.end());
    try {
      experiment_.set_state(task_.time, found.q, found.v, true);
      found.potential_energy =
          experiment_.calc_energy(task_.time, experiment_.q(), experiment_.v()).potential;
    } catch (const NumericsError& error) {
      found.message = std::string("the model cannot be simulated from there: ") + error.what();
      found.q.clear();
      found.v.clear();
      return;
    }
    found.q.assign(experiment_.q().begin(), experiment_.q().end());
    found.v.assign(experiment_.v().begin(), experiment_.v().end());
  }

  // Whether two of them are one, but for whole turns and for what nothing depends on.
  bool is_same(const Equilibrium& a, const Equilibrium& b) const {
    const auto differs = [&](const std::vector<EquilibriumValue>& one,
                             const std::vector<EquilibriumValue>& other) {
      for (std::size_t i = 0; i < one.size(); ++i) {
        const bool is_free =
            std::any_of(a.insensitive.begin(), a.insensitive.end(), [&](const auto& direction) {
              return std::any_of(direction.begin(), direction.end(),
                                 [&](const EquilibriumLoad& e) { return e.name == one[i].name; });
            });
        double off = one[i].value - other[i].value;
        if (one[i].unit == "rad") off = std::remainder(off, 2 * 3.14159265358979323846);
        if (!is_free && std::abs(off) > 1e-6 * (1 + std::abs(one[i].value))) return true;
      }
      return false;
    };
    return !differs(a.coordinates, b.coordinates) && !differs(a.states, b.states);
  }

 private:
  // ---- what is asked --------------------------------------------------------------------------------------

  void read_free() {
    for (const std::string& name : options_.free) {
      const auto& inputs = impl_.inputs;
      const auto input = std::find_if(inputs.begin(), inputs.end(),
                                      [&](const RunSignal& i) { return i.name == name; });
      if (input != inputs.end()) {
        const auto number = static_cast<int>(input - inputs.begin());
        numbers_.push_back({name, input->unit, true, number,
                            impl_.input_values[static_cast<std::size_t>(number)]});
        continue;
      }
      std::vector<std::string> known;
      bool is_parameter = false;
      for (const ModelParameter& parameter : model_.parameters()) {
        known.push_back(parameter.path);
        if (parameter.path != name) continue;
        is_parameter = true;
        char* end = nullptr;
        const double value = std::strtod(parameter.value.c_str(), &end);
        if (parameter.type != "Real" || parameter.value.empty() || *end != '\0') {
          reject_use(
              fmt::format("'{}' is {}, which is no single real number", name, parameter.value),
              "free a parameter that is one number, and let others follow from it");
        }
        numbers_.push_back({name, parameter.unit, false, -1, value});
      }
      if (is_parameter) continue;
      double at = 0.0;
      if (!find_speed(name, at)) {
        reject_use("there is no parameter, input or speed '" + name + "' that could be free",
                   suggest(name, known));
      }
      task_.free_speeds.push_back({name, at});
    }
    task_.numbers.resize(static_cast<Eigen::Index>(numbers_.size()));
    for (std::size_t i = 0; i < numbers_.size(); ++i)
      task_.numbers[static_cast<Eigen::Index>(i)] = numbers_[i].start;
  }

  bool find_speed(const std::string& name, double& value) {
    bool found = false;
    visit_signals(whole_.system(), [&](const Signal& signal) {
      if (found || signal.name != name || !signal.of_motion) return;
      if (signal.unit != "rad/s" && signal.unit != "m/s") return;
      found = true;
      speed_units_.push_back(signal.unit);
      whole_.formulation().eval_motion(start_.q, start_.v);
      value = calc_motion_signal(signal, whole_.formulation(), whole_.system(), start_.q.data(),
                                 start_.v.data());
    });
    return found;
  }

  void read_wishes() {
    for (std::size_t i = 0; i < options_.hold.size(); ++i) {
      const auto& [name, value] = options_.hold[i];
      check_finite(value, "'" + name + "'");
      // By what is free, one by one; else by forces.
      const bool by_free = i < numbers_.size() + task_.free_speeds.size();
      (by_free ? task_.goals : task_.held).push_back({name, value});
    }
    for (const auto& [name, value] : options_.speed) {
      check_finite(value, "'" + name + "'");
      task_.speeds.push_back({name, value});
    }
    if (numbers_.size() > options_.hold.size()) {
      reject_use(
          fmt::format("{} numbers are free, and {} positions are held", numbers_.size(),
                      options_.hold.size()),
          "hold as many positions as parameters and inputs are free: each is found so that one of "
          "them needs no force");
    }
  }

  Formulation* vary(const Vector& values) {
    Model::Settings settings;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (!numbers_[i].is_input)
        settings.emplace_back(numbers_[i].name,
                              fmt::format("{:.17g}", values[static_cast<Eigen::Index>(i)]));
    }
    try {
      Model changed = model_;
      if (!settings.empty()) {
        changed.set(settings);
        // The one before may still be looked at while this one is made.
        variant_before_ = std::move(variant_);
        variant_ = WholeMechanism::make_variant(impl_, changed);
      } else if (variant_.joined == nullptr) {
        variant_ = WholeMechanism::make_variant(impl_, changed);
      }
    } catch (const UserError&) {
      return nullptr;
    }
    if (variant_.joined->system.nq != whole_.system().nq ||
        variant_.joined->system.nv != whole_.system().nv)
      return nullptr;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i].is_input)
        variant_.joined->formulation->set_input(numbers_[i].input,
                                                values[static_cast<Eigen::Index>(i)]);
    }
    return variant_.joined->formulation.get();
  }

  void set_numbers(const Equilibrium& found) {
    Model::Settings settings;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const double value = found.numbers[i].value;
      if (numbers_[i].is_input)
        experiment_.set_input(numbers_[i].name, value);
      else
        settings.emplace_back(numbers_[i].name, fmt::format("{:.17g}", value));
    }
    if (settings.empty()) return;
    Model changed = model_;
    changed.set(settings);
    impl_.take_model(changed);
  }

  // ---- starts -----------------------------------------------------------------------------------------------

  // A random position that closes, near which states of the equations are disturbed, too.
  bool disturb(std::mt19937& random, Vector& q) {
    const System& system = whole_.system();
    const double length = calc_load_length(system);
    const auto draw = [&] { return std::ldexp(static_cast<double>(random()), -31) - 1; };
    Vector delta(system.nv);
    std::vector<char> turns(static_cast<std::size_t>(system.nv), 0);
    list_turns(*system.root, turns);
    for (int i = 0; i < system.nv; ++i)
      delta[i] = draw() * (turns[static_cast<std::size_t>(i)] ? 3.14159265358979323846 : length);
    AssemblyOptions options;
    options.start_time = task_.time;
    options.retries = false;
    for (const std::string& path : list_fixed_positions(system)) options.released.insert(path);
    options.guess = q;
    step_coordinates(*system.root, delta, options.guess);
    const int first = system.first_state();
    for (int i = first; i < system.nq; ++i) options.guess[i] += draw() * (1 + std::abs(q[i]));
    try {
      q = assemble_with(whole_.formulation(), options).q;
    } catch (const UserError&) {
      return false;
    }
    return true;
  }

  static void list_turns(const Subsystem& sub, std::vector<char>& turns) {
    for (const JointEdge& edge : sub.joints) {
      for (int i = 0; edge.in_tree && i < edge.nv(); ++i) {
        // Of joints with Euler parameters the first three speeds turn.
        turns[static_cast<std::size_t>(edge.v + i)] =
            edge.nq() == edge.nv() ? is_angle(edge.joint, i) : i < 3;
      }
    }
    for (const auto& part : sub.parts) list_turns(*part, turns);
  }

  // Lets the model go, stops it where its kinetic energy is largest, lets it go again, and so on (dynamic relaxation): it
  // loses energy and comes near to a state of rest, past all that is switched on the way. False where it cannot move.
  bool relax(Vector& q) {
    constexpr int most_steps = 10000;  // of all these motions
    constexpr double longest = 10.0;   // s, of each
    ExperimentState before;
    bool moved = false;
    try {
      if (!impl_.has_started) experiment_.start(task_.time);
      before = experiment_.save();
    } catch (const std::exception&) {
      return false;
    }
    try {
      const Vector still = Vector::Zero(whole_.system().nv);
      const Assembly at = whole_.give_back(q, still, task_.time);
      const std::vector<double> rest(static_cast<std::size_t>(at.v.size()), 0.0);
      std::vector<double> x(at.q.begin(), at.q.end());
      const SignalHandle kinetic = experiment_.signal("gelenk.energy.kinetic");
      int steps = 0;
      for (int stop = 0; stop < 30 && steps < most_steps; ++stop) {
        experiment_.set_state(task_.time, x, rest, true);
        double most = 0.0;
        std::atomic<bool> ends = false;
        SimulateOptions run;
        run.t_end = task_.time + longest;
        run.interval = longest;
        run.signals = "gelenk.energy.kinetic";
        run.from_present = true;
        run.stop = &ends;
        run.progress = [&](double) {
          const double now = experiment_.value(kinetic);
          if (++steps >= most_steps || now < most) {
            ends = true;
            return;
          }
          most = now;
          x.assign(experiment_.q().begin(), experiment_.q().end());
          moved = true;
        };
        experiment_.simulate(run);
        if (!ends) break;  // it goes on and on, or no further
      }
      experiment_.set_state(task_.time, x, rest, true);
      q = whole_.find_start(task_.time).q;
    } catch (const std::exception&) {
      moved = false;
    }
    experiment_.restore(before);
    return moved;
  }

  // ---- what came of it --------------------------------------------------------------------------------------

  Equilibrium describe(bool relaxed) const {
    Equilibrium e;
    e.model = impl_.model.name();
    e.time = task_.time;
    e.status = balance_.is_found ? "found" : "failed";
    e.message = balance_.failure;
    e.relaxed = relaxed;
    e.iterations = balance_.iterations;
    e.residual = balance_.residual;
    const char* const words[] = {"unknown", "stable", "marginal", "unstable"};
    e.stability = words[static_cast<int>(balance_.stability)];
    const System& system = whole_.system();
    for (const ShownCoordinate& c : list_shown_coordinates(system))
      e.coordinates.push_back({c.name, c.unit, c.calc(start_.q), c.calc(balance_.q)});
    for (std::size_t i = 0; i < system.quantities.states.size(); ++i) {
      const Quantities::State& state = system.quantities.states[i];
      const Eigen::Index at = system.first_state() + static_cast<Eigen::Index>(i);
      e.states.push_back({state.name, state.unit, start_.q[at], balance_.q[at]});
    }
    const StateNames names = list_state_names(system);
    for (int i = 0; i < system.nv; ++i) {
      const NamedEntry& entry = names.v[static_cast<std::size_t>(i)];
      e.speeds.push_back({entry.name, entry.unit, 0.0, balance_.v[i]});
    }
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      e.numbers.push_back({numbers_[i].name, numbers_[i].unit, numbers_[i].start,
                           balance_.numbers[static_cast<Eigen::Index>(i)]});
    }
    for (std::size_t i = 0; i < task_.free_speeds.size(); ++i) {
      e.numbers.push_back({task_.free_speeds[i].signal, speed_units_[i], task_.free_speeds[i].value,
                           balance_.free_speeds[i]});
    }
    const auto convert = [](const std::vector<Balance::Named>& from) {
      std::vector<EquilibriumLoad> list;
      for (const Balance::Named& n : from) list.push_back({n.name, n.unit, n.value});
      return list;
    };
    e.loads = convert(balance_.loads);
    for (const auto& direction : balance_.insensitive) e.insensitive.push_back(convert(direction));
    for (const Balance::Mode& mode : balance_.modes)
      e.modes.push_back({mode.component, mode.what, mode.force, mode.unit});
    e.not_cyclic = balance_.not_cyclic;
    if (!balance_.is_found) e.unbalanced = convert(balance_.left);
    e.q.assign(balance_.q.begin(), balance_.q.end());
    e.v.assign(balance_.v.begin(), balance_.v.end());
    if (!balance_.is_found) e.message += advise(e);
    return e;
  }

  std::string advise(const Equilibrium& e) const {
    std::string text;
    for (std::size_t i = 0; i < e.unbalanced.size() && i < 3; ++i) {
      const EquilibriumLoad& left = e.unbalanced[i];
      text += fmt::format("{} {:.4g}{}{} is left along '{}'", i == 0 ? ":" : ",", left.value,
                          left.unit.empty() ? "" : " ", left.unit, left.name);
    }
    text +=
        options_.free.empty()
            ? " (hold that coordinate with --hold, give it a spring or a stop, or begin elsewhere: "
              "--start-state, other start values, --starts)"
            : " (check that what is free acts on what is held, or begin with a value that is "
              "nearer)";
    return text;
  }

  Experiment& experiment_;
  Experiment::Impl& impl_;
  const EquilibriumOptions& options_;
  const WholeMechanism whole_;
  const Model model_;
  BalanceTask task_;
  Assembly start_;
  std::vector<FreeNumber> numbers_;
  std::vector<std::string> speed_units_;  // of speeds that are free
  WholeMechanism::Variant variant_, variant_before_;
  Balance balance_;
};

}  // namespace

std::vector<Equilibrium> list_equilibria(Experiment& experiment,
                                         const EquilibriumOptions& options) {
  if (options.starts < 0 || options.starts > 100000) {
    reject_use(fmt::format("{} random starts are asked for", options.starts),
               "give a number between 0 and 100000");
  }
  Finder finder(experiment, options);
  std::mt19937 random(options.seed);
  std::vector<Equilibrium> list;
  Equilibrium failed;
  for (int start = 0; start <= options.starts; ++start) {
    Equilibrium e = finder.find(start == 0, random);
    if (start == 0) failed = e;
    if (!e.is_found()) continue;
    const bool is_known = std::any_of(list.begin(), list.end(), [&](const Equilibrium& known) {
      return finder.is_same(known, e);
    });
    if (!is_known) list.push_back(std::move(e));
  }
  if (list.empty()) return {failed};
  // Energies are those of the experiment, which visits all of them and then the lowest.
  if (list.size() > 1) {
    for (Equilibrium& e : list) {
      Equilibrium copy = e;
      finder.go_there(copy);
      e.potential_energy = copy.potential_energy;
    }
    std::stable_sort(list.begin(), list.end(), [](const Equilibrium& a, const Equilibrium& b) {
      return a.potential_energy < b.potential_energy - 1e-9 * (1 + std::abs(b.potential_energy));
    });
  }
  for (std::size_t i = list.size(); i-- > 0;) finder.go_there(list[i]);
  return list;
}

Equilibrium find_equilibrium(Experiment& experiment, const EquilibriumOptions& options) {
  return list_equilibria(experiment, options).front();
}

std::string write_json(const std::vector<Equilibrium>& equilibria) {
  return equilibria_text(equilibria);
}

}  // namespace gelenk
