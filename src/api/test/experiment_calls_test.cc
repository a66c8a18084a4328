// Calls in any order, right and wrong, with numbers that make no sense, callbacks that do what they must not, states of others and
// damaged ones. Nothing but the documented exceptions comes out, and after each the experiment is as it was: its state, and
// what an evaluation gives, to the last bit.
#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "api/test/experiment_models.h"

namespace gelenk {
namespace {

using Numbers = std::vector<double>;

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  unsigned below(unsigned count) { return random_() % count; }
  bool one_in(unsigned count) { return below(count) == 0; }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  template <typename Thing, std::size_t count>
  const Thing& pick(const Thing (&things)[count]) {
    return things[below(count)];
  }
  // Mostly tame.
  double number() {
    using Limits = std::numeric_limits<double>;
    static const double wild[] = {Limits::quiet_NaN(),
                                  Limits::infinity(),
                                  -Limits::infinity(),
                                  Limits::max(),
                                  -Limits::max(),
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  -Limits::denorm_min(),
                                  1e200,
                                  -1e160,
                                  0.0,
                                  -0.0};
    return one_in(12) ? pick(wild) : between(-3, 3);
  }
  Numbers numbers(std::size_t right) {
    Numbers list(one_in(8) ? below(9) : right);
    const bool is_tame = !one_in(3);
    for (double& x : list) x = is_tame ? between(-2, 2) : number();
    return list;
  }
  // Huge ones are left out: a machine under them takes all the time of the world.
  double force() {
    const double x = number();
    return std::isfinite(x) && std::abs(x) > 3 ? 3.0 : x;
  }
  // Near enough that a run from here to there is short.
  double time_near(double now) { return one_in(10) ? number() : now + between(-0.01, 0.04); }

 private:
  std::mt19937 random_;
};

// Bits, since NaN is not equal to itself.
void add_bits(std::span<const double> numbers, std::vector<std::uint64_t>& bits) {
  for (double x : numbers) bits.push_back(std::bit_cast<std::uint64_t>(x));
}

// All that can be seen of an experiment that has started, without changing it.
std::vector<std::uint64_t> look_at(const Experiment& experiment) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](double value) { add_bits({&value, 1}, bits); };
  Numbers qdot(experiment.nq()), vdot(experiment.nv());
  try {
    add(experiment.value("gelenk.energy.total"));  // inputs that are new act from here on
    experiment.calc_derivatives(experiment.time(), experiment.q(), experiment.v(), qdot, vdot);
    add_bits(qdot, bits);
    add_bits(vdot, bits);
  } catch (const NumericsError&) {
    bits.push_back(0);
  }
  add(experiment.time());
  add_bits(experiment.q(), bits);
  add_bits(experiment.v(), bits);
  for (const RunSignal& input : experiment.inputs()) add(experiment.input(input.name));
  return bits;
}

struct TestError {};  // of a callback

// Callbacks that go wrong in all ways they can.
class Mischief {
 public:
  Mischief(Dice& dice, std::unique_ptr<Experiment>& experiment, const ExperimentState& state,
           const ExperimentOptions& options)
      : dice_(dice), experiment_(experiment), state_(state), options_(options) {}

  void act(Experiment& handle) {
    if (!dice_.one_in(6)) return;
    switch (dice_.below(12)) {
      case 0: throw TestError();
      case 1: refuse([&] { handle.start(); }); break;
      case 2: refuse([&] { handle.advance(handle.time() + 1); }); break;
      case 3: refuse([&] { handle.simulate(); }); break;
      case 4: refuse([&] { handle.restore(state_); }); break;
      case 5: refuse([&] { handle.set_state(0.0, handle.q(), handle.v()); }); break;
      case 6: refuse([&] { handle.save(); }); break;
      case 7: handle.set_input("no such input", 1.0); break;  // its InputError comes out
      case 8: handle.value("gelenk.energy.kinetic"); break;
      case 9: look_at(handle); break;
      case 10:
        if (!handle.inputs().empty()) handle.set_input("u", dice_.between(-1, 1));
        break;
      default: has_gone_ = true;
    }
  }
  // The owner lets go of it, or has another one; to be called where the handle is not used any more.
  void let_go() {
    if (!has_gone_ || experiment_ == nullptr) return;
    if (dice_.one_in(2)) {
      experiment_.reset();
      return;
    }
    *experiment_ = Experiment(experiment_->model(), options_);
    experiment_->start();
  }
  bool has_gone() const { return has_gone_; }

