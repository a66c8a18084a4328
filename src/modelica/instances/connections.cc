#include "modelica/instances/connections.h"

#include <algorithm>

#include "modelica/failure.h"
#include "modelica/instances/algorithm_section.h"
#include "modelica/instances/assertions.h"
#include "modelica/instances/connection_sets.h"
#include "modelica/instances/given_flows.h"
#include "modelica/instances/initial_values.h"
#include "modelica/instances/output_equations.h"
#include "modelica/instances/user_equations.h"

namespace gelenk::modelica {

const ClassNode& get_connector_class(const FlatClass& type, Instantiator& instantiator) {
  // The lineage ends with the class itself, its bases before it; a user class that adds nothing
  // means its base.
  ClassNode* node = type.node;
  for (int guard = 0; guard < 100 && !node->is_library(); ++guard) {
    const ClassDef& d = *node->definition();
    ClassNode* base = nullptr;
    if (d.form == ClassDef::Form::short_ && d.base_subscripts.empty()) {
      base = &instantiator.lookup().get_class(d.base, *node->parent);
    } else if (d.form == ClassDef::Form::long_ && d.elements.size() == 1 && d.elements[0].extends) {
      base = &instantiator.lookup().get_class(d.elements[0].extends->type, *node);
    }
    if (base == nullptr || base->builtin) break;
    node = base;
  }
  return *node;
}

bool is_native_connector(const FlatClass& type, Instantiator& instantiator) {
  return !type.is_simple() && get_connector_class(type, instantiator).is_library();
}

namespace {

constexpr const char* use_elements =
    "not supported yet; use the elements of Gelenk.* and of the library";

// One connector at the end of a connect, seen from the component that states it.
struct End {
  ConnectorRef ref;
  const FlatClass* type = nullptr;
  bool is_native = false;             // a frame or a flange
  bool is_law = false;                // an input of a native element
  std::vector<ConnectorLeaf> leaves;  // else
};

// What a connect argument means: connectors in row-major order, or nothing when a component on the
// way is removed by its condition.
struct Ends {
  std::vector<End> ends;
  std::vector<int> dims;
  bool removed = false;
  std::string missing;  // where it is a connector of an element of the library: its name
};

class EquationReader {
 public:
  EquationReader(Instance& instance, Component& component, Instantiator& instantiator)
      : instance_(instance), component_(component), instantiator_(instantiator) {}

  void run() {
    for (ClassNode* node : instance_.type->lineage) {
      for (const ClassPtr& definition : node->definitions) {
        if (definition->form != ClassDef::Form::long_) continue;
        read_definition(*definition, *node);
      }
    }
    // What holds at the start comes last: it depends on what changes at events.
    for (ClassNode* node : instance_.type->lineage) {
      for (const ClassPtr& definition : node->definitions) {
        if (definition->form == ClassDef::Form::long_) read_initial(*definition, *node);
      }
    }
    guarded([&] {
      find_unconnected();
      sets_.write_equations(component_.residuals);
    });
    if (!component_.is_native() && !component_.library_composite)
      guarded([&] { find_given_flows(component_); });
  }

 private:
  Session& session() { return instantiator_.session(); }

  template <typename F>
  void guarded(F&& f) {
    try {
      f();
    } catch (const UserError& error) {
      session().report(error, component_.path);
    }
  }

  void read_definition(const ClassDef& definition, ClassNode& node) {
    const Context context{Scope{&instance_, &node}, nullptr, nullptr, -1};
    read(definition.equations, context);
    guarded([&] {
      if (definition.external)
        fail("unsupported", definition.where, "an external model", use_elements);
    });
    for (const auto& section : definition.algorithms) {
      guarded([&] { read_algorithm(section, context); });
    }
  }

  void read_initial(const ClassDef& definition, ClassNode& node) {
    const Context context{Scope{&instance_, &node}, nullptr, nullptr, -1};
    is_initial_ = true;
    read(definition.initial_equations, context);
    for (const auto& section : definition.initial_algorithms) {
      guarded([&] { read_algorithm(section, context); });
    }
    is_initial_ = false;
  }

