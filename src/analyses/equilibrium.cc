#include "analyses/equilibrium.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "analyses/shown_coordinates.h"
#include "formulations/signal_values.h"

namespace gelenk {

namespace {

// Forces below this share of those that there are count as none, and so do stiffnesses per radian or metre.
constexpr double no_force = 1e-10, no_stiffness = 1e-8;

double sum_masses(const Subsystem& sub) {
  double mass = 0.0;
  for (const Group& group : sub.groups) mass += group.inertia.mass;
  for (const auto& part : sub.parts) mass += sum_masses(*part);
  return mass;
}

// A formulation with the signals of the task in it. Another one takes its place where numbers are varied.
struct Place {
  Place(Formulation& formulation, const BalanceTask& task)
      : f(formulation), system(formulation.system()), values(system) {
    std::unordered_map<std::string, Signal> wanted;
    for (const auto* list : {&task.held, &task.speeds, &task.goals, &task.free_speeds}) {
      for (const BalanceTask::Wish& wish : *list) wanted.emplace(wish.signal, Signal{});
    }
    std::unordered_map<std::string, char> found;
    std::vector<std::string> names;
    if (!wanted.empty()) {
      visit_signals(system, [&](const Signal& signal) {
        const auto at = wanted.find(signal.name);
        if (at == wanted.end())
          names.push_back(signal.name);
        else if (found.emplace(signal.name, 1).second)
          at->second = signal;
      });
    }
    const auto take = [&](const std::vector<BalanceTask::Wish>& wishes, bool of_motion) {
      std::vector<RestSpace::Wish> list;
      for (const BalanceTask::Wish& wish : wishes) {
        if (found.count(wish.signal) == 0) {
          throw UserError({"unknown-signal",
                           {},
                           "",
                           "there is no signal '" + wish.signal + "'",
                           suggest(wish.signal, names)});
        }
        const Signal& signal = wanted[wish.signal];
        if (of_motion && !signal.of_motion) {
          throw UserError({"use",
                           {},
                           "",
                           "'" + wish.signal + "' does not follow from positions and speeds alone",
                           "hold a coordinate or a position, give a coordinate its speed"});
        }
        list.push_back({signal, wish.value});
      }
      return list;
    };
    goals = take(task.goals, false);
    free_speeds = take(task.free_speeds, true);
    space =
        std::make_unique<RestSpace>(f, task.time, take(task.held, true), take(task.speeds, true));
  }

  Formulation& f;
  const System& system;
  SignalValues values;
  std::vector<RestSpace::Wish> goals, free_speeds;
  std::unique_ptr<RestSpace> space;
};

class Search {
 public:
  Search(Formulation& formulation, const BalanceTask& task)
      : task_(task), own_(std::make_unique<Place>(formulation, task)), at_(own_.get()) {
    const System& system = formulation.system();
    nv_ = system.nv;
    nz_ = static_cast<int>(system.quantities.states.size());
    motions_ = list_shown_motions(system);
    numbers_ = task.numbers;
    speeds_.resize(static_cast<Eigen::Index>(task.free_speeds.size()));
    for (std::size_t i = 0; i < task.free_speeds.size(); ++i)
      speeds_[static_cast<Eigen::Index>(i)] = task.free_speeds[i].value;
  }

  Balance run(const Vector& q) {
    q_ = q;
    const bool found = search();
    result_.is_found = found;
    if (found)
      result_.failure.clear();
    else if (result_.failure.empty())
      result_.failure = "no state of rest was found";
    finish(found);
    return result_;
  }

 private:
  // What becomes of the iterations between two choices of modes.
  enum class Outcome { balanced, at_stop, failed };

  Formulation& f() { return at_->f; }
  RestSpace& space() { return *at_->space; }

  bool fail(const std::string& why) {
    result_.failure = why;
    return false;
  }
  bool fail_evaluation(const std::string& where) {
    const std::string why = f().failure().empty() ? f().laws().failure() : f().failure();
    return fail("forces cannot be computed " + where + (why.empty() ? "" : ": " + why));
  }

