// The numbers of the state evaluated last, which the parts of the formulation share: each says in its
// header what it reads and what it fills. The constant side is Tree and LoopPlan.
#pragma once

#include "formulations/recursive/loop_data.h"
#include "math/vector.h"

namespace gelenk {

struct RecursiveState {
  RecursiveState(const Tree& tree, const LoopPlan& plan) : bodies(tree), loops(plan) {}

  Vector q, v;
  Vector vdot;              // of the last release
  bool is_complete = true;  // whether the bodies' motion is that of q, v and vdot
  // By relation between coordinates (HeldRelation): whether it holds, and in an impact by how much it changes their slip.
  struct Held {
    bool holds = false;
    double jump = 0.0;
  };
  std::vector<Held> held;
  TreeData<double> bodies;
  LoopData<double> loops;
};

// What of a state serves only until the recursion has come inwards. Components that are evaluated one after the other
// borrow it from the thread that does it.
class RecursiveScratch {
 public:
  void lend(RecursiveState& state) {
    body_.resize(state.bodies.body.size());
    K_.resize(state.loops.K.size());
    Lambda_.resize(state.loops.Lambda.size());
    natural_.resize(state.loops.natural.size());
    X_.resize(state.loops.ports.X.size());
    factor_.reserve(static_cast<int>(state.loops.column.size()));
    exchange(state);
    state.loops.lent = &factor_;
  }
  void take_back(RecursiveState& state) {
    exchange(state);
    state.loops.lent = nullptr;
  }

 private:
  void exchange(RecursiveState& state) {
    body_.swap(state.bodies.body);
    K_.swap(state.loops.K);
    Lambda_.swap(state.loops.Lambda);
    natural_.swap(state.loops.natural);
    X_.swap(state.loops.ports.X);
  }

  std::vector<BodyData<double>> body_;
  std::vector<Lane6<double>> K_;
  std::vector<double> Lambda_, natural_;
  std::vector<Lane8<double>> X_;
  SymmetricFactor<double> factor_;
};

// A state works on the thread's scratch while this lives.
class BorrowedScratch {
 public:
  explicit BorrowedScratch(RecursiveState& state) : state_(state) { scratch().lend(state_); }
  ~BorrowedScratch() { scratch().take_back(state_); }
  BorrowedScratch(const BorrowedScratch&) = delete;
  BorrowedScratch& operator=(const BorrowedScratch&) = delete;

 private:
  static RecursiveScratch& scratch() {
    static thread_local RecursiveScratch of_this_thread;
    return of_this_thread;
  }

  RecursiveState& state_;
};

}  // namespace gelenk
