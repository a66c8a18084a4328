#include "modelica/values/builtin_functions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "model/marked_name.h"
#include "modelica/classes/class_tree.h"
#include "modelica/failure.h"
#include "modelica/values/operators.h"
#include "symbolic/derivative.h"

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::Op;

namespace {

using Arguments = std::vector<Datum>;
using Function = Datum (*)(const Arguments&, const SourceLocation&);

struct Entry {
  std::size_t least, most;  // number of arguments
  Function call;
};
constexpr std::size_t any_number = 1'000'000;

void need_numbers(const Datum& d, const SourceLocation& where) {
  if (!d.is_numeric()) fail("type", where, "this function needs numbers, found " + d.describe());
}

void need_vector(const Datum& d, int size, const SourceLocation& where) {
  need_numbers(d, where);
  if (d.dims != std::vector<int>{size}) {
    fail("size", where,
         "this function needs a vector of " + std::to_string(size) + ", found " + d.describe());
  }
}

template <Op op>
Datum elementary(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  return map_entries(op, BasicType::real, a[0], where);
}

template <Op op>
Datum keeping_type(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  return map_entries(op, a[0].type, a[0], where);
}

BasicType common_type(const Datum& a, const Datum& b) {
  return a.type == BasicType::integer && b.type == BasicType::integer ? BasicType::integer
                                                                      : BasicType::real;
}

template <Op op>
Datum with_divisor(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  need_numbers(a[1], where);
  for (double x : a[1].numbers) {
    if (x == 0.0) fail("value", where, "division by zero");
  }
  return map_entries(op, common_type(a[0], a[1]), a[0], a[1], where);
}

Datum div(const Arguments& a, const SourceLocation& where) {
  // div(x, y) = (x - rem(x, y)) / y: the quotient without its fraction.
  const Datum rest = with_divisor<Op::rem>(a, where);
  const Datum whole = map_entries(Op::subtract, common_type(a[0], a[1]), a[0], rest, where);
  return map_entries(Op::divide, common_type(a[0], a[1]), whole, a[1], where);
}

Datum sign(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  return map_entries(Op::sign, a[0].is_law() ? BasicType::real : BasicType::integer, a[0], where);
}

Datum to_integer(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  return map_entries(Op::floor, BasicType::integer, a[0], where);
}

Datum ordinal(const Arguments& a, const SourceLocation& where) {
  if (a[0].type != BasicType::enumeration) {
    fail("type", where, "Integer(…) converts an enumeration, found " + a[0].describe(),
         "use integer(…) for numbers");
  }
  Datum d = a[0];
  d.type = BasicType::integer;
  d.enumeration = nullptr;
  return d;
}

Datum atan2(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  need_numbers(a[1], where);
  return map_entries(Op::atan2, BasicType::real, a[0], a[1], where);
}

// min and max of two values, or of the entries of one array.
Datum extremum(Op op, const Arguments& a, const SourceLocation& where) {
  const auto check = [&](const Datum& d) {
    if (d.record || d.type == BasicType::string) {
      fail("type", where, "min and max need numbers, found " + d.describe());
    }
  };
  for (const Datum& d : a) check(d);
  if (a.size() == 2) {
    if (!a[0].is_scalar() || !a[1].is_scalar()) {
      fail("size", where,
           "min and max of two values need scalars, found " + a[0].describe() + " and " +
               a[1].describe());
    }
    const BasicType type = a[0].type == a[1].type ? a[0].type : common_type(a[0], a[1]);
    Datum result = map_entries(op, type, a[0], a[1], where);
    result.enumeration = a[0].enumeration;
    return result;
  }
  const std::size_t n = a[0].count();
  if (n == 0) fail("value", where, "min and max of an empty array have no value");
  Datum result = get_entry(a[0], 0);
  for (std::size_t i = 1; i < n; ++i) {
    Datum next = map_entries(op, result.type, result, get_entry(a[0], i), where);
    next.enumeration = a[0].enumeration;
    result = std::move(next);
  }
  return result;
}

Datum min(const Arguments& a, const SourceLocation& where) { return extremum(Op::min, a, where); }
Datum max(const Arguments& a, const SourceLocation& where) { return extremum(Op::max, a, where); }

Datum fold(Op op, double neutral, const Datum& a, const SourceLocation& where) {
  need_numbers(a, where);
  if (!a.is_law()) {
    double total = neutral;
    for (double x : a.numbers) total = symbolic::apply(op, total, x);
    Datum d = a.type == BasicType::integer ? Datum::make_integer(total) : Datum::make_real(total);
    settle(d, where);
    return d;
  }
  Datum total = get_entry(a, 0);
  for (std::size_t i = 1; i < a.count(); ++i) {
    total = map_entries(op, a.type, total, get_entry(a, i), where);
  }
  return total;
}

Datum sum(const Arguments& a, const SourceLocation& where) {
  return fold(Op::add, 0.0, a[0], where);
}
Datum product(const Arguments& a, const SourceLocation& where) {
  return fold(Op::multiply, 1.0, a[0], where);
}

// ---- arrays
// --------------------------------------------------------------------------------------

std::vector<int> get_sizes(const Arguments& a, std::size_t first, const SourceLocation& where) {
  std::vector<int> dims;
  for (std::size_t i = first; i < a.size(); ++i) {
    dims.push_back(get_integer(a[i], "an array size", where));
    if (dims.back() < 0) fail("size", where, "an array size cannot be negative");
  }
  return dims;
}

Datum filled(const Datum& value, const std::vector<int>& dims, const SourceLocation& where) {
  std::vector<int> whole = dims;
  whole.insert(whole.end(), value.dims.begin(), value.dims.end());
  Datum result = make_like(value, whole, where);
  const std::size_t block = value.count(), n = result.count();
  for (std::size_t i = 0; i < n; ++i) set_entry(result, i, value, i % block);
  return result;
}

Datum fill(const Arguments& a, const SourceLocation& where) {
  return filled(a[0], get_sizes(a, 1, where), where);
}
Datum zeros(const Arguments& a, const SourceLocation& where) {
  return filled(Datum::make_integer(0.0), get_sizes(a, 0, where), where);
}
Datum ones(const Arguments& a, const SourceLocation& where) {
  return filled(Datum::make_integer(1.0), get_sizes(a, 0, where), where);
}

Datum diagonal(const Arguments& a, const SourceLocation& where) {
  need_numbers(a[0], where);
  if (a[0].dims.size() != 1)
    fail("size", where, "diagonal needs a vector, found " + a[0].describe());
  const int n = a[0].dims[0];
  Datum zero;
  zero.type = a[0].type;
  Datum result = make_like(zero, {n, n}, where);
  for (int i = 0; i < n; ++i) {
    set_entry(result, static_cast<std::size_t>(i) * static_cast<std::size_t>(n + 1), a[0],
              static_cast<std::size_t>(i));
  }
  return result;
}

Datum identity(const Arguments& a, const SourceLocation& where) {
  const std::vector<int> dims = get_sizes(a, 0, where);
  calc_count({dims[0], dims[0]}, where);
  return diagonal({filled(Datum::make_integer(1.0), dims, where)}, where);
}

Datum linspace(const Arguments& a, const SourceLocation& where) {
  const double from = get_number(a[0], "the start of linspace", where);
  const double to = get_number(a[1], "the end of linspace", where);
  const int n = get_integer(a[2], "the number of points of linspace", where);
  if (n < 2) fail("value", where, "linspace needs at least 2 points");
  Datum result = make_like(Datum::make_real(0.0), {n}, where);
  for (int i = 0; i < n; ++i) {
    result.numbers[static_cast<std::size_t>(i)] = from + (to - from) * i / (n - 1);
  }
  settle(result, where);
  return result;
}

Datum transposed(const Arguments& a, const SourceLocation& where) { return transpose(a[0], where); }

Datum entry(const Datum& a, int i) { return get_entry(a, static_cast<std::size_t>(i)); }

Datum cross(const Arguments& a, const SourceLocation& where) {
  need_vector(a[0], 3, where);
  need_vector(a[1], 3, where);
  const auto term = [&](int i, int j) {
    return apply_binary("-", apply_binary("*", entry(a[0], i), entry(a[1], j), where),
                        apply_binary("*", entry(a[0], j), entry(a[1], i), where), where);
  };
  return stack({term(1, 2), term(2, 0), term(0, 1)}, where);
}

Datum skew(const Arguments& a, const SourceLocation& where) {
  need_vector(a[0], 3, where);
  const auto plus = [&](int i) { return entry(a[0], i); };
  const auto minus = [&](int i) { return apply_unary("-", entry(a[0], i), where); };
  const Datum zero = Datum::make_integer(0.0);
  return stack({zero, minus(2), plus(1), plus(2), zero, minus(0), minus(1), plus(0), zero}, {3, 3},
               where);
}

Datum outer_product(const Arguments& a, const SourceLocation& where) {
  if (a[0].dims.size() != 1 || a[1].dims.size() != 1) {
    fail("size", where, "outerProduct needs two vectors");
  }
  return multiply(promote(a[0], 2, where), transpose(promote(a[1], 2, where), where), where);
}

Datum scalar(const Arguments& a, const SourceLocation& where) {
  if (a[0].count() != 1)
    fail("size", where, "scalar needs an array of one entry, found " + a[0].describe());
  return get_entry(a[0], 0);
}

Datum vector(const Arguments& a, const SourceLocation& where) {
  int longer = 0;
  for (int d : a[0].dims) longer += d > 1 ? 1 : 0;
  if (longer > 1)
    fail("size", where, "vector needs all sizes but one to be 1, found " + a[0].describe());
  Datum d = a[0];
  d.dims = {static_cast<int>(a[0].count())};
  return d;
}

Datum matrix(const Arguments& a, const SourceLocation& where) {
  Datum d = promote(a[0], 2, where);
  for (std::size_t k = 2; k < d.dims.size(); ++k) {
    if (d.dims[k] != 1)
      fail("size", where, "matrix needs further sizes to be 1, found " + a[0].describe());
  }
  d.dims.resize(2);
  return d;
}

Datum array(const Arguments& a, const SourceLocation& where) { return stack(a, where); }

Datum cat(const Arguments& a, const SourceLocation& where) {
  return concatenate(get_integer(a[0], "the dimension of cat", where),
                     Arguments(a.begin() + 1, a.end()), where);
}

Datum promoted(const Arguments& a, const SourceLocation& where) {
  const int n = get_integer(a[1], "the number of dimensions", where);
  if (n < static_cast<int>(a[0].dims.size())) {
    fail("size", where, "promote cannot remove dimensions of " + a[0].describe());
  }
  return promote(a[0], static_cast<std::size_t>(n), where);
}

Datum symmetric(const Arguments& a, const SourceLocation& where) {
  if (a[0].dims.size() != 2 || a[0].dims[0] != a[0].dims[1]) {
    fail("size", where, "symmetric needs a square matrix, found " + a[0].describe());
  }
  Datum d = a[0];
  const std::size_t n = static_cast<std::size_t>(a[0].dims[0]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) set_entry(d, i * n + j, a[0], j * n + i);
  }
  return d;
}