  void read_algorithm(const std::vector<Statement>& section, const Context& context) {
    if (section.empty()) return;
    if (component_.is_native()) {
      fail("unsupported", section[0].where,
           "an algorithm section in a class that extends " + component_.native_class,
           "write it as a composite instead: a model that contains a " + component_.native_class);
    }
    add_algorithm(section, context, instance_, component_, instantiator_, is_initial_);
  }

  void read(const std::vector<Equation>& equations, const Context& context) {
    for (const Equation& equation : equations) {
      guarded([&] { read(equation, context); });
    }
  }

  void read(const Equation& equation, const Context& context) {
    session().count_step(equation.where);
    const Session::Depth depth(session(), equation.where);
    switch (equation.kind) {
      case Equation::Kind::connect: connect(equation, context); return;
      case Equation::Kind::for_: read_for(equation, 0, context); return;
      case Equation::Kind::if_: read_if(equation, context); return;
      case Equation::Kind::call: read_call(equation, context); return;
      case Equation::Kind::when:
      case Equation::Kind::equality:
        if (is_output_equation(equation)) {
          visit_output_equations(
              equation, context, instantiator_.evaluator(),
              [&](const Equation& single, const Context& inner) { read(single, inner); });
          return;
        }
        if (is_initial_) {
          if (equation.kind == Equation::Kind::when)
            fail("type", equation.where, "a when among initial equations");
          if (gives_parameter(equation, instance_, instantiator_)) return;
          add_initial_equation(equation, context, component_, instantiator_.evaluator());
          return;
        }
        if (component_.library_composite && equation.left && is_plain(*equation.left) &&
            is_plain(*equation.right)) {
          component_.aliases.edit().emplace_back(join_names(*equation.left),
                                                 join_names(*equation.right));
          return;
        }
        add_user_equation(equation, context, component_, instantiator_.evaluator());
    }
  }

  // The branch that holds; where a condition changes while the model moves, all of them in turn.
  void read_if(const Equation& equation, const Context& context) {
    for (const EquationBranch& branch : equation.branches) {
      if (branch.condition) {
        const Datum condition = instantiator_.evaluator().eval(*branch.condition, context);
        if (condition.is_law()) {
          if (is_initial_) {
            fail("unsupported", branch.condition->where,
                 "an if among initial equations whose condition depends on variables",
                 "let the condition depend on parameters only");
          }
          add_user_equation(equation, context, component_, instantiator_.evaluator());
          return;
        }
        if (!get_boolean(condition, "the condition of an if around equations",
                         branch.condition->where))
          continue;
      }
      read(branch.equations, context);
      return;
    }
  }

  // A name without subscripts: an equation between two gives a quantity inside a composite of the
  // library a second name.
  static bool is_plain(const Expr& e) {
    return e.kind == ExprKind::reference &&
           std::all_of(e.ref.begin(), e.ref.end(),
                       [](const RefPart& part) { return part.subscripts.empty(); });
  }
  static std::string join_names(const Expr& e) {
    std::string text;
    for (const RefPart& part : e.ref) text = join(text, part.name);
    return text;
  }

  void read_for(const Equation& equation, std::size_t iterator, const Context& context) {
    if (iterator == equation.iterators.size()) {
      read(equation.branches.at(0).equations, context);
      return;
    }
    const Iterator& it = equation.iterators[iterator];
    const Datum range = instantiator_.evaluator().eval_range(it, nullptr, context);
    const std::size_t count = range.count();
    for (std::size_t i = 0; i < count; ++i) {
      session().count_step(it.where);
      const Datum value = get_entry(range, i);
      const Local local{it.name, value, context.locals};
      Context inner = context;
      inner.locals = &local;
      read_for(equation, iterator + 1, inner);
    }
  }

