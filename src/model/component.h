// The model as the user stated it: a tree of components with evaluated parameters, connectors and
// connections. Pure data. Readers (modelica/, later URDF, STEP, C++ and Python) fill it; the
// topology stage reads it. The hierarchy of instances is kept: it is the component tree.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/source.h"
#include "model/shared_list.h"
#include "model/value.h"

namespace gelenk {

struct Component;

// The class that brings gravity and the looks of what is drawn. It is the only one of which a model
// has an instance without declaring it, where a part runs alone.
inline constexpr const char* world_class_name = "Modelica.Mechanics.MultiBody.World";

// What a declaration says of the direction in which a quantity passes the border of its component.
enum class Causality : unsigned char { none, input, output };

// A parameter, constant or bound input with its evaluated value. Derived (final) ones included.
struct Parameter {
  std::string name;
  Value value;
  bool given = true;     // false: declared without a default and not set by the user
  SourceLocation where;  // of the expression that gave the value
  bool added = false;  // by a class of the user's that extends a native one, which does not know it
  Causality causality = Causality::none;
};

// A time-dependent quantity of an element, with the attributes that a user may set on it.
struct Variable {
  std::string name;  // "phi"
  std::string unit;  // "rad", may be empty
  std::vector<int> dims;
  Value start;               // same dims; the declared default where the user set nothing
  Value fixed;               // boolean, same dims
  bool start_given = false;  // the user (not the library) set start
  SourceLocation where;
  Causality causality = Causality::none;
};

// An equation of the user's: variable = value, or der(variable) = value. Names of variables are
// full paths with subscripts, "engine.p[2]", as in expressions.
struct Assignment {
  std::string variable;
  symbolic::Expression value;
  SourceLocation where;
};

// An equation of the user's that gives no variable by itself: value = 0.
struct Residual {
  symbolic::Expression value;
  SourceLocation where;
};

// What happens at the instant when the condition becomes true: variables get values, states (of
// der) are set anew.
struct When {
  symbolic::Expression condition;
  std::vector<Assignment> assignments, resets;  // of "min x", "assert …" …: see marked_name.h
  SourceLocation where;
};

// What `value` was `time` ago, delay(value, time): expressions know it by its name.
struct Delay {
  std::string name;  // "delay 3": numbered through the model
  symbolic::Expression value, time;
  double longest = 0.0;  // as long as `time` ever is
  SourceLocation where;
};

// A connector instance, e.g. frame_a of class …Interfaces.Frame_a.
struct Connector {
  std::string name;
  std::string class_name;  // full name of the connector's class, aliases resolved
  SourceLocation where;
  bool is_given = false;  // a flange whose flow the equations of its component give
};

// One end of a connection, seen from the component whose equation section states it:
// part "" is the component itself; "left", "link[2]" one of its parts; "left.beam" a part's part.
struct ConnectorRef {
  std::string part;
  std::string connector;
  std::string to_string() const { return part.empty() ? connector : part + "." + connector; }
};

struct Connection {
  ConnectorRef a, b;
  SourceLocation where;
};

struct Component {
  std::string name;        // "left", "link[2]"; the model's own name at the root
  std::string path;        // "left.beam"; empty at the root
  std::string class_name;  // full name, e.g. "Car.Suspension"
  std::string
      native_class;  // full name of the native library class it is (or derives from); empty: a composite
  bool library_composite =
      false;  // a composite of the built-in library (BodyBox …): not a level of the hierarchy
  SourceLocation where;  // of its declaration

  // Elements of an array that are alike hold these lists together, with all that is inside them.
  SharedList<Parameter> parameters;
  SharedList<Variable> variables;
  SharedList<Connector> connectors;
  SharedList<Connection> connections;
  SharedList<std::pair<std::string, std::string>>
      aliases;  // own variable → the same quantity inside, "shaft.phi": composites of the library

  std::vector<Assignment> assignments, rates;  // rates: values of derivatives
  std::vector<Residual> residuals, initials;   // initials hold at the start only
  std::vector<std::vector<When>>
      whens;  // a list of branches, of which the first that applies counts
  std::vector<Delay> delays;
  std::vector<std::unique_ptr<Component>> parts;  // in declaration order
  std::vector<std::pair<std::string, const Component*>>
      outers;                         // outer name → the inner component it means
  const Component* parent = nullptr;  // null at the root

  bool is_native() const { return !native_class.empty(); }
  const Parameter* find_parameter(std::string_view name) const;
  const Variable* find_variable(std::string_view name) const;
  const Component* find_part(std::string_view part) const;  // "a.b[2]"; "" is itself
  Component* find_part(std::string_view part);
  const Component* find_outer(std::string_view name) const;

  // Values of declared parameters; asserts that the declaration has them with that type and shape.
  double real(std::string_view name) const;
  bool boolean(std::string_view name) const;
  std::string text(std::string_view name) const;  // string, or literal name of an enumeration
  std::vector<double> reals(std::string_view name) const;
  const Value& value(std::string_view name) const;

  // An error of this component: path and location (of parameter `name` when given) filled in.
  UserError error(std::string code, std::string message, std::string hint = "",
                  std::string_view parameter = "") const;
};

struct ExperimentSettings {
  std::optional<double> start_time, stop_time, interval, tolerance;
};

struct ModelTree {
  std::unique_ptr<Component> root;
  ExperimentSettings experiment;
  std::vector<Diagnostic> warnings;
};

}  // namespace gelenk
