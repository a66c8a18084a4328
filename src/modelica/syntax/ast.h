// Syntax tree of Modelica 3.6 (grammar: Modelica Language Specification 3.6, appendix A). The
// parser builds it, the instantiation reads it; it holds what was written and knows nothing of its
// meaning.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.h"

namespace gelenk::modelica {

struct Expr;
struct ClassDef;
struct Modification;
using ExprPtr = std::shared_ptr<const Expr>;  // shared: modifications are merged, not copied
using ClassPtr = std::shared_ptr<const ClassDef>;

// ---- names -------------------------------------------------------------------------------------

// a.b.c, with a leading dot for a name that starts at the top
struct Name {
  bool global = false;
  std::vector<std::string> parts;
  SourceLocation where;
  std::string to_string() const;
};

// ---- expressions -------------------------------------------------------------------------------

struct RefPart {
  std::string name;
  std::vector<ExprPtr> subscripts;  // kind colon for ':'
};

struct NamedArgument {
  std::string name;
  ExprPtr value;
  SourceLocation where;
};

struct Iterator {
  std::string name;
  ExprPtr range;  // null: deduced from use
  SourceLocation where;
};

enum class ExprKind {
  real,          // number
  integer,       // number
  string,        // text (escapes resolved)
  boolean,       // number 0 or 1
  end,           // `end` in a subscript
  colon,         // `:` in a subscript
  reference,     // ref, global: a.b[2].c, also `time`, `der` never stands here
  call,          // ref is the callee (also "der", "initial", "pure"); operands positional, named,
                 // or a reduction: operands[0] for iterators
  partial_call,  // function f(a = …) as an argument
  array,         // {a, b}; with iterators a comprehension {operands[0] for iterators}
  matrix,        // [a, b; c, d]; rows
  tuple,         // (a, , b): null operands allowed
  range,         // operands: start, stop or start, step, stop
  unary,         // text: "-" "+" ".-" ".+" "not"
  binary,        // text: + - * / ^ .+ .- .* ./ .^ < <= > >= == <> and or
  if_then_else,  // operands: c1, e1, c2, e2, …, else
  indexed,       // (expression)[2, :]: operands: the expression, then the subscripts
};

struct Expr {
  ExprKind kind;
  SourceLocation where;
  double number = 0.0;
  std::string text;
  bool global = false;       // reference, call: leading dot
  std::vector<RefPart> ref;  // reference, call
  std::vector<ExprPtr> operands;
  std::vector<NamedArgument> named;  // call, partial_call
  std::vector<Iterator> iterators;
  std::vector<std::vector<ExprPtr>> rows;  // matrix
  int depth = 1;                           // height of this tree; the parser bounds it
};

// ---- modifications -----------------------------------------------------------------------------

struct ComponentClause;

struct ConstrainedBy {
  Name type;
  std::shared_ptr<const Modification> modification;
};

// One argument of a modification list.
struct Argument {
  enum class Kind { modification, redeclare_component, redeclare_class };
  Kind kind = Kind::modification;
  bool each = false, final_ = false, redeclare = false, replaceable = false;
  Name name;  // modification: what it modifies (a.b.c allowed)
  std::shared_ptr<const Modification> modification;  // modification: may be null (only a comment)
  std::shared_ptr<const ComponentClause> component;  // redeclare_component: exactly one declaration
  ClassPtr class_;                                   // redeclare_class: always a short definition
  std::optional<ConstrainedBy> constrained_by;       // redeclare_class; components carry their own
  std::string comment;
  SourceLocation where;
};

struct Modification {
  std::vector<Argument> arguments;  // (…)
  ExprPtr value;                    // = expression; null when there is none
  bool is_break = false;            // = break
  SourceLocation where;
};
using ModificationPtr = std::shared_ptr<const Modification>;

using Annotation = ModificationPtr;  // annotation(…); only arguments are used

// ---- elements ----------------------------------------------------------------------------------

struct TypePrefix {
  bool flow = false, stream = false, discrete = false, parameter = false, constant = false;
  bool input = false, output = false;
};

struct ElementPrefix {
  bool redeclare = false, final_ = false, inner = false, outer = false, replaceable = false;
  bool is_protected = false;  // stands in a protected section
};

struct ComponentDecl {
  std::string name;
  std::vector<ExprPtr> subscripts;  // after the name; kind colon for ':'
  ModificationPtr modification;     // may be null
  ExprPtr condition;                // `if …`; may be null
  std::string comment;
  Annotation annotation;
  SourceLocation where;
};

// [prefixes] Type[subscripts] a(…) = …, b …;
struct ComponentClause {
  ElementPrefix prefix;
  TypePrefix type_prefix;
  Name type;
  std::vector<ExprPtr> subscripts;  // after the type: Real[3] x
  std::vector<ComponentDecl> declarations;
  std::optional<ConstrainedBy> constrained_by;
  SourceLocation where;
};

struct Extends {
  Name type;
  ModificationPtr
      modification;  // may be null; class-level `break` inheritance modifications are dropped by name below
  std::vector<std::string> broken;  // `extends A(break c)`: removed component names
  std::vector<std::pair<ExprPtr, ExprPtr>> broken_connections;  // A(break connect(a, b))
  Annotation annotation;
  bool is_protected = false;
  SourceLocation where;
};

struct Import {
  Name name;                          // the package or class
  std::string alias;                  // import A = B.C;
  bool all = false;                   // import B.C.*;
  std::vector<std::string> selected;  // import B.{C, D};
  SourceLocation where;
};

struct NestedClass {
  ElementPrefix prefix;
  ClassPtr definition;
  std::optional<ConstrainedBy> constrained_by;
};

// Elements in the order written; exactly one member is set.
struct Element {
  std::shared_ptr<const ComponentClause> component;
  std::shared_ptr<const Extends> extends;
  std::shared_ptr<const Import> import;
  std::shared_ptr<const NestedClass> class_;
};

// ---- equations and statements ------------------------------------------------------------------

struct Equation;
struct Statement;

struct EquationBranch {  // condition null: else
  ExprPtr condition;
  std::vector<Equation> equations;
};

struct Equation {
  enum class Kind { equality, connect, for_, if_, when, call };
  Kind kind = Kind::equality;
  ExprPtr left, right;                   // equality, connect (references); call: left is the call
  std::vector<Iterator> iterators;       // for_
  std::vector<EquationBranch> branches;  // for_ (one), if_, when
  std::string comment;
  Annotation annotation;
  SourceLocation where;
};

struct StatementBranch {
  ExprPtr condition;
  std::vector<Statement> statements;
};

struct Statement {
  enum class Kind { assign, call, for_, if_, when, while_, return_, break_ };
  Kind kind = Kind::assign;
  ExprPtr left, right;  // assign: left is a reference or a tuple; call: right is the call
  std::vector<Iterator> iterators;
  std::vector<StatementBranch> branches;  // for_, while_ (one), if_, when
  SourceLocation where;
};

// ---- classes -----------------------------------------------------------------------------------

enum class Restriction {
  class_,
  model,
  record,
  operator_record,
  block,
  connector,
  expandable_connector,
  type,
  package,
  function,
  operator_function,
  operator_
};

struct EnumLiteral {
  std::string name, comment;
  SourceLocation where;
};

struct ClassDef {
  enum class Form {
    long_,        // class A … end A;                 (also `class extends A(…) … end A;`)
    short_,       // class A = prefix Base[…](…);
    enumeration,  // type A = enumeration(…);         all_literals for enumeration(:)
    derivative,   // function A = der(f, x, …);
  };
  Form form = Form::long_;
  Restriction restriction = Restriction::class_;
  bool partial = false, encapsulated = false, pure = false, impure = false, final_ = false;
  bool class_extends = false;
  std::string name, comment;
  SourceLocation where;

  // long_
  std::vector<Element> elements;
  ModificationPtr extends_modification;  // class_extends
  std::vector<Equation> equations, initial_equations;
  std::vector<std::vector<Statement>> algorithms, initial_algorithms;
  bool external = false;
  Annotation annotation;

  // short_ (base is the type specifier), derivative (base is the function)
  Name base;
  TypePrefix base_prefix;  // input, output, flow …
  std::vector<ExprPtr> base_subscripts;
  ModificationPtr base_modification;
  std::vector<std::string> derivative_of;

  // enumeration
  std::vector<EnumLiteral> literals;
  bool all_literals = false;
};

// One file.
struct StoredDefinition {
  std::optional<Name> within;  // `within;` gives an empty name
  std::vector<ClassPtr> classes;
};

const char* to_string(Restriction restriction);

}  // namespace gelenk::modelica