  bool search() {
    if (task_.vary && !take_numbers(numbers_, q_))
      return fail("the model cannot be built with the values to begin with");
    Vector v = Vector::Zero(nv_);
    f().place_driven(task_.time, q_, v);
    normalize_quaternions(*f().system().root, q_);
    if (!space().reach(q_)) {
      return fail(task_.held.empty()
                      ? "the loops cannot be closed from the start"
                      : "there is no position in which what is to be held has its value");
    }
    for (const RestSpace::Room& room : space().list_rooms(q_)) {
      if (room.below < 0 || room.above < 0) space().put_at_end(room.element, room.above < 0, q_);
    }
    measure_weights();
    for (int round = 0; round < 30; ++round) {
      if (!start_modes()) return false;
      const int before = result_.iterations;
      const Outcome outcome = iterate();
      if (outcome == Outcome::failed) return false;
      // The modes that fit where it came to rest may be others, with forces that they bring along.
      if (outcome == Outcome::balanced && (round > 0 && result_.iterations - before <= 1))
        return true;
      if (outcome == Outcome::balanced && at_->system.axes.elements.empty() &&
          f().event_count() == 0)
        return true;
    }
    return fail("what sticks, holds or switches changes without end from one trial to the next");
  }

  bool start_modes() {
    space().place(q_);
    Vector v = space().calc_speeds(q_, wish_free_speeds());
    f().start_events(task_.time, q_, v);
    space().take_modes(q_, v);
    return true;
  }

  std::vector<RestSpace::Wish> wish_free_speeds() const {
    std::vector<RestSpace::Wish> list = at_->free_speeds;
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i].value = speeds_[static_cast<Eigen::Index>(i)];
    return list;
  }

  // Weights set the scale of forces: g √(M_ii m), with the mass m of all.
  void measure_weights() {
    scale_ = Vector::Zero(nv_);
    const double mass = sum_masses(*at_->system.root);
    const double g = at_->system.gravity.at(Vec3<double>::Zero()).norm();
    JointSpace* joints = f().joint_space();
    if (!(mass > 0) || !(g > 0) || joints == nullptr) return;
    Matrix M;
    joints->calc_mass_matrix(q_, M);
    scale_ = g * (mass * M.diagonal()).cwiseAbs().cwiseSqrt();
  }

  // ---- residuals ------------------------------------------------------------------------------------------

  // At q, whose rows it places: forces ρ that are not balanced, along all motions; rates; goals. Loads τ stay in tau_.
  bool eval(const Vector& q) {
    Place& p = *at_;
    p.space->place(q);
    v_ = p.space->calc_speeds(q, wish_free_speeds());
    const bool moves = v_.size() > 0 && v_.lpNorm<Eigen::Infinity>() > 0;
    JointSpace* joints = p.f.joint_space();
    bool by_forces = uses_forces_ && joints != nullptr;
    if (nz_ > 0 || moves || !by_forces || !p.goals.empty()) {
      if (!p.f.eval_derivatives(task_.time, q, v_, qdot_, vdot_)) return false;
      if (!vdot_.allFinite() || !qdot_.allFinite()) return false;
    } else {
      qdot_ = Vector::Zero(q.size());
      vdot_ = Vector::Zero(nv_);
    }
    goals_.resize(static_cast<Eigen::Index>(p.goals.size()));
    p.values.forget();
    for (std::size_t i = 0; i < p.goals.size(); ++i) {
      double off = p.values.calc(p.goals[i].signal, p.f, q, v_, vdot_) - p.goals[i].value;
      if (p.goals[i].signal.kind == Signal::Kind::measured_q && p.goals[i].signal.unit == "rad")
        off = std::remainder(off, 2 * 3.14159265358979323846);
      goals_[static_cast<Eigen::Index>(i)] = off;
    }
    const Vector wanted = moves ? p.space->calc_steady(vdot_) : Vector::Zero(nv_);
    if (by_forces && !joints->calc_forces(task_.time, q, v_, wanted, tau_)) {
      uses_forces_ = by_forces = false;
      return eval(q);
    }
    if (!by_forces) {
      if (joints == nullptr) return false;
      Matrix M;
      joints->calc_mass_matrix(q, M);
      tau_ = M * (wanted - vdot_);
    }
    if (!tau_.allFinite()) return false;
    scale_ = scale_.cwiseMax(tau_.cwiseAbs());
    rho_ = p.space->project(tau_);
    rates_ = qdot_.tail(nz_);
    return true;
  }

