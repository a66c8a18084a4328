#include "analyses/linearization.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyses/state_names.h"
#include "base/error.h"
#include "formulations/least_loads.h"
#include "numerics/central_difference.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

constexpr double rank_tolerance = 1e-9;

[[noreturn]] void reject(const std::string& message, const std::string& hint) {
  throw UserError({"linearize", {}, "", message, hint});
}

// Calls visit(joint, edge) for every tree joint.
template <typename Visit>
void for_each_tree_joint(const Subsystem& sub, const Visit& visit) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.in_tree) std::visit([&](const auto& joint) { visit(joint, edge); }, edge.joint);
  }
  for (const auto& part : sub.parts) for_each_tree_joint(*part, visit);
}

// Per row of Closure, also where the system is cut: as list_closure_names has them.
std::vector<bool> list_speed_rows(const System& system) {
  std::vector<bool> flags;
  const auto add = [&](const System& of) {
    const std::vector<bool> own = list_velocity_rows(*of.root);
    flags.insert(flags.end(), own.begin(), own.end());
    flags.insert(flags.end(), of.rows.size(), false);
  };
  if (system.partition == nullptr) {
    add(system);
    return flags;
  }
  for (const Leaf& leaf : system.partition->leaves) add(leaf.system);
  for (const Composite& composite : system.partition->composites) {
    for (const Composite::Joint& joint : composite.joints) {
      for (int i = 0; i < joint.edge->nc(); ++i) flags.push_back(joint.edge->is_velocity_row(i));
    }
    flags.insert(flags.end(), composite.couplings.size(), false);
  }
  return flags;
}

// Directions in which rows · δ = 0, as δ = N (independent entries).
struct Tangent {
  Matrix N;
  std::vector<int> independent;  // ascending
};

// `sizes` make columns comparable, rows have unit size before their terms cancel; others than `free` stay zero.
Tangent find_tangent(const Matrix& rows, const std::vector<bool>& is_free, const Vector& sizes) {
  std::vector<int> columns;
  for (std::size_t j = 0; j < is_free.size(); ++j) {
    if (is_free[j]) columns.push_back(static_cast<int>(j));
  }
  const Eigen::Index n = static_cast<Eigen::Index>(columns.size());
  Matrix scaled(rows.rows(), n);
  for (Eigen::Index j = 0; j < n; ++j) scaled.col(j) = rows.col(columns[j]) * sizes[columns[j]];
  for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
    const double size = scaled.row(i).lpNorm<Eigen::Infinity>();
    if (size > 1.0) scaled.row(i) /= size;
  }
  Eigen::FullPivLU<Matrix> lu;
  const bool has_rows = scaled.size() > 0;
  lu.setThreshold(rank_tolerance);
  if (has_rows) lu.compute(scaled);
  const Eigen::Index rank = has_rows ? lu.rank() : 0;
  // U = [U₁ U₂]: dependent entries are −U₁⁻¹ U₂ times the independent ones.
  std::vector<std::pair<int, Eigen::Index>> order;
  for (Eigen::Index k = rank; k < n; ++k)
    order.emplace_back(columns[has_rows ? lu.permutationQ().indices()[k] : k], k);
  std::sort(order.begin(), order.end());
  Matrix dependent(rank, n - rank);
  if (rank > 0) {
    const Matrix U = lu.matrixLU().topRows(rank).triangularView<Eigen::Upper>();
    dependent = -U.leftCols(rank).triangularView<Eigen::Upper>().solve(U.rightCols(n - rank));
  }
  Tangent tangent;
  tangent.N = Matrix::Zero(static_cast<Eigen::Index>(is_free.size()), n - rank);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto [entry, at] = order[k];
    const Eigen::Index column = static_cast<Eigen::Index>(k);
    tangent.independent.push_back(entry);
    tangent.N(entry, column) = 1.0;
    for (Eigen::Index i = 0; i < rank; ++i) {
      const int of = columns[lu.permutationQ().indices()[i]];
      tangent.N(of, column) = dependent(i, at - rank) * sizes[of] / sizes[entry];
    }
  }
  return tangent;
}