Datum same(const Arguments& a, const SourceLocation&) { return a[0]; }
Datum second(const Arguments& a, const SourceLocation&) { return a[1]; }

// The value that a variable had before the event: another variable, known as "pre x".
Datum before_event(const Arguments& a, const SourceLocation& where) {
  Datum before = a[0];
  bool is_variable = a[0].is_law();
  for (symbolic::Expression& law : before.laws) {
    is_variable = is_variable && law.op() == Op::variable;
    if (is_variable) law = symbolic::Expression::variable(mark_name(NameMark::before, law.name()));
  }
  if (!is_variable) fail("type", where, "pre takes a variable that changes at events");
  return before;
}

// At an event: whether a Boolean has just become true, and whether anything has just changed.
Datum edge_of(const Arguments& a, const SourceLocation& where) {
  if (a[0].type != BasicType::boolean) fail("type", where, "edge takes a Boolean variable");
  return apply_binary("and", a[0], apply_unary("not", before_event(a, where), where), where);
}
Datum change_of(const Arguments& a, const SourceLocation& where) {
  if (a[0].type == BasicType::real)
    fail("type", where, "change takes a variable that changes at events only");
  const Datum before = before_event(a, where);
  if (a[0].type != BasicType::boolean) return apply_binary("<>", a[0], before, where);
  return apply_binary("or", apply_binary("and", a[0], apply_unary("not", before, where), where),
                      apply_binary("and", before, apply_unary("not", a[0], where), where), where);
}