 private:
  template <typename Call>
  void refuse(const Call& call) {
    EXPECT_THROW(call(), InputError);
  }

  Dice& dice_;
  std::unique_ptr<Experiment>& experiment_;
  const ExperimentState& state_;
  const ExperimentOptions& options_;
  bool has_gone_ = false;
};

// One sequence of calls on one experiment.
class Sequence {
 public:
  Sequence(const Model& model, const ExperimentOptions& options, unsigned seed,
           const ExperimentState& foreign)
      : model_(model), options_(options), dice_(seed), foreign_(foreign) {
    renew();
  }

  void run(int calls) {
    for (int i = 0; i < calls && !::testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("call " + std::to_string(i));
      if (experiment_ == nullptr) renew();
      before_ = look_at(*experiment_);
      may_move_ = false;
      try {
        call();
      } catch (const InputError&) {
        check_kept("InputError");
      } catch (const NumericsError&) {
        check_kept("NumericsError");
      } catch (const TestError&) {
        check_kept("an error of a callback");
      }
    }
  }

  Experiment& experiment() {
    if (experiment_ == nullptr) renew();
    return *experiment_;
  }

 private:
  void renew() {
    experiment_ = std::make_unique<Experiment>(model_, options_);
    experiment_->start();
    saved_ = experiment_->save();
  }

  // Runs and steps end where they ended; everything else has changed nothing.
  void check_kept(const char* what) {
    if (experiment_ == nullptr || may_move_) return;
    EXPECT_EQ(look_at(*experiment_), before_) << what << " has left something behind";
  }

  void call() {
    Experiment& e = *experiment_;
    const Numbers q = dice_.numbers(e.nq()), v = dice_.numbers(e.nv());
    Numbers room(dice_.one_in(8) ? dice_.below(5) : e.nv()), other(e.nq());
    const double t = dice_.number();
    switch (dice_.below(22)) {
      case 0: e.start(dice_.one_in(2) ? std::nullopt : std::optional<double>(t)); break;
      case 1: advance(); break;
      case 2: e.set_state(t, q, v, dice_.one_in(2)); break;
      case 3: e.set_input(dice_.one_in(3) ? "w" : "u", dice_.force()); break;
      case 4: e.value(name()); break;
      case 5: {
        Numbers M(e.nv() * e.nv());
        e.calc_mass_matrix(q, M);
        break;
      }
      case 6: e.calc_derivatives(t, q, v, other, room); break;
      case 7: e.calc_bias(t, q, v, room); break;
      case 8: e.calc_inverse_dynamics(t, q, v, dice_.numbers(e.nv()), room); break;
      case 9: e.calc_constraints(t, q, v); break;
      case 10: e.calc_frame(name(), q, v); break;
      case 11: e.calc_energy(t, q, v); break;
      case 12: e.calc_drift(t, q, v); break;
      case 13: {
        const SignalHandle handles[] = {dice_.one_in(5) ? SignalHandle() : e.signal(name())};
        Numbers values(dice_.one_in(5) ? 2 : 1);
        e.calc_signals(t, q, v, handles, values);
        break;
      }
      case 14: saved_ = e.save(); break;
      case 15: e.restore(saved_); break;
      case 16: restore_damaged(); break;
      case 17: e.read_state("/nowhere/state.json"); break;
      case 18: e.write_state("/nowhere/state.json"); break;
      case 19:
      case 20: simulate(); break;
      default: move_around(); break;
    }
  }

