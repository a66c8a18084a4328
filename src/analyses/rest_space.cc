#include "analyses/rest_space.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "formulations/motion_signals.h"

namespace gelenk {

namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

}  // namespace

RestSpace::RestSpace(Formulation& formulation, double time, std::vector<Wish> held,
                     std::vector<Wish> speeds)
    : f_(formulation),
      system_(formulation.system()),
      time_(time),
      held_(std::move(held)),
      speeds_(std::move(speeds)),
      velocity_rows_(list_velocity_rows(*system_.root)),
      still_(Vector::Zero(system_.nv)) {
  velocity_rows_.resize(velocity_rows_.size() + system_.rows.size(), false);
  for (const Train& train : system_.axes.trains) {
    if (!train.driven || train.carrier.joint < 0) continue;
    driven_.push_back(train.carrier.sub->joints[train.carrier.joint].v);
  }
  moves_ = !speeds_.empty() || !driven_.empty();
}

double RestSpace::value(const Signal& signal, const Vector& q, const Vector& v) {
  f_.eval_motion(q, v);
  return calc_motion_signal(signal, f_, system_, q.data(), v.data());
}

void RestSpace::take_modes(const Vector& q, const Vector& v) {
  holding_.clear();
  const std::vector<PlacedAxisElement>& elements = system_.axes.elements;
  const bool any = std::any_of(elements.begin(), elements.end(), [](const PlacedAxisElement& e) {
    return e.element.holder.kind != AxisHolder::Kind::none;
  });
  Vector qdot, vdot;
  if (!any || !f_.eval_derivatives(time_, q, v, qdot, vdot)) return;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const int element = static_cast<int>(i);
    const double force = f_.get_axis_force(element);
    bool holds = false;
    switch (elements[i].element.holder.kind) {
      case AxisHolder::Kind::none: break;
      case AxisHolder::Kind::friction: holds = f_.get_axis_mode(element) == AxisMode::sticks; break;
      case AxisHolder::Kind::stop: {
        const Room room = [&] {
          for (const Room& r : list_rooms(q)) {
            if (r.element == element) return r;
          }
          return Room{element, 1.0, 1.0};
        }();
        const double near = 1e-9 * (1 + std::abs(elements[i].element.holder.low) +
                                    std::abs(elements[i].element.holder.high));
        holds = force != 0.0 && (std::abs(room.below) < near || std::abs(room.above) < near);
        break;
      }
      case AxisHolder::Kind::lock: holds = f_.laws().of(elements[i]) > 0; break;
    }
    if (holds) holding_.push_back({element, force});
  }
}

// ---- rows -----------------------------------------------------------------------------------------------

RestSpace::Row RestSpace::make_slip_row(const PlacedAxisElement& e) const {
  Row row;
  const auto add = [&](int number, double sign) {
    if (number < 0) return;
    const Shaft& shaft = system_.axes.shafts[number];
    const JointRef& carrier = system_.axes.trains[shaft.train].carrier;
    if (carrier.joint >= 0)
      row.push_back({carrier.sub->joints[carrier.joint].v, sign * shaft.ratio});
  };
  add(e.shaft_b, 1.0);
  add(e.shaft_a, -1.0);
  return row;
}

// Of a signal of speed exactly, since it is linear in speeds; of a position by differences.
RestSpace::Row RestSpace::make_row(const Signal& signal, bool of_position, const Vector& q) {
  using Kind = Signal::Kind;
  if (signal.kind == Kind::q || signal.kind == Kind::v) {
    const JointEdge& edge = signal.sub->joints[signal.joint()];
    if (edge.nq() == edge.nv() || signal.kind == Kind::v) return {{edge.v + signal.i, 1.0}};
  }
  Row row;
  const double at_rest = of_position ? 0.0 : value(signal, q, still_);
  for (int j = 0; j < system_.nv; ++j) {
    double rate = 0.0;
    if (of_position) {
      constexpr double h = 1e-5;
      Vector ahead = q, behind = q;
      step_coordinates(*system_.root, h * Vector::Unit(system_.nv, j), ahead);
      step_coordinates(*system_.root, -h * Vector::Unit(system_.nv, j), behind);
      rate = (value(signal, ahead, still_) - value(signal, behind, still_)) / (2 * h);
      if (std::abs(rate) < 1e-10) rate = 0.0;
    } else {
      rate = value(signal, q, Vector::Unit(system_.nv, j)) - at_rest;
    }
    if (rate != 0.0) row.push_back({j, rate});
  }
  return row;
}