// The derivative with respect to time; that of a variable x is another variable, known as "der x".
Datum rate_of(const Arguments& a, const SourceLocation& where) {
  if (!a[0].is_numeric() || (a[0].type != BasicType::real && a[0].is_law()))
    fail("type", where, "only a Real expression has a derivative, found " + a[0].describe());
  Datum rate = a[0];
  rate.type = BasicType::real;
  std::fill(rate.numbers.begin(), rate.numbers.end(), 0.0);
  for (symbolic::Expression& law : rate.laws) {
    law = symbolic::differentiate_with_names(law, [](const std::string& name) {
      return split_mark(name).mark == NameMark::before
                 ? symbolic::Expression(0.0)
                 : symbolic::Expression::variable(mark_name(NameMark::rate, name));
    });
    rate.law_depth = std::max(rate.law_depth, law.height() + 1);
  }
  return rate;
}

// semiLinear(x, a, b): a x where x is positive, else b x.
Datum semi_linear(const Arguments& a, const SourceLocation& where) {
  for (const Datum& d : a) {
    need_numbers(d, where);
    if (!d.is_scalar()) fail("size", where, "semiLinear takes scalars, found " + d.describe());
  }
  const Datum above = apply_binary("*", a[1], a[0], where),
              below = apply_binary("*", a[2], a[0], where);
  const Datum is_above = apply_binary(">=", a[0], Datum::make_integer(0.0), where);
  if (is_above.is_law()) return select_by_law(is_above, above, below, where);
  return get_boolean(is_above, "a relation", where) ? above : below;
}

