// Classes of the library that are built of others, in the text of the language itself. They are no level
// of the component hierarchy: topology dissolves them into the model that uses them.
#pragma once

#include <utility>
#include <vector>

namespace gelenk {

// Full class name and text.
using CompositeText = std::pair<const char*, const char*>;

std::vector<CompositeText> assembly_partials();  // what the assemblies share; no class for users
std::vector<CompositeText> assembly_texts();     // Joints.Assemblies
std::vector<CompositeText> rolling_texts();      // wheels with mass, wheel sets
std::vector<CompositeText> gear_texts();         // gears between bodies
std::vector<CompositeText> mate_texts();         // conditions of CAD assemblies
std::vector<CompositeText> load_sensor_texts();  // what shafts and rods carry

inline std::vector<CompositeText> composite_texts() {
  std::vector<CompositeText> all;
  for (const auto& texts :
       {assembly_texts(), rolling_texts(), gear_texts(), mate_texts(), load_sensor_texts()})
    all.insert(all.end(), texts.begin(), texts.end());
  return all;
}

}  // namespace gelenk
