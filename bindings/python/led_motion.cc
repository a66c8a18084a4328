// Partition of coordinates, inverse dynamics and kinematics for Python: methods of Experiment, with numpy arrays for numbers.
#include "led_motion.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <map>
#include <optional>

#include "gelenk/inverse.h"
#include "gelenk/kinematics.h"
#include "gelenk/partition.h"

namespace py = pybind11;
using gelenk::Experiment;
using gelenk::InverseAnswer;
using gelenk::KinematicsAnswer;
using gelenk::PartitionAnswer;

namespace {

using Array = py::array_t<double>;
using Texts = std::map<std::string, std::string>;
using Columns = std::map<std::string, std::vector<double>>;

Array copy(const std::vector<double>& numbers) {
  return Array(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

Array make_matrix(const std::vector<double>& numbers, std::size_t rows) {
  const std::size_t columns = rows == 0 ? 0 : numbers.size() / rows;
  Array matrix({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  std::copy(numbers.begin(), numbers.end(), matrix.mutable_data());
  return matrix;
}

template <typename Answer>
Array get_column(const Answer& answer, const std::string& name) {
  for (std::size_t c = 0; c < answer.columns.size(); ++c) {
    if (answer.columns[c].name == name) return copy(answer.values[c]);
  }
  throw py::key_error("there is no column '" + name + "'");
}

gelenk::Motion make_motion(const Texts& laws, const std::string& trajectory,
                           const std::vector<double>& time, const Columns& columns,
                           std::optional<double> t_start, std::optional<double> t_end,
                           std::optional<double> interval) {
  return {
      trajectory, time,    {columns.begin(), columns.end()}, {laws.begin(), laws.end()}, t_start,
      t_end,      interval};
}

void bind_answers(py::module_& m) {
  using Coordinate = PartitionAnswer::Coordinate;
  py::class_<Coordinate>(m, "PartitionedCoordinate")
      .def_readonly("name", &Coordinate::name)
      .def_readonly("unit", &Coordinate::unit)
      .def_readonly("role", &Coordinate::role)
      .def_readonly("value", &Coordinate::value)
      .def_readonly("speed", &Coordinate::speed)
      .def("__repr__", [](const Coordinate& c) { return c.name + ": " + c.role; });
  py::class_<PartitionAnswer>(m, "Partition")
      .def_readonly("time", &PartitionAnswer::time)
      .def_readonly("coordinates", &PartitionAnswer::coordinates)
      .def_property_readonly("independent",
                             [](const PartitionAnswer& a) {
                               std::vector<std::string> names;
                               for (int j : a.independent) names.push_back(a.coordinates[j].name);
                               return names;
                             })
      .def_property_readonly("dependent",
                             [](const PartitionAnswer& a) {
                               std::vector<std::string> names;
                               for (int j : a.dependent) names.push_back(a.coordinates[j].name);
                               return names;
                             })
      .def_readonly("equations", &PartitionAnswer::equations)
      .def_readonly("rank", &PartitionAnswer::rank)
      .def_readonly("redundant", &PartitionAnswer::redundant)
      .def_readonly("condition", &PartitionAnswer::condition)
      .def_readonly("own_condition", &PartitionAnswer::own_condition)
      .def_readonly("own_choice", &PartitionAnswer::own_choice)
      .def_property_readonly(
          "B", [](const PartitionAnswer& a) { return make_matrix(a.B, a.dependent.size()); })
      .def_property_readonly(
          "M_r", [](const PartitionAnswer& a) { return make_matrix(a.M_r, a.F_r.size()); })
      .def_property_readonly("F_r", [](const PartitionAnswer& a) { return copy(a.F_r); })
      .def("json", [](const PartitionAnswer& a) { return gelenk::write_json(a); });
  using Effort = InverseAnswer::Effort;
  py::class_<Effort>(m, "Effort")
      .def_readonly("name", &Effort::name)
      .def_readonly("along", &Effort::along)
      .def_readonly("unit", &Effort::unit)
      .def_readonly("by_model", &Effort::by_model)
      .def_readonly("peak", &Effort::peak)
      .def_readonly("peak_time", &Effort::peak_time)
      .def_readonly("rms", &Effort::rms)
      .def_readonly("peak_power", &Effort::peak_power);
  py::class_<InverseAnswer>(m, "Inverse")
      .def_readonly("status", &InverseAnswer::status)
      .def_readonly("message", &InverseAnswer::message)
      .def_readonly("degrees_of_freedom", &InverseAnswer::degrees_of_freedom)
      .def_readonly("leading", &InverseAnswer::leading)
      .def_readonly("following", &InverseAnswer::following)
      .def_readonly("held", &InverseAnswer::held)
      .def_readonly("surplus", &InverseAnswer::surplus)
      .def_readonly("efforts", &InverseAnswer::efforts)
      .def_property_readonly("time", [](const InverseAnswer& a) { return copy(a.time); })
      .def_readonly("columns", &InverseAnswer::columns)
      .def("__getitem__", &get_column<InverseAnswer>, py::arg("name"))
      .def_readonly("largest_miss", &InverseAnswer::largest_miss)
      .def_readonly("notes", &InverseAnswer::notes)
      .def_property_readonly("succeeded", &InverseAnswer::succeeded)
      .def(
          "write",
          [](const InverseAnswer& a, const std::string& path, bool with_units) {
            gelenk::write_columns(a, path, with_units);
          },
          py::arg("path"), py::arg("with_units") = false)
      .def("json", [](const InverseAnswer& a) { return gelenk::write_json(a); });
  using End = KinematicsAnswer::End;
  py::class_<End>(m, "KinematicsEnd")
      .def_readonly("time", &End::time)
      .def_readonly("at", &End::at)
      .def_readonly("is_singular", &End::is_singular)
      .def_readonly("moves", &End::moves);
  using Singular = KinematicsAnswer::Singular;
  py::class_<Singular>(m, "SingularPosition")
      .def_readonly("time", &Singular::time)
      .def_readonly("at", &Singular::at)
      .def_readonly("of_loops", &Singular::of_loops)
      .def_readonly("moves", &Singular::moves);
  py::class_<KinematicsAnswer>(m, "Kinematics")
      .def_readonly("status", &KinematicsAnswer::status)
      .def_readonly("message", &KinematicsAnswer::message)
      .def_readonly("leading", &KinematicsAnswer::leading)
      .def_readonly("following", &KinematicsAnswer::following)
      .def_readonly("held", &KinematicsAnswer::held)
      .def_property_readonly("time", [](const KinematicsAnswer& a) { return copy(a.time); })
      .def_readonly("columns", &KinematicsAnswer::columns)
      .def("__getitem__", &get_column<KinematicsAnswer>, py::arg("name"))
      .def_readonly("reached", &KinematicsAnswer::reached)
      .def_property_readonly("singular_value",
                             [](const KinematicsAnswer& a) { return copy(a.singular_value); })
      .def_readonly("ends", &KinematicsAnswer::ends)
      .def_readonly("singular", &KinematicsAnswer::singular)
      .def_readonly("notes", &KinematicsAnswer::notes)
      .def_property_readonly("succeeded", &KinematicsAnswer::succeeded)
      .def(
          "write",
          [](const KinematicsAnswer& a, const std::string& path, bool with_units) {
            gelenk::write_columns(a, path, with_units);
          },
          py::arg("path"), py::arg("with_units") = false)
      .def("json", [](const KinematicsAnswer& a) { return gelenk::write_json(a); });
}

}  // namespace

void bind_led_motion(py::module_& m) {
  bind_answers(m);
  const py::object experiment = m.attr("Experiment");
  experiment.attr("partition") = py::cpp_function(
      [](Experiment& self, const std::string& independent, bool reduced) {
        const py::gil_scoped_release unlocked;
        return gelenk::partition(self, {independent, reduced});
      },
      py::name("partition"), py::is_method(experiment), py::arg("independent") = "",
      py::arg("reduced") = false,
      "Independent and dependent coordinates at the present state; with `reduced` the equations "
      "M_r a + F_r = 0 of the "
      "independent ones, too.");
  experiment.attr("inverse") = py::cpp_function(
      [](Experiment& self, const Texts& motion, const std::string& trajectory,
         const std::vector<double>& time, const Columns& columns, std::optional<double> t_start,
         std::optional<double> t_end, std::optional<double> interval, const std::string& actuators,
         const std::string& signals) {
        const py::gil_scoped_release unlocked;
        return gelenk::inverse(
            self, {make_motion(motion, trajectory, time, columns, t_start, t_end, interval),
                   actuators, signals});
      },
      py::name("inverse"), py::is_method(experiment), py::arg("motion") = Texts{},
      py::arg("trajectory") = "", py::arg("time") = std::vector<double>{},
      py::arg("columns") = Columns{}, py::arg("t_start") = py::none(),
      py::arg("t_end") = py::none(), py::arg("interval") = py::none(), py::arg("actuators") = "",
      py::arg("signals") = "",
      "What actuators have to exert so that the mechanism moves as told: by laws, {\"hinge.phi\": "
      "\"sin(time)\"}, by a CSV file, or "
      "by arrays, time=t, columns={\"hinge.phi\": x}.");
  experiment.attr("kinematics") = py::cpp_function(
      [](Experiment& self, const py::dict& grid, const Texts& motion, const std::string& trajectory,
         const std::vector<double>& time, const Columns& columns, std::optional<double> t_start,
         std::optional<double> t_end, std::optional<double> interval, const std::string& signals,
         bool speeds) {
        gelenk::KinematicsOptions options;
        for (const auto& [name, values] : grid) {
          std::string text;
          if (py::isinstance<py::str>(values)) {
            text = values.cast<std::string>();
          } else {
            for (double value : values.cast<std::vector<double>>())
              text += (text.empty() ? "{" : ", ") + py::repr(py::float_(value)).cast<std::string>();
            text += "}";
          }
          options.grids.emplace_back(name.cast<std::string>(), text);
        }
        const py::gil_scoped_release unlocked;
        options.motion = make_motion(motion, trajectory, time, columns, t_start, t_end, interval);
        options.signals = signals;
        options.speeds = speeds;
        return gelenk::kinematics(self, options);
      },
      py::name("kinematics"), py::is_method(experiment), py::arg("grid") = py::dict(),
      py::arg("motion") = Texts{}, py::arg("trajectory") = "",
      py::arg("time") = std::vector<double>{}, py::arg("columns") = Columns{},
      py::arg("t_start") = py::none(), py::arg("t_end") = py::none(),
      py::arg("interval") = py::none(), py::arg("signals") = "", py::arg("speeds") = false,
      "Positions without dynamics: over a grid, {\"hinge.phi\": \"lin(0, 6.28, 100)\"} or arrays, "
      "along a motion as inverse has it, or by the "
      "model's own drives.");
}