void RestSpace::place(const Vector& q) {
  f_.eval_motion(q, still_);
  f_.eval_closure(closure_);
  Triplets entries;
  int rows = 0;
  for (Eigen::Index i = 0; i < closure_.G.rows(); ++i) {
    for (SparseMatrix::InnerIterator entry(closure_.G, i); entry; ++entry)
      entries.emplace_back(rows, static_cast<int>(entry.col()), entry.value());
    ++rows;
  }
  std::vector<double> natural(closure_.natural.begin(), closure_.natural.end());
  const auto add = [&](const Row& row) {
    double size = 0.0;
    for (const Coefficient& c : row) {
      entries.emplace_back(rows, c.v, c.value);
      size = std::hypot(size, c.value);
    }
    natural.push_back(std::max(size, 1e-300));
    ++rows;
  };
  for (int v : driven_) add({{v, 1.0}});
  for (const Holding& holding : holding_)
    add(make_slip_row(system_.axes.elements[static_cast<std::size_t>(holding.element)]));
  free_rows_ = rows;
  for (const Wish& wish : held_) add(make_row(wish.signal, true, q));
  for (const Wish& wish : speeds_) add(make_row(wish.signal, false, q));
  C_.resize(rows, system_.nv);
  C_.setFromTriplets(entries.begin(), entries.end());
  natural_ = Eigen::Map<const Vector>(natural.data(), rows);
  change_.compute(C_, natural_);
}

Matrix RestSpace::calc_basis(std::vector<int>& independent) const {
  independent.clear();
  const int nv = system_.nv;
  if (C_.rows() == 0 || change_.rank() == 0) {
    for (int j = 0; j < nv; ++j) independent.push_back(j);
    return Matrix::Identity(nv, nv);
  }
  Matrix C = C_;
  for (Eigen::Index i = 0; i < C.rows(); ++i) C.row(i) /= natural_[i];
  const Eigen::FullPivLU<Matrix> lu(C);
  const int rank = change_.rank(), free = nv - rank;
  const auto& order = lu.permutationQ().indices();
  const Matrix dependent = lu.matrixLU()
                               .topLeftCorner(rank, rank)
                               .triangularView<Eigen::Upper>()
                               .solve(lu.matrixLU().topRightCorner(rank, free));
  Matrix N = Matrix::Zero(nv, free);
  for (int j = 0; j < free; ++j) {
    independent.push_back(order[rank + j]);
    N(order[rank + j], j) = 1.0;
  }
  for (int i = 0; i < rank; ++i) N.row(order[i]) = -dependent.row(i);
  return N;
}

Vector RestSpace::project(const Vector& tau) const {
  if (C_.rows() == 0) return tau;
  return tau + change_.solve(C_ * tau);
}

Vector RestSpace::calc_steady(const Vector& vdot) const {
  Vector rates = C_ * vdot;
  rates.tail(C_.rows() - free_rows_).setZero();
  return C_.rows() == 0 ? Vector(Vector::Zero(system_.nv)) : change_.solve(-rates);
}

// Without these rows ρ' = P' τ is left, of which Σ loadᵢ P' cᵢ is what they take.
Vector RestSpace::calc_holding_loads(const Vector& tau) const {
  const Eigen::Index wishes = C_.rows() - free_rows_;
  if (wishes == 0) return Vector();
  const SparseMatrix others = C_.topRows(free_rows_);
  LeastChange without;
  without.compute(others, natural_.head(free_rows_));
  const auto project_out = [&](const Vector& force) -> Vector {
    return free_rows_ == 0 ? force : Vector(force + without.solve(others * force));
  };
  Matrix taken(system_.nv, wishes);
  for (Eigen::Index i = 0; i < wishes; ++i)
    taken.col(i) = project_out(Vector(C_.row(free_rows_ + i).transpose()));
  return taken.completeOrthogonalDecomposition().solve(project_out(tau));
}

Vector RestSpace::calc_speeds(const Vector& q, const std::vector<Wish>& given) {
  Vector v = still_, q_driven = q;
  if (!moves_ && given.empty()) return v;
  f_.place_driven(time_, q_driven, v);
  Triplets entries;
  for (Eigen::Index i = 0; i < free_rows_; ++i) {
    for (SparseMatrix::InnerIterator entry(C_, i); entry; ++entry)
      entries.emplace_back(static_cast<int>(i), static_cast<int>(entry.col()), entry.value());
  }
  int rows = free_rows_;
  std::vector<double> natural(natural_.begin(), natural_.begin() + free_rows_), wanted;
  for (const auto* list : {&speeds_, &given}) {
    for (const Wish& wish : *list) {
      double size = 1e-300;
      for (const Coefficient& c : make_row(wish.signal, false, q)) {
        entries.emplace_back(rows, c.v, c.value);
        size = std::hypot(size, c.value);
      }
      natural.push_back(size);
      wanted.push_back(wish.value);
      ++rows;
    }
  }
  // What is driven is a row as well, which holds at the speed that is there.
  SparseMatrix C(rows, system_.nv);
  C.setFromTriplets(entries.begin(), entries.end());
  LeastChange change;
  change.compute(C, Eigen::Map<const Vector>(natural.data(), rows));
  Vector residual = C * v;
  const Eigen::Index first_driven = closure_.G.rows();
  residual.segment(first_driven, static_cast<Eigen::Index>(driven_.size())).setZero();
  for (std::size_t i = 0; i < wanted.size(); ++i)
    residual[free_rows_ + static_cast<Eigen::Index>(i)] -= wanted[i];
  return v + change.solve(residual);
}

