#include "modelica/values/external_function.h"

#include <algorithm>

#include "modelica/failure.h"

namespace gelenk::modelica {

using symbolic::Expression;

namespace {

const ExternalFunction* find_function(const std::string& name) {
  for (const auto* list : {&list_table_functions(), &list_random_functions(),
                           &list_text_functions(), &list_file_functions()}) {
    if (const auto found = list->find(name); found != list->end()) return &found->second;
  }
  return nullptr;
}

template <typename List>
auto* find_named(List& list, const std::string& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.first == name; });
  return found == list.end() ? nullptr : &found->second;
}

}  // namespace

const Datum* ExternalCall::find_input(const std::string& what) const {
  return find_named(inputs, what);
}

const Datum& ExternalCall::input(const std::string& what) const {
  const Datum* found = find_input(what);
  if (found == nullptr) fail("type", where, "function '" + name + "' has no input '" + what + "'");
  return *found;
}

Datum& ExternalCall::output(const std::string& what) {
  Datum* found = find_named(outputs, what);
  if (found == nullptr) fail("type", where, "function '" + name + "' has no output '" + what + "'");
  return *found;
}

double ExternalCall::number(const std::string& what) const {
  const Datum& value = input(what);
  if (value.is_law()) fail("type", where, "'" + what + "' of " + name + " cannot depend on time");
  return get_number(value, what.c_str(), where);
}

int ExternalCall::integer(const std::string& what) const {
  const Datum& value = input(what);
  if (value.is_law()) fail("type", where, "'" + what + "' of " + name + " cannot depend on time");
  if (value.type == BasicType::enumeration && value.is_scalar())
    return static_cast<int>(value.numbers[0]);
  return get_integer(value, what.c_str(), where);
}

const std::string& ExternalCall::text(const std::string& what) const {
  return get_string(input(what), what.c_str(), where);
}

Expression ExternalCall::law(const std::string& what, std::size_t entry) const {
  const Datum& value = input(what);
  if (value.record || value.type == BasicType::string || entry >= value.count())
    fail("type", where, "'" + what + "' of " + name + " is " + value.describe());
  return value.law(entry);
}

void ExternalCall::set(const std::string& what, std::vector<Expression> values) {
  Datum& result = output(what);
  if (result.record || result.type == BasicType::string || result.count() != values.size()) {
    fail("type", where, "'" + what + "' of " + name + " is " + result.describe());
  }
  session.count_laws(values.size(), where);
  result.numbers.clear();
  result.law_depth = 0;
  for (const Expression& value : values)
    result.law_depth = std::max(result.law_depth, value.height());
  result.laws = std::move(values);
  settle(result, where);
}

void ExternalCall::set_only(std::vector<Expression> values) {
  if (outputs.empty()) fail("type", where, "function '" + name + "' has no output");
  set(outputs[0].first, std::move(values));
}

void ExternalCall::set_text(const std::string& what, std::string text) {
  Datum& result = output(what);
  if (result.type != BasicType::string || !result.is_scalar())
    fail("type", where, "'" + what + "' of " + name + " is " + result.describe());
  result.strings = {std::move(text)};
}

void check_external(const std::string& name, const SourceLocation& where) {
  if (find_function(name) != nullptr) return;
  const bool is_library = name.starts_with("Modelica.") || name.starts_with("ModelicaServices.");
  fail("unsupported", where,
       "function '" + name + "' is external" +
           (is_library ? ", and not one of those known here" : ""),
       is_library ? "use another one, or write its algorithm in Modelica in a function of your own"
                  : "code in other languages is not called: write its algorithm in Modelica");
}

void run_external(ExternalCall& call) { (*find_function(call.name))(call); }

bool replaces_text(const std::string& name) {
  return name == "Modelica.Utilities.Files.loadResource" ||
         name == "ModelicaServices.ExternalReferences.loadResource";
}

}  // namespace gelenk::modelica