  void read_call(const Equation& equation, const Context& context) {
    const Expr& call = *equation.left;
    const std::string& name = call.ref.at(0).name;
    if (name == "assert" && call.ref.size() == 1) {
      add_assertion(call, context, component_, instantiator_);
      return;
    }
    if (name == "Connections" && call.ref.size() == 2) {
      session().warn(
          "unsupported", call.where,
          "Connections." + call.ref[1].name + " has no effect: roots are chosen automatically",
          component_.path);
      return;
    }
    if (name == "terminate") instantiator_.evaluator().eval(call, context);
    fail("unsupported", equation.where,
         name == "reinit" ? "reinit" : "a call of '" + name + "' as an equation", use_elements);
  }

  // ---- connect ----

  void connect(const Equation& equation, const Context& context) {
    if (instance_.type->native_class.size() > 0) return;
    const Ends a = find_ends(*equation.left, context);
    const Ends b = find_ends(*equation.right, context);
    if (a.removed != b.removed) warn_of_missing(a.removed ? a : b, equation);
    if (a.removed || b.removed) return;
    if (a.dims != b.dims) {
      fail("size", equation.where,
           "connect joins " + describe(*equation.left, a) + " with " +
               describe(*equation.right, b) + ": the sizes differ");
    }
    session().count_members(a.ends.size(), equation.where);
    for (std::size_t i = 0; i < a.ends.size(); ++i) {
      check_kinds(a.ends[i], b.ends[i], equation.where);
      if (a.ends[i].is_native && b.ends[i].is_native)
        component_.connections.edit().push_back({a.ends[i].ref, b.ends[i].ref, equation.where});
      else if (a.ends[i].is_law || b.ends[i].is_law)
        give_law(a.ends[i].is_law ? a.ends[i] : b.ends[i], a.ends[i].is_law ? b.ends[i] : a.ends[i],
                 equation.where);
      else
        join_sets(a.ends[i], b.ends[i], equation.where);
    }
  }

  // ---- what connections mean as equations ----

  void join_sets(const End& a, const End& b, const SourceLocation& where) {
    sets_.join(sets_.add(a.ref, a.leaves, where), sets_.add(b.ref, b.leaves, where));
  }

  // Connectors of parts that nothing is connected to: their flows are zero. So are those of the model itself.
  void find_unconnected() {
    if (!instance_.type->native_class.empty()) return;
    for (int i = 0; i < static_cast<int>(instance_.type->elements.size()); ++i) {
      if (instance_.element(i).is_class()) continue;
      Slot& slot = instantiator_.prepare(instance_, i);
      if (slot.removed) continue;
      if (slot.kind == SlotKind::connector && instance_.parent == nullptr)
        note_connector(instance_, i, "");
      if (slot.kind != SlotKind::part) continue;
      for (const auto& child : slot.children) {
        Instance& part = child->alike != nullptr ? *child->alike : *child;
        if (!part.type->native_class.empty()) continue;
        for (int k = 0; k < static_cast<int>(part.type->elements.size()); ++k) {
          if (part.element(k).is_class()) continue;
          const Slot& inner = instantiator_.prepare(part, k);
          if (!inner.removed && inner.kind == SlotKind::connector)
            note_connector(part, k, child->name);
        }
      }
    }
  }
  void note_connector(Instance& at, int index, const std::string& path) {
    Slot& slot = at.slot(index);
    if (is_native_connector(*slot.type, instantiator_)) return;
    const std::vector<int>& dims = instantiator_.get_dims(at, index);
    const std::size_t count = calc_count(dims, slot.decl->where);
    for (std::size_t entry = 0; entry < count; ++entry) {
      End end = make_end(at, index, entry, path);
      std::erase_if(end.leaves, [](const ConnectorLeaf& leaf) { return !leaf.is_flow; });
      if (!end.leaves.empty() && !sets_.has(end.ref))
        sets_.add(end.ref, std::move(end.leaves), slot.decl->where);
    }
  }

