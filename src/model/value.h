// A value that a model gives to a parameter or attribute: a scalar or an array of one basic type.
// Real entries may be laws, expressions of time, where the declaration allows it.
#pragma once

#include <string>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk {

enum class BasicType { real, integer, boolean, string, enumeration };

struct Value {
  BasicType type = BasicType::real;
  std::vector<int> dims;        // empty for a scalar; row-major entries
  std::vector<double> numbers;  // real, integer, boolean (0, 1), enumeration (1-based ordinal)
  std::vector<std::string>
      strings;  // string; for an enumeration the literal's name, e.g. "PointGravity"
  std::vector<symbolic::Expression> laws;  // real that depends on time: one per entry; else empty

  bool is_law() const { return !laws.empty(); }
  int size() const;  // number of entries: product of dims
};

const char* to_string(BasicType type);
// "Real", "Integer[3]", "Real[2,3]": for messages.
std::string describe_shape(BasicType type, const std::vector<int>& dims);

}  // namespace gelenk
