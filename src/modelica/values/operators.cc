#include "modelica/values/operators.h"

#include <algorithm>
#include <cmath>

#include "modelica/failure.h"

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::Op;

namespace {

constexpr std::size_t longest_string = 1'000'000;

void check_numeric(const Datum& a, const std::string& op, const SourceLocation& where) {
  if (!a.is_numeric()) {
    fail("type", where, "'" + op + "' needs numbers, found " + a.describe());
  }
}

void check_same_dims(const Datum& a, const Datum& b, const std::string& op,
                     const SourceLocation& where) {
  if (a.dims != b.dims) {
    fail("size", where,
         "'" + op + "' needs operands of one size, found " + a.describe() + " and " + b.describe(),
         a.is_scalar() || b.is_scalar() ? "write '." + op + "' to use a scalar with every entry"
                                        : "");
  }
}

BasicType common_type(const Datum& a, const Datum& b) {
  return a.type == BasicType::integer && b.type == BasicType::integer ? BasicType::integer
                                                                      : BasicType::real;
}

void check_divisor(const Datum& b, const SourceLocation& where) {
  for (double x : b.numbers) {
    if (x == 0.0) fail("value", where, "division by zero");
  }
}

Datum add_strings(const Datum& a, const Datum& b, const SourceLocation& where) {
  check_same_dims(a, b, "+", where);
  Datum result = a;
  for (std::size_t i = 0; i < result.strings.size(); ++i) {
    if (a.strings[i].size() + b.strings[i].size() > longest_string) {
      stop("size", where, "this String is longer than 1000000 characters");
    }
    result.strings[i] += b.strings[i];
  }
  return result;
}

Datum calc_matrix_power(const Datum& a, const Datum& b, const SourceLocation& where) {
  const int n = get_integer(b, "the exponent of a matrix", where);
  if (a.dims.size() != 2 || a.dims[0] != a.dims[1] || n < 0 || n > 1000) {
    fail("size", where,
         "only a square matrix has powers, with exponent 0…1000; found " + a.describe() + "^" +
             std::to_string(n));
  }
  Datum result = make_like(Datum::make_real(0.0), a.dims, where);
  for (int i = 0; i < a.dims[0]; ++i) {
    result.numbers[static_cast<std::size_t>(i * a.dims[0] + i)] = 1.0;
  }
  for (int i = 0; i < n; ++i) result = multiply(result, a, where);
  return result;
}

Datum compare(const std::string& op, const Datum& a, const Datum& b, const SourceLocation& where) {
  if (!a.is_scalar() || !b.is_scalar() || a.record || b.record) {
    fail("size", where,
         "'" + op + "' compares scalars, found " + a.describe() + " and " + b.describe());
  }
  const bool same_type = a.type == b.type && a.enumeration == b.enumeration;
  if (!same_type && !(a.is_numeric() && b.is_numeric())) {
    fail("type", where, "cannot compare " + a.describe() + " with " + b.describe());
  }
  if (a.type == BasicType::string) {
    const int order = a.strings[0].compare(b.strings[0]);
    const bool result = op == "<"    ? order < 0
                        : op == "<=" ? order <= 0
                        : op == ">"  ? order > 0
                        : op == ">=" ? order >= 0
                        : op == "==" ? order == 0
                                     : order != 0;
    return Datum::make_boolean(result);
  }
  const bool is_equality = op == "==" || op == "<>";
  const bool is_real = a.type == BasicType::real || b.type == BasicType::real;
  if (is_equality && is_real && (a.is_law() || b.is_law())) {
    fail("type", where, "'" + op + "' between Real values that change with time",
         "they are equal at single instants at most; compare by < or <=, or make whole numbers by "
         "integer(…)");
  }
  if (op == ">") return map_entries(Op::less, BasicType::boolean, b, a, where);
  if (op == ">=") return map_entries(Op::less_equal, BasicType::boolean, b, a, where);
  const Op code = op == "<"    ? Op::less
                  : op == "<=" ? Op::less_equal
                  : op == "==" ? Op::equal
                               : Op::not_equal;
  return map_entries(code, BasicType::boolean, a, b, where);
}

bool is_same(const Expression& a, const Expression& b) {
  return a.id() == b.id() && (!a.is_constant() || a.constant_value() == b.constant_value());
}

Datum select_records(const Datum& condition, const Datum& a, const Datum& b,
                     const SourceLocation& where) {
  auto data = std::make_shared<RecordData>(*a.record);
  for (std::size_t i = 0; i < data->entries.size(); ++i) {
    for (std::size_t k = 0; k < data->names.size(); ++k) {
      Datum& member = data->entries[i][k];
      member = select_by_law(condition, member, b.record->entries[i][k], where);
    }
  }
  Datum result = a;
  result.record = std::move(data);
  return result;
}

Datum combine_logic(const std::string& op, const Datum& a, const Datum& b,
                    const SourceLocation& where) {
  if (a.record || b.record || a.type != BasicType::boolean || b.type != BasicType::boolean) {
    fail("type", where,
         "'" + op + "' needs Booleans, found " + a.describe() + " and " + b.describe());
  }
  check_same_dims(a, b, op, where);
  return map_entries(op == "and" ? Op::logical_and : Op::logical_or, BasicType::boolean, a, b,
                     where);
}

}  // namespace

