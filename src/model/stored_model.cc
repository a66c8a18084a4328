// Layout: version, texts, functions, expressions, components, experiment. Texts are numbered, each stored
// once. So are the nodes of expressions, operands before their users, and what shares a node in the
// model shares it again when it is read. Components stand in the order of a walk from the root,
// each before its parts; outer references are numbers in it.
#include "model/stored_model.h"

#include <limits>
#include <unordered_map>

#include "base/bytes.h"
#include "math/tables/table_functions.h"

namespace gelenk {

namespace {

using symbolic::Expression;
using symbolic::Op;

constexpr std::uint64_t version = 3;
constexpr int last_op = static_cast<int>(Op::call);
constexpr int last_type = static_cast<int>(BasicType::enumeration);

int count_operands(Op op) {  // of all but calls
  if (op <= Op::input) return 0;
  if (op <= Op::ceil) return 1;
  return op < Op::select ? 2 : 3;
}

class Writer {
 public:
  std::string run(const ModelTree& model) {
    number_components(*model.root);
    write(*model.root);
    const ExperimentSettings& e = model.experiment;
    for (const auto& x : {e.start_time, e.stop_time, e.interval, e.tolerance}) {
      body_.byte(x.has_value());
      if (x) body_.number(*x);
    }
    ByteWriter whole;
    whole.count(version);
    whole.count(texts_.size());
    for (const std::string* text : texts_) whole.text(*text);
    whole.count(function_number_.size());
    const std::string functions = functions_.bytes();
    ByteWriter count;
    count.count(expression_count_);
    return whole.bytes() + functions + count.bytes() + expressions_.bytes() + body_.bytes();
  }

 private:
  void number_components(const Component& component) {
    number_.emplace(&component, number_.size());
    for (const auto& part : component.parts) number_components(*part);
  }

  std::size_t number_of(const std::string& text) {
    const auto [at, is_new] = text_number_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(&at->first);
    return at->second;
  }
  void text(const std::string& text) { body_.count(number_of(text)); }

  template <typename List, typename Write>
  void list(const List& items, Write&& write_item) {
    body_.count(items.size());
    for (const auto& item : items) write_item(item);
  }

  // Writes what is new of the graph to the table of expressions, with an explicit stack; returns
  // the number.
  std::size_t number_of(const Expression& whole) {
    std::vector<std::pair<const Expression*, bool>> stack = {{&whole, false}};
    while (!stack.empty()) {
      const auto [e, operands_done] = stack.back();
      stack.pop_back();
      if (e->is_constant() || expression_number_.count(e->id())) continue;
      if (!operands_done) {
        stack.emplace_back(e, true);
        for (const Expression& operand : e->operands()) stack.emplace_back(&operand, false);
        continue;
      }
      std::vector<std::size_t> operands;
      for (const Expression& operand : e->operands())
        operands.push_back(operand.is_constant() ? write_constant(operand.constant_value())
                                                 : expression_number_.at(operand.id()));
      expressions_.byte(static_cast<std::uint8_t>(e->op()));
      if (e->op() == Op::variable) expressions_.count(number_of(e->name()));
      if (e->op() == Op::input) expressions_.count(static_cast<std::uint64_t>(e->number()));
      if (e->op() == Op::call) {
        expressions_.count(number_of(*e->function()));
        expressions_.count(operands.size());
      }
      for (std::size_t operand : operands) expressions_.count(operand);
      expression_number_[e->id()] = expression_count_++;
    }
    return whole.is_constant() ? write_constant(whole.constant_value())
                               : expression_number_.at(whole.id());
  }
  std::size_t write_constant(double value) {
    expressions_.byte(static_cast<std::uint8_t>(Op::constant));
    expressions_.number(value);
    return expression_count_++;
  }
  std::size_t number_of(const symbolic::Function& function) {
    const auto [at, is_new] = function_number_.try_emplace(&function, function_number_.size());
    if (!is_new) return at->second;
    functions_.text(function.kind());
    const std::vector<double> numbers = function.list_numbers();
    functions_.count(numbers.size());
    for (const double x : numbers) functions_.number(x);
    return at->second;
  }
  void expression(const Expression& e) { body_.count(number_of(e)); }

  void value(const Value& value) {
    body_.byte(static_cast<std::uint8_t>(value.type));
    list(value.dims, [&](int n) { body_.count(static_cast<std::uint64_t>(n)); });
    list(value.numbers, [&](double x) { body_.number(x); });
    list(value.strings, [&](const std::string& s) { text(s); });
    list(value.laws, [&](const Expression& e) { expression(e); });
  }

  void assignments(const std::vector<Assignment>& all) {
    list(all, [&](const Assignment& a) {
      text(a.variable);
      expression(a.value);
    });
  }