  // r of (2) in the directions of the base position.
  Vector collect() const {
    const Eigen::Index d = base_.motions.cols(), nz = base_.states.cols();
    Vector r(d + nz + goals_.size());
    r << base_.motions.transpose() * rho_, -(base_.states.transpose() * rates_), goals_;
    return r;
  }

  const Quantities::State& get_state(Eigen::Index i) const {
    return at_->system.quantities.states[static_cast<std::size_t>(i)];
  }

  Eigen::Index count_unknowns() const {
    return base_.motions.cols() + base_.states.cols() + numbers_.size() + speeds_.size();
  }

  // Directions out of q_, at which eval was.
  void find_directions() {
    base_.motions = space().calc_basis(base_.independent);
    base_.states = Matrix::Identity(nz_, nz_);
    if (nz_ == 0 || at_->system.quantities.invariants.empty()) return;
    // What equations say of states at all times leaves less.
    Matrix left(nz_, nz_);
    const Vector still = Vector::Zero(nv_);
    for (int j = 0; j < nz_; ++j) {
      const double h = 1e-5 * std::max(1.0, q_.tail(nz_).norm());
      Vector beside = q_;
      beside[q_.size() - nz_ + j] += h;
      f().project_states(task_.time, beside, still, false);
      left.col(j) = (beside - q_).tail(nz_) / h;
    }
    Eigen::ColPivHouseholderQR<Matrix> qr(left);
    qr.setThreshold(1e-3);
    base_.states = Matrix(qr.householderQ()).leftCols(qr.rank());
  }

  double measure_state(Eigen::Index direction) const {
    return std::max(
        1e-2,
        (base_.states.col(direction).cwiseAbs().array() * q_.tail(nz_).cwiseAbs().array()).sum());
  }
  static double measure_number(double number) { return std::max(1e-3, std::abs(number)); }

  // ---- steps ----------------------------------------------------------------------------------------------

  // Other values of what is free: the formulation of these, at q as far as its loops are others.
  bool take_numbers(const Vector& numbers, Vector& q) {
    Formulation* other = task_.vary(numbers);
    if (other == nullptr) return false;
    GELENK_ASSERT(other->system().nv == nv_ && other->system().nq == q.size());
    varied_ = std::make_unique<Place>(*other, task_);
    at_ = varied_.get();
    Vector v = Vector::Zero(nv_);
    other->place_driven(task_.time, q, v);
    space().place(q);
    other->start_events(task_.time, q, v);
    space().take_modes(q, v);
    space().place(q);
    return space().close(q) || space().reach(q);
  }

  struct Trial {
    Vector q, numbers, speeds;
  };
  // x away from the base. Rows are those placed last; a change of numbers makes another formulation.
  bool step(const Vector& x, double part, const Trial& from, Trial& to) {
    const Eigen::Index d = base_.motions.cols(), nz = base_.states.cols(), k = from.numbers.size();
    to = from;
    if (!move_by(f(), space(), task_.time, base_, part * x.head(d + nz), to.q)) return false;
    to.numbers += part * x.segment(d + nz, k);
    to.speeds += part * x.tail(from.speeds.size());
    numbers_ = to.numbers;
    speeds_ = to.speeds;
    return k == 0 || to.numbers == from.numbers || take_numbers(to.numbers, to.q);
  }

