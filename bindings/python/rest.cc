#include "rest.h"

#include <pybind11/stl.h>

#include "docstrings.h"
#include "gelenk/assemble.h"
#include "gelenk/equilibrium.h"

namespace py = pybind11;

namespace {

void bind_equilibrium(py::module_& m) {
  using Value = gelenk::EquilibriumValue;
  py::class_<Value>(m, "EquilibriumValue")
      .def_readonly("name", &Value::name)
      .def_readonly("unit", &Value::unit)
      .def_readonly("start", &Value::start)
      .def_readonly("value", &Value::value)
      .def("__repr__", [](const Value& v) {
        return v.name + " = " + std::to_string(v.value) + (v.unit.empty() ? "" : " " + v.unit);
      });
  using Load = gelenk::EquilibriumLoad;
  py::class_<Load>(m, "EquilibriumLoad")
      .def_readonly("name", &Load::name)
      .def_readonly("unit", &Load::unit)
      .def_readonly("value", &Load::value)
      .def("__repr__", [](const Load& l) {
        return l.name + ": " + std::to_string(l.value) + (l.unit.empty() ? "" : " " + l.unit);
      });
  using Mode = gelenk::EquilibriumMode;
  py::class_<Mode>(m, "EquilibriumMode", DOC_EquilibriumMode)
      .def_readonly("component", &Mode::component)
      .def_readonly("what", &Mode::what)
      .def_readonly("force", &Mode::force)
      .def_readonly("unit", &Mode::unit)
      .def("__repr__", [](const Mode& mode) { return "'" + mode.component + "' " + mode.what; });
  using E = gelenk::Equilibrium;
  py::class_<E>(m, "Equilibrium")
      .def_readonly("model", &E::model)
      .def_readonly("time", &E::time)
      .def_readonly("status", &E::status)
      .def_readonly("message", &E::message)
      .def_readonly("stability", &E::stability)
      .def_readonly("coordinates", &E::coordinates)
      .def_readonly("speeds", &E::speeds)
      .def_readonly("states", &E::states)
      .def_readonly("numbers", &E::numbers)
      .def_readonly("loads", &E::loads)
      .def_readonly("insensitive", &E::insensitive)
      .def_readonly("modes", &E::modes)
      .def_readonly("not_cyclic", &E::not_cyclic)
      .def_readonly("unbalanced", &E::unbalanced)
      .def_readonly("residual", &E::residual)
      .def_readonly("potential_energy", &E::potential_energy)
      .def_readonly("iterations", &E::iterations)
      .def_readonly("relaxed", &E::relaxed)
      .def_readonly("q", &E::q)
      .def_readonly("v", &E::v)
      .def_property_readonly("is_found", &E::is_found)
      .def("__getitem__",
           [](const E& e, const std::string& name) {
             for (const auto* list : {&e.coordinates, &e.states, &e.numbers, &e.speeds}) {
               for (const Value& value : *list) {
                 if (value.name == name) return value.value;
               }
             }
             throw py::key_error(name);
           })
      .def("__repr__", [](const E& e) {
        return e.model + ": " + (e.is_found() ? e.stability : e.status + ", " + e.message);
      });
  const auto list = [](gelenk::Experiment& experiment,
                       std::vector<std::pair<std::string, double>> hold,
                       std::vector<std::pair<std::string, double>> speed,
                       std::vector<std::string> free, bool nearest, int starts,
                       std::uint32_t seed) {
    gelenk::EquilibriumOptions options;
    options.hold = std::move(hold);
    options.speed = std::move(speed);
    options.free = std::move(free);
    options.nearest = nearest;
    options.starts = starts;
    options.seed = seed;
    const py::gil_scoped_release unlocked;
    return gelenk::list_equilibria(experiment, options);
  };
  m.def("list_equilibria", list, py::arg("experiment"), py::arg("hold"), py::arg("speed"),
        py::arg("free"), py::arg("nearest"), py::arg("starts"), py::arg("seed"));
  m.def("write_equilibria",
        [](const std::vector<E>& equilibria) { return gelenk::write_json(equilibria); });
}

void bind_assembly(py::module_& m) {
  using Value = gelenk::AssembledValue;
  py::class_<Value>(m, "AssembledValue")
      .def_readonly("name", &Value::name)
      .def_readonly("unit", &Value::unit)
      .def_readonly("start", &Value::start)
      .def_readonly("value", &Value::value)
      .def_readonly("is_fixed", &Value::is_fixed)
      .def("__repr__", [](const Value& v) {
        return v.name + " = " + std::to_string(v.value) + (v.unit.empty() ? "" : " " + v.unit);
      });
  using Branch = gelenk::AssembledBranch;
  py::class_<Branch>(m, "AssembledBranch", DOC_AssembledBranch)
      .def_readonly("coordinates", &Branch::coordinates)
      .def_readonly("q", &Branch::q)
      .def_readonly("v", &Branch::v);
  using Length = gelenk::LengthChange;
  py::class_<Length>(m, "LengthChange", DOC_LengthChange)
      .def_readonly("parameter", &Length::parameter)
      .def_readonly("from_", &Length::from)
      .def_readonly("to", &Length::to)
      .def_readonly("by", &Length::by);
  using R = gelenk::AssemblyReport;
  py::class_<R>(m, "AssemblyReport")
      .def_readonly("model", &R::model)
      .def_readonly("time", &R::time)
      .def_readonly("status", &R::status)
      .def_readonly("message", &R::message)
      .def_readonly("coordinates", &R::coordinates)
      .def_readonly("speeds", &R::speeds)
      .def_readonly("states", &R::states)
      .def_readonly("loops", &R::loops)
      .def_readonly("equations", &R::equations)
      .def_readonly("independent_equations", &R::independent_equations)
      .def_readonly("degrees_of_freedom", &R::degrees_of_freedom)
      .def_readonly("tries", &R::tries)
      .def_readonly("drift_position", &R::drift_position)
      .def_readonly("drift_velocity", &R::drift_velocity)
      .def_readonly("independent", &R::independent)
      .def_readonly("branches", &R::branches)
      .def_readonly("q", &R::q)
      .def_readonly("v", &R::v)
      .def_readonly("open", &R::open)
      .def_readonly("releases", &R::releases)
      .def_readonly("lengths", &R::lengths)
      .def_property_readonly("is_assembled", &R::is_assembled)
      .def("to_json", [](const R& r) { return gelenk::write_json(r); })
      .def("__repr__", [](const R& r) { return r.model + ": " + r.status; });
  m.def(
      "assemble",
      [](const gelenk::Model& model, const std::string& formulation,
         std::optional<double> start_time, int branches, std::uint32_t seed) {
        gelenk::ExperimentOptions options;
        options.formulation = formulation;
        gelenk::AssembleOptions how;
        how.start_time = start_time;
        how.branches = branches;
        how.seed = seed;
        const py::gil_scoped_release unlocked;
        return gelenk::assemble(model, options, how);
      },
      py::arg("model"), py::arg("formulation"), py::arg("start_time"), py::arg("branches"),
      py::arg("seed"));
}

}  // namespace

void bind_rest(py::module_& m) {
  bind_equilibrium(m);
  bind_assembly(m);
}
