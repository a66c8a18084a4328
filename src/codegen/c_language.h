// What C and C++ spell alike.
#pragma once

#include "codegen/statements.h"

namespace gelenk::codegen {

class CLanguage : public Language {
 public:
  // `prefix`: of functions of the mathematics library.
  explicit CLanguage(std::string prefix) : prefix_(std::move(prefix)) {}

  std::string call(Op op, const std::vector<std::string>& operands) const override;
  std::string element(const Array& array, int entry) const override;
  std::string define(const std::string& name, const std::string& expression) const override;
  std::string assign(const Array& result, int entry, const std::string& expression) const override;
  // "double t, const double q[6], double tau[6]"
  static std::string list_parameters(const Function& function);
  // Statements of the function, with arguments that it does not use.
  std::string write_body(const Function& function) const;

 private:
  std::string prefix_;
};

}  // namespace gelenk::codegen