Datum map_entries(Op op, BasicType type, const Datum& a, const SourceLocation& where) {
  Datum result;
  result.type = type;
  result.dims = a.dims;
  if (a.is_law()) {
    result.law_depth = a.law_depth + 1;
    for (const Expression& e : a.laws) result.laws.push_back(Expression::make(op, {e}));
  } else {
    result.numbers.reserve(a.numbers.size());
    for (double x : a.numbers) result.numbers.push_back(symbolic::apply(op, x));
  }
  settle(result, where);
  return result;
}

Datum map_entries(Op op, BasicType type, const Datum& a, const Datum& b,
                  const SourceLocation& where) {
  if (!a.is_scalar() && !b.is_scalar()) check_same_dims(a, b, "this operation", where);
  Datum result;
  result.type = type;
  result.dims = a.is_scalar() ? b.dims : a.dims;
  const std::size_t n = result.count();
  const auto at = [](const Datum& d, std::size_t i) { return d.is_scalar() ? 0 : i; };
  if (a.is_law() || b.is_law()) {
    result.law_depth = std::max(a.law_depth, b.law_depth) + 1;
    for (std::size_t i = 0; i < n; ++i) {
      result.laws.push_back(Expression::make(op, {a.law(at(a, i)), b.law(at(b, i))}));
    }
  } else {
    result.numbers.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      result.numbers.push_back(symbolic::apply(op, a.numbers[at(a, i)], b.numbers[at(b, i)]));
    }
  }
  settle(result, where);
  return result;
}

Datum select_by_law(const Datum& condition, const Datum& a, const Datum& b,
                    const SourceLocation& where) {
  if (a.record && b.record && a.dims == b.dims && a.record->names == b.record->names)
    return select_records(condition, a, b, where);
  const bool same = a.type == b.type && a.enumeration == b.enumeration;
  if (same && a.type == BasicType::string && !a.record && !b.record && a.dims == b.dims &&
      a.strings == b.strings)
    return a;
  if (a.dims != b.dims || a.record || b.record || a.type == BasicType::string ||
      !(same || (a.is_numeric() && b.is_numeric()))) {
    fail("type", where,
         "both sides of an if that depends on time must be of one numeric type and size, found " +
             a.describe() + " and " + b.describe());
  }
  Datum result;
  result.type = same ? a.type : BasicType::real;
  result.enumeration = a.enumeration;
  result.dims = a.dims;
  result.law_depth = std::max({condition.law_depth, a.law_depth, b.law_depth}) + 1;
  const std::size_t n = a.count();
  for (std::size_t i = 0; i < n; ++i) {
    const Expression yes = a.law(i), no = b.law(i);
    result.laws.push_back(
        is_same(yes, no) ? yes : Expression::make(Op::select, {condition.law(0), yes, no}));
  }
  settle(result, where);
  return result;
}

std::size_t count_entries(const Datum& a) {
  if (!a.record) return a.count();
  std::size_t n = 0;
  for (const std::vector<Datum>& entry : a.record->entries) {
    for (const Datum& member : entry) n += count_entries(member);
  }
  return n;
}

std::size_t count_differing(const Datum& a, const Datum& b) {
  if (a.record != nullptr && a.record == b.record && a.dims == b.dims) return 0;
  const bool alike = a.dims == b.dims && a.type == b.type && !a.record == !b.record &&
                     (!a.record || a.record->names == b.record->names);
  if (!alike) return std::max<std::size_t>(count_entries(a) + count_entries(b), 1);
  std::size_t n = 0;
  if (a.record) {
    for (std::size_t i = 0; i < a.record->entries.size(); ++i) {
      const auto& left = a.record->entries[i];
      const auto& right = b.record->entries[i];
      for (std::size_t k = 0; k < left.size(); ++k) n += count_differing(left[k], right[k]);
    }
    return n;
  }
  if (a.type == BasicType::string) return a.strings == b.strings ? 0 : a.count();
  if (!a.is_law() && !b.is_law()) {
    for (std::size_t i = 0; i < a.numbers.size(); ++i) n += a.numbers[i] != b.numbers[i];
    return n;
  }
  const std::size_t count = a.count();
  for (std::size_t i = 0; i < count; ++i) n += !is_same(a.law(i), b.law(i));
  return n;
}

