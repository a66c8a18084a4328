#include "analyses/state_names.h"

#include <unordered_set>

#include "topology/leaves/partition.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

namespace {

void name_joints(const Subsystem& sub, StateNames& names) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree) continue;
    for (int i = 0; i < edge.nq(); ++i)
      names.q[edge.q + i].name = edge.name + ".q[" + std::to_string(i + 1) + "]";
    for (int i = 0; i < edge.nv(); ++i)
      names.v[edge.v + i].name = edge.name + ".v[" + std::to_string(i + 1) + "]";
  }
  for (const auto& part : sub.parts) name_joints(*part, names);
}

// Of a compiled component nothing is known but how many there are.
void name_compiled(const System& system, StateNames& names) {
  if (system.partition == nullptr) return;
  for (const Leaf& leaf : system.partition->leaves) {
    if (leaf.compiled == nullptr) continue;
    const LoadedComponent& loaded = *leaf.compiled->loaded;
    for (int i = 0; i < loaded.nq(); ++i)
      names.q[leaf.q + i].name = loaded.path() + ".q[" + std::to_string(i + 1) + "]";
    for (int i = 0; i < loaded.nv(); ++i)
      names.v[leaf.v + i].name = loaded.path() + ".v[" + std::to_string(i + 1) + "]";
  }
}

// Two joints of one name have the number of the entry behind it.
void tell_apart(std::vector<NamedEntry>& entries, const char* letter) {
  std::unordered_set<std::string> known;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name.empty() || !known.insert(entries[i].name).second) {
      entries[i].name += std::string(entries[i].name.empty() ? "" : " ") + letter + "[" +
                         std::to_string(i + 1) + "]";
      known.insert(entries[i].name);
    }
  }
}

void name_rows(const Subsystem& sub, std::vector<std::string>& names) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree) names.insert(names.end(), edge.nc(), "joint '" + edge.name + "'");
  }
  for (const CoordinateRow& row : sub.coordinate_rows)
    names.push_back("component '" + row.component->path + "'");
  for (const auto& part : sub.parts) name_rows(*part, names);
}

void name_rows_of(const System& system, std::vector<std::string>& names) {
  name_rows(*system.root, names);
  for (const TrainRow& row : system.rows) names.push_back(row.name);
}

}  // namespace

std::vector<std::string> list_closure_names(const System& system) {
  std::vector<std::string> names;
  if (system.partition != nullptr) {
    for (const Leaf& leaf : system.partition->leaves) {
      if (leaf.compiled == nullptr) name_rows_of(leaf.system, names);
    }
    for (const Composite& composite : system.partition->composites) {
      for (const Composite::Joint& joint : composite.joints)
        names.insert(names.end(), joint.edge->nc(), "joint '" + joint.edge->name + "'");
      for (const Composite::Coupling& coupling : composite.couplings)
        names.push_back("component '" + coupling.name + "'");
    }
    return names;
  }
  name_rows_of(system, names);
  return names;
}

StateNames list_state_names(const System& system) {
  StateNames names;
  names.q.resize(system.nq);
  names.v.resize(system.nv);
  name_joints(*system.root, names);
  name_compiled(system, names);
  std::vector<char> q_known(system.nq, 0), v_known(system.nv, 0);
  visit_signals(system, [&](const Signal& s) {
    if (s.kind != Signal::Kind::q && s.kind != Signal::Kind::v) return;
    const bool is_q = s.kind == Signal::Kind::q;
    const JointEdge& edge = s.sub->joints[s.joint()];
    const int at = (is_q ? edge.q : edge.v) + s.i;
    auto& known = is_q ? q_known : v_known;
    if (known[at]) return;  // second names of one coordinate
    known[at] = 1;
    (is_q ? names.q : names.v)[at] = {s.name, s.unit};
  });
  for (std::size_t i = 0; i < system.quantities.states.size(); ++i) {
    names.q[system.first_state() + i] = {system.quantities.states[i].name,
                                         system.quantities.states[i].unit};
  }
  tell_apart(names.q, "q");
  tell_apart(names.v, "v");
  return names;
}

}  // namespace gelenk