  // K at the base. False where a state beside it cannot be evaluated.
  bool eval_stiffness(const Trial& base, Matrix& K) {
    constexpr double h = 2e-5;
    const Eigen::Index d = base_.motions.cols(), nz = base_.states.cols(), k = base.numbers.size(),
                       m = count_unknowns();
    Vector ahead, behind;
    K.resize(d + nz + goals_.size(), m);
    for (Eigen::Index j = 0; j < m; ++j) {
      const double by = j < d            ? h
                        : j < d + nz     ? h * measure_state(j - d)
                        : j < d + nz + k ? 10 * h * measure_number(base.numbers[j - d - nz])
                                         : h * std::max(1.0, std::abs(base.speeds[j - d - nz - k]));
      for (const double sign : {1.0, -1.0}) {
        Trial beside;
        if (j < d + nz) space().place(base.q);
        const bool is_good = step(Vector::Unit(m, j), sign * by, base, beside) && eval(beside.q);
        if (is_good) (sign > 0 ? ahead : behind) = collect();
        numbers_ = base.numbers;
        speeds_ = base.speeds;
        if (!is_good) {
          back_to(base);
          return false;
        }
      }
      K.col(j) = (ahead - behind) / (2 * by);
      if (j >= d + nz && j < d + nz + k) back_to(base);
    }
    return true;
  }

  void back_to(const Trial& base) {
    numbers_ = base.numbers;
    speeds_ = base.speeds;
    if (numbers_.size() == 0) return;
    Vector q = base.q;
    take_numbers(numbers_, q);
  }

  // What counts as balanced, row by row.
  Vector list_limits(const Matrix& K) const {
    const Eigen::Index d = base_.motions.cols(), nz = base_.states.cols();
    const double most = scale_.size() > 0 ? scale_.maxCoeff() : 0.0;
    Vector limit(K.rows());
    for (Eigen::Index i = 0; i < K.rows(); ++i) {
      const double row = K.cols() > 0 ? K.row(i).lpNorm<Eigen::Infinity>() : 0.0;
      if (i < d)
        limit[i] =
            no_force * (scale_[base_.independent[static_cast<std::size_t>(i)]] + 0.1 * most) +
            1e-13 * row;
      else if (i < d + nz)
        limit[i] = 1e-11 * row * measure_state(i - d) + 1e-13;
      else
        limit[i] = 1e-9 * (1e-3 + std::abs(at_->goals[static_cast<std::size_t>(i - d - nz)].value));
    }
    return limit;
  }

  // Stiffness that is none but for rounding.
  void drop_rounding(Matrix& K) const {
    const Eigen::Index d = base_.motions.cols();
    for (Eigen::Index i = 0; i < d; ++i) {
      const double least = no_stiffness * scale_[base_.independent[static_cast<std::size_t>(i)]];
      for (Eigen::Index j = 0; j < d; ++j) {
        if (std::abs(K(i, j)) < least) K(i, j) = 0.0;
      }
    }
    for (Eigen::Index i = 0; i < K.rows(); ++i) {
      const double least = 1e-9 * K.row(i).lpNorm<Eigen::Infinity>();
      for (Eigen::Index j = 0; j < K.cols(); ++j) {
        if (std::abs(K(i, j)) < least) K(i, j) = 0.0;
      }
    }
  }

  // Rows and columns of size one.
  struct Scaled {
    Vector rows, columns;
    Matrix K;
  };
  static Scaled equilibrate(const Matrix& K) {
    Scaled s{Vector::Ones(K.rows()), Vector::Ones(K.cols()), K};
    for (int pass = 0; pass < 2; ++pass) {
      for (Eigen::Index i = 0; i < K.rows(); ++i) {
        const double size = K.cols() > 0 ? s.K.row(i).lpNorm<Eigen::Infinity>() : 0.0;
        if (!(size > 0)) continue;
        s.K.row(i) /= size;
        s.rows[i] /= size;
      }
      for (Eigen::Index j = 0; j < K.cols(); ++j) {
        const double size = K.rows() > 0 ? s.K.col(j).lpNorm<Eigen::Infinity>() : 0.0;
        if (!(size > 0)) continue;
        s.K.col(j) /= size;
        s.columns[j] /= size;
      }
    }
    return s;
  }

  // Newton's step of least size.
  static Vector solve(const Matrix& K, const Vector& r) {
    if (K.size() == 0) return Vector::Zero(K.cols());
    const Scaled s = equilibrate(K);
    Eigen::CompleteOrthogonalDecomposition<Matrix> factors;
    factors.setThreshold(1e-7);
    factors.compute(s.K);
    return s.columns.cwiseProduct(factors.solve(-s.rows.cwiseProduct(r)));
  }

