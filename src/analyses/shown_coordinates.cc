#include "analyses/shown_coordinates.h"

#include <map>

#include "analyses/state_names.h"

namespace gelenk {

namespace {

// Inertias on shafts that topology gave a body of their own, by the coordinate of that.
std::map<int, std::vector<ShownCoordinate>> list_inertias(const System& system) {
  std::map<int, std::vector<ShownCoordinate>> inertias;
  for (const PlacedAxisElement& e : system.axes.elements) {
    if (e.element.kind != AxisElement::Kind::inertia || e.shaft_a < 0) continue;
    const Shaft& shaft = system.axes.shafts[static_cast<std::size_t>(e.shaft_a)];
    const JointRef& carrier = system.axes.trains[static_cast<std::size_t>(shaft.train)].carrier;
    if (carrier.joint < 0) continue;
    const JointEdge& edge = carrier.sub->joints[static_cast<std::size_t>(carrier.joint)];
    if (!edge.added) continue;
    inertias[edge.q].push_back({e.component->path + (e.element.turns ? ".phi" : ".s"),
                                e.element.turns ? "rad" : "m", edge.q, shaft.ratio,
                                shaft.offset + e.element.length / 2});
  }
  return inertias;
}

void list_motions(const Subsystem& sub, const StateNames& names,
                  const std::map<int, std::vector<ShownCoordinate>>& inertias,
                  std::vector<ShownMotion>& motions) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree || edge.v < 0) continue;
    const bool pairs = edge.nq() == edge.nv();
    for (int i = 0; i < edge.nv(); ++i) {
      ShownMotion& motion = motions[static_cast<std::size_t>(edge.v + i)];
      // Of joints with Euler parameters the first three speeds turn.
      motion.turns = pairs ? is_angle(edge.joint, i) : i < 3;
      const auto shafts = inertias.find(edge.q);
      if (shafts != inertias.end() && pairs)
        motion.name = shafts->second.front().name;
      else if (pairs)
        motion.name = names.q[static_cast<std::size_t>(edge.q + i)].name;
      else if (edge.added && edge.component != nullptr)
        motion.name = edge.component->path + (i < 3 ? " about " : " along ") + "xyz"[i % 3];
      else
        motion.name = names.v[static_cast<std::size_t>(edge.v + i)].name;
    }
  }
  for (const auto& part : sub.parts) list_motions(*part, names, inertias, motions);
}

void list_units(const Subsystem& sub, std::vector<std::string>& units) {
  for (const JointEdge& edge : sub.joints) {
    if (!edge.in_tree || edge.q < 0 || edge.nq() != edge.nv()) continue;
    for (int i = 0; i < edge.nq(); ++i)
      units[static_cast<std::size_t>(edge.q + i)] = is_angle(edge.joint, i) ? "rad" : "m";
  }
  for (const auto& part : sub.parts) list_units(*part, units);
}

}  // namespace

std::vector<ShownCoordinate> list_shown_coordinates(const System& system) {
  const StateNames names = list_state_names(system);
  const std::map<int, std::vector<ShownCoordinate>> inertias = list_inertias(system);
  std::vector<std::string> units(static_cast<std::size_t>(system.nq));
  list_units(*system.root, units);
  std::vector<ShownCoordinate> shown;
  for (int i = 0; i < system.first_state(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto shafts = inertias.find(i);
    if (shafts == inertias.end())
      shown.push_back(
          {names.q[at].name, names.q[at].unit.empty() ? units[at] : names.q[at].unit, i});
    else
      shown.insert(shown.end(), shafts->second.begin(), shafts->second.end());
  }
  return shown;
}

std::vector<ShownMotion> list_shown_motions(const System& system) {
  std::vector<ShownMotion> motions(static_cast<std::size_t>(system.nv));
  list_motions(*system.root, list_state_names(system), list_inertias(system), motions);
  return motions;
}

}  // namespace gelenk
