// Fills the slots of instances on demand: finds types with redeclarations applied, sizes of arrays,
// members, values of parameters. Cycles are found where a slot is asked for while it is being
// filled.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "modelica/instances/instance.h"
#include "modelica/session.h"
#include "modelica/values/evaluate.h"

namespace gelenk::modelica {

// A class together with the instance in which it was found (null: found among declared classes), or
// element `index` of instance `owner`.
struct Found {
  ClassNode* class_node = nullptr;
  Instance* class_scope = nullptr;
  ModifierPtr weak;  // of the constraining clause of a redeclared class
  Instance* owner = nullptr;
  int index = -1;
  bool through_instance = false;
  explicit operator bool() const { return class_node != nullptr || owner != nullptr; }
};

class Instantiator {
 public:
  explicit Instantiator(Session& session) : session_(session), evaluator_(*this) {}

  Session& session() { return session_; }
  Lookup& lookup() { return session_.lookup(); }
  Evaluator& evaluator() { return evaluator_; }

  // The model itself; `settings` are the outermost modifiers.
  Instance& make_root(ClassNode& model, ModifierPtr settings);
  Instance& root() { return *root_; }

  // ---- names ----
  Found find(const std::string& name, const Scope& scope, const SourceLocation& where);
  Found get_class(const Name& name, const Scope& scope);
  Scope get_outer_scope(const Scope& scope) const;
  Instance& get_package_instance(ClassNode& node, const SourceLocation& where);

  // ---- slots ----
  Slot& prepare(Instance& instance, int index);
  const std::vector<int>& get_dims(Instance& instance, int index);
  void expand(Instance& instance, int index);  // children of a record or part
  // The value of a parameter, constant, bound variable or record. A parameter without a value gets
  // its start value; without that either, it is an error.
  const Datum& get_value(Instance& instance, int index, const SourceLocation& where);
  // A variable that the simulation determines, by its name.
  Datum make_variable(const Instance& instance, int index, const std::vector<int>& dims,
                      const SourceLocation& where);
  // Where an outer slot leads; creates the default world when nothing is declared.
  void resolve_outer(Instance& instance, int index);
  const std::vector<Instance*>& default_inners() const { return default_inner_list_; }

  // An attribute (start, fixed, min, …) with the shape of the element; null when nobody states it.
  struct Attribute {
    std::shared_ptr<const Datum> value;
    SourceLocation where;
  };
  Attribute find_attribute(Instance& instance, int index, const std::string& name);
  std::string get_unit(Instance& instance, int index);
  // The attributes that modifiers name exist and are not final in the type.
  void check_attributes(Instance& instance, int index);
  // Zero, false, "" or the first literal.
  Datum make_default(const FlatClass& type, const std::vector<int>& dims,
                     const SourceLocation& where);

  // Converts to the declared type and shape; errors name `what`. A negative size stands for ':'.
  Datum coerce(const Datum& value, const FlatClass& type, const std::vector<int>& dims,
               const std::string& what, const SourceLocation& where);
  // The type's own dimensions (type Axis = Real[3]).
  const std::vector<int>& get_type_dims(FlatClass& type);
  const Datum& evaluate_cell(Cell& cell);
  Datum evaluate_binding(const Binding& binding, const std::string& what);
  // A record value of class `type` from values for its members.
  Datum make_record(FlatClass& type, Instance* scope,
                    const std::vector<std::pair<std::string, Datum>>& members,
                    const SourceLocation& where);
  std::unique_ptr<Instance> make_instance(FlatClass& type, Instance* scope, Instance* parent,
                                          std::string name, ModifierPtr modifier, ModifierPtr weak,
                                          const SourceLocation& where, Instance* alike = nullptr);

 private:
  struct TypeAttribute {
    std::shared_ptr<const Datum> value;
    bool final_ = false;
    SourceLocation where;
  };
  using TypeAttributes = std::map<std::string, TypeAttribute>;

  void prepare_class(Instance& instance, int index, Slot& slot);
  Slot& find_inner_class(Instance& instance, const std::string& name, const SourceLocation& where);
  void prepare_component(Instance& instance, int index, Slot& slot);
  ModifierPtr collect_modifiers(Instance& instance, const FlatElement& element);
  ModifierPtr apply_redeclaration(Instance& instance, const FlatElement& element,
                                  const ModifierPtr& modifier, Slot& slot);
  void find_type(Instance& instance, const FlatElement& element, Slot& slot);
  void check_constraint(const Slot& slot, const FlatElement& element, Instance& instance);
  void check_modifier_names(const Instance& instance);
  std::vector<int> evaluate_dims(Instance& instance, int index);
  Datum gather_record(Instance& instance, int index, const SourceLocation& where);
  void evaluate_simple(Instance& instance, int index, const SourceLocation& where);
  bool is_of_user(const Instance& instance, int index) const;
  bool follows_solved(const Instance& instance, const Datum& value) const;
  void use_start_value(Instance& instance, int index);
  void check_bounds(Instance& instance, int index, const Datum& value, const SourceLocation& where);
  [[noreturn]] void fail_cycle(Instance& instance, int index, const SourceLocation& where);
  const TypeAttributes& get_type_attributes(FlatClass& type);
  void check_recursion(const FlatClass& type, const Instance* parent, const SourceLocation& where);

  Session& session_;
  Evaluator evaluator_;
  std::unique_ptr<Instance> root_;
  std::map<ClassNode*, std::unique_ptr<Instance>> packages_;
  std::map<std::string, std::unique_ptr<Instance>> default_inners_;
  std::vector<Instance*> default_inner_list_;
  std::map<const FlatClass*, TypeAttributes> type_attributes_;
  std::map<const FlatClass*, std::vector<int>> type_dims_;
  std::set<std::string> solved_parameters_;            // full names: Slot::is_solved
  std::vector<std::pair<Instance*, int>> evaluating_;  // innermost last, to name a cycle
};

// "phi of Revolute" or "phi", for messages.
std::string describe_element(const Instance& instance, int index);
// "Real[3]", "Axis", "Real[:]" for a declared type; a negative size is ':'.
std::string describe_declared(const FlatClass& type, const std::vector<int>& dims);
std::string format_number(double value);

}  // namespace gelenk::modelica