class Linearizer {
 public:
  Linearizer(Formulation& formulation, double t, const Vector& q, const Vector& v,
             const std::vector<Signal>& outputs)
      : f_(formulation),
        system_(formulation.system()),
        equations_(formulation, Stabilization::projection),
        values_(formulation.system()),
        outputs_(outputs),
        t_(t),
        nq_(system_.nq),
        nv_(system_.nv),
        nz_(static_cast<int>(system_.quantities.states.size())) {
    y_.resize(nq_ + nv_);
    y_ << q, v;
  }

  Linearization run(const std::vector<LinearInput>& inputs) {
    result_.sizes = measure();
    // Formulations without modes hold nothing.
    if (const auto* modes = dynamic_cast<const HoldsSpeeds*>(&f_))
      result_.held = modes->list_held_speeds();
    if (prepare() && find_states() && differentiate(inputs)) return std::move(result_);
    Linearization failed;
    failed.failure = failure_;
    return failed;
  }

 private:
  // What is evaluated at a disturbed state: (z, v, v̇, ż, outputs).
  int at_v() const { return nz_; }
  int at_vdot() const { return nz_ + nv_; }
  int at_zdot() const { return nz_ + 2 * nv_; }
  int at_outputs() const { return 2 * nz_ + 2 * nv_; }

  // A disturbance: directions of motion, speeds, states; with a factor.
  struct Direction {
    Vector delta, v, z;
  };

  bool fail(const std::string& what) {
    failure_ = what;
    return false;
  }

  Vector measure() const {
    const double length = calc_load_length(system_);
    Vector sizes = Vector::Ones(2 * nv_ + nz_);
    for_each_tree_joint(*system_.root, [&](const auto& joint, const JointEdge& edge) {
      if constexpr (joint.nq > 0) {
        const Matrix H = joint.calc_H(y_.data() + edge.q);
        for (int k = 0; k < joint.nv; ++k) {
          if (H.col(k).template head<3>().norm() > 0) continue;
          sizes[edge.v + k] = sizes[nv_ + edge.v + k] = length;
        }
      }
    });
    for (int i = 0; i < nz_; ++i)
      sizes[2 * nv_ + i] = std::max(1.0, std::abs(y_[system_.first_state() + i]));
    return sizes;
  }