  // One over the stiffness of each row; where there is none, over the force.
  Vector list_compliances(const Matrix& K, const Vector& r) const {
    Vector D(K.rows());
    for (Eigen::Index i = 0; i < K.rows(); ++i) {
      const double size = std::max(std::abs(K(i, i)), 1e-3 * K.row(i).lpNorm<Eigen::Infinity>());
      D[i] = size > 0 ? 1 / size : std::abs(r[i]) > 0 ? 1 / std::abs(r[i]) : 0.0;
    }
    return D;
  }

  static double find_falling(const Vector& D, const Matrix& K) {
    const Eigen::EigenSolver<Matrix> solver(D.asDiagonal() * K, false);
    double least = 0.0;
    if (solver.info() != Eigen::Success) return least;
    for (const auto& value : solver.eigenvalues()) least = std::min(least, value.real());
    return least;
  }

  // So that no joint turns or slides too far at once.
  double limit_step(const Vector& x) const {
    if (base_.motions.cols() == 0) return 1.0;
    const Vector delta = base_.motions * x.head(base_.motions.cols());
    double part = 1.0;
    for (int i = 0; i < nv_; ++i) {
      const double most = motions_[static_cast<std::size_t>(i)].turns ? 0.6 : longest_way_;
      if (std::abs(delta[i]) * part > most) part = most / std::abs(delta[i]);
    }
    return part;
  }

  // Before a step from `before` to `after` passes the end of a stop: there.
  bool meet_stop(const Vector& x, double part, const Trial& before, Trial& after) {
    const std::vector<RestSpace::Room> start = space().list_rooms(before.q);
    if (start.empty()) return false;
    const auto find_passed = [&](const Vector& q) -> int {
      const std::vector<RestSpace::Room> rooms = space().list_rooms(q);
      for (std::size_t i = 0; i < rooms.size(); ++i) {
        const bool is_held =
            std::any_of(space().holding().begin(), space().holding().end(),
                        [&](const RestSpace::Holding& h) { return h.element == rooms[i].element; });
        if (is_held) continue;
        if (std::min(rooms[i].below, rooms[i].above) < -1e-12) return static_cast<int>(i);
      }
      return -1;
    };
    int passed = find_passed(after.q);
    if (passed < 0) return false;
    double inside = 0.0, outside = part;
    for (int i = 0; i < 60 && outside - inside > 1e-15 * part; ++i) {
      const double middle = 0.5 * (inside + outside);
      Trial trial;
      space().place(before.q);
      if (!step(x, middle, before, trial)) break;
      const int at = find_passed(trial.q);
      if (at < 0) {
        inside = middle;
      } else {
        outside = middle;
        passed = at;
      }
    }
    space().place(before.q);
    step(x, inside, before, after);
    const RestSpace::Room room = space().list_rooms(after.q)[static_cast<std::size_t>(passed)];
    space().put_at_end(room.element, room.above < room.below, after.q);
    return true;
  }

