#include "elements/coordinate_relation.h"

namespace gelenk {

const char* const CoordinateRelation::declaration = R"(
within Gelenk.Constraints;
model LinearRelation "Linear equation between coordinates of joints: the sum of factors times coordinates is constant"
  parameter String coordinates[:] = fill("", 0) "Coordinates by name, such as \"crank.phi\", seen from the model in which this stands";
  parameter Real factors[size(coordinates, 1)] = ones(size(coordinates, 1)) "Factor of each coordinate";
  parameter Real total = 0 "Value of the sum";
end LinearRelation;
)";

CoordinateRelation::CoordinateRelation(const Component& component)
    : constant(component.real("total")) {
  const Value& names = component.value("coordinates");
  const std::vector<double> factors = component.reals("factors");
  for (std::size_t i = 0; i < names.strings.size(); ++i) {
    const std::string& name = names.strings[i];
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) {
      throw component.error("value", "'" + name + "' is not a coordinate of a joint",
                            "write joint and coordinate, such as \"crank.phi\"", "coordinates");
    }
    terms.push_back({name.substr(0, dot), name.substr(dot + 1), factors.at(i)});
  }
}

}  // namespace gelenk