  std::string name() {
    static const char* const names[] = {"gelenk.energy.total",
                                        "gelenk.drift.position",
                                        "a.phi",
                                        "hinge.phi",
                                        "hinge.frame_b.f[1]",
                                        "crank.frame_b",
                                        "rod.frame_b",
                                        "",
                                        "no.such.signal",
                                        "u"};
    return dice_.pick(names);
  }

  // Far away is a long way.
  void advance() {
    const double to = dice_.time_near(experiment_->time());
    if (to > experiment_->time() + 1 && std::isfinite(to)) return;
    may_move_ = to >= experiment_->time();
    experiment_->advance(to);
  }

  void restore_damaged() {
    if (dice_.one_in(4)) return experiment_->restore(foreign_);
    ExperimentState state = saved_;
    std::string& bytes = state.memory;
    switch (dice_.below(4)) {
      case 0: bytes.resize(dice_.below(static_cast<unsigned>(bytes.size()))); break;
      case 1: bytes += "more"; break;
      case 2: bytes.clear(); break;
      default:
        bytes[dice_.below(static_cast<unsigned>(bytes.size()))] ^=
            static_cast<char>(1 + dice_.below(255));
    }
    experiment_->restore(state);
    ADD_FAILURE() << "a damaged state was taken";
  }

  void simulate() {
    SimulateOptions o;
    o.from_present = dice_.one_in(2);
    const double begin = o.from_present ? experiment_->time() : 0.0;
    o.t_end = begin + dice_.between(0.0, 0.04);
    if (dice_.one_in(10)) o.t_end = dice_.one_in(2) ? -1e9 : std::nan("");
    if (dice_.one_in(10)) o.t_start = dice_.number();
    if (o.t_start && !(std::abs(*o.t_start - begin) < 0.1)) o.t_end = *o.t_start + 0.01;
    if (dice_.one_in(4)) o.interval = dice_.one_in(4) ? dice_.number() : 0.01;
    if (o.interval && *o.interval > 0 && *o.interval < 1e-4) o.interval = 0.01;
    if (dice_.one_in(6)) o.signals = dice_.one_in(2) ? "*.phi" : "nothing.*";
    if (dice_.one_in(12)) o.real_time = dice_.one_in(2) ? std::nan("") : -1.0;
    std::atomic<bool> stop = dice_.one_in(8);
    if (dice_.one_in(4)) o.stop = &stop;
    Mischief mischief(dice_, experiment_, saved_, options_);
    if (dice_.one_in(2)) {
      o.controllers.push_back({dice_.one_in(8) ? dice_.number() : 0.01, [&](Experiment& handle) {
                                 mischief.act(handle);
                                 mischief.let_go();
                               }});
      if (o.controllers[0].period > 0 && o.controllers[0].period < 1e-4) o.controllers.clear();
    }
    if (dice_.one_in(3)) {
      o.row = [&](double, std::span<const double>) {
        if (experiment_ != nullptr && !mischief.has_gone()) mischief.act(*experiment_);
        mischief.let_go();
      };
    }
    if (dice_.one_in(3)) {
      o.progress = [&](double) {
        if (experiment_ != nullptr && !mischief.has_gone()) mischief.act(*experiment_);
        mischief.let_go();
      };
    }
    may_move_ = !o.controllers.empty() || o.row || o.progress;
    const Results results = experiment_->simulate(o);
    look_at_results(results);
  }

  void look_at_results(const Results& given) {
    Results results = given;
    const Results moved = std::move(results);
    EXPECT_EQ(results.rows(), moved.rows());
    for (const RunSignal& signal : moved.signals())
      EXPECT_EQ(moved[signal.name].size(), moved.rows());
    EXPECT_THROW(moved["no.such.signal"], InputError);
    EXPECT_THROW(moved.at(std::nan(""), "time"), InputError);
    EXPECT_THROW(moved.at(1e300, "time"), InputError);
    EXPECT_THROW(moved.write("/nowhere/out.csv"), InputError);
    EXPECT_THROW(moved.report(), InputError);
  }

