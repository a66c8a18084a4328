// Quantities that are not mechanics: variables, states and discrete variables of the user's
// equations, and the signals of motion that laws read. To formulations a law is an expression of
// numbered inputs:
//   states z, with ż = rate          — they follow the joints' coordinates in q
//   discrete variables, which change at events, and after them their values before the event: pre(…)
//   inputs of the model itself
//   delayed: what quantities were some time ago, delay(…)
//   signals: of motion, and outcomes of the laws themselves (accelerations, loads)
//   responses: D by rows, then r, of ports whose loads depend on their accelerations
//   cells: unknowns that are found together from equations
//   followed: what variables were before the event, pre(…), that no when gives values
// in this order (1).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "symbolic/expression.h"
#include "topology/quantities/definitions.h"

namespace gelenk {

struct Signal;
struct System;

struct Quantities {
  struct Variable {
    std::string name, unit;
    symbolic::Expression value;
    bool is_discrete = false;  // a Boolean, a whole number
  };
  struct State {
    std::string name, unit;
    double start;
    symbolic::Expression rate;
    bool is_fixed = false;  // the start holds, and is not a guess
  };
  struct Cell {
    std::string name, unit;
    double start;
    bool is_discrete = false;
  };
  struct Discrete {
    std::string name, unit;
    double start;
  };
  // At an event: the value that a discrete variable or a state takes.
  struct Change {
    int discrete, state;  // one of them; the other is −1. Both: a limit or an assertion
    symbolic::Expression value;
    std::string assertion = {};  // what does not hold where the value is not 0
    bool always = false;         // an assertion: at the start, too
  };
  struct Branch {
    std::string path;  // of the component that states it
    symbolic::Expression condition;
    std::vector<Change> changes;
    bool may_act_at_start = false;  // else only when its condition becomes true later
  };

  // At time t the input is what `value` was at t − time.
  struct Delayed {
    std::string name;
    symbolic::Expression value, time;
    double longest;
  };

  struct Input {
    std::string name, unit;
    double start;  // what it is until somebody says otherwise
  };

  std::vector<Variable> variables;  // the inputs last
  std::vector<Input> inputs;
  std::vector<Delayed> delays;
  std::vector<State> states;
  std::vector<Discrete> discretes;
  std::vector<std::vector<Branch>> whens;  // of each list the first branch that becomes true counts
  std::vector<Signal> signals;
  // Ports of the mechanism, in A = D L + r: accelerations, and names of the loads that equations give.
  struct Ports {
    std::vector<Signal> accelerations;
    std::vector<std::string> loads;
    int row_count() const;
    int load_count() const { return static_cast<int>(loads.size()); }
  };
  Ports ports;
  // As many equations as cells, residuals of inputs; and those that states fulfil at all times.
  std::vector<Cell> cells;
  struct Followed {
    int variable;
    double start;
  };
  std::vector<Followed> followed;
  std::vector<symbolic::Expression> equations, invariants;
  struct Place {
    std::string component;
    SourceLocation where;
  };
  std::vector<Place> invariant_places;
  std::vector<symbolic::Expression> initials;  // residuals that are zero at the start
  // For each signal that is not of motion: what is said of its first use where laws cannot read
  // outcomes.
  std::vector<Diagnostic> outcome_uses;

  // (1)
  int first_discrete() const { return static_cast<int>(states.size()); }
  int first_before() const { return first_discrete() + static_cast<int>(discretes.size()); }
  int first_input() const { return first_before() + static_cast<int>(discretes.size()); }
  int first_delayed() const { return first_input() + static_cast<int>(inputs.size()); }
  int first_signal() const { return first_delayed() + static_cast<int>(delays.size()); }
  int first_response() const;
  int response(int port, int load) const {
    return first_response() + port * ports.load_count() + load;
  }
  int rest(int port) const {
    return first_response() + ports.row_count() * ports.load_count() + port;
  }
  int first_cell() const { return rest(ports.row_count()); }
  int first_followed() const { return first_cell() + static_cast<int>(cells.size()); }
  int input_count() const { return first_followed() + static_cast<int>(followed.size()); }

  // Whether an expression of inputs (1) depends on those of the model itself.
  bool depends_on_inputs(const symbolic::Expression& e) const;

  // A law as the model states it, with inputs in the place of names.
  symbolic::Expression resolve(const symbolic::Expression& law) const;

  std::unordered_map<std::string, symbolic::Expression> meanings;  // of names

  Quantities();
  Quantities(Quantities&&);
  Quantities& operator=(Quantities&&);
  ~Quantities();
};

// Throws UserError for names that laws cannot use. The system is complete but for its quantities.
Quantities make_quantities(const Definitions& definitions, const System& system);

}  // namespace gelenk