  // Onto the constraints, and what moves freely there.
  bool prepare() {
    Vector ydot;
    if (!equations_.eval(t_, y_, ydot) || !equations_.correct(t_, y_) ||
        !equations_.eval(t_, y_, ydot))
      return fail(equations_.describe_failure());
    evaluate_outputs(base_outputs_);
    v_ = equations_.v();
    result_.v = v_;
    result_.vdot = ydot.tail(nv_);
    result_.zdot = ydot.segment(system_.first_state(), nz_);

    f_.eval_motion(equations_.q(), v_);
    Closure closure;
    f_.eval_closure(closure);
    const std::vector<bool> of_speeds = list_speed_rows(system_);
    GELENK_ASSERT(static_cast<Eigen::Index>(of_speeds.size()) == closure.g.size());
    const Eigen::Index held = static_cast<Eigen::Index>(result_.held.size());
    Matrix rows = Matrix::Zero(closure.g.size() + held, nv_);
    rows.topRows(closure.g.size()) = closure.G;
    for (Eigen::Index i = 0; i < closure.g.size(); ++i) {
      if (closure.natural[i] > 0) rows.row(i) /= closure.natural[i];
    }
    for (Eigen::Index k = 0; k < held; ++k) {
      const HeldSpeed& h = result_.held[static_cast<std::size_t>(k)];
      rows(closure.g.size() + k, h.v) = 1.0;
      if (h.other >= 0) rows(closure.g.size() + k, h.other) -= h.share;
    }
    Matrix of_positions(rows.rows(), nv_);
    Eigen::Index count = 0;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const bool is_of_speeds = i < closure.g.size() && of_speeds[static_cast<std::size_t>(i)];
      if (!is_of_speeds) of_positions.row(count++) = rows.row(i);
    }
    std::vector<bool> q_free(static_cast<std::size_t>(nv_), true), v_free = q_free;
    for (const Train& train : system_.axes.trains) {
      if (!train.driven) continue;
      const std::size_t at =
          static_cast<std::size_t>(train.carrier.sub->joints[train.carrier.joint].v);
      q_free[at] = train.drive.order > 0;
      v_free[at] = train.drive.order > 1;
    }
    const Vector sizes = result_.sizes.head(nv_);
    positions_ = find_tangent(of_positions.topRows(count), q_free, sizes);
    speeds_ = find_tangent(rows, v_free, sizes);
    return true;
  }

  // The user's states move freely along the range of the projection onto their invariants.
  bool find_states() {
    std::vector<bool> is_free(static_cast<std::size_t>(nz_), true);
    for (int i = 0; i < nz_; ++i) {
      // What is solved for at the start and then stays is a parameter.
      const symbolic::Expression& rate = system_.quantities.states[i].rate;
      is_free[static_cast<std::size_t>(i)] = !(rate.is_constant() && rate.constant_value() == 0.0);
    }
    Matrix rows(0, nz_);
    if (nz_ > 0 && f_.laws().has_invariants(false)) {
      Matrix P(nz_, nz_);
      for (int i = 0; i < nz_; ++i) {
        Direction along = make_direction();
        along.z[i] = 1.0;
        CentralDifference difference;
        const auto move = [&](double s, Vector& z) {
          Vector y = disturb(along, s);
          if (!equations_.correct(t_, y)) return false;
          z = y.segment(system_.first_state(), nz_);
          return true;
        };
        if (!gelenk::differentiate(move, choose_step(along), difference))
          return fail(equations_.describe_failure());
        P.col(i) = difference.value;
      }
      rows = Matrix::Identity(nz_, nz_) - P;
      // What is left of differences of a projection is nothing.
      rows = (rows.cwiseAbs().array() < 1e-8).select(0.0, rows);
    }
    states_ = find_tangent(rows, is_free, result_.sizes.tail(nz_));
    return true;
  }

  Direction make_direction() const {
    return {Vector::Zero(nv_), Vector::Zero(nv_), Vector::Zero(nz_)};
  }

  Vector disturb(const Direction& along, double s) const {
    Vector q = y_.head(nq_), y(nq_ + nv_);
    step_coordinates(*system_.root, s * along.delta, q);
    q.tail(nz_) += s * along.z;
    y << q, y_.tail(nv_) + s * along.v;
    return y;
  }

  // So that nothing moves by more than a small part of its size.
  double choose_step(const Direction& along) const {
    constexpr double part = 0.02;
    const Vector& sizes = result_.sizes;
    const double speed =
        std::max(1.0, nv_ > 0 ? v_.cwiseQuotient(sizes.head(nv_)).lpNorm<Eigen::Infinity>() : 0.0);
    double most = 0.0;
    for (int i = 0; i < nv_; ++i) {
      most = std::max({most, std::abs(along.delta[i]) / sizes[i],
                       std::abs(along.v[i]) / (sizes[nv_ + i] * speed)});
    }
    for (int i = 0; i < nz_; ++i) most = std::max(most, std::abs(along.z[i]) / sizes[2 * nv_ + i]);
    return part / most;
  }

  void evaluate_outputs(Vector& values) {
    values.resize(static_cast<Eigen::Index>(outputs_.size()));
    values_.forget();
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      values[static_cast<Eigen::Index>(i)] =
          values_.calc(outputs_[i], f_, equations_.q(), equations_.v(), equations_.vdot());
    }
  }

  // Angles of closing joints are known but for whole turns.
  void unwrap(Vector& values) const {
    constexpr double turn = 2 * std::numbers::pi;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const Eigen::Index at = static_cast<Eigen::Index>(i);
      if (outputs_[i].lacks_turns)
        values[at] -= turn * std::round((values[at] - base_outputs_[at]) / turn);
    }
  }

  bool sample(Vector& y, Vector& s) {
    Vector ydot, outputs;
    if (!equations_.correct(t_, y) || !equations_.eval(t_, y, ydot)) return false;
    evaluate_outputs(outputs);
    unwrap(outputs);
    s.resize(at_outputs() + outputs.size());
    s << equations_.q().tail(nz_), equations_.v(), ydot.tail(nv_),
        ydot.segment(system_.first_state(), nz_), outputs;
    return true;
  }

  // Derivatives of what is evaluated, along a disturbance of the state.
  bool differentiate_along(const Direction& along, CentralDifference& derivative) {
    const auto evaluate = [&](double s, Vector& values) {
      Vector y = disturb(along, s);
      return sample(y, values);
    };
    return gelenk::differentiate(evaluate, choose_step(along), derivative) ||
           fail("derivatives could not be found: " + equations_.describe_failure());
  }

  // By an input of the model.
  bool differentiate_by(int input, CentralDifference& derivative) {
    const double at = f_.laws().inputs()[system_.quantities.first_input() + input];
    const auto evaluate = [&](double s, Vector& values) {
      f_.set_input(input, at + s);
      Vector y = y_;
      return sample(y, values);
    };
    const bool found =
        gelenk::differentiate(evaluate, 0.02 * std::max(1.0, std::abs(at)), derivative);
    f_.set_input(input, at);
    return found ||
           fail("derivatives by an input could not be found: " + equations_.describe_failure());
  }

  // b of (3). S is linear in Euler parameters, so that one difference is exact.
  Vector calc_turning(const Vector& delta) const {
    Vector b = Vector::Zero(nv_);
    for_each_tree_joint(*system_.root, [&](const auto& joint, const JointEdge& edge) {
      if constexpr (joint.nq == joint.nv + 1) {
        const double* q = y_.data() + edge.q;
        const auto change = [&](const double* along, const double* of) {
          JointCoordinates beside{}, low{}, high{};
          joint.calc_qdot(q, along, beside.data());
          for (int i = 0; i < joint.nq; ++i) beside[i] += q[i];
          joint.calc_qdot(beside.data(), of, high.data());
          joint.calc_qdot(q, of, low.data());
          return Vector(Eigen::Map<Vector>(high.data(), joint.nq) -
                        Eigen::Map<Vector>(low.data(), joint.nq));
        };
        const double *d = delta.data() + edge.v, *v = v_.data() + edge.v;
        const Vector difference = change(d, v) - change(v, d);
        Matrix S(joint.nq, joint.nv);
        for (int k = 0; k < joint.nv; ++k) {
          const Vector unit = Vector::Unit(joint.nv, k);
          joint.calc_qdot(q, unit.data(), S.col(k).data());
        }
        b.segment(edge.v, joint.nv) = S.colPivHouseholderQr().solve(difference);
      }
    });
    return b;
  }

  bool differentiate(const std::vector<LinearInput>& inputs) {
    const int n_p = static_cast<int>(positions_.N.cols()), n_v = static_cast<int>(speeds_.N.cols()),
              n_z = static_cast<int>(states_.N.cols()), n = n_p + n_v + n_z, all = 2 * nv_ + nz_,
              n_y = static_cast<int>(outputs_.size()), n_u = static_cast<int>(inputs.size());
    result_.positions = n_p;
    result_.speeds = n_v;
    result_.states = n_z;
    for (int i : positions_.independent) result_.rows.push_back(i);
    for (int i : speeds_.independent) result_.rows.push_back(nv_ + i);
    for (int i : states_.independent) result_.rows.push_back(2 * nv_ + i);

    // Y: by column of x what the corrected state changes by; F its rate; their errors.
    Matrix Y = Matrix::Zero(all, n), F = Y, F_error = Y, O(n_y, n), O_error(n_y, n);
    for (int k = 0; k < n; ++k) {
      Direction along = make_direction();
      if (k < n_p)
        along.delta = positions_.N.col(k);
      else if (k < n_p + n_v)
        along.v = speeds_.N.col(k - n_p);
      else
        along.z = states_.N.col(k - n_p - n_v);
      CentralDifference d;
      if (!differentiate_along(along, d)) return false;
      Y.col(k) << along.delta, d.value.segment(at_v(), nv_), d.value.head(nz_);
      F.col(k) << d.value.segment(at_v(), nv_) + calc_turning(along.delta),
          d.value.segment(at_vdot(), nv_), d.value.segment(at_zdot(), nz_);
      F_error.col(k) << d.error.segment(at_v(), nv_), d.error.segment(at_vdot(), nv_),
          d.error.segment(at_zdot(), nz_);
      O.col(k) = d.value.tail(n_y);
      O_error.col(k) = d.error.tail(n_y);
    }
    Matrix F_u = Matrix::Zero(all, n_u), F_u_error = F_u, O_u = Matrix::Zero(n_y, n_u),
           O_u_error = O_u;
    for (int k = 0; k < n_u; ++k) {
      const LinearInput& input = inputs[static_cast<std::size_t>(k)];
      if (input.input < 0) {
        Vector response;
        if (!push(input.speed, response)) return false;
        F_u.col(k).segment(nv_, nv_) = response;
        continue;
      }
      CentralDifference d;
      if (!differentiate_by(input.input, d)) return false;
      F_u.col(k) << Vector::Zero(nv_), d.value.segment(at_vdot(), nv_),
          d.value.segment(at_zdot(), nz_);
      F_u_error.col(k) << Vector::Zero(nv_), d.error.segment(at_vdot(), nv_),
          d.error.segment(at_zdot(), nz_);
      O_u.col(k) = d.value.tail(n_y);
      O_u_error.col(k) = d.error.tail(n_y);
    }

    const auto select = [&](const Matrix& of) {
      Matrix chosen(n, of.cols());
      for (int i = 0; i < n; ++i) chosen.row(i) = of.row(result_.rows[static_cast<std::size_t>(i)]);
      return chosen;
    };
    // X: what x is after the correction, for x = 1 before it.
    const Eigen::PartialPivLU<Matrix> X(select(Y).transpose());
    const auto divide = [&](const Matrix& by_column) {
      return n == 0 ? by_column : Matrix(X.solve(by_column.transpose()).transpose());
    };
    result_.T = divide(Y);
    result_.A = divide(select(F));
    result_.B = select(F_u);
    result_.C = divide(O);
    result_.D = O_u;
    result_.error =
        std::max({compare(select(F_error), result_.A), compare(select(F_u_error), result_.B),
                  compare(O_error, result_.C), compare(O_u_error, result_.D)});
    return (result_.A.allFinite() && result_.T.allFinite()) ||
           fail("the linear equations are not finite at this state");
  }

  // Accelerations by a force along a direction of motion: v̇ = N (Nᵀ M N)⁻¹ Nᵀ e.
  bool push(int speed, Vector& response) {
    JointSpace* space = f_.joint_space();
    GELENK_ASSERT(space != nullptr);
    Matrix M;
    space->calc_mass_matrix(y_.head(nq_), M);
    const Matrix& N = speeds_.N;
    const Eigen::LDLT<Matrix> factor(N.transpose() * M * N);
    response = N * factor.solve(N.row(speed).transpose());
    return response.allFinite() || fail("a force moves something without mass");
  }

  // Largest error of a row against the largest entry of it; a row that is nothing but rounding does not count for more than a small one.
  static double compare(const Matrix& error, const Matrix& value) {
    if (value.size() == 0) return 0.0;
    constexpr double small = 1e-3;
    const double largest = value.cwiseAbs().maxCoeff();
    double worst = 0.0;
    for (Eigen::Index i = 0; i < value.rows(); ++i) {
      const double size = std::max(value.row(i).cwiseAbs().maxCoeff(), small * largest);
      worst = std::max(worst, error.row(i).cwiseAbs().maxCoeff() / (size > 0 ? size : 1.0));
    }
    return worst;
  }

  Formulation& f_;
  const System& system_;
  MotionEquations equations_;
  SignalValues values_;
  const std::vector<Signal>& outputs_;
  const double t_;
  const int nq_, nv_, nz_;
  Vector y_, v_, base_outputs_;
  Tangent positions_, speeds_, states_;
  Linearization result_;
  std::string failure_;
};

