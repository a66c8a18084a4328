// A model's equations, flat: scalar quantities and scalar residuals, as all passes share them.
//
// Quantities are numbered; in expressions the quantity with number i is input i (symbolic/expression.h). What must hold:
// - derivatives form chains: q.derivative is a later number, and quantities[q.derivative].derivative_of is q;
// - a known quantity is given by somebody else (a parameter, a signal of the mechanism), and so are the derivatives in
//   its chain that are marked known: a joint's position and speed are, its acceleration is not;
// - an equation is residual = 0, and holds at all times. If it was differentiated, its derivative is an equation of its own, and it
//   stays as an invariant of the motion.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "symbolic/expression.h"

namespace gelenk::equations {

// As in Modelica: how much the user wants it to be a state.
enum class StateSelect { never, avoid, usual, prefer, always };

struct Quantity {
  std::string name;  // "motor.phi", "der(motor.phi)"
  bool is_known = false;
  bool is_constant = false;                 // known, and its rate is zero
  bool is_of_port = false;                  // not known, but somebody else's: an acceleration
  bool is_discrete = false;                 // a Boolean, a whole number: it changes at events only
  int derivative = -1, derivative_of = -1;  // −1: none
  double start = 0.0;
  bool is_start_given = false;  // by the user
  bool is_fixed = false;        // start holds, and is not a guess
  double nominal = 1.0;
  StateSelect select = StateSelect::usual;
  SourceLocation where;
};

struct Residual {
  symbolic::Expression value;
  SourceLocation where;
  std::string component;                    // path of the component that states it
  int derivative = -1, derivative_of = -1;  // numbers of equations; −1: none
};

struct FlatEquations {
  std::vector<Quantity> quantities;
  std::vector<Residual> equations;

  // The number of a quantity's derivative, which is added to the chain where it has none.
  int add_derivative(int quantity);
};

// Inputs that occur in an expression, each once, in the order of first use.
std::vector<int> list_inputs(const symbolic::Expression& e);

// The same without those that nothing but a relation reads, or another operation whose value is held from event to event: between events
// the value of the expression does not follow them.
std::vector<int> list_followed_inputs(const symbolic::Expression& e);

// The derivative of an expression with respect to time, where each quantity changes by its own derivative, which is
// added to the chains where it is missing.
symbolic::Expression differentiate(const symbolic::Expression& e, FlatEquations& flat);

}  // namespace gelenk::equations
