#include "modelica/instances/buses.h"

#include <algorithm>

#include "model/marked_name.h"
#include "modelica/failure.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

namespace {

constexpr int deepest_bus = 30;  // of buses in buses: one that contains itself has no end

bool is_limit(const When& when) {
  if (when.resets.empty()) return false;
  const NameMark mark = split_mark(when.resets[0].variable).mark;
  return mark == NameMark::minimum || mark == NameMark::maximum;
}

// Names in all that the components say, but for limits.
void list_used(const Component& component, std::set<std::string>& used) {
  auto note = [&](const symbolic::Expression& e) {
    for (const std::string& name : symbolic::list_variables(e)) used.insert(split_mark(name).name);
  };
  for (const auto* list : {&component.assignments, &component.rates}) {
    for (const Assignment& a : *list) {
      used.insert(a.variable);
      note(a.value);
    }
  }
  for (const auto* list : {&component.residuals, &component.initials}) {
    for (const Residual& residual : *list) note(residual.value);
  }
  for (const Parameter& parameter : component.parameters) {
    for (const symbolic::Expression& law : parameter.value.laws) note(law);
  }
  for (const std::vector<When>& branches : component.whens) {
    for (const When& when : branches) {
      if (is_limit(when)) continue;
      note(when.condition);
      for (const auto* list : {&when.assignments, &when.resets}) {
        for (const Assignment& a : *list) {
          used.insert(a.variable);
          note(a.value);
        }
      }
    }
  }
  for (const Delay& delay : component.delays) {
    note(delay.value);
    note(delay.time);
  }
  for (const auto& part : component.parts) list_used(*part, used);
}

std::string get_own_name(const Component& component, const std::string& full) {
  return component.path.empty() ? full : full.substr(component.path.size() + 1);
}

}  // namespace

// ---- places -----------------------------------------------------------------------------------

int Buses::add_place(std::string name, const SourceLocation& where) {
  session_.count_members(1, where);
  Place place;
  place.name = std::move(name);
  place.where = where;
  place.next = static_cast<int>(places_.size());
  places_.push_back(std::move(place));
  return places_.back().next;
}

int Buses::add_member(int place, const std::string& name) {
  const auto known = places_[place].members.find(name);
  if (known != places_[place].members.end()) return known->second;
  const std::string full = places_[place].name + (name.starts_with("[") ? name : "." + name);
  const int member = add_place(full, places_[place].where);
  places_[member].is_bus = places_[place].is_bus;
  places_[member].component = places_[place].component;
  places_[member].depth = places_[place].depth + 1;
  places_[place].members.emplace(name, member);
  places_[place].all_members.emplace(name, member);
  return member;
}

int Buses::find_member(int place, const std::vector<std::string>& way) {
  for (const std::string& name : way) place = add_member(place, name);
  return place;
}

int Buses::get_place(const std::string& bus, const std::vector<std::string>& way,
                     const SourceLocation& where) {
  auto at = outermost_.find(bus);
  if (at == outermost_.end()) {
    at = outermost_.emplace(bus, add_place(bus, where)).first;
    places_[at->second].is_bus = true;
  }
  return find_member(at->second, way);
}

void Buses::add_bus(Component& component, const std::string& path,
                    const std::vector<ConnectorLeaf>& declared, const SourceLocation& where) {
  touched_.insert(&component);
  const int bus = get_place(path, {}, where);
  places_[bus].component = &component;
  for (const ConnectorLeaf& leaf : declared) {
    const int at = find_member(bus, leaf.way);
    places_[at].is_quantity = true;
    places_[at].leaf = leaf;
    std::string name = get_own_name(component, leaf.name);
    if (component.find_variable(name) == nullptr && name.ends_with("]"))
      name.resize(name.rfind('['));
    if (component.find_variable(name) != nullptr) places_[at].variable = name;
  }
}

