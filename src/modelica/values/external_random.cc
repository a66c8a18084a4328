// The functions behind Modelica.Math.Random: generators whose state is an array of the model. What is drawn follows from the state alone, so
// that every run gives the same; those that keep a state of their own, which nobody sees, are refused.
#include "math/tables/table_functions.h"
#include "modelica/failure.h"
#include "modelica/values/external_function.h"

namespace gelenk::modelica {

using symbolic::Expression;

namespace {

void draw_next(ExternalCall& call, RandomGenerator generator) {
  std::vector<Expression> state;
  const Datum& given = call.input("stateIn");
  const int count = count_state(generator);
  if (given.count() != static_cast<std::size_t>(count))
    fail("size", call.where,
         "the state of this generator has " + std::to_string(count) + " entries");
  for (std::size_t i = 0; i < given.count(); ++i) state.push_back(call.law("stateIn", i));
  std::vector<Expression> next;
  for (int i = 0; i < count; ++i) next.push_back(Expression::call(make_draw(generator, i), state));
  call.set("result", {Expression::call(make_draw(generator, -1), state)});
  call.set("stateOut", std::move(next));
}

[[noreturn]] void refuse_hidden_state(ExternalCall& call) {
  fail("unsupported", call.where,
       "function '" + call.name +
           "' has a state of its own: its numbers would not be the same again",
       "draw from a generator whose state is a variable: Modelica.Math.Random.Generators");
}

}  // namespace

const ExternalFunctions& list_random_functions() {
  const auto of = [](RandomGenerator generator) {
    return [generator](ExternalCall& call) { draw_next(call, generator); };
  };
  static const std::string generators = "Modelica.Math.Random.Generators.",
                           utilities = "Modelica.Math.Random.Utilities.";
  static const ExternalFunctions list = {
      {generators + "Xorshift64star.random", of(RandomGenerator::xorshift64star)},
      {generators + "Xorshift128plus.random", of(RandomGenerator::xorshift128plus)},
      {generators + "Xorshift1024star.random", of(RandomGenerator::xorshift1024star)},
      // Any number serves that is the same in every run.
      {utilities + "automaticGlobalSeed", [](ExternalCall& call) { call.set_only({30020.0}); }},
      // Models prepare such a state, too, from which they may never draw.
      {utilities + "initializeImpureRandom.setInternalState", [](ExternalCall&) {}},
      {utilities + "impureRandom", refuse_hidden_state},
  };
  return list;
}

}  // namespace gelenk::modelica