Datum transpose(const Datum& a, const SourceLocation& where) {
  if (a.dims.size() != 2) fail("size", where, "transpose needs a matrix, found " + a.describe());
  Datum result = make_like(a, {a.dims[1], a.dims[0]}, where);
  const std::size_t rows = static_cast<std::size_t>(a.dims[0]);
  const std::size_t columns = static_cast<std::size_t>(a.dims[1]);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) set_entry(result, j * rows + i, a, i * columns + j);
  }
  return result;
}

// Scalar times anything, and the products of vectors and matrices: a vector is a row on the left
// and a column on the right.
Datum multiply(const Datum& a, const Datum& b, const SourceLocation& where) {
  check_numeric(a, "*", where);
  check_numeric(b, "*", where);
  if (a.is_scalar() || b.is_scalar())
    return map_entries(Op::multiply, common_type(a, b), a, b, where);
  const auto size = [](int d) { return static_cast<std::size_t>(d); };
  const bool left_vector = a.dims.size() == 1, right_vector = b.dims.size() == 1;
  if (a.dims.size() > 2 || b.dims.size() > 2 || a.dims.back() != b.dims.front()) {
    fail("size", where, "cannot multiply " + a.describe() + " by " + b.describe());
  }
  const std::size_t rows = left_vector ? 1 : size(a.dims[0]);
  const std::size_t inner = size(b.dims[0]);
  const std::size_t columns = right_vector ? 1 : size(b.dims[1]);
  if (rows * columns > 0 && inner > 200'000'000 / (rows * columns)) {
    stop("size", where, "this matrix product is too large");
  }
  std::vector<int> dims;
  if (!left_vector) dims.push_back(a.dims[0]);
  if (!right_vector) dims.push_back(b.dims[1]);
  Datum like;
  like.type = common_type(a, b);
  Datum result = make_like(like, dims, where);
  const bool law = a.is_law() || b.is_law();
  if (law) {
    if (inner > static_cast<std::size_t>(deepest_law)) stop("value", where, "this law is too long");
    result.laws.resize(rows * columns);
    result.numbers.clear();
    result.law_depth = std::max(a.law_depth, b.law_depth) + static_cast<int>(inner) + 1;
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      double sum = 0.0;
      Expression sum_law;
      for (std::size_t k = 0; k < inner; ++k) {
        const std::size_t ak = i * inner + k, bk = k * columns + j;
        if (law) {
          const Expression term = Expression::make(Op::multiply, {a.law(ak), b.law(bk)});
          sum_law = k == 0 ? term : Expression::make(Op::add, {sum_law, term});
        } else {
          sum += a.numbers[ak] * b.numbers[bk];
        }
      }
      if (law) {
        result.laws[i * columns + j] = sum_law;
      } else {
        result.numbers[i * columns + j] = sum;
      }
    }
  }
  settle(result, where);
  return result;
}

Datum apply_unary(const std::string& op, const Datum& a, const SourceLocation& where) {
  if (op == "not") {
    if (a.record || a.type != BasicType::boolean) {
      fail("type", where, "'not' needs a Boolean, found " + a.describe());
    }
    return map_entries(Op::logical_not, BasicType::boolean, a, where);
  }
  check_numeric(a, op, where);
  if (op == "+" || op == ".+") return a;
  return map_entries(Op::negate, a.type, a, where);
}

Datum apply_binary(const std::string& op, const Datum& a, const Datum& b,
                   const SourceLocation& where) {
  if (op == "and" || op == "or") return combine_logic(op, a, b, where);
  if (op[0] == '<' || op[0] == '>' || op == "==") return compare(op, a, b, where);
  if (op == "+" && a.type == BasicType::string && b.type == BasicType::string && !a.record &&
      !b.record) {
    return add_strings(a, b, where);
  }
  check_numeric(a, op, where);
  check_numeric(b, op, where);
  const bool elementwise = op[0] == '.';
  const char kind = elementwise ? op[1] : op[0];
  switch (kind) {
    case '+':
    case '-':
      if (!elementwise) check_same_dims(a, b, op, where);
      return map_entries(kind == '+' ? Op::add : Op::subtract, common_type(a, b), a, b, where);
    case '*':
      if (!elementwise) return multiply(a, b, where);
      return map_entries(Op::multiply, common_type(a, b), a, b, where);
    case '/':
      if (!elementwise && !b.is_scalar()) {
        fail("size", where, "cannot divide by " + b.describe(),
             "write './' to divide entry by entry");
      }
      check_divisor(b, where);
      return map_entries(Op::divide, BasicType::real, a, b, where);
    default:
      if (!elementwise && !a.is_scalar()) return calc_matrix_power(a, b, where);
      if (!elementwise && !b.is_scalar()) {
        fail("size", where, "an exponent must be a scalar, found " + b.describe());
      }
      return map_entries(Op::power, BasicType::real, a, b, where);
  }
}

}  // namespace gelenk::modelica