  // What connector `entry` of a slot is made of.
  End make_end(Instance& at, int index, std::size_t entry, const std::string& path) {
    Slot& slot = at.slot(index);
    const std::vector<int>& dims = instantiator_.get_dims(at, index);
    End end;
    end.ref = {path, at.element(index).name + describe_index(entry, dims)};
    end.type = slot.type;
    end.is_native =
        slot.kind == SlotKind::connector && is_native_connector(*slot.type, instantiator_);
    end.is_law = slot.kind == SlotKind::simple && !at.type->native_class.empty() &&
                 (slot.clause->type_prefix.input || slot.type->is_input);
    if (end.is_native || end.is_law) return end;
    const std::string full = join(component_.path, end.ref.to_string());
    if (slot.kind == SlotKind::simple) {
      end.leaves.push_back({full, false});
      return end;
    }
    instantiator_.expand(at, index);
    list_leaves(*slot.children[entry], full, false, end.leaves);
    return end;
  }
  void list_leaves(Instance& connector, const std::string& path, bool is_flow,
                   std::vector<ConnectorLeaf>& leaves) {
    for (int i = 0; i < static_cast<int>(connector.type->elements.size()); ++i) {
      if (connector.element(i).is_class()) continue;
      Slot& slot = instantiator_.prepare(connector, i);
      if (slot.removed || slot.is_parameter) continue;
      const TypePrefix& prefix = slot.clause->type_prefix;
      if (prefix.stream) {
        fail("unsupported", slot.decl->where, "a stream variable in a connector",
             "stream connectors are not supported");
      }
      const std::string name = join(path, connector.element(i).name);
      const std::vector<int>& dims = instantiator_.get_dims(connector, i);
      const std::size_t count = calc_count(dims, slot.decl->where);
      session().count_members(count, slot.decl->where);
      if (slot.kind != SlotKind::simple) instantiator_.expand(connector, i);
      for (std::size_t entry = 0; entry < count; ++entry) {
        const std::string one = name + describe_index(entry, dims);
        if (slot.kind == SlotKind::simple)
          leaves.push_back({one, is_flow || prefix.flow});
        else
          list_leaves(*slot.children[entry], one, is_flow || prefix.flow, leaves);
      }
    }
  }

  // A signal that is connected to an input of a native element is the law of that input.
  void give_law(const End& input, const End& signal, const SourceLocation& where) {
    Component* element = component_.find_part(input.ref.part);
    if (signal.leaves.size() != 1 || element == nullptr) {
      fail("connect", where,
           "'" + input.ref.to_string() + "' is an input: '" + signal.ref.to_string() +
               "' cannot be connected to it",
           "connect an output of a block or sensor");
    }
    const std::string name = input.ref.connector.substr(0, input.ref.connector.find('['));
    for (Parameter& parameter : element->parameters.edit()) {
      if (parameter.name != name) continue;
      Value& value = parameter.value;
      if (!value.is_law()) value.laws.assign(value.numbers.begin(), value.numbers.end());
      value.laws.at(find_entry(input.ref.connector, value.dims)) =
          symbolic::Expression::variable(signal.leaves[0].name);
      parameter.where = where;
      return;
    }
    fail("connect", where, "'" + input.ref.to_string() + "' cannot be connected");
  }
  static std::size_t find_entry(const std::string& connector, const std::vector<int>& dims) {
    std::size_t count = 1;
    for (int n : dims) count *= static_cast<std::size_t>(n);
    for (std::size_t entry = 0; entry < count; ++entry) {
      if (connector.ends_with(describe_index(entry, dims))) return entry;
    }
    return 0;
  }

  // The connector of a joint or element that is switched off; what a component of the user's
  // switches off is meant so.
  void warn_of_missing(const Ends& ends, const Equation& equation) {
    if (ends.missing.empty()) return;
    session().warn(
        "connect", equation.where,
        "'" + ends.missing + "' is switched off: this connection has no effect", component_.path,
        "switch it on where its component is declared (useAxisFlange = true, useSupport = true)");
  }

  static std::string describe(const Expr& e, const Ends& ends) {
    std::string text = "'";
    for (const RefPart& part : e.ref) text += (text.size() > 1 ? "." : "") + part.name;
    text += "'";
    if (ends.dims.empty()) return text;
    const std::string shape = describe_shape(BasicType::real, ends.dims);
    return text + " of size " + shape.substr(shape.find('['));
  }

