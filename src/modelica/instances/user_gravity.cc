#include "modelica/instances/user_gravity.h"

#include <array>

#include "modelica/failure.h"
#include "modelica/instances/load_element.h"
#include "modelica/syntax/parser.h"

namespace gelenk::modelica {

namespace {

using symbolic::Expression;
using symbolic::Op;

constexpr const char* function_name = "gravityAcceleration";

std::string index(int i) { return "[" + std::to_string(i + 1) + "]"; }

// What a component is called inside another one.
std::string join(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + "." + name;
}

bool is_body(const Component& c) {
  return c.native_class.starts_with("Modelica.Mechanics.MultiBody.Parts.") &&
         c.find_parameter("m") != nullptr && c.find_variable("r_0") != nullptr;
}

// Point masses on lines and rods are no bodies with a frame of their own.
void check_other_masses(const Component& c) {
  if (!c.native_class.starts_with("Modelica.Mechanics.MultiBody.")) return;
  for (const char* name : {"m", "m_a", "m_b"}) {
    if (c.find_parameter(name) == nullptr || !(c.real(name) > 0)) continue;
    throw c.error("unsupported",
                  "gravity by a function does not act on the mass " + std::string(name) +
                      " of " + c.native_class,
                  "put a PointMass there", name);
  }
}

class Field {
 public:
  Field(Instance& world, Instantiator& instantiator)
      : world_(world), instantiator_(instantiator), call_(parse_call()) {}

  void visit(Component& component) {
    for (std::size_t i = 0; i < component.parts.size(); ++i) {
      Component& part = *component.parts[i];
      if (part.find_outer("world") == world_.component) {
        if (is_body(part))
          act(part, component);
        else if (part.is_native())
          check_other_masses(part);
      }
      visit(part);
    }
  }

 private:
  static ExprPtr parse_call() {
    const std::string text = std::string(function_name) + "(r)";
    return parse_expression(std::make_shared<SourceFile>(SourceFile{"World", text, true}));
  }

  std::vector<Expression> calc_field(const std::array<Expression, 3>& p) {
    Datum r;
    r.type = BasicType::real;
    r.dims = {3};
    r.laws.assign(p.begin(), p.end());
    const std::string name = "r";
    const Local local{name, r, nullptr};
    const Context context{Scope{&world_, world_.type->node}, &local, nullptr, -1};
    const Datum g = instantiator_.evaluator().eval(*call_, context);
    if (g.type != BasicType::real || g.dims != std::vector<int>{3})
      fail("type", world_.where, "gravityAcceleration gives " + g.describe(),
           "its result is a vector of three numbers, in axes of the world");
    return {g.law(0), g.law(1), g.law(2)};
  }

  void act(Component& body, Component& parent) {
    const double m = body.real("m");
    std::vector<double> r_CM(3, 0.0);
    if (body.find_parameter("r_CM") != nullptr) r_CM = body.reals("r_CM");
    const std::string frame = join(body.path, "frame_a");
    std::array<Expression, 3> p, arm;  // arm: p − r_0
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        if (r_CM[static_cast<std::size_t>(k)] == 0.0) continue;
        const std::string entry = "[" + std::to_string(k + 1) + "," + std::to_string(i + 1) + "]";
        const Expression along = Expression::make(
            Op::multiply,
            {r_CM[static_cast<std::size_t>(k)], Expression::variable(frame + ".R.T" + entry)});
        arm[i] = Expression::make(Op::add, {arm[i], along});
      }
      p[i] = Expression::make(Op::add, {Expression::variable(frame + ".r_0" + index(i)), arm[i]});
    }
    const std::vector<Expression> g = calc_field(p);
    const bool is_shape = body.find_parameter("r") != nullptr;  // its body is called so inside
    const std::string name = is_shape ? "body.g_0" : "g_0";
    declare(body, name);
    std::vector<Expression> f, t;
    for (int i = 0; i < 3; ++i) {
      const std::string path = join(body.path, name) + index(i);
      body.assignments.push_back({path, g[static_cast<std::size_t>(i)], world_.where});
      f.push_back(Expression::make(Op::multiply, {m, Expression::variable(path)}));
    }
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      t.push_back(Expression::make(
          Op::subtract,
          {Expression::make(Op::multiply, {arm[j], f[static_cast<std::size_t>(k)]}),
           Expression::make(Op::multiply, {arm[k], f[static_cast<std::size_t>(j)]})}));
    }
    add_load(body, parent, false, std::move(f));
    add_load(body, parent, true, std::move(t));
  }

  static void declare(Component& body, const std::string& name) {
    Variable g_0;
    g_0.name = name;
    g_0.unit = "m/s2";
    g_0.dims = g_0.start.dims = g_0.fixed.dims = {3};
    g_0.start.numbers.assign(3, 0.0);
    g_0.fixed.type = BasicType::boolean;
    g_0.fixed.numbers.assign(3, 0.0);
    g_0.where = body.where;
    body.variables.edit().push_back(std::move(g_0));
  }

  static void add_load(const Component& body, Component& parent, bool is_torque,
                       std::vector<Expression> values) {
    const std::string law = is_torque ? "torque" : "force";
    parent.parts.push_back(make_load_element(parent, "gravity " + law + "(" + body.name + ")",
                                             is_torque, LoadAxes::world, std::move(values),
                                             body.where));
    parent.connections.edit().push_back(
        {{body.name, "frame_a"}, {parent.parts.back()->name, "frame_b"}, body.where});
  }

  Instance& world_;
  Instantiator& instantiator_;
  ExprPtr call_;
};

}  // namespace

bool has_own_gravity(Instance& world, Instantiator& instantiator) {
  const int at = world.type->find(function_name);
  return at >= 0 && !instantiator.prepare(world, at).type->node->is_library();
}

void add_gravity(Instance& world, Component& root, Instantiator& instantiator) {
  for (Parameter& parameter : world.component->parameters.edit()) {
    if (parameter.name != "gravityType") continue;
    parameter.value.numbers = {1.0};
    parameter.value.strings = {"NoGravity"};
  }
  Field(world, instantiator).visit(root);
}

}  // namespace gelenk::modelica
