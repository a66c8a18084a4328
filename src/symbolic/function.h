// Numeric functions that expressions call beside the elementary operations: lookups in a table, the next number of a random
// generator. A Function is constant data of its own with what an expression has to know of it: its value, its derivatives, its
// bounds. It takes one or more numbers and gives one; what it gives depends on these alone.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "symbolic/expression.h"
#include "symbolic/interval.h"

namespace gelenk::symbolic {

class Function {
 public:
  // How tapes call it: with its own data and the operands.
  using Call = double (*)(const void* data, const double* operands);

  virtual ~Function() = default;
  Call call() const { return call_; }
  const void* data() const { return data_; }
  double operator()(const double* operands) const { return call_(data_, operands); }
  int operand_count() const { return operand_count_; }

  // The partial derivative by one operand. A jump counts as constant.
  virtual Expression differentiate(int operand, const std::vector<Expression>& operands) const = 0;

  // Bounds of value, first and second derivative by the first operand, while that is in an interval and the others are what
  // they are.
  struct Bounds {
    Interval value = Interval::everything(), first = Interval::everything(),
             second = Interval::everything();
  };
  virtual Bounds bound(const Interval& /*first*/, std::span<const double> /*operands*/) const {
    return {};
  }

  // What it is made of, for who stores it: the name of its kind, and numbers.
  virtual std::string kind() const = 0;
  virtual std::vector<double> list_numbers() const = 0;

 protected:
  Function(int count, Call function, const void* its_data)
      : operand_count_(count), call_(function), data_(its_data) {}
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

 private:
  int operand_count_;
  Call call_;
  const void* data_;
};

using FunctionPtr = std::shared_ptr<const Function>;

// Most operands that a function takes: tapes gather them in memory of that size.
inline constexpr int most_operands = 64;

// The calls of a tape: what is called, and the cells with the operands.
class CallList {
 public:
  // Returns the number of the call.
  int add(FunctionPtr function, std::vector<int> cells);
  double eval(int call, const double* cells) const {
    const Entry& entry = entries_[static_cast<std::size_t>(call)];
    double operands[most_operands];
    for (int i = 0; i < entry.count; ++i)
      operands[i] = cells[cells_[static_cast<std::size_t>(entry.begin + i)]];
    return entry.call(entry.data, operands);
  }
  std::span<const int> cells(int call) const {
    const Entry& entry = entries_[static_cast<std::size_t>(call)];
    return {cells_.data() + entry.begin, static_cast<std::size_t>(entry.count)};
  }
  const Function& function(int call) const { return *functions_[static_cast<std::size_t>(call)]; }

 private:
  struct Entry {
    Function::Call call;
    const void* data;
    int begin, count;  // in cells_
  };
  std::vector<Entry> entries_;
  std::vector<int> cells_;
  std::vector<FunctionPtr> functions_;  // keep the data
};

}  // namespace gelenk::symbolic