  void write(const Component& c) {
    text(c.name);
    text(c.class_name);
    text(c.native_class);
    body_.byte(c.library_composite);
    list(c.parameters, [&](const Parameter& p) {
      text(p.name);
      value(p.value);
      body_.byte(p.given);
      body_.byte(static_cast<std::uint8_t>(p.causality));
    });
    list(c.variables, [&](const Variable& v) {
      text(v.name);
      text(v.unit);
      list(v.dims, [&](int n) { body_.count(static_cast<std::uint64_t>(n)); });
      value(v.start);
      value(v.fixed);
      body_.byte(v.start_given);
      body_.byte(static_cast<std::uint8_t>(v.causality));
    });
    assignments(c.assignments);
    assignments(c.rates);
    for (const auto* residuals : {&c.residuals, &c.initials})
      list(*residuals, [&](const Residual& residual) { expression(residual.value); });
    list(c.whens, [&](const std::vector<When>& branches) {
      list(branches, [&](const When& when) {
        expression(when.condition);
        assignments(when.assignments);
        assignments(when.resets);
      });
    });
    list(c.delays, [&](const Delay& delay) {
      text(delay.name);
      expression(delay.value);
      expression(delay.time);
      body_.number(delay.longest);
    });
    list(c.connectors, [&](const Connector& connector) {
      text(connector.name);
      text(connector.class_name);
      body_.byte(connector.is_given);
    });
    list(c.connections, [&](const Connection& connection) {
      for (const ConnectorRef* ref : {&connection.a, &connection.b}) {
        text(ref->part);
        text(ref->connector);
      }
    });
    list(c.aliases, [&](const auto& alias) {
      text(alias.first);
      text(alias.second);
    });
    list(c.outers, [&](const auto& outer) {
      text(outer.first);
      body_.count(number_.at(outer.second));
    });
    list(c.parts, [&](const auto& part) { write(*part); });
  }

  ByteWriter functions_, expressions_, body_;
  std::unordered_map<const symbolic::Function*, std::size_t> function_number_;
  std::unordered_map<std::string, std::size_t> text_number_;
  std::vector<const std::string*> texts_;
  std::unordered_map<const void*, std::size_t> expression_number_;
  std::size_t expression_count_ = 0;
  std::unordered_map<const Component*, std::size_t> number_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes)
      : in_(bytes), text_budget_(most_text_per_byte * bytes.size() + 65'536) {}

  ModelTree run() {
    if (in_.count() != version) throw DamagedBytes("it was stored by another version");
    texts_.resize(in_.size());
    for (std::string_view& text : texts_) text = in_.text();
    read_functions();
    read_expressions();
    ModelTree model;
    model.root = read_component(nullptr, 0);
    for (const auto& [component, outer, number] : outers_) {
      if (number >= components_.size())
        throw DamagedBytes("it refers to something that it does not hold");
      component->outers[outer].second = components_[number];
    }
    ExperimentSettings& e = model.experiment;
    for (auto* x : {&e.start_time, &e.stop_time, &e.interval, &e.tolerance}) {
      if (in_.flag()) *x = in_.number();
    }
    if (!in_.at_end()) throw DamagedBytes("something follows its end");
    return model;
  }

 private:
  // Bounds of what few bytes may ask for. Trees and graphs are released recursively.
  static constexpr std::size_t most_text_per_byte = 256;
  static constexpr int deepest_component = 1'500, highest_expression = 10'000;

  // Texts and paths are copied wherever they are used.
  std::string copy(std::string_view text) {
    if (text.size() > text_budget_) throw DamagedBytes("its names are too long");
    text_budget_ -= text.size();
    return std::string(text);
  }
  std::string text() { return copy(texts_[in_.index(texts_.size())]); }

  template <typename T, typename Read>
  void list(std::vector<T>& items, Read&& read_item) {
    // Memory grows with what is read, not with what is announced.
    for (std::size_t n = in_.size(); n > 0; --n) items.push_back(read_item());
  }

  void read_functions() {
    list(functions_, [&] {
      const std::string kind(in_.text());
      std::vector<double> numbers;
      list(numbers, [&] { return in_.number(); });
      symbolic::FunctionPtr function = restore_function(kind, numbers);
      if (function == nullptr) throw DamagedBytes("it holds a table that is none");
      return function;
    });
  }

  Expression read_call(std::size_t expressions) {
    if (functions_.empty()) throw DamagedBytes("it calls a function that it does not hold");
    const symbolic::FunctionPtr& function = functions_[in_.index(functions_.size())];
    if (in_.count() != static_cast<std::uint64_t>(function->operand_count()))
      throw DamagedBytes("it calls a function with too many values or too few");
    std::vector<Expression> operands;
    for (int k = 0; k < function->operand_count(); ++k)
      operands.push_back(expressions_[in_.index(expressions)]);
    return Expression::call(function, std::move(operands));
  }

  void read_expressions() {
    const std::size_t n = in_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const Op op = static_cast<Op>(in_.index(last_op + 1));
      switch (op) {
        case Op::constant: expressions_.emplace_back(in_.number()); continue;
        case Op::time: expressions_.push_back(Expression::time()); continue;
        case Op::variable: expressions_.push_back(Expression::variable(text())); continue;
        case Op::input:
          expressions_.push_back(Expression::input(
              static_cast<int>(in_.index(std::numeric_limits<std::int32_t>::max()))));
          continue;
        default: break;
      }
      if (op == Op::call) {
        expressions_.push_back(read_call(i));
      } else {
        std::vector<Expression> operands;
        for (int k = 0; k < count_operands(op); ++k) operands.push_back(expressions_[in_.index(i)]);
        expressions_.push_back(Expression::make(op, std::move(operands)));
      }
      if (expressions_.back().height() > highest_expression)
        throw DamagedBytes("its expressions nest too deeply");
    }
  }
  Expression expression() { return expressions_[in_.index(expressions_.size())]; }

