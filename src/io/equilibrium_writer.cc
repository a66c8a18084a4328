#include "io/equilibrium_writer.h"

#include <nlohmann/json.hpp>

namespace gelenk {

std::string equilibria_text(const std::vector<Equilibrium>& equilibria) {
  using Json = nlohmann::ordered_json;
  const auto write_values = [](const std::vector<EquilibriumValue>& values) {
    Json list = Json::array();
    for (const EquilibriumValue& v : values)
      list.push_back({{"name", v.name}, {"unit", v.unit}, {"start", v.start}, {"value", v.value}});
    return list;
  };
  const auto write_loads = [](const std::vector<EquilibriumLoad>& loads) {
    Json list = Json::array();
    for (const EquilibriumLoad& l : loads)
      list.push_back({{"name", l.name}, {"unit", l.unit}, {"value", l.value}});
    return list;
  };
  Json json;
  json["model"] = equilibria.empty() ? "" : equilibria.front().model;
  json["equilibria"] = Json::array();
  for (const Equilibrium& e : equilibria) {
    Json one;
    one["status"] = e.status;
    one["message"] = e.message;
    one["stability"] = e.stability;
    one["time"] = e.time;
    one["coordinates"] = write_values(e.coordinates);
    one["speeds"] = write_values(e.speeds);
    one["states"] = write_values(e.states);
    one["free"] = write_values(e.numbers);
    one["loads"] = write_loads(e.loads);
    one["insensitive"] = Json::array();
    for (const auto& direction : e.insensitive)
      one["insensitive"].push_back(write_loads(direction));
    one["modes"] = Json::array();
    for (const EquilibriumMode& m : e.modes) {
      one["modes"].push_back(
          {{"component", m.component}, {"what", m.what}, {"force", m.force}, {"unit", m.unit}});
    }
    one["not_cyclic"] = e.not_cyclic;
    one["unbalanced"] = write_loads(e.unbalanced);
    one["residual"] = e.residual;
    one["potential_energy"] = e.potential_energy;
    one["iterations"] = e.iterations;
    one["relaxed"] = e.relaxed;
    json["equilibria"].push_back(one);
  }
  return json.dump(2) + "\n";
}

}  // namespace gelenk