const std::map<std::string, Entry>& get_table() {
  static const std::map<std::string, Entry> table = {
      {"abs", {1, 1, keeping_type<Op::abs>}},
      {"sign", {1, 1, sign}},
      {"sqrt", {1, 1, elementary<Op::sqrt>}},
      {"sin", {1, 1, elementary<Op::sin>}},
      {"cos", {1, 1, elementary<Op::cos>}},
      {"tan", {1, 1, elementary<Op::tan>}},
      {"asin", {1, 1, elementary<Op::asin>}},
      {"acos", {1, 1, elementary<Op::acos>}},
      {"atan", {1, 1, elementary<Op::atan>}},
      {"atan2", {2, 2, atan2}},
      {"sinh", {1, 1, elementary<Op::sinh>}},
      {"cosh", {1, 1, elementary<Op::cosh>}},
      {"tanh", {1, 1, elementary<Op::tanh>}},
      {"exp", {1, 1, elementary<Op::exp>}},
      {"log", {1, 1, elementary<Op::log>}},
      {"log10", {1, 1, elementary<Op::log10>}},
      {"floor", {1, 1, elementary<Op::floor>}},
      {"ceil", {1, 1, elementary<Op::ceil>}},
      {"mod", {2, 2, with_divisor<Op::mod>}},
      {"rem", {2, 2, with_divisor<Op::rem>}},
      {"div", {2, 2, div}},
      {"integer", {1, 1, to_integer}},
      {"Integer", {1, 1, ordinal}},
      {"min", {1, 2, min}},
      {"max", {1, 2, max}},
      {"sum", {1, 1, sum}},
      {"product", {1, 1, product}},
      {"fill", {2, any_number, fill}},
      {"zeros", {1, any_number, zeros}},
      {"ones", {1, any_number, ones}},
      {"identity", {1, 1, identity}},
      {"diagonal", {1, 1, diagonal}},
      {"linspace", {3, 3, linspace}},
      {"transpose", {1, 1, transposed}},
      {"cross", {2, 2, cross}},
      {"skew", {1, 1, skew}},
      {"outerProduct", {2, 2, outer_product}},
      {"scalar", {1, 1, scalar}},
      {"vector", {1, 1, vector}},
      {"matrix", {1, 1, matrix}},
      {"array", {1, any_number, array}},
      {"cat", {2, any_number, cat}},
      {"promote", {2, 2, promoted}},
      {"symmetric", {1, 1, symmetric}},
      {"noEvent", {1, 1, same}},
      {"smooth", {2, 2, second}},
      {"pre", {1, 1, before_event}},
      {"homotopy", {1, 2, same}},
      {"der", {1, 1, rate_of}},
      {"edge", {1, 1, edge_of}},
      {"change", {1, 1, change_of}},
      {"semiLinear", {3, 3, semi_linear}},
  };
  return table;
}

// A C format for one number, as String(x, format = "…") allows: flags, width, precision, letter.
bool is_number_format(const std::string& f) {
  std::size_t i = 0;
  const auto skip = [&](const char* set, std::size_t most) {
    const std::size_t start = i;
    while (i < f.size() && i - start < most &&
           std::string_view(set).find(f[i]) != std::string_view::npos)
      ++i;
  };
  if (!f.empty() && f[0] == '%') ++i;
  skip("-+ #0", 5);
  skip("0123456789", 2);
  if (i < f.size() && f[i] == '.') {
    ++i;
    skip("0123456789", 2);
  }
  return i + 1 == f.size() && std::string_view("eEfgGdi").find(f[i]) != std::string_view::npos;
}

std::string format_with(const std::string& format, double value) {
  std::string f = format[0] == '%' ? format : "%" + format;
  char text[512];
  if (f.back() == 'd' || f.back() == 'i') {
    f.insert(f.size() - 1, "ll");
    std::snprintf(text, sizeof text, f.c_str(), static_cast<long long>(value));
  } else {
    std::snprintf(text, sizeof text, f.c_str(), value);
  }
  return text;
}

}  // namespace