  // Frames connect to frames, and otherwise a class to itself or to one with the same variables.
  void check_kinds(const End& a, const End& b, const SourceLocation& where) {
    if (a.type == b.type) return;
    const auto key = std::pair(a.type, b.type);
    if (std::find(compatible_.begin(), compatible_.end(), key) != compatible_.end()) return;
    const auto list = [](const FlatClass& type) {
      std::vector<std::string> names;
      for (const FlatElement& e : type.elements) {
        if (!e.is_class()) names.push_back((e.clause->type_prefix.flow ? "flow " : "") + e.name);
      }
      std::sort(names.begin(), names.end());
      return names;
    };
    const auto is_frame = [](const FlatClass& type) {
      for (const ClassNode* node : type.lineage) {
        if (node->full_name.starts_with("Modelica.Mechanics.MultiBody.Interfaces.Frame"))
          return true;
      }
      return false;
    };
    const bool same = (is_frame(*a.type) && is_frame(*b.type)) ||
                      (a.type->builtin == b.type->builtin && list(*a.type) == list(*b.type));
    if (!same) {
      fail("connect", where,
           "connect joins '" + a.ref.to_string() + "' of class " + a.type->node->full_name +
               " with '" + b.ref.to_string() + "' of class " + b.type->node->full_name,
           "connect only connectors of one kind");
    }
    compatible_.push_back(key);
  }

  Ends find_ends(const Expr& e, const Context& context) {
    if (e.kind != ExprKind::reference || e.ref.empty()) {
      fail("connect", e.where, "connect joins connectors; this is no connector");
    }
    Ends ends;
    walk(instance_, e, 0, "", context, ends, true);
    return ends;
  }

  // Follows part `part` of the reference inside `at`, whose path from the component is `path`.
  // `outermost` while no array was spread yet, so that its shape can be noted.
  void walk(Instance& at, const Expr& e, std::size_t part, const std::string& path,
            const Context& context, Ends& ends, bool first_branch) {
    const std::string& name = e.ref[part].name;
    const bool is_last = part + 1 == e.ref.size();
    const int index = at.type->find(name);
    if (index < 0 || at.element(index).is_class()) fail_unknown_end(at, e, part, path);
    Slot& slot = instantiator_.prepare(at, index);
    if (slot.removed) {
      ends.removed = true;
      if (!at.type->native_class.empty()) ends.missing = join(path, name);
      return;
    }
    if (slot.kind == SlotKind::outer) {
      instantiator_.resolve_outer(at, index);
      const std::string to = join(path, name);
      if (is_last) fail("connect", e.where, "'" + name + "' is a component, not a connector");
      if (slot.inner_index < 0) {
        walk(*slot.inner_owner, e, part + 1, to, context, ends, first_branch);
        return;
      }
      Slot& inner = instantiator_.prepare(*slot.inner_owner, slot.inner_index);
      instantiator_.expand(*slot.inner_owner, slot.inner_index);
      if (!inner.dims.empty())
        fail("unsupported", e.where, "connect to an array of outer components");
      walk(*inner.children.at(0), e, part + 1, to, context, ends, first_branch);
      return;
    }
    const bool is_signal = slot.kind == SlotKind::simple && !slot.is_parameter &&
                           (slot.type->is_connector() || slot.clause->type_prefix.input ||
                            slot.clause->type_prefix.output);
    if (slot.kind != SlotKind::part && slot.kind != SlotKind::connector && !is_signal) {
      const std::string owner = part == 0 ? "" : e.ref[part - 1].name;
      fail(
          "connect", e.where,
          "'" + name + "' is a " + (slot.is_parameter ? "parameter" : "variable") +
              ", not a connector",
          slot.is_parameter ? ""
          : slot.clause->type_prefix.input && !owner.empty()
              ? "write its value where '" + owner + "' is declared: " + owner + "(" + name + " = …)"
              : "read it in an expression, as " + (owner.empty() ? name : owner + "." + name));
    }
    const std::vector<int>& dims = instantiator_.get_dims(at, index);
    if (slot.kind == SlotKind::part) instantiator_.expand(at, index);
    const Selection selection = select(
        dims, instantiator_.evaluator().eval_subscripts(e.ref[part].subscripts, dims, context),
        name, e.where);
    if (first_branch)
      ends.dims.insert(ends.dims.end(), selection.dims.begin(), selection.dims.end());
    if (slot.kind == SlotKind::connector || is_signal) {
      if (!is_last) {
        fail("unsupported", e.where, "a connector inside the connector '" + name + "'",
             "connect the whole connector");
      }
      for (std::size_t entry : selection.entries)
        ends.ends.push_back(make_end(at, index, entry, path));
      return;
    }
    if (is_last) {
      std::vector<std::string> connectors = list_connectors(*slot.type);
      fail("connect", e.where, "'" + name + "' is a component, not a connector",
           connectors.empty() ? "it has no connectors"
                              : "connect one of its connectors: " + suggest("", connectors));
    }
    bool first = first_branch;
    for (std::size_t entry : selection.entries) {
      Instance& child = *slot.children[entry];
      // What is alike has the same connectors; a large array need not be filled to be connected.
      walk(child.alike != nullptr ? *child.alike : child, e, part + 1, join(path, child.name),
           context, ends, first);
      first = false;
    }
  }

