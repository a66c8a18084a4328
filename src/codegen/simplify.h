// What is simplified by looking at all of a graph: terms that occur once are gathered to whole sums, in which equal
// terms cancel and common factors are taken out, a b + a c = a (b + c), those that most terms have first. A
// product with a reciprocal that nothing else uses is a quotient.
#pragma once

#include "codegen/graph.h"

namespace gelenk::codegen {

// A graph that has nothing but what the outputs need, whose operations are no more. Outputs keep their order,
// inputs their numbers.
Graph simplify(const Graph& graph, std::vector<Value>& outputs);

}  // namespace gelenk::codegen