  void move_around() {
    Experiment away = std::move(*experiment_);
    EXPECT_THROW(experiment_->time(), InputError);
    EXPECT_THROW(experiment_->nq(), InputError);
    EXPECT_THROW(experiment_->simulate(), InputError);
    EXPECT_THROW(experiment_->value("u"), InputError);
    *experiment_ = std::move(away);
  }

  const Model model_;
  const ExperimentOptions options_;
  Dice dice_;
  const ExperimentState& foreign_;
  std::unique_ptr<Experiment> experiment_;
  ExperimentState saved_;
  std::vector<std::uint64_t> before_;
  bool may_move_ = false;
};

TEST(ExperimentCalls, NoSequenceBreaksIt) {
  struct Case {
    const char* text;
    const char* formulation;
    const char* signal;
  };
  for (const Case& c :
       {Case{pendulum, "recursive", "hinge.phi"}, Case{four_bar, "recursive", "d.phi"},
        Case{four_bar, "mixed", "d.phi"}, Case{four_bar, "hierarchical", "d.phi"},
        Case{rubbing, "recursive", "b.phi"}, Case{chain, "hierarchical", "j1.phi"}}) {
    const Model model = Model::from_text(c.text);
    ExperimentOptions options;
    options.formulation = c.formulation;
    SimulateOptions whole;
    whole.t_end = 0.1;
    whole.signals = c.signal;
    const double expected = Experiment(model, options).simulate(whole)[c.signal].back();
    Experiment other(Model::from_text(c.text == pendulum ? four_bar : pendulum));
    other.start();
    const ExperimentState foreign = other.save();
    for (unsigned seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(model.name() + ", " + c.formulation + ", seed " + std::to_string(seed));
      Sequence sequence(model, options, seed, foreign);
      sequence.run(40);
      if (::testing::Test::HasFailure()) return;
      // A run afterwards is the same as ever.
      Experiment& experiment = sequence.experiment();
      if (!experiment.inputs().empty()) experiment.set_input("u", 0.0);
      const Results results = experiment.simulate(whole);
      ASSERT_TRUE(results.succeeded()) << results.summary().message;
      EXPECT_EQ(results[c.signal].back(), expected);
    }
  }
}

// Whatever callbacks look at, the run is the same.
TEST(ExperimentCalls, LookingChangesNothing) {
  for (const char* text : {four_bar, rubbing}) {
    const Model model = Model::from_text(text);
    SimulateOptions o;
    o.t_end = 0.5;
    const Results quiet = Experiment(model).simulate(o);
    Experiment experiment(model);
    Dice dice(7);
    int looks = 0;
    const auto look = [&] {
      ++looks;
      look_at(experiment);
      Numbers qdot(experiment.nq()), vdot(experiment.nv()), q(experiment.nq()), v(experiment.nv());
      for (double& x : q) x = dice.between(-1, 1);
      try {
        experiment.calc_derivatives(dice.between(0, 1), q, v, qdot, vdot);
      } catch (const NumericsError&) {
      }
    };
    o.row = [&](double t, std::span<const double>) {
      EXPECT_EQ(experiment.time(), t);
      look();
    };
    o.progress = [&](double t) {
      EXPECT_EQ(experiment.time(), t);
      look();
    };
    const Results watched = experiment.simulate(o);
    EXPECT_GT(looks, 500);
    ASSERT_EQ(watched.rows(), quiet.rows());
    for (const RunSignal& signal : quiet.signals()) {
      std::vector<std::uint64_t> a, b;
      add_bits(quiet[signal.name], a);
      add_bits(watched[signal.name], b);
      EXPECT_EQ(a, b) << signal.name;
    }
  }
}