  // Sizes of an array; their product is bounded, since its entries are stored.
  std::vector<int> dims() {
    std::vector<int> sizes;
    list(sizes, [&] { return static_cast<int>(in_.index(std::numeric_limits<int>::max())); });
    return sizes;
  }
  void check_size(const std::vector<int>& sizes, std::size_t entries) {
    std::size_t n = 1;
    for (int size : sizes) {
      n *= static_cast<std::size_t>(size);
      if (n > std::numeric_limits<std::int32_t>::max())
        throw DamagedBytes("it holds an array whose size is wrong");
    }
    if (n != entries) throw DamagedBytes("it holds an array whose size is wrong");
  }

  Value value() {
    Value v;
    v.type = static_cast<BasicType>(in_.index(last_type + 1));
    v.dims = dims();
    list(v.numbers, [&] { return in_.number(); });
    list(v.strings, [&] { return text(); });
    list(v.laws, [&] { return expression(); });
    if (v.type == BasicType::string)
      check_size(v.dims, v.strings.size());
    else
      check_size(v.dims, v.is_law() ? v.laws.size() : v.numbers.size());
    if (v.type == BasicType::enumeration) check_size(v.dims, v.strings.size());
    return v;
  }

  std::vector<Assignment> assignments() {
    std::vector<Assignment> all;
    list(all, [&] {
      Assignment a;
      a.variable = text();
      a.value = expression();
      return a;
    });
    return all;
  }

  Variable variable() {
    Variable v;
    v.name = text();
    v.unit = text();
    v.dims = dims();
    v.start = value();
    v.fixed = value();
    v.start_given = in_.flag();
    v.causality = causality();
    return v;
  }

  Causality causality() {
    const std::uint8_t code = in_.byte();
    if (code > static_cast<std::uint8_t>(Causality::output))
      throw DamagedBytes("a direction is none");
    return static_cast<Causality>(code);
  }

  When when() {
    When w;
    w.condition = expression();
    w.assignments = assignments();
    w.resets = assignments();
    return w;
  }

  std::unique_ptr<Component> read_component(const Component* parent, int depth) {
    if (depth > deepest_component) throw DamagedBytes("its components nest too deeply");
    auto c = std::make_unique<Component>();
    components_.push_back(c.get());
    c->parent = parent;
    c->name = text();
    if (parent != nullptr)
      c->path = copy(parent->path.empty() ? c->name : parent->path + "." + c->name);
    c->class_name = text();
    c->native_class = text();
    c->library_composite = in_.flag();
    list(c->parameters.edit(), [&] {
      Parameter p;
      p.name = text();
      p.value = value();
      p.given = in_.flag();
      p.causality = causality();
      return p;
    });
    list(c->variables.edit(), [&] { return variable(); });
    c->assignments = assignments();
    c->rates = assignments();
    for (auto* residuals : {&c->residuals, &c->initials}) {
      list(*residuals, [&] {
        Residual residual;
        residual.value = expression();
        return residual;
      });
    }
    list(c->whens, [&] {
      std::vector<When> branches;
      list(branches, [&] { return when(); });
      return branches;
    });
    list(c->delays, [&] {
      Delay delay;
      delay.name = text();
      delay.value = expression();
      delay.time = expression();
      delay.longest = in_.number();
      return delay;
    });
    list(c->connectors.edit(), [&] {
      Connector connector;
      connector.name = text();
      connector.class_name = text();
      connector.is_given = in_.flag();
      return connector;
    });
    list(c->connections.edit(), [&] {
      Connection connection;
      for (ConnectorRef* ref : {&connection.a, &connection.b}) {
        ref->part = text();
        ref->connector = text();
      }
      return connection;
    });
    list(c->aliases.edit(), [&] {
      std::string name = text();
      return std::make_pair(std::move(name), text());
    });
    list(c->outers, [&] {
      std::string name = text();
      outers_.push_back({c.get(), c->outers.size(), static_cast<std::size_t>(in_.count())});
      return std::make_pair(std::move(name), static_cast<const Component*>(nullptr));
    });
    list(c->parts, [&] { return read_component(c.get(), depth + 1); });
    return c;
  }

  struct Outer {
    Component* component;
    std::size_t outer;   // number among its outers
    std::size_t number;  // of the component that it means
  };

  ByteReader in_;
  std::size_t text_budget_;
  std::vector<std::string_view> texts_;
  std::vector<Expression> expressions_;
  std::vector<symbolic::FunctionPtr> functions_;
  std::vector<const Component*> components_;
  std::vector<Outer> outers_;
};

}  // namespace

std::string store_model(const ModelTree& model) { return Writer().run(model); }

ModelTree read_stored_model(std::string_view bytes) { return Reader(bytes).run(); }

}  // namespace gelenk