int Buses::add_connector(const std::string& path, const std::vector<ConnectorLeaf>& leaves,
                         const SourceLocation& where) {
  const auto known = outermost_.find(path);
  if (known != outermost_.end()) return known->second;
  const int connector = outermost_.emplace(path, add_place(path, where)).first->second;
  for (const ConnectorLeaf& leaf : leaves) {
    if (leaf.is_flow) {
      fail("unsupported", where,
           "'" + path + "' has the flow variable '" + leaf.name.substr(path.size() + 1) +
               "': it cannot be connected to a bus",
           "a bus carries signals; connect this beside it");
    }
    const int at = find_member(connector, leaf.way);
    places_[at].is_quantity = true;
    places_[at].leaf = leaf;
  }
  return connector;
}

void Buses::read(int place) { places_[place].is_read = true; }

void Buses::connect(Component& component, int a, int b, const SourceLocation& where) {
  touched_.insert(&component);
  joined_.push_back({&component, a, b, where});
}

void Buses::take_sets(Component& component, ConnectionSets sets) {
  sets_.emplace_back(&component, std::move(sets));
}

// ---- what is the same -------------------------------------------------------------------------

int Buses::find_same(int place) {
  while (places_[place].next != place) {
    places_[place].next = places_[places_[place].next].next;
    place = places_[place].next;
  }
  return place;
}

void Buses::unite(int a, int b) {
  std::vector<std::pair<int, int>> open = {{a, b}};
  while (!open.empty()) {
    const int first = find_same(open.back().first), second = find_same(open.back().second);
    open.pop_back();
    if (first == second) continue;
    places_[second].next = first;
    for (const auto& [name, member] : places_[second].all_members) {
      const auto [known, is_new] = places_[first].all_members.emplace(name, member);
      if (!is_new) open.emplace_back(known->second, member);
    }
    places_[second].all_members.clear();
  }
}

// Buses get the members of all that is the same; those that are added are looked at in their turn.
void Buses::complete() {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!places_[i].is_bus) continue;
    const int place = static_cast<int>(i);
    if (places_[i].depth > deepest_bus) {
      fail("connect", places_[i].where,
           "the bus '" + places_[i].name.substr(0, places_[i].name.find('.')) +
               "' is connected to something inside itself",
           "remove that connection");
    }
    for (const auto& [name, member] : places_[i].members)
      places_[member].component = places_[i].component;
    const std::map<std::string, int> all = places_[find_same(place)].all_members;
    for (const auto& [name, same] : all) {
      if (places_[i].members.count(name)) continue;
      unite(same, add_member(place, name));
    }
  }
}

// ---- at the end -------------------------------------------------------------------------------

void Buses::finish(Component& root) {
  if (touched_.empty()) return;
  for (const Joined& joined : joined_) unite(joined.a, joined.b);
  complete();
  find_what_is_there(root);
  add_variables();
  remove_variables();
  for (auto& [component, sets] : sets_) {
    for (const Joined& joined : joined_) {
      if (joined.component == component) join_quantities(joined.a, joined.b, joined.where, sets);
    }
    sets.write_equations(component->residuals);
  }
}

// Quantities that a connector has which is no bus, or of which an equation speaks.
void Buses::find_what_is_there(const Component& root) {
  std::set<std::string> used;
  list_used(root, used);
  std::map<int, std::vector<int>> groups;
  for (int i = 0; i < static_cast<int>(places_.size()); ++i) groups[find_same(i)].push_back(i);
  std::vector<std::vector<int>> quantities;
  for (const auto& [same, group] : groups) {
    Place& all = places_[same];
    int typed = -1;
    for (int i : group) {
      const Place& place = places_[i];
      if (!place.is_quantity) {
        all.is_there = all.is_there || place.is_read;
        continue;
      }
      if (!all.all_members.empty()) {
        fail("connect", place.where,
             "'" + place.name + "' is a signal, but elsewhere in the connected buses '" +
                 places_[same].name + "' has members",
             "give one of the two another name");
      }
      if (typed >= 0 && places_[typed].leaf.type != place.leaf.type) {
        fail("connect", place.where,
             "'" + place.name + "' is " + to_string(place.leaf.type) + ", but '" +
                 places_[typed].name + "', which it is connected to through a bus, is " +
                 to_string(places_[typed].leaf.type),
             "connect only signals of one type");
      }
      typed = i;
      all.is_there = all.is_there || !place.is_bus || used.count(place.name) > 0;
    }
    if (typed >= 0) all.leaf.type = places_[typed].leaf.type;
    if (all.is_there) quantities.push_back(group);
  }
  check_sources(quantities);
}