bool is_builtin_function(const std::string& name) { return get_table().count(name) > 0; }

std::vector<std::string> list_builtin_functions() {
  std::vector<std::string> names = {"size", "ndims", "String"};
  for (const auto& [name, entry] : get_table()) names.push_back(name);
  return names;
}

std::optional<Datum> call_builtin_function(const std::string& name, const Arguments& arguments,
                                           const SourceLocation& where) {
  const auto found = get_table().find(name);
  if (found == get_table().end()) return std::nullopt;
  const Entry& entry = found->second;
  if (arguments.size() < entry.least || arguments.size() > entry.most) {
    const std::string expected =
        entry.least == entry.most ? std::to_string(entry.least)
        : entry.most == any_number
            ? "at least " + std::to_string(entry.least)
            : std::to_string(entry.least) + " or " + std::to_string(entry.most);
    fail("type", where,
         name + " takes " + expected + " arguments, found " + std::to_string(arguments.size()));
  }
  return entry.call(arguments, where);
}

Datum convert_to_string(const Arguments& positional,
                        const std::vector<std::pair<std::string, Datum>>& named,
                        const SourceLocation& where) {
  if (positional.empty()) fail("type", where, "String(…) needs a value");
  const Datum& value = positional[0];
  if (!value.is_scalar() || value.record || value.is_law()) {
    fail("type", where,
         "String(…) needs a scalar that does not depend on time, found " + value.describe());
  }
  int minimum_length = 0, significant_digits = 6;
  bool left_justified = true;
  std::string format;
  for (const auto& [name, setting] : named) {
    if (name == "minimumLength") {
      minimum_length = get_integer(setting, "minimumLength", where);
    } else if (name == "significantDigits") {
      significant_digits = get_integer(setting, "significantDigits", where);
    } else if (name == "leftJustified") {
      left_justified = get_boolean(setting, "leftJustified", where);
    } else if (name == "format") {
      format = get_string(setting, "format", where);
    } else {
      fail("type", where, "String(…) has no argument '" + name + "'");
    }
  }
  if (minimum_length < 0 || minimum_length > 1000 || significant_digits < 1 ||
      significant_digits > 30) {
    fail("range", where, "String(…): minimumLength is 0…1000, significantDigits 1…30");
  }
  if (!format.empty() && (!is_number_format(format) || !value.is_numeric())) {
    fail("value", where, "'" + format + "' is not a format for one number",
         "for example: \"8.3f\"");
  }
  std::string text;
  switch (value.type) {
    case BasicType::string: text = value.strings[0]; break;
    case BasicType::boolean: text = value.numbers[0] != 0.0 ? "true" : "false"; break;
    case BasicType::enumeration:
      text = value.enumeration->definition()
                 ->literals.at(static_cast<std::size_t>(value.numbers[0]) - 1)
                 .name;
      break;
    case BasicType::integer:
      text = format_with(format.empty() ? "d" : format, value.numbers[0]);
      break;
    case BasicType::real:
      text = format_with(format.empty() ? "." + std::to_string(significant_digits) + "g" : format,
                         value.numbers[0]);
      break;
  }
  const std::size_t width = static_cast<std::size_t>(minimum_length);
  if (text.size() < width) {
    const std::string blanks(width - text.size(), ' ');
    text = left_justified ? text + blanks : blanks + text;
  }
  return Datum::make_string(text);
}

std::string explain_unsupported_function(const std::string& name) {
  const std::string streams = "stream connectors are not supported",
                    clocks = "clocks are not supported: write when sample(start, interval) then …";
  static const std::map<std::string, std::string> table = {
      {"reinit", "it stands as an equation in when … then"},
      {"terminate", "it stands in when … then, where it ends the run"},
      {"spatialDistribution", "transport in space is not supported; delay(x, T) is"},
      {"inStream", streams},
      {"actualStream", streams},
      {"Clock", clocks},
      {"previous", clocks},
      {"hold", clocks},
      {"subSample", clocks},
      {"superSample", clocks},
      {"shiftSample", clocks},
      {"backSample", clocks},
      {"noClock", clocks},
      {"firstTick", clocks},
      {"interval", clocks},
      {"transition", clocks},
      {"initialState", clocks},
  };
  const auto found = table.find(name);
  return found == table.end() ? "" : found->second;
}

}  // namespace gelenk::modelica
