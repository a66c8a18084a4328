#include "modelica/syntax/ast.h"

namespace gelenk::modelica {

std::string Name::to_string() const {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 || global) text += '.';
    text += parts[i];
  }
  return text;
}

const char* to_string(Restriction restriction) {
  switch (restriction) {
    case Restriction::class_: return "class";
    case Restriction::model: return "model";
    case Restriction::record: return "record";
    case Restriction::operator_record: return "operator record";
    case Restriction::block: return "block";
    case Restriction::connector: return "connector";
    case Restriction::expandable_connector: return "expandable connector";
    case Restriction::type: return "type";
    case Restriction::package: return "package";
    case Restriction::function: return "function";
    case Restriction::operator_function: return "operator function";
    case Restriction::operator_: return "operator";
  }
  return "class";
}

}  // namespace gelenk::modelica