// Where nobody can give a value but connected outputs, one of them has to.
void Buses::check_sources(const std::vector<std::vector<int>>& groups) const {
  for (const std::vector<int>& group : groups) {
    int source = -1, reader = -1;
    bool is_open = false;
    for (int i : group) {
      const Place& place = places_[i];
      if (place.is_bus) {
        is_open = is_open || place.is_quantity;
        if (place.is_read) reader = i;
        continue;
      }
      const Causality causality = place.leaf.causality;
      if (causality == Causality::none) {
        is_open = true;
      } else if ((causality == Causality::output) == place.leaf.is_outside) {
        reader = i;
      } else {
        if (source >= 0) {
          fail("connect", place.where,
               "'" + places_[source].name + "' and '" + place.name +
                   "' both give the same signal of a bus",
               "let only one output give it; the others need names of their own");
        }
        source = i;
      }
    }
    if (source >= 0 || is_open || reader < 0) continue;
    const auto of_bus =
        std::find_if(group.begin(), group.end(), [&](int i) { return places_[i].is_bus; });
    fail("connect", places_[reader].where,
         "nothing gives the signal '" + places_[of_bus == group.end() ? reader : *of_bus].name +
             "' that '" + places_[reader].name + "' reads from a bus",
         "connect an output to the bus under that name");
  }
}

void Buses::add_variables() {
  for (int i = 0; i < static_cast<int>(places_.size()); ++i) {
    const Place& place = places_[i];
    const Place& same = places_[find_same(i)];
    if (!place.is_bus || !place.variable.empty() || !same.is_there || place.component == nullptr)
      continue;
    Variable variable;
    variable.name = get_own_name(*place.component, place.name);
    variable.start.type = same.leaf.type;
    variable.start.numbers = {0.0};
    variable.fixed.type = BasicType::boolean;
    variable.fixed.numbers = {0.0};
    variable.where = place.where;
    place.component->variables.edit().push_back(std::move(variable));
  }
}

// Declared members that are not there, with the limits that they would have.
void Buses::remove_variables() {
  std::map<std::pair<Component*, std::string>, bool> is_there;
  for (int i = 0; i < static_cast<int>(places_.size()); ++i) {
    const Place& place = places_[i];
    if (place.variable.empty()) continue;
    bool& known = is_there[{place.component, place.variable}];
    known = known || places_[find_same(i)].is_there;
  }
  for (const auto& [declared, stays] : is_there) {
    if (stays) continue;
    const auto& [component, name] = declared;
    std::erase_if(component->variables.edit(),
                  [&, name = &name](const Variable& v) { return v.name == *name; });
    const std::string full = component->path.empty() ? name : component->path + "." + name;
    std::erase_if(component->whens, [&](const std::vector<When>& branches) {
      if (branches.empty() || !is_limit(branches[0])) return false;
      const std::string limited = split_mark(branches[0].resets[0].variable).name;
      return limited == full || limited.starts_with(full + "[");
    });
  }
}

void Buses::join_quantities(int a, int b, const SourceLocation& where, ConnectionSets& sets) {
  const Place& same = places_[find_same(a)];
  if (same.is_there) {
    int numbers[2];
    for (const bool second : {false, true}) {
      ConnectorLeaf leaf;
      leaf.name = places_[second ? b : a].name;
      numbers[second] = sets.add(leaf, where);
    }
    sets.join(numbers[0], numbers[1]);
    return;
  }
  for (const auto& [name, member] : same.all_members) {
    const auto of_a = places_[a].members.find(name), of_b = places_[b].members.find(name);
    if (of_a != places_[a].members.end() && of_b != places_[b].members.end())
      join_quantities(of_a->second, of_b->second, where, sets);
  }
}

}  // namespace gelenk::modelica