  Outcome iterate() {
    const auto failed = [&](const std::string& why) {
      fail(why);
      return Outcome::failed;
    };
    double last_size = INFINITY;
    int polished = 0, hopeless = 0;
    while (true) {
      if (!eval(q_)) {
        fail_evaluation("at a state that is tried");
        return Outcome::failed;
      }
      find_directions();
      const Trial base{q_, numbers_, speeds_};
      const Vector r = collect();
      if (!eval_stiffness(base, K_)) {
        fail_evaluation("beside a state that is tried");
        return Outcome::failed;
      }
      drop_rounding(K_);
      const Vector limit = list_limits(K_);
      r_ = r;
      limit_ = limit;
      space().place(q_);
      const bool is_balanced = (r.array().abs() <= limit.array()).all();
      const Scaled scaled = equilibrate(K_);
      const double size = scaled.rows.cwiseProduct(r).norm();
      // A few steps more, as long as they still help.
      if (is_balanced && (polished >= 3 || size == 0.0 || !(size < 0.5 * last_size) ||
                          result_.iterations == 0 || K_.size() == 0))
        return Outcome::balanced;
      if (is_balanced) ++polished;
      last_size = is_balanced ? size : INFINITY;
      // Each change of numbers makes a model anew.
      const int most = numbers_.size() > 0 ? task_.most_iterations / 5 : task_.most_iterations;
      if (++result_.iterations > most)
        return failed(fmt::format("no state of rest was found in {} iterations", most));

      Vector x = solve(K_, r);
      const Vector rest = r + K_ * x;
      bool is_kicked = false, is_stiff = false;
      for (Eigen::Index i = 0; i < r.size(); ++i) {
        const bool stays = std::abs(rest[i]) > 0.5 * std::abs(r[i]) && std::abs(r[i]) > limit[i];
        is_kicked = is_kicked || stays;
        is_stiff = is_stiff || (stays && K_.row(i).lpNorm<Eigen::Infinity>() > 0);
      }
      const bool settles = !task_.nearest && K_.rows() == K_.cols() && numbers_.size() == 0 &&
                           speeds_.size() == 0 && goals_.size() == 0 && K_.rows() <= 400;
      double mu = 0.0;
      const Vector D = K_.rows() == K_.cols() ? list_compliances(K_, r) : Vector();
      if (settles && !is_balanced) {
        const double falling = find_falling(D, K_);
        if (falling < -1e-7) mu = -2 * falling;
      }
      if (is_kicked) {
        // Forces that do not depend on the place do so nowhere, unless a stop is met or they do further off.
        hopeless = is_stiff || (r - last_r_).size() != r.size() ||
                           !((r - last_r_).norm() <= 1e-9 * r.norm())
                       ? 0
                       : hopeless + 1;
        last_r_ = r;
        if (hopeless >= 4 && space().list_rooms(q_).empty()) {
          result_.is_hopeless = true;
          return failed("nothing balances what acts");
        }
        mu = std::max(mu, 0.1);
        longest_way_ = std::min(2 * longest_way_, 1e6);
      } else {
        last_r_ = Vector::Constant(r.size(), INFINITY);
      }
      if (mu > 0 && D.size() > 0) {
        const Matrix B = D.asDiagonal() * K_ + mu * Matrix::Identity(K_.rows(), K_.cols());
        x = B.partialPivLu().solve(-D.cwiseProduct(r));
      }
      if (!x.allFinite()) return failed("the stiffness of the model is not finite");
      double part = limit_step(x);
      bool is_taken = false;
      Trial to;
      for (int halving = 0; halving < 12 && !is_taken; ++halving, part /= 2) {
        if (numbers_.size() > 0) back_to(base);
        space().place(base.q);
        if (!step(x, part, base, to)) continue;
        if (meet_stop(x, part, base, to)) {
          q_ = to.q;
          return Outcome::at_stop;
        }
        if (!eval(to.q)) continue;
        const double new_size = scaled.rows.cwiseProduct(collect()).norm();
        is_taken = mu > 0 || new_size < size * (1 - 1e-4 * part);
      }
      if (!is_taken) {
        back_to(base);
        // Near a singular position of loops, rounding is larger than elsewhere.
        if (is_balanced || (r.array().abs() <= 1e3 * limit.array()).all()) {
          eval(q_);
          return Outcome::balanced;
        }
        return failed("no step makes the forces smaller that are left");
      }
      q_ = to.q;
      numbers_ = to.numbers;
      speeds_ = to.speeds;
      for (Eigen::Index i = 0; i < numbers_.size(); ++i) {
        if (std::abs(numbers_[i]) > 1e6 * (1 + std::abs(task_.numbers[i])))
          return failed("what is free grows beyond all bounds");
      }
    }
  }

  // ---- what came of it --------------------------------------------------------------------------------------

