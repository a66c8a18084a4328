#include "modelica/instances/connections.h"

#include <algorithm>

#include "modelica/failure.h"
#include "modelica/instances/algorithm_section.h"
#include "modelica/instances/assertions.h"
#include "modelica/instances/connection_sets.h"
#include "modelica/instances/connector_leaves.h"
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

// Where the next name of a connect argument is looked for.
struct Place {
  Instance* at = nullptr;
  std::string part;       // of the component that states the connect; empty: itself
  std::string connector;  // inside a connector: its path from the part
  std::string full;       // path in the model
  // Inside a bus: the full path of the outermost one, and the way from there.
  std::string bus = {};
  std::vector<std::string> way = {};
  bool is_outer = false;  // reached by an outer declaration
};

// One connector at the end of a connect, seen from the component that states it.
struct End {
  ConnectorRef ref;
  std::string full;                   // path in the model
  const FlatClass* type = nullptr;    // null: a member of a bus that nobody declares
  bool is_native = false;             // a frame or a flange
  bool is_law = false;                // an input of a native element
  std::vector<ConnectorLeaf> leaves;  // else
  // Of a bus and of what is in one: the full path of the outermost bus, and the way from there.
  std::string bus;
  std::vector<std::string> way;

  bool is_whole_bus() const {
    return type != nullptr && type->restriction == Restriction::expandable_connector;
  }
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
  EquationReader(Instance& instance, Component& component, Instantiator& instantiator, Buses& buses)
      : instance_(instance), component_(component), instantiator_(instantiator), buses_(buses) {}

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
      if (buses_.has(component_))
        buses_.take_sets(component_, std::move(sets_));
      else
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
        // What the library says of a native element's class is for classes of the user's that extend the same one.
        // But for the heat that leaves an element: ports of heat are connected as equations.
        if (component_.is_native() && context.scope.node->is_library() && !gives_heat(equation))
          return;
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
          add_initial_equation(equation, context, component_, instantiator_);
          return;
        }
        if (component_.library_composite && equation.left && is_plain(*equation.left) &&
            is_plain(*equation.right)) {
          component_.aliases.edit().emplace_back(join_names(*equation.left),
                                                 join_names(*equation.right));
          return;
        }
        add_user_equation(equation, context, component_, instantiator_);
    }
  }

  // The branch that holds; where a condition changes while the model moves, all of them in turn.
  void read_if(const Equation& equation, const Context& context) {
    for (const EquationBranch& branch : equation.branches) {
      if (branch.condition) {
        const Datum condition = instantiator_.evaluator().eval(*branch.condition, context);
        if (condition.is_law()) {
          if (is_initial_)
            add_initial_equation(equation, context, component_, instantiator_);
          else
            add_user_equation(equation, context, component_, instantiator_);
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

  static bool gives_heat(const Equation& equation) {
    return equation.left && equation.left->kind == ExprKind::reference &&
           join_names(*equation.left) == "heatPort.Q_flow";
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
    Ends a = find_ends(*equation.left, context);
    Ends b = find_ends(*equation.right, context);
    if (a.removed != b.removed) warn_of_missing(a.removed ? a : b, equation);
    if (a.removed || b.removed) return;
    spread_member(a, b.dims);
    spread_member(b, a.dims);
    if (a.dims != b.dims) {
      fail("size", equation.where,
           "connect joins " + describe(*equation.left, a) + " with " +
               describe(*equation.right, b) + ": the sizes differ");
    }
    session().count_members(a.ends.size(), equation.where);
    for (std::size_t i = 0; i < a.ends.size(); ++i) connect(a.ends[i], b.ends[i], equation.where);
  }

  void connect(const End& a, const End& b, const SourceLocation& where) {
    if (!a.bus.empty() || !b.bus.empty()) {
      connect_to_bus(a.bus.empty() ? b : a, a.bus.empty() ? a : b, where);
      return;
    }
    check_kinds(a, b, where);
    if (a.is_native && b.is_native)
      component_.connections.edit().push_back({a.ref, b.ref, where});
    else if (a.is_law || b.is_law)
      give_law(a.is_law ? a : b, get_signal(a.is_law ? b : a, a.is_law ? a : b, where),
               a.is_law ? b.ref.to_string() : a.ref.to_string(), where);
    else
      join_sets(a, b, where);
  }

  // ---- buses ----

  // A member of a bus that nobody declares has the size of what it is connected to.
  static void spread_member(Ends& ends, const std::vector<int>& dims) {
    if (dims.empty() || !ends.dims.empty() || ends.ends.size() != 1 || ends.ends[0].type != nullptr)
      return;
    const End member = std::move(ends.ends[0]);
    ends.ends.clear();
    std::size_t count = 1;
    for (int n : dims) count *= static_cast<std::size_t>(n);
    for (std::size_t entry = 0; entry < count; ++entry) {
      End& end = ends.ends.emplace_back(member);
      const std::string subscript = describe_index(entry, dims);
      end.way.push_back(subscript);
      end.ref.connector += subscript;
      end.full += subscript;
    }
    ends.dims = dims;
  }

  void connect_to_bus(const End& member, const End& other, const SourceLocation& where) {
    if (other.is_native) {
      fail("unsupported", where,
           "'" + other.ref.to_string() + "' is a " + other.type->node->name +
               ": it cannot be connected to a bus",
           "a bus carries signals; connect frames and flanges beside it");
    }
    if (other.bus.empty() && member.is_whole_bus()) {
      fail("connect", where,
           "connect joins the bus '" + member.ref.to_string() + "' with '" + other.ref.to_string() +
               "', which is none",
           "connect a member of the bus: " + member.ref.to_string() + "." + other.ref.connector);
    }
    const bool is_declared = member.type != nullptr && other.type != nullptr;
    if (is_declared && !(member.is_whole_bus() && other.is_whole_bus()))
      check_kinds(member, other, where);
    const int place = buses_.get_place(member.bus, member.way, where);
    if (other.is_law) {
      buses_.read(place);
      give_law(other, member.full, member.ref.to_string(), where);
      return;
    }
    buses_.connect(component_, place,
                   other.bus.empty() ? buses_.add_connector(other.full, other.leaves, where)
                                     : buses_.get_place(other.bus, other.way, where),
                   where);
  }

  // ---- what connections mean as equations ----

  // What a component keeps inside has its flows balanced there: from outside nothing can be added to them.
  void check_depth(const End& end, const SourceLocation& where) {
    const std::size_t dot = end.ref.part.rfind('.');
    if (dot == std::string::npos || std::none_of(end.leaves.begin(), end.leaves.end(),
                                                 [](const ConnectorLeaf& leaf) { return leaf.is_flow; }))
      return;
    const std::string owner = end.ref.part.substr(0, dot), inner = end.ref.part.substr(dot + 1);
    fail("connect", where,
         "'" + end.ref.to_string() + "' lies inside of '" + owner +
             "': only connectors of a component itself can be connected",
         "declare a connector in the class of '" + owner + "', connect it with " + inner + "." +
             end.ref.connector + " there, and connect it here");
  }

  void join_sets(const End& a, const End& b, const SourceLocation& where) {
    check_depth(a, where);
    check_depth(b, where);
    for (const ConnectorLeaf& leaf : a.leaves) {
      const auto same =
          std::find_if(b.leaves.begin(), b.leaves.end(),
                       [&](const ConnectorLeaf& other) { return other.way == leaf.way; });
      if (same == b.leaves.end() || a.leaves.size() != b.leaves.size()) {
        fail("connect", where,
             "connect joins '" + a.ref.to_string() + "' with '" + b.ref.to_string() +
                 "', which do not have the same members",
             "connect only connectors of one kind");
      }
      sets_.join(sets_.add(leaf, where), sets_.add(*same, where));
    }
  }

  // Connectors of parts that nothing is connected to: their flows are zero. So are those of the model itself, whatever is connected to
  // them inside.
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
    if (is_native_connector(*slot.type, instantiator_) ||
        slot.type->restriction == Restriction::expandable_connector)
      return;
    const std::vector<int>& dims = instantiator_.get_dims(at, index);
    const std::size_t count = calc_count(dims, slot.decl->where);
    const Place place{&at, path, "", join(component_.path, path)};
    for (std::size_t entry = 0; entry < count; ++entry) {
      for (const ConnectorLeaf& leaf : make_end(place, index, entry).leaves) {
        if (!leaf.is_flow) continue;
        if (path.empty())
          component_.residuals.push_back(
              {symbolic::Expression::variable(leaf.name), slot.decl->where});
        else
          sets_.add(leaf, slot.decl->where);
      }
    }
  }

  // What connector `entry` of a slot is made of.
  End make_end(const Place& place, int index, std::size_t entry) {
    Instance& at = *place.at;
    Slot& slot = at.slot(index);
    const std::string& name = at.element(index).name;
    const std::string subscript = describe_index(entry, instantiator_.get_dims(at, index));
    End end;
    end.ref = {place.part, join(place.connector, name + subscript)};
    end.full = join(place.full, name + subscript);
    end.type = slot.type;
    end.is_native =
        slot.kind == SlotKind::connector && is_native_connector(*slot.type, instantiator_);
    end.is_law = slot.kind == SlotKind::simple && !at.type->native_class.empty() &&
                 (slot.clause->type_prefix.input || slot.type->is_input);
    if (!place.bus.empty()) {
      end.bus = place.bus;
      end.way = place.way;
      end.way.push_back(name);
      if (!subscript.empty()) end.way.push_back(subscript);
    } else if (end.is_whole_bus()) {
      end.bus = end.full;
    } else if (!end.is_native && !end.is_law) {
      if (slot.kind == SlotKind::connector && !at.type->native_class.empty() &&
          is_flange_class(get_connector_class(*slot.type, instantiator_).full_name))
        give_flange(component_, end.ref);
      end.leaves = list_leaves(at, index, entry, end.full, place.part.empty() && !place.is_outer,
                               instantiator_);
    }
    return end;
  }

  // A signal that is connected to an input of a native element is the law of that input.
  std::string get_signal(const End& signal, const End& input, const SourceLocation& where) {
    if (signal.leaves.size() == 1) return signal.leaves[0].name;
    fail("connect", where,
         "'" + input.ref.to_string() + "' is an input: '" + signal.ref.to_string() +
             "' cannot be connected to it",
         "connect an output of a block or sensor");
  }
  void give_law(const End& input, const std::string& signal, const std::string& signal_name,
                const SourceLocation& where) {
    Component* element = component_.find_part(input.ref.part);
    if (element == nullptr) {
      fail("connect", where,
           "'" + input.ref.to_string() + "' is an input: '" + signal_name +
               "' cannot be connected to it",
           "connect an output of a block or sensor");
    }
    const std::string name = input.ref.connector.substr(0, input.ref.connector.find('['));
    for (Parameter& parameter : element->parameters.edit()) {
      if (parameter.name != name) continue;
      Value& value = parameter.value;
      if (!value.is_law()) value.laws.assign(value.numbers.begin(), value.numbers.end());
      value.laws.at(find_entry(input.ref.connector, value.dims)) =
          symbolic::Expression::variable(signal);
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
    walk({&instance_, "", "", component_.path}, e, 0, context, ends, true);
    return ends;
  }

  // Follows part `part` of the reference. `first_branch` while no array was spread yet, so that its
  // shape can be noted.
  void walk(const Place& place, const Expr& e, std::size_t part, const Context& context, Ends& ends,
            bool first_branch) {
    const int index = place.at->type->find(e.ref[part].name);
    const bool is_found = index >= 0 && !place.at->element(index).is_class();
    if (is_found)
      walk_slot(place, index, e, part, context, ends, first_branch);
    else if (!place.bus.empty())
      walk_undeclared(place, e, part, context, ends, first_branch);
    else
      fail_unknown_end(*place.at, e, part, place.part);
  }

  void walk_slot(const Place& place, int index, const Expr& e, std::size_t part,
                 const Context& context, Ends& ends, bool first_branch) {
    Instance& at = *place.at;
    const std::string& name = e.ref[part].name;
    const bool is_last = part + 1 == e.ref.size();
    Slot& slot = instantiator_.prepare(at, index);
    if (slot.removed) {
      ends.removed = true;
      if (!at.type->native_class.empty()) ends.missing = join(place.part, name);
      return;
    }
    if (slot.kind == SlotKind::outer) {
      walk_outer(place, index, e, part, context, ends, first_branch);
      return;
    }
    const bool is_signal = slot.kind == SlotKind::simple && !slot.is_parameter &&
                           (slot.type->is_connector() || slot.clause->type_prefix.input ||
                            slot.clause->type_prefix.output || !place.bus.empty());
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
    const Selection selection = select(
        dims, instantiator_.evaluator().eval_subscripts(e.ref[part].subscripts, dims, context),
        name, e.where);
    if (first_branch)
      ends.dims.insert(ends.dims.end(), selection.dims.begin(), selection.dims.end());
    if (is_last && slot.kind != SlotKind::part) {
      for (std::size_t entry : selection.entries)
        ends.ends.push_back(make_end(place, index, entry));
      return;
    }
    if (is_last || is_signal) {
      if (is_signal) fail("connect", e.where, "'" + name + "' has no members to connect");
      std::vector<std::string> connectors = list_connectors(*slot.type);
      fail("connect", e.where, "'" + name + "' is a component, not a connector",
           connectors.empty() ? "it has no connectors"
                              : "connect one of its connectors: " + suggest("", connectors));
    }
    if (slot.kind == SlotKind::connector && is_native_connector(*slot.type, instantiator_)) {
      fail("unsupported", e.where, "a connector inside the connector '" + name + "'",
           "connect the whole connector");
    }
    instantiator_.expand(at, index);
    bool first = first_branch;
    for (std::size_t entry : selection.entries) {
      Instance& child = *slot.children[entry];
      // What is alike has the same connectors; a large array need not be filled to be connected.
      walk(enter(place, child, slot, describe_index(entry, dims)), e, part + 1, context, ends,
           first);
      first = false;
    }
  }

  // Inside a part or a connector.
  Place enter(const Place& place, Instance& child, const Slot& slot,
              const std::string& subscript) const {
    Place inside = place;
    inside.at = child.alike != nullptr ? child.alike : &child;
    inside.full = join(place.full, child.name);
    if (slot.kind == SlotKind::part) {
      inside.part = join(place.part, child.name);
      return inside;
    }
    inside.connector = join(place.connector, child.name);
    if (!place.bus.empty()) {
      inside.way.push_back(child.name.substr(0, child.name.size() - subscript.size()));
      if (!subscript.empty()) inside.way.push_back(subscript);
    } else if (slot.type->restriction == Restriction::expandable_connector) {
      inside.bus = inside.full;
    }
    return inside;
  }

  void walk_outer(const Place& place, int index, const Expr& e, std::size_t part,
                  const Context& context, Ends& ends, bool first_branch) {
    const std::string& name = e.ref[part].name;
    const bool is_last = part + 1 == e.ref.size();
    instantiator_.resolve_outer(*place.at, index);
    Slot& slot = place.at->slot(index);
    Place inner{slot.inner_owner, place.part, "", slot.inner_owner->path};
    inner.is_outer = true;
    if (slot.inner_index < 0) {
      if (is_last) fail("connect", e.where, "'" + name + "' is a component, not a connector");
      inner.part = join(place.part, name);
      walk(inner, e, part + 1, context, ends, first_branch);
      return;
    }
    const Slot& meant = instantiator_.prepare(*slot.inner_owner, slot.inner_index);
    if (meant.kind == SlotKind::part) {
      if (is_last) fail("connect", e.where, "'" + name + "' is a component, not a connector");
      if (!instantiator_.get_dims(*slot.inner_owner, slot.inner_index).empty())
        fail("unsupported", e.where, "connect to an array of outer components");
    } else if (meant.type->restriction != Restriction::expandable_connector &&
               !meant.type->is_simple()) {
      fail("unsupported", e.where, "connect to the outer connector '" + name + "'",
           "only buses and signals can be connected so; connect it to a connector of this class, "
           "and that from outside");
    }
    walk_slot(inner, slot.inner_index, e, part, context, ends, first_branch);
  }

  // A member of a bus that its class does not declare: it is there because it is connected. Subscripts are numbers or ranges.
  void walk_undeclared(const Place& place, const Expr& e, std::size_t part, const Context& context,
                       Ends& ends, bool first_branch) {
    if (part == e.ref.size()) {
      End end;
      end.ref = {place.part, place.connector};
      end.full = place.full;
      end.bus = place.bus;
      end.way = place.way;
      ends.ends.push_back(std::move(end));
      return;
    }
    const RefPart& here = e.ref[part];
    std::vector<Datum> subscripts;
    std::vector<int> shape;
    for (const ExprPtr& s : here.subscripts) {
      if (s->kind == ExprKind::colon) {
        fail("size", s->where, "'" + here.name + "' is not declared in the bus: its size is open",
             "write a range, 1:n");
      }
      Datum value = instantiator_.evaluator().eval(*s, context);
      if (value.type != BasicType::integer || value.dims.size() > 1 || value.is_law())
        fail("type", s->where, "a subscript must be Integer, found " + value.describe());
      if (!value.dims.empty() && first_branch) ends.dims.push_back(value.dims[0]);
      shape.push_back(static_cast<int>(value.count()));
      subscripts.push_back(std::move(value));
    }
    const std::size_t count = calc_count(shape, e.where);
    session().count_members(count, e.where);
    for (std::size_t i = 0; i < count; ++i) {
      Place next = place;
      std::string subscript;
      std::size_t rest = i;
      for (std::size_t k = shape.size(); k-- > 0;) {
        const std::size_t size = static_cast<std::size_t>(shape[k]);
        const double index = subscripts[k].numbers[rest % size];
        if (index < 1) fail("range", e.where, "subscripts begin at 1");
        subscript =
            std::to_string(static_cast<long>(index)) + (subscript.empty() ? "" : "," + subscript);
        rest /= size;
      }
      if (!subscript.empty()) subscript = "[" + subscript + "]";
      next.connector = join(place.connector, here.name + subscript);
      next.full = join(place.full, here.name + subscript);
      next.way.push_back(here.name);
      if (!subscript.empty()) next.way.push_back(subscript);
      walk_undeclared(next, e, part + 1, context, ends, first_branch && i == 0);
    }
  }

  static std::string join(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
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
  Buses& buses_;
  std::vector<std::pair<const FlatClass*, const FlatClass*>> compatible_;  // pairs already checked
  bool is_initial_ = false;  // of the equations that are read
  ConnectionSets sets_;      // of connectors that mean equations
};

}  // namespace

void add_connections(Instance& instance, Component& component, Instantiator& instantiator,
                     Buses& buses) {
  EquationReader(instance, component, instantiator, buses).run();
}

}  // namespace gelenk::modelica