  static std::string join(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }

  static std::string describe_index(std::size_t entry, const std::vector<int>& dims) {
    if (dims.empty()) return "";
    std::vector<std::size_t> index(dims.size());
    for (std::size_t k = dims.size(); k-- > 0;) {
      index[k] = entry % static_cast<std::size_t>(dims[k]) + 1;
      entry /= static_cast<std::size_t>(dims[k]);
    }
    std::string text = "[";
    for (std::size_t k = 0; k < index.size(); ++k)
      text += (k > 0 ? "," : "") + std::to_string(index[k]);
    return text + "]";
  }

  std::vector<std::string> list_connectors(FlatClass& type) {
    std::vector<std::string> names;
    for (const FlatElement& e : type.elements) {
      if (e.is_class() || e.clause->type_prefix.parameter || e.clause->type_prefix.constant)
        continue;
      const StaticFound found =
          instantiator_.lookup().find(e.clause->type.parts.at(0), *e.declared_in, e.decl->where);
      if (found.class_node == nullptr) continue;
      try {
        ClassNode& node = instantiator_.lookup().get_rest(*found.class_node, e.clause->type, 1);
        if (instantiator_.lookup().get_flat(node, e.decl->where).is_connector())
          names.push_back(e.name);
      } catch (const UserError&) {
        continue;  // its class is unknown: that is reported where it is declared
      }
    }
    return names;
  }

  [[noreturn]] void fail_unknown_end(Instance& at, const Expr& e, std::size_t part,
                                     const std::string& path) {
    std::vector<std::string> names;
    for (const FlatElement& element : at.type->elements) {
      if (!element.is_class() && !element.clause->type_prefix.parameter)
        names.push_back(element.name);
    }
    const std::string owner = part == 0 ? "this model"
                                        : "'" + path.substr(path.rfind('.') + 1) + "' of class " +
                                              at.type->node->full_name;
    fail("connect", e.where, owner + " has no '" + e.ref[part].name + "' to connect",
         suggest(e.ref[part].name, part == 0 ? names : list_connectors(*at.type)));
  }

  Instance& instance_;
  Component& component_;
  Instantiator& instantiator_;
  std::vector<std::pair<const FlatClass*, const FlatClass*>> compatible_;  // pairs already checked
  bool is_initial_ = false;  // of the equations that are read
  ConnectionSets sets_;      // of connectors that mean equations
};

}  // namespace

void add_connections(Instance& instance, Component& component, Instantiator& instantiator) {
  EquationReader(instance, component, instantiator).run();
}

}  // namespace gelenk::modelica
