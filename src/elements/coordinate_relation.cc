#include "elements/coordinate_relation.h"

namespace gelenk {

const RelationKind linear_relation_kind = {
    "Gelenk.Constraints.LinearRelation", R"(
within Gelenk.Constraints;
model LinearRelation "Linear equation between coordinates of joints: the sum of factors times coordinates is constant"
  parameter String coordinates[:] = fill("", 0) "Coordinates by name, such as \"crank.phi\", seen from the model in which this stands";
  parameter Real factors[size(coordinates, 1)] = ones(size(coordinates, 1)) "Factor of each coordinate";
  parameter Real total = 0 "Value of the sum";
end LinearRelation;
)",
    [](const Component& component) {
      CoordinateRelation relation;
      relation.constant = component.real("total");
      const Value& names = component.value("coordinates");
      const std::vector<double> factors = component.reals("factors");
      for (std::size_t i = 0; i < names.strings.size(); ++i) {
        const std::string& name = names.strings[i];
        if (name.rfind('.') == std::string::npos) {
          throw component.error("value", "'" + name + "' is not a coordinate of a joint",
                                "write joint and coordinate, such as \"crank.phi\"", "coordinates");
        }
        const std::string& path = component.parent->path;
        relation.terms.push_back({path.empty() ? name : path + "." + name, factors.at(i)});
      }
      return relation;
    }};

namespace {

CoordinateRelation make_by_residual(const Component& component, bool of_speeds) {
  CoordinateRelation relation;
  const Value& residual = component.value("residual");
  relation.is_linear = false;
  relation.of_speeds = of_speeds;
  if (residual.is_law()) relation.residual = residual.laws[0];
  return relation;
}

}  // namespace

const RelationKind relation_kind = {
    "Gelenk.Constraints.Relation", R"(
within Gelenk.Constraints;
model Relation "Equation between coordinates of joints, such as residual = valve.s - 0.01*cos(cam.phi) + 0.01"
  input Real residual = 0 "Expression of coordinates (angles and displacements of joints) that is kept at zero";
end Relation;
)",
    [](const Component& component) { return make_by_residual(component, false); }};

const RelationKind speed_relation_kind = {
    "Gelenk.Constraints.SpeedRelation", R"(
within Gelenk.Constraints;
model SpeedRelation "Equation between speeds of joints that restricts no position, such as residual = cos(yaw.phi)*y.v - sin(yaw.phi)*x.v"
  input Real residual = 0 "Expression that is linear in speeds, with coordinates in its coefficients; it is kept at zero";
end SpeedRelation;
)",
    [](const Component& component) { return make_by_residual(component, true); }};

}  // namespace gelenk
