#include "modelica/instances/modifier.h"

#include <algorithm>

#include "modelica/failure.h"

namespace gelenk::modelica {

const ModifierPtr* Modifier::find(const std::string& name) const {
  for (const auto& [child, modifier] : children) {
    if (child == name) return &modifier;
  }
  return nullptr;
}

const std::string& get_argument_name(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::redeclare_component: return argument.component->declarations.at(0).name;
    case Argument::Kind::redeclare_class: return argument.class_->name;
    case Argument::Kind::modification: break;
  }
  if (argument.name.parts.empty()) fail("syntax", argument.where, "a modifier needs a name");
  return argument.name.parts[0];
}

namespace {

std::shared_ptr<Modifier> make_redeclaration(const Argument& argument, const Scope& scope) {
  auto m = std::make_shared<Modifier>();
  m->where = argument.where;
  m->redeclare = &argument;
  m->redeclare_scope = scope;
  m->final_ = argument.final_;
  m->final_where = argument.where;
  return m;
}

// The modifier of the element that an argument names first; dotted names become nested modifiers.
ModifierPtr make_argument(const Argument& argument, const Scope& scope, int each_distance) {
  if (argument.kind != Argument::Kind::modification) return make_redeclaration(argument, scope);
  const std::size_t inner_names = argument.name.parts.size() - 1;
  // `each` stands at the first name; a value below is that many names away, plus its own depth.
  int distance = argument.each ? static_cast<int>(inner_names) : no_each;
  if (!argument.each && each_distance < no_each) {
    distance = each_distance + 1 + static_cast<int>(inner_names);
  }
  auto leaf = std::make_shared<Modifier>();
  if (ModifierPtr made = make_modifier(argument.modification.get(), scope, distance)) *leaf = *made;
  leaf->where = argument.where;
  if (argument.final_) {
    leaf->final_ = true;
    leaf->final_where = argument.where;
  }
  ModifierPtr at = leaf;
  for (std::size_t i = inner_names; i > 0; --i) {
    auto around = std::make_shared<Modifier>();
    around->where = argument.where;
    around->children.emplace_back(argument.name.parts[i], at);
    at = around;
  }
  return at;
}

bool is_empty(const Modifier& m) {
  return !m.binding && m.redeclare == nullptr && m.children.empty() && m.elements.empty();
}

// The first place where a modifier states something, for pointing at it.
SourceLocation find_place(const Modifier& m) {
  if (m.binding) return m.binding->where;
  if (!m.children.empty()) return find_place(*m.children[0].second);
  return m.where;
}

// Twice the same name in one list of arguments: fine for different parts, a(x=1), a(y=2).
ModifierPtr join(const ModifierPtr& a, const ModifierPtr& b, const std::string& name) {
  if ((a->binding && b->binding) || a->redeclare || b->redeclare) {
    fail("duplicate", b->where, "'" + name + "' is modified twice in one list",
         "the other modification is at " + describe_place(a->where));
  }
  auto joined = std::make_shared<Modifier>(*a);
  if (b->binding) joined->binding = b->binding;
  joined->final_ = a->final_ || b->final_;
  for (const auto& [child, modifier] : b->children) {
    const auto at = std::find_if(joined->children.begin(), joined->children.end(),
                                 [&](const auto& c) { return c.first == child; });
    if (at == joined->children.end()) {
      joined->children.emplace_back(child, modifier);
    } else {
      at->second = join(at->second, modifier, child);
    }
  }
  return joined;
}

}  // namespace

