#include "analyses/parameter_cases.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "base/error.h"

namespace gelenk {

namespace {

constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  throw UserError({"option", {}, "", message, hint});
}

std::string trim(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// At commas outside of brackets and quotes.
std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> entries(1);
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\' && i + 1 < text.size()) entries.back() += text[i++];
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      entries.emplace_back();
      continue;
    }
    entries.back() += text[i];
  }
  for (std::string& entry : entries) entry = trim(entry);
  return entries;
}

std::optional<double> read_number(const std::string& text) {
  const char* begin = text.data() + (text.starts_with("+") ? 1 : 0);
  const char* end = text.data() + text.size();
  double value = 0.0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The shortest text that is read as this number.
std::string write_shortest(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

// ---- randomness that follows from numbers alone -----------------------------------------------------

// A bijection that leaves no trace of the order of what goes in (the finalizer of Steele, Lea and Flood 2014).
std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::uint64_t scramble(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return scramble(scramble(scramble(a) + b) + c);
}

// In (0, 1), both ends excluded.
double to_unit(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

// Where `number` of `count` comes in a random order that `key` decides: a Feistel network on the next power of four,
// walked until it ends below `count` (Black and Rogaway 2002).
std::uint64_t permute(std::uint64_t number, std::uint64_t count, std::uint64_t key) {
  const int half = (std::bit_width(count - 1) + 1) / 2;
  const std::uint64_t mask = half >= 32 ? 0xffffffffu : (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = number >> half, right = number & mask;
    for (std::uint64_t round = 0; round < 10; ++round) {
      const std::uint64_t mixed = left ^ (scramble(key, round, right) & mask);
      left = right;
      right = mixed;
    }
    number = left << half | right;
  } while (number >= count);
  return number;
}

}  // namespace

double calc_normal_quantile(double probability) {
  if (probability > 0.5) return -calc_normal_quantile(1.0 - probability);
  // Halving of an interval: as many digits as there are, in the same way on every machine.
  double low = -40.0, high = 0.0;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (0.5 * std::erfc(-middle / std::sqrt(2.0)) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// The values that a parameter may have.
class ParameterValues {
 public:
  ParameterValues(const std::string& path, const std::string& text)
      : path_(path), given_(path + "=" + text) {
    entries_ = split_list(text);
    for (const std::string& entry : entries_) {
      if (entry.empty()) {
        fail(fmt::format("'{}' has no value {}", given_,
                         entries_.size() > 1 ? "between two commas" : "behind its '='"),
             "write --set path=1,2,5 or --set path=lin(0,1,11)");
      }
    }
    if (entries_.size() == 1) read_range(entries_[0]);
  }

  const std::string& path() const { return path_; }
  const std::string& given() const { return given_; }
  bool is_distribution() const { return kind_ == Kind::uniform || kind_ == Kind::normal; }
  // Of a list or range.
  std::uint64_t size() const { return kind_ == Kind::list ? entries_.size() : count_; }

  std::string get(std::uint64_t at) const {
    if (kind_ == Kind::list) return entries_[at];
    const double last = static_cast<double>(count_ - 1), i = static_cast<double>(at);
    if (at == 0) return write_shortest(a_);
    if (at + 1 == count_) return write_shortest(b_);
    if (kind_ == Kind::log) return write_shortest(a_ * std::pow(b_ / a_, i / last));
    // So rounded, tenths of a whole number are tenths.
    return write_shortest((a_ * (last - i) + b_ * i) / last);
  }

  // For a probability in (0, 1).
  std::string draw(double u) const {
    if (kind_ == Kind::uniform) return write_shortest(a_ * (1.0 - u) + b_ * u);
    if (kind_ == Kind::normal) return write_shortest(a_ + b_ * calc_normal_quantile(u));
    const double n = static_cast<double>(size());
    return get(std::min(static_cast<std::uint64_t>(u * n), size() - 1));
  }

 private:
  enum class Kind { list, lin, log, uniform, normal };

  // log(x) of one number is a function of Modelica like any other.
  void read_range(const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos || !text.ends_with(")")) return;
    const std::string word = trim(text.substr(0, open));
    const std::string inside = text.substr(open + 1, text.size() - open - 2);
    const std::vector<std::string> arguments = split_list(inside);
    if (word == "lin")
      read_series(Kind::lin, arguments, "lin(0,1,64): from, to and how many");
    else if (word == "log" && arguments.size() > 1)
      read_series(Kind::log, arguments, "log(1,100,5): from, to and how many");
    else if (word == "uniform")
      read_distribution(Kind::uniform, arguments, "uniform(0,1): the least and the largest");
    else if (word == "normal")
      read_distribution(Kind::normal, arguments, "normal(5,0.1): mean and standard deviation");
  }

  double take(const std::string& text, const std::string& form) const {
    const std::optional<double> value = read_number(text);
    if (!value || std::abs(*value) > 1e150)
      fail(fmt::format("'{}' in '{}' is not a number that a range can have", text, given_),
           "write " + form);
    return *value;
  }

  void read_series(Kind kind, const std::vector<std::string>& arguments, const std::string& form) {
    if (arguments.size() != 3)
      fail(fmt::format("'{}' has {} numbers instead of three", given_, arguments.size()),
           "write " + form);
    kind_ = kind;
    a_ = take(arguments[0], form);
    b_ = take(arguments[1], form);
    const double count = take(arguments[2], form);
    if (!(count >= 2 && count <= 1e15) || count != std::floor(count))
      fail(fmt::format("'{}' cannot have {} values", given_, arguments[2]),
           "write a whole number of at least 2 as the last of " + form);
    count_ = static_cast<std::uint64_t>(count);
    if (kind == Kind::log && !(a_ * b_ > 0))
      fail(fmt::format("'{}' goes from {:.6g} to {:.6g}, between which there are no equal ratios",
                       given_, a_, b_),
           "give log two numbers above zero, or take lin");
  }

  void read_distribution(Kind kind, const std::vector<std::string>& arguments,
                         const std::string& form) {
    if (arguments.size() != 2)
      fail(fmt::format("'{}' has {} numbers instead of two", given_, arguments.size()),
           "write " + form);
    kind_ = kind;
    a_ = take(arguments[0], form);
    b_ = take(arguments[1], form);
    if (kind == Kind::uniform && !(a_ < b_))
      fail(fmt::format("'{}' ends where it begins, or before", given_), "write " + form);
    if (kind == Kind::normal && !(b_ > 0))
      fail(fmt::format("'{}' has a standard deviation that is not positive", given_),
           "write " + form);
  }

  std::string path_, given_;
  Kind kind_ = Kind::list;
  std::vector<std::string> entries_;
  double a_ = 0.0, b_ = 0.0;
  std::uint64_t count_ = 0;
};

ParameterCases::~ParameterCases() = default;

ParameterCases::ParameterCases(CaseOptions options) : options_(std::move(options)) {
  std::set<std::string> known;
  const auto add_name = [&](const std::string& name) {
    if (!known.insert(name).second)
      fail(fmt::format("the parameter '{}' is given more than once", name), "leave one of them");
    names_.push_back(name);
  };
  for (const std::string& name : options_.row_names) add_name(name);
  for (const auto& [path, text] : options_.parameters) {
    add_name(path);
    values_.push_back(std::make_unique<ParameterValues>(path, text));
  }
  if (options_.draws) {
    check_draws();
    count_ = *options_.draws;
    return;
  }
  for (const auto& values : values_) {
    if (values->is_distribution())
      fail(fmt::format("'{}' is a range to draw from, and no number of draws is given",
                       values->given()),
           "add --random 1000, or take a range of equal distances: lin(0,1,64)");
  }
  options_.together ? count_together() : count_grid();
}

void ParameterCases::check_draws() const {
  if (!options_.row_names.empty())
    fail("rows of a file are not drawn from", "leave out --random or --cases");
  if (options_.together)
    fail("draws have nothing to be put together", "leave out --random or --together");
  if (*options_.draws == 0) fail("a sweep of no draws has no results", "draw at least one case");
}

// The rows of the file are one axis, the outermost.
std::uint64_t ParameterCases::axis_count() const {
  return values_.size() + (options_.row_names.empty() ? 0 : 1);
}

std::uint64_t ParameterCases::size_of_axis(std::size_t axis) const {
  if (options_.row_names.empty()) return values_[axis]->size();
  return axis == 0 ? options_.rows.size() : values_[axis - 1]->size();
}

void ParameterCases::count_grid() {
  for (std::size_t axis = 0; axis < axis_count(); ++axis) {
    const std::uint64_t size = size_of_axis(axis);
    count_ = size == 0 ? 0 : count_ > endless / size ? endless : count_ * size;
  }
}

// What has one value has it in all cases.
void ParameterCases::count_together() {
  std::string longest;
  for (std::size_t axis = 0; axis < axis_count(); ++axis) {
    const std::uint64_t size = size_of_axis(axis);
    const bool is_rows = axis == 0 && !options_.row_names.empty();
    const std::string name =
        is_rows ? "the file of cases"
                : "'" + values_[axis - (options_.row_names.empty() ? 0 : 1)]->given() + "'";
    if (size == 1) continue;
    if (count_ != 1 && size != count_)
      fail(fmt::format("{} has {} values, and {} has {}", longest, count_, name, size),
           "give all the same number of values, or leave out --together for all combinations");
    count_ = size;
    longest = name;
  }
}

std::string ParameterCases::describe() const {
  if (options_.draws)
    return fmt::format("{} draws{}, seed {}", *options_.draws,
                       options_.latin ? " of a Latin hypercube" : "", options_.seed);
  std::string text;
  for (std::size_t axis = 0; axis < axis_count(); ++axis) {
    const bool is_rows = axis == 0 && !options_.row_names.empty();
    const std::uint64_t size = size_of_axis(axis);
    if (size == 1) continue;
    text += text.empty() ? "" : options_.together ? " with " : " × ";
    text += fmt::format(
        "{} ({})", is_rows ? "rows" : values_[axis - (options_.row_names.empty() ? 0 : 1)]->path(),
        size);
  }
  return text.empty() ? "one case" : text;
}

std::vector<std::string> ParameterCases::list_values(std::uint64_t number) const {
  std::vector<std::string> texts(values_.size());
  if (options_.draws) {
    const std::uint64_t n = *options_.draws;
    for (std::size_t k = 0; k < values_.size(); ++k) {
      double u = to_unit(scramble(options_.seed, 2 * k, number));
      if (options_.latin) {
        const std::uint64_t part =
            n == 1 ? 0 : permute(number, n, scramble(options_.seed, 2 * k + 1, n));
        u = (static_cast<double>(part) + u) / static_cast<double>(n);
      }
      texts[k] = values_[k]->draw(u);
    }
    return texts;
  }
  // The last parameter changes from case to case.
  std::uint64_t rest = number;
  for (std::size_t k = values_.size(); k-- > 0;) {
    const std::uint64_t size = values_[k]->size();
    const std::uint64_t at = !options_.together ? rest % size : size == 1 ? 0 : number;
    texts[k] = values_[k]->get(at);
    rest /= size;
  }
  if (options_.row_names.empty()) return texts;
  const std::uint64_t row = !options_.together ? rest : options_.rows.size() == 1 ? 0 : number;
  std::vector<std::string> all = options_.rows[row];
  all.insert(all.end(), texts.begin(), texts.end());
  return all;
}

}  // namespace gelenk
