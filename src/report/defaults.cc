#include "report/defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <vector>

#include "math/vector.h"
#include "report/signal_role.h"

namespace gelenk {

namespace {

constexpr std::size_t most_arrows = 100;

double calc_norm(const Component& c, const char* name) {
  const Parameter* p = c.find_parameter(name);
  if (p == nullptr || p->value.is_law() || p->value.numbers.size() != 3) return 0.0;
  return Vec3<double>(p->value.numbers[0], p->value.numbers[1], p->value.numbers[2]).norm();
}

// Ways from one connector to another, and from a connector to a mass centre.
void list_lengths(const Component& c, std::vector<double>& lengths) {
  for (double length : {calc_norm(c, "r"), 2 * calc_norm(c, "r_CM")}) {
    if (std::isfinite(length) && length > 0.0) lengths.push_back(length);
  }
  for (const auto& part : c.parts) list_lengths(*part, lengths);
}

const Component* find_world(const Component& c) {
  if (c.native_class == world_class_name) return &c;
  for (const auto& part : c.parts) {
    if (const Component* found = find_world(*part)) return found;
  }
  return nullptr;
}

void list_loaded_connectors(const Subsystem& sub, std::unordered_set<std::string>& connectors) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.component != nullptr && !edge.connector_M.empty())
      connectors.insert(edge.component->path + "." + edge.connector_M);
  }
  for (const ForceEdge& edge : sub.forces) {
    if (edge.component != nullptr && !is_sensor(edge.force))
      connectors.insert(edge.component->path + ".frame_b");
  }
  for (const auto& part : sub.parts) list_loaded_connectors(*part, connectors);
}

}  // namespace

std::optional<std::pair<std::string, std::string>> choose_nominal_length(const ModelTree& model) {
  const Component* world = find_world(*model.root);
  const Parameter* nominal = world != nullptr ? world->find_parameter("nominalLength") : nullptr;
  if (nominal == nullptr || !nominal->where.file || !nominal->where.file->library) return {};
  std::vector<double> lengths;
  list_lengths(*model.root, lengths);
  if (lengths.empty()) return {};
  // One that is far longer than all others (a way to another place) does not count.
  const auto longest = lengths.begin() + static_cast<long>(lengths.size() * 19 / 20);
  std::nth_element(lengths.begin(), longest, lengths.end());
  if (*longest > 0.8 && *longest < 1.25) return {};
  return std::pair{world->path + ".nominalLength", fmt::format("{:.2g}", *longest)};
}

std::function<bool(const Signal&)> choose_shown(const System& system) {
  auto connectors = std::make_shared<std::unordered_set<std::string>>();
  list_loaded_connectors(*system.root, *connectors);
  if (connectors->size() > most_arrows) connectors->clear();
  return [connectors, roles = SignalRoles(system)](const Signal& signal) {
    if (std::string_view(roles.find(signal)) == "drive") return true;
    if (signal.kind != Signal::Kind::frame_force && signal.kind != Signal::Kind::frame_torque)
      return false;
    return connectors->count(signal.name.substr(0, signal.name.rfind('.'))) > 0;
  };
}

bool is_of_whole(const Signal& signal) { return signal.name.starts_with("gelenk."); }

}  // namespace gelenk