ModifierPtr make_modifier(const Modification* modification, const Scope& scope, int each_distance) {
  if (modification == nullptr) return nullptr;
  auto m = std::make_shared<Modifier>();
  m->where = modification->where;
  if (modification->is_break) {
    fail("unsupported", modification->where, "'= break' is not supported yet",
         "leave the modifier out");
  }
  if (modification->value) {
    auto cell = std::make_shared<Cell>();
    cell->expression = modification->value;
    cell->scope = scope;
    m->binding = std::make_shared<Binding>(
        Binding{std::move(cell), {}, {}, each_distance, modification->value->where});
  }
  // Lists are short, but hostile text may hold a long one.
  std::unordered_map<std::string, std::size_t> at;
  for (const Argument& argument : modification->arguments) {
    const std::string& name = get_argument_name(argument);
    ModifierPtr child = make_argument(argument, scope, each_distance);
    const auto [found, is_new] = at.emplace(name, m->children.size());
    if (is_new) {
      m->children.emplace_back(name, std::move(child));
    } else {
      ModifierPtr& present = m->children[found->second].second;
      present = join(present, child, name);
    }
  }
  return m;
}

ModifierPtr make_modifier(const Argument& argument, const Scope& scope) {
  return make_argument(argument, scope, no_each);
}

ModifierPtr merge(const ModifierPtr& outer, const ModifierPtr& inner) {
  if (!outer) return inner;
  if (!inner) return outer;
  if (inner->final_ && !is_empty(*outer)) {
    fail("final", find_place(*outer), "this modifies an element that is final",
         "it was made final at " + describe_place(inner->final_where));
  }
  auto m = std::make_shared<Modifier>(*outer);
  if (!m->binding) m->binding = inner->binding;
  if (m->redeclare == nullptr) {
    m->redeclare = inner->redeclare;
    m->redeclare_scope = inner->redeclare_scope;
  }
  if (!m->final_ && inner->final_) {
    m->final_ = true;
    m->final_where = inner->final_where;
  }
  m->elements.insert(m->elements.end(), inner->elements.begin(), inner->elements.end());
  for (const auto& [name, child] : inner->children) {
    const auto at = std::find_if(m->children.begin(), m->children.end(),
                                 [&](const auto& c) { return c.first == name; });
    if (at == m->children.end()) {
      m->children.emplace_back(name, child);
    } else {
      at->second = merge(at->second, child);
    }
  }
  return m;
}

namespace {

// `depth` names lie between the array component and this modifier.
bool is_spread(const Binding& binding, int depth) { return binding.each_distance >= depth; }

bool spreads(const Modifier& modifier, int depth) {
  if (modifier.binding && is_spread(*modifier.binding, depth)) return true;
  return std::any_of(modifier.children.begin(), modifier.children.end(),
                     [&](const auto& child) { return spreads(*child.second, depth + 1); });
}

ModifierPtr distribute(const ModifierPtr& modifier, const std::vector<int>& index,
                       const std::vector<int>& dims, int depth) {
  auto m = std::make_shared<Modifier>(*modifier);
  if (m->binding && is_spread(*m->binding, depth)) {
    auto b = std::make_shared<Binding>(*m->binding);
    b->indices.insert(b->indices.end(), index.begin(), index.end());
    b->index_dims.insert(b->index_dims.end(), dims.begin(), dims.end());
    m->binding = std::move(b);
  }
  for (auto& [name, child] : m->children) child = distribute(child, index, dims, depth + 1);
  return m;
}

}  // namespace

bool is_uniform(const ModifierPtr& modifier) { return !modifier || !spreads(*modifier, 0); }

bool names_element(const ModifierPtr& modifier, const std::vector<int>& index) {
  return modifier && std::any_of(modifier->elements.begin(), modifier->elements.end(),
                                 [&](const auto& element) { return element.first == index; });
}

ModifierPtr pick_element(const ModifierPtr& modifier, const std::vector<int>& index,
                         const std::vector<int>& dims) {
  if (!modifier) return nullptr;
  ModifierPtr all = distribute(modifier, index, dims, 0);
  ModifierPtr own;
  for (const auto& [at, element] : modifier->elements) {
    if (at == index) own = merge(own, element);
  }
  if (!modifier->elements.empty()) {
    auto without = std::make_shared<Modifier>(*all);
    without->elements.clear();
    all = without;
  }
  return merge(own, all);
}

}  // namespace gelenk::modelica
