// Functions of the Modelica Standard Library that are not written in Modelica but `external`: tables, random numbers, texts, files.
// Those that are known by their full names here are ours, whether the text that declares them is the library's or ours; of all
// others the call is refused.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "modelica/session.h"
#include "modelica/values/datum.h"

namespace gelenk::modelica {

// What an external object holds, as its functions know it.
struct ExternalData {
  virtual ~ExternalData() = default;
};

// A call with all inputs; outputs have their shapes, and are set by who runs it.
struct ExternalCall {
  std::string name;
  std::vector<std::pair<std::string, Datum>> inputs, outputs;
  SourceLocation where;
  Session& session;

  // Errors "type" when the text that declares the function has no input, or output, of that name, or not of that type.
  const Datum& input(const std::string& name) const;
  const Datum* find_input(const std::string& name) const;  // null when there is none
  Datum& output(const std::string& name);
  double number(const std::string& name) const;
  int integer(const std::string& name) const;
  const std::string& text(const std::string& name) const;
  // An input of which each entry is a number or changes with time.
  symbolic::Expression law(const std::string& name, std::size_t entry = 0) const;
  // Sets an output, entry by entry: those that change with time are laws.
  void set(const std::string& name, std::vector<symbolic::Expression> values);
  void set_only(std::vector<symbolic::Expression> values);  // the first output
  void set_text(const std::string& name, std::string text);
};

using ExternalFunction = std::function<void(ExternalCall&)>;
using ExternalFunctions = std::map<std::string, ExternalFunction>;

// By full name, as each file has them.
const ExternalFunctions& list_table_functions();
const ExternalFunctions& list_random_functions();
const ExternalFunctions& list_text_functions();
const ExternalFunctions& list_file_functions();

// Throws "unsupported", with what to do, unless the function is ours.
void check_external(const std::string& name, const SourceLocation& where);
void run_external(ExternalCall& call);
// Whether a function is ours even where a text in Modelica stands behind it.
bool replaces_text(const std::string& name);

}  // namespace gelenk::modelica