// What a row shows is what is read there, and inputs that are set there act.
TEST(ExperimentCalls, CallbacksReadTheRowAndSetInputs) {
  Experiment experiment(Model::from_text(pendulum));
  SimulateOptions o;
  o.t_end = 0.5;
  o.interval = 0.1;
  o.signals = "hinge.phi, hinge.a, u";
  o.row = [&](double t, std::span<const double> values) {
    EXPECT_EQ(experiment.value("hinge.phi"), values[0]) << t;
    EXPECT_EQ(experiment.value("hinge.a"), values[1]) << t;
    if (t > 0.25) experiment.set_input("u", 2.0);
  };
  const Results results = experiment.simulate(o);
  EXPECT_EQ(results["u"].front(), 0.0);
  EXPECT_EQ(results["u"].back(), 2.0);
  EXPECT_EQ(experiment.input("u"), 2.0);
}

TEST(ExperimentCalls, AnErrorInARowLeavesTheRunAtTheEndOfItsStep) {
  Experiment experiment(Model::from_text(rubbing));
  SimulateOptions o;
  o.t_end = 1.0;
  int rows = 0;
  for (int last : {1, 2, 100}) {
    rows = 0;
    o.row = [&](double, std::span<const double>) {
      if (++rows == last) throw std::runtime_error("enough");
      EXPECT_LT(rows, last);
    };
    EXPECT_THROW(experiment.simulate(o), std::runtime_error);
    const double time = experiment.time();
    EXPECT_EQ(time == 0.0, last == 1);
    experiment.advance(time + 0.1);
    EXPECT_EQ(experiment.time(), time + 0.1);
  }
}

// A report makes the machine anew; what is remembered stays.
TEST(ExperimentCalls, AReportForgetsNothing) {
  Experiment experiment(Model::from_text(rubbing)), same(Model::from_text(rubbing));
  for (Experiment* e : {&experiment, &same}) {
    e->start();
    e->advance(0.9);
  }
  SimulateOptions o;
  o.report = true;
  o.t_end = -1.0;
  EXPECT_THROW(experiment.simulate(o), InputError);
  o.t_end = 1.4;
  o.from_present = true;
  const Results shown = experiment.simulate(o);
  o.report = false;
  const Results plain = same.simulate(o);
  EXPECT_EQ(experiment.value("turns"), same.value("turns"));
  EXPECT_NEAR(shown["a.phi"].back(), plain["a.phi"].back(), 1e-10);
}

TEST(ModelCalls, NoSequenceBreaksIt) {
  static const char* const paths[] = {"length",   "rod.m", "hinge.phi.start", "no.such.parameter",
                                      "",         "rod",   "length.",         "hinge.n",
                                      "rod.m[1]", "world"};
  static const char* const texts[] = {"1",   "1/0",    "{1, 2, 3}", "\"text\"",   "true", "",
                                      "1 +", "length", "rod.m = 3", "0*sqrt(-1)", "1e400"};
  for (unsigned seed = 0; seed < 3; ++seed) {
    Dice dice(seed);
    Model model = Model::from_text(pendulum);
    for (int i = 0; i < 25; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", call " + std::to_string(i));
      const std::string length = model.parameter("length").value;
      const std::size_t count = model.parameters().size();
      const char* path = dice.pick(paths);
      try {
        switch (dice.below(7)) {
          case 0: model.set(path, dice.number()); break;
          case 1: model.set(path, dice.pick(texts)); break;
          case 2: model.set(path, dice.one_in(2)); break;
          case 3: model.set(path, static_cast<int>(dice.below(5))); break;
          case 4: model.set(path, Numbers{dice.number(), dice.number(), dice.number()}); break;
          case 5: {
            Model away = std::move(model);
            EXPECT_EQ(model.name(), away.name());
            model = std::move(away);
            break;
          }
          default: model.parameter(path);
        }
      } catch (const InputError&) {
        EXPECT_EQ(model.parameter("length").value, length);
        EXPECT_EQ(model.parameters().size(), count);
      }
    }
    model.set("length", 0.5);
    EXPECT_EQ(model.parameter("length").value, "0.5");
  }
}

}  // namespace
}  // namespace gelenk