  void finish(bool found) {
    result_.q = q_;
    result_.numbers = numbers_;
    result_.free_speeds.assign(speeds_.begin(), speeds_.end());
    result_.v = Vector::Zero(nv_);
    if (!eval(q_)) return;
    result_.v = v_;
    find_directions();
    r_ = collect();
    list_left();
    if (!found) return;
    const Vector loads = space().calc_holding_loads(tau_);
    const auto add_load = [&](const Signal& signal, double load) {
      const bool is_turn = signal.unit == "rad" || signal.unit == "rad/s";
      result_.loads.push_back({signal.name, is_turn ? "N.m" : "N", load});
    };
    std::size_t row = 0;
    for (const auto* list : {&task_.held, &task_.speeds}) {
      for (const BalanceTask::Wish& wish : *list) {
        Signal named;
        named.name = wish.signal;
        visit_signals(at_->system, [&](const Signal& s) {
          if (s.name == wish.signal) named.unit = s.unit;
        });
        add_load(named, loads[static_cast<Eigen::Index>(row++)]);
      }
    }
    list_modes();
    const bool is_square = K_.rows() == base_.motions.cols() + base_.states.cols();
    list_insensitive();
    check_cyclic();
    const bool is_at_rest = v_.size() == 0 || v_.lpNorm<Eigen::Infinity>() == 0;
    eval(q_);
    if (is_square && is_at_rest && task_.held.empty())
      result_.stability = calc_rest_stability(f(), space(), task_.time, q_, base_);
    eval(q_);
  }

  void list_left() {
    const Eigen::Index d = base_.motions.cols(), nz = base_.states.cols();
    double most = 0.0;
    for (Eigen::Index i = 0; i < r_.size(); ++i) {
      const bool is_motion = i < d;
      const double scale = is_motion ? scale_[base_.independent[static_cast<std::size_t>(i)]] : 1.0;
      if (scale > 0) most = std::max(most, std::abs(r_[i]) / scale);
      if (limit_.size() == r_.size() && std::abs(r_[i]) <= limit_[i]) continue;
      if (is_motion) {
        const ShownMotion& motion =
            motions_[static_cast<std::size_t>(base_.independent[static_cast<std::size_t>(i)])];
        result_.left.push_back({motion.name, motion.turns ? "N.m" : "N", -r_[i]});
      } else if (i < d + nz) {
        Eigen::Index state = 0;
        base_.states.col(i - d).cwiseAbs().maxCoeff(&state);
        result_.left.push_back({"der(" + get_state(state).name + ")", "", -r_[i]});
      } else {
        result_.left.push_back(
            {task_.goals[static_cast<std::size_t>(i - d - nz)].signal, "", r_[i]});
      }
    }
    result_.residual = most;
    std::sort(result_.left.begin(), result_.left.end(),
              [](const auto& a, const auto& b) { return std::abs(a.value) > std::abs(b.value); });
  }

  void list_modes() {
    const std::vector<PlacedAxisElement>& elements = at_->system.axes.elements;
    const std::vector<RestSpace::Room> rooms = space().list_rooms(q_);
    for (const RestSpace::Holding& holding : space().holding()) {
      const PlacedAxisElement& e = elements[static_cast<std::size_t>(holding.element)];
      std::string what;
      if (e.element.holder.kind == AxisHolder::Kind::friction) {
        what = "sticks";
      } else if (e.element.holder.kind == AxisHolder::Kind::lock) {
        what = "is locked";
      } else {
        const auto room = std::find_if(rooms.begin(), rooms.end(), [&](const RestSpace::Room& r) {
          return r.element == holding.element;
        });
        what = room->above < room->below ? "rests at its upper end" : "rests at its lower end";
      }
      result_.modes.push_back(
          {e.component->path, what, holding.force, e.element.turns ? "N.m" : "N"});
    }
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (elements[i].element.holder.kind != AxisHolder::Kind::friction) continue;
      const AxisMode mode = f().get_axis_mode(static_cast<int>(i));
      if (mode != AxisMode::grows && mode != AxisMode::falls) continue;
      const bool slides = v_.size() > 0 && v_.lpNorm<Eigen::Infinity>() > 0;
      result_.modes.push_back({elements[i].component->path, slides ? "slides" : "is about to slide",
                               f().get_axis_force(static_cast<int>(i)),
                               elements[i].element.turns ? "N.m" : "N"});
    }
  }

