// Matched equations as something to be computed: for given known quantities, all others, in order. Steps are
//   assignments   a tape, several unknowns at once
//   systems       unknowns that depend on each other: some are guessed (torn), the others follow from these, and
//                 residuals f are left over; with their exact Jacobian J = ∂f/∂guesses,
//                   J Δ = −f,  guesses ← guesses + α Δ.                                              (1)
//                 Where f is linear one step with α = 1 is the solution; else this is Newton's method, damped so that f gets smaller.
// Quantities stand in one array, by number. Nothing is allocated in an evaluation.
//
// Jumps and bends hold their side from event to event (symbolic/held_tape.h), and Boolean and whole unknowns with them. At an event sides and
// unknowns of a system are found together: sides are taken as unknowns say, unknowns solved for with these, until nothing changes. Where
// that goes round in circles one side changes at a time, the first that does not fit (Murty 1974), which comes to an end where each
// combination of sides has one solution; after that all combinations are tried of those that change, where these are few. Sides that
// do not fit by rounding only are let be then.
//
// Newton's method starts from guesses that only accept() changes: a result depends on what is given and on these, and not on what was
// evaluated before.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/memory.h"
#include "equations/flat_equations.h"

namespace gelenk::equations {

class Program {
 public:
  // quantity_of: by equation, the quantity that it is matched to, or −1 where it is not among those to be solved (index_reduction.h).
  // All other quantities that occur must be given. is_late: by quantity, what is given only when all is known that does not depend on
  // it; empty: nothing.
  Program(const FlatEquations& flat, const std::vector<int>& quantity_of,
          const std::vector<char>& is_late = {});
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  ~Program();

  // Fills `values`, by quantity, where they are not given. False where a system has no solution, or none was found: failure() says which.
  bool eval(double time, double* values);
  // The same of what does not depend on anything late; the rest is 0.
  bool eval_early(double time, double* values);
  // Whether a quantity that is to be solved for depends on anything late.
  bool is_late(int quantity) const;
  const std::string& failure() const;
  // The values evaluated last are those of the run: guesses for what follows.
  void accept(const double* values);
  void accept_early(const double* values);
  void list_memory(Memory& memory);

  // Jumps and bends, as HeldTape has them: from hold on they keep their side until settle, which fills `values` as eval does.
  int indicator_count() const;
  void hold();
  void release();
  bool settle(double time, double* values, bool& changed);
  // What time alone decides has no indicators from here on (HeldTape::foretell). By quantity: whether it stays between events.
  void foretell(const std::vector<char>& is_constant);
  double find_next_time(double time, const double* values);
  void eval_indicators(double time, const double* values, double* indicators);
  void get_signs(int* signs) const;

  // What there is to tell: by system the number of unknowns, of guesses, and whether it is linear.
  struct SystemInfo {
    std::vector<int> quantities;
    int guesses = 0;
    bool is_linear = false;
  };
  std::vector<SystemInfo> list_systems() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gelenk::equations