void check_system(Formulation& f, const std::vector<LinearInput>& inputs,
                  const std::vector<Signal>& outputs) {
  const System& system = f.system();
  if (system.partition != nullptr) {
    for (const Leaf& leaf : system.partition->leaves) {
      if (leaf.compiled == nullptr) continue;
      reject("the compiled component '" + leaf.compiled->path +
                 "' does not show its joints, along which a model is linearised",
             "put the text of the component in its place");
    }
  }
  const bool has_forces = std::any_of(inputs.begin(), inputs.end(),
                                      [](const LinearInput& input) { return input.input < 0; });
  if (!has_forces) return;
  if (f.laws().acts_by_outcomes()) {
    reject(
        "forces of this model depend on accelerations or loads, so that what a further force "
        "does cannot be told from masses alone",
        "give the model an input, and let it drive a force or torque");
  }
  for (const Signal& output : outputs) {
    if (output.of_motion) continue;
    reject("the output '" + output.name +
               "' follows from accelerations, which the force in a joint "
               "changes at once",
           "give the model an input, and let it drive the force; or choose outputs of motion");
  }
}

// A shaft that no joint carries is called after the first rotor or mass that moves as its coordinate does.
void name_shafts(const System& system, std::vector<LinearEntry>& entries) {
  const Axes& axes = system.axes;
  for (std::size_t t = 0; t < axes.trains.size(); ++t) {
    const JointRef& carrier = axes.trains[t].carrier;
    if (carrier.joint < 0 || !carrier.sub->joints[carrier.joint].added) continue;
    const auto moves_alike = [&](const PlacedAxisElement& e) {
      if (e.element.kind != AxisElement::Kind::inertia || e.shaft_b < 0) return false;
      const Shaft& shaft = axes.shafts[e.shaft_b];
      return shaft.train == static_cast<int>(t) && shaft.ratio == 1.0;
    };
    const auto found = std::find_if(axes.elements.begin(), axes.elements.end(), moves_alike);
    if (found == axes.elements.end()) continue;
    const std::string& path = found->component->path;
    const std::size_t v = static_cast<std::size_t>(carrier.sub->joints[carrier.joint].v);
    const bool turns = found->element.turns;
    entries[v] = {path + (turns ? ".phi" : ".s"), turns ? "rad" : "m", path};
    entries[static_cast<std::size_t>(system.nv) + v] = {path + (turns ? ".w" : ".v"),
                                                        turns ? "rad/s" : "m/s", path};
  }
}

}  // namespace

