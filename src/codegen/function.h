// A function that was recorded: what goes in, what comes out, and the expressions between.
#pragma once

#include <string>
#include <vector>

#include "codegen/graph.h"

namespace gelenk::codegen {

// An argument or a result: a number, a vector or a matrix.
struct Array {
  std::string name;
  std::vector<int> shape;  // empty: a number; matrices by rows
  std::string meaning;

  int size() const;
};

struct Function {
  std::string name, meaning;
  std::vector<Array> arguments, results;
  Graph graph;                // inputs are the entries of the arguments, one after the other
  std::vector<Value> values;  // of the entries of the results, likewise
  OperationCounts counts;
  std::string method;  // how, where there is a choice
};

}  // namespace gelenk::codegen