  // Of K alone, without free numbers: what may be moved.
  void list_insensitive() {
    const Eigen::Index d = base_.motions.cols(), nz = base_.states.cols();
    base_.insensitive.resize(d + nz, 0);
    if (d + nz == 0 || K_.cols() < d + nz || K_.rows() == 0) return;
    const Scaled s = equilibrate(K_.leftCols(d + nz));
    Eigen::FullPivLU<Matrix> lu(s.K);
    lu.setThreshold(1e-7);
    if (lu.dimensionOfKernel() == 0) return;
    base_.insensitive = s.columns.asDiagonal() * lu.kernel();
    for (Eigen::Index k = 0; k < base_.insensitive.cols(); ++k) {
      base_.insensitive.col(k).normalize();
      const Vector motion = base_.motions * base_.insensitive.col(k).head(d),
                   states = base_.states * base_.insensitive.col(k).tail(nz);
      const double most = std::max(motion.size() > 0 ? motion.lpNorm<Eigen::Infinity>() : 0.0,
                                   states.size() > 0 ? states.lpNorm<Eigen::Infinity>() : 0.0);
      std::vector<Balance::Named> direction;
      for (int i = 0; i < nv_; ++i) {
        if (std::abs(motion[i]) < 1e-6 * most) continue;
        const ShownMotion& shown = motions_[static_cast<std::size_t>(i)];
        direction.push_back({shown.name, shown.turns ? "rad" : "m", motion[i] / most});
      }
      for (int i = 0; i < nz_; ++i) {
        if (std::abs(states[i]) < 1e-6 * most) continue;
        direction.push_back({get_state(i).name, get_state(i).unit, states[i] / most});
      }
      result_.insensitive.push_back(std::move(direction));
    }
  }

  // Where something turns or slides on, the same forces have to be there later.
  void check_cyclic() {
    if (v_.size() == 0 || !(v_.lpNorm<Eigen::Infinity>() > 0)) return;
    const Vector before = rho_, scale = scale_, v = v_, holding = space().calc_holding_loads(tau_);
    const double fastest = v.lpNorm<Eigen::Infinity>();
    Vector q = q_;
    step_coordinates(*at_->system.root, 0.3 / fastest * v, q);
    space().place(q_);
    // Rows do not hold what moves on by itself.
    Vector closed = q;
    const bool is_closed = space().close(closed);
    if (is_closed && eval(closed)) {
      bool differs = false;
      const Vector loads = space().calc_holding_loads(tau_);
      const double most = scale.lpNorm<Eigen::Infinity>();
      for (int i = 0; i < nv_; ++i)
        differs = differs || std::abs(rho_[i] - before[i]) > 1e-6 * scale[i] + 1e-9 * most;
      for (Eigen::Index i = 0; i < loads.size(); ++i)
        differs =
            differs || std::abs(loads[i] - holding[i]) > 1e-6 * std::abs(holding[i]) + 1e-9 * most;
      if (differs) {
        for (const auto* list : {&task_.speeds, &task_.free_speeds}) {
          for (const BalanceTask::Wish& wish : *list) result_.not_cyclic.push_back(wish.signal);
        }
      }
    }
    eval(q_);
  }

  const BalanceTask& task_;
  std::unique_ptr<Place> own_, varied_;
  Place* at_;
  int nv_ = 0, nz_ = 0;
  std::vector<ShownMotion> motions_;
  bool uses_forces_ = true;
  double longest_way_ = 0.5;
  Vector q_, v_, numbers_, speeds_;
  Vector scale_;  // of forces, by entry of v
  RestDirections base_;
  Vector qdot_, vdot_, tau_, rho_, rates_, goals_;  // of the last evaluation
  Matrix K_;
  Vector r_, limit_, last_r_;
  Balance result_;
};

}  // namespace

Balance find_balance(Formulation& formulation, const BalanceTask& task, const Vector& q) {
  return Search(formulation, task).run(q);
}

}  // namespace gelenk