Linearization linearize(Formulation& formulation, double t, const Vector& q, const Vector& v,
                        const std::vector<LinearInput>& inputs,
                        const std::vector<Signal>& outputs) {
  check_system(formulation, inputs, outputs);
  return Linearizer(formulation, t, q, v, outputs).run(inputs);
}

std::vector<LinearEntry> list_linear_entries(const System& system) {
  const StateNames names = list_state_names(system);
  std::vector<LinearEntry> entries(static_cast<std::size_t>(2 * system.nv));
  for_each_tree_joint(*system.root, [&](const auto& joint, const JointEdge& edge) {
    for (int i = 0; i < joint.nv; ++i) {
      LinearEntry& position = entries[static_cast<std::size_t>(edge.v + i)];
      const NamedEntry& speed = names.v[static_cast<std::size_t>(edge.v + i)];
      entries[static_cast<std::size_t>(system.nv + edge.v + i)] = {speed.name, speed.unit,
                                                                   edge.name};
      const bool has_turns = joint.nq == joint.nv + 1;
      if (has_turns && i < 3) {
        position = {edge.name + ".turn[" + std::to_string(i + 1) + "]", "rad", edge.name};
        continue;
      }
      const NamedEntry& coordinate =
          names.q[static_cast<std::size_t>(edge.q + (has_turns ? i - 3 : i))];
      position = {coordinate.name, coordinate.unit, edge.name};
    }
  });
  name_shafts(system, entries);
  for (const Quantities::State& state : system.quantities.states)
    entries.push_back({state.name, state.unit, state.name});
  return entries;
}

}  // namespace gelenk