// ---- back onto the rows ---------------------------------------------------------------------------------

void RestSpace::calc_residual(const Vector& q, Vector& residual) {
  f_.eval_motion(q, still_);
  f_.eval_closure(closure_);
  residual.setZero(C_.rows());
  for (Eigen::Index i = 0; i < closure_.g.size(); ++i) {
    if (!velocity_rows_[static_cast<std::size_t>(i)]) residual[i] = closure_.g[i];
  }
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const double at = calc_motion_signal(held_[i].signal, f_, system_, q.data(), still_.data());
    double off = at - held_[i].value;
    // A measured angle is known but for whole turns.
    if (held_[i].signal.unit == "rad" && held_[i].signal.kind == Signal::Kind::measured_q)
      off = std::remainder(off, 2 * 3.14159265358979323846);
    residual[free_rows_ + static_cast<Eigen::Index>(i)] = off;
  }
}

bool RestSpace::close(Vector& q) {
  if (C_.rows() == 0 || (closure_.g.size() == 0 && held_.empty())) return true;
  constexpr double closed = 1e-10;
  Vector residual, best_q = q;
  double best = INFINITY;
  for (int i = 0; i < 8; ++i) {
    calc_residual(q, residual);
    const double size = residual.lpNorm<Eigen::Infinity>();
    if (!(size < best)) break;
    best = size;
    best_q = q;
    if (size < 1e-16) break;
    step_coordinates(*system_.root, change_.solve(residual), q);
  }
  q = best_q;
  return best < closed;
}

bool RestSpace::reach(Vector& q) {
  constexpr double longest = 0.5;  // radians or metres at once
  Vector residual, trial;
  place(q);
  calc_residual(q, residual);
  for (int iteration = 0; iteration < 200 && residual.norm() > 1e-14; ++iteration) {
    place(q);
    calc_residual(q, residual);
    Vector delta = change_.solve(residual);
    const double size = delta.size() > 0 ? delta.lpNorm<Eigen::Infinity>() : 0.0;
    if (size > longest) delta *= longest / size;
    const double before = residual.norm();
    bool better = false;
    for (int halving = 0; halving < 12 && !better; ++halving) {
      trial = q;
      step_coordinates(*system_.root, std::ldexp(1.0, -halving) * delta, trial);
      calc_residual(trial, residual);
      better = residual.norm() < before;
    }
    if (!better) break;
    q = trial;
  }
  place(q);
  calc_residual(q, residual);
  return residual.size() == 0 || residual.lpNorm<Eigen::Infinity>() < 1e-9;
}

// ---- stops ----------------------------------------------------------------------------------------------

std::vector<RestSpace::Room> RestSpace::list_rooms(const Vector& q) const {
  std::vector<Room> rooms;
  const Axes& axes = system_.axes;
  for (std::size_t i = 0; i < axes.elements.size(); ++i) {
    const PlacedAxisElement& e = axes.elements[i];
    if (e.element.holder.kind != AxisHolder::Kind::stop) continue;
    const double x = calc_shaft_motion(f_, axes, e.shaft_b, q.data(), still_.data()).x -
                     calc_shaft_motion(f_, axes, e.shaft_a, q.data(), still_.data()).x;
    rooms.push_back({static_cast<int>(i), x - e.element.holder.low, e.element.holder.high - x});
  }
  return rooms;
}

void RestSpace::put_at_end(int element, bool at_high, Vector& q) const {
  const PlacedAxisElement& e = system_.axes.elements[static_cast<std::size_t>(element)];
  for (int i = 0; i < 3; ++i) {
    const std::vector<Room> rooms = list_rooms(q);
    const auto room = std::find_if(rooms.begin(), rooms.end(),
                                   [&](const Room& r) { return r.element == element; });
    const double missing = at_high ? room->above : -room->below;
    for (const auto& [number, sign] : {std::pair{e.shaft_b, 1.0}, std::pair{e.shaft_a, -1.0}}) {
      if (number < 0) continue;
      const Shaft& shaft = system_.axes.shafts[number];
      const Train& train = system_.axes.trains[shaft.train];
      if (train.carrier.joint < 0 || train.driven) continue;
      q[train.carrier.sub->joints[train.carrier.joint].q] += sign * missing / shaft.ratio;
      break;
    }
  }
}

}  // namespace gelenk
