#include "sweep.h"

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "docstrings.h"
#include "gelenk/sweep.h"

namespace py = pybind11;
using gelenk::SweepColumn;
using gelenk::SweepTable;

namespace {

// The numbers of the table itself; or texts, where the values of a parameter are no numbers.
py::object show(const SweepColumn& column, const py::object& owner) {
  if (!column.texts.empty()) return py::cast(column.texts);
  py::array_t<double> array(static_cast<py::ssize_t>(column.values.size()), column.values.data(),
                            owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

py::object find(const py::object& self, const std::string& name) {
  const SweepTable& table = self.cast<const SweepTable&>();
  for (const auto* columns : {&table.parameters, &table.results}) {
    for (const SweepColumn& column : *columns) {
      if (column.name == name) return show(column, self);
    }
  }
  std::string known;
  for (const auto* columns : {&table.parameters, &table.results}) {
    for (const SweepColumn& column : *columns) known += (known.empty() ? "" : ", ") + column.name;
  }
  throw py::key_error("the sweep has no column '" + name + "'; it has " + known);
}

std::vector<std::string> list_names(const std::vector<SweepColumn>& columns) {
  std::vector<std::string> names;
  for (const SweepColumn& column : columns) names.push_back(column.name);
  return names;
}

// Python hears of Ctrl-C only when it is asked, with its lock held; sweep asks some times a second.
SweepTable sweep(const gelenk::Model& model, gelenk::SweepOptions options,
                 const py::object& progress, const py::kwargs& experiment) {
  options.experiment = read_options(experiment);
  gelenk::SweepObserver observer;
  observer.progress = [&](const SweepTable& table) {
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(table.done, table.cases);
  };
  const py::gil_scoped_release unlocked;
  return gelenk::sweep(model, options, observer);
}

}  // namespace

void bind_sweep(py::module_& m) {
  using T = SweepTable;
  using F = gelenk::SweepFailure;
  py::class_<F>(m, "SweepFailure", DOC_SweepFailure)
      .def_readonly("number", &F::number)
      .def_readonly("status", &F::status)
      .def_readonly("message", &F::message)
      .def("__repr__", [](const F& f) {
        return "case " + std::to_string(f.number) + " " + f.status + ": " + f.message;
      });
  py::class_<T>(m, "SweepTable", py::dynamic_attr(), DOC_SweepTable)
      .def_readonly("model", &T::model)
      .def_readonly("description", &T::description)
      .def_readonly("status", &T::status)
      .def_readonly("cases", &T::cases)
      .def_readonly("done", &T::done)
      .def_readonly("failed", &T::failed)
      .def_readonly("refused", &T::refused)
      .def_readonly("failures", &T::failures)
      .def_readonly("warnings", &T::warnings)
      .def_readonly("wall_seconds", &T::wall_seconds)
      .def_readonly("threads", &T::threads)
      .def_property_readonly("succeeded", &T::succeeded)
      .def_property_readonly("parameters", [](const T& t) { return list_names(t.parameters); })
      .def_property_readonly("results", [](const T& t) { return list_names(t.results); })
      .def("__len__", [](const T& t) { return t.done; })
      .def("__getitem__", &find, py::arg("name"))
      .def("__contains__",
           [](const T& t, const std::string& name) {
             const auto has = [&](const std::vector<SweepColumn>& columns) {
               const std::vector<std::string> names = list_names(columns);
               return std::find(names.begin(), names.end(), name) != names.end();
             };
             return has(t.parameters) || has(t.results);
           })
      .def("to_json", [](const T& t) { return gelenk::write_json(t); })
      .def("__repr__", [](const T& t) {
        return "<gelenk sweep of " + t.model + ", " + t.description + ", " +
               std::to_string(t.done) + " of " + std::to_string(t.cases) + " cases done>";
      });
  m.def(
      "sweep",
      [](const gelenk::Model& model, std::vector<std::pair<std::string, std::string>> parameters,
         const std::string& results, const std::string& cases, bool together,
         std::optional<std::uint64_t> draws, std::uint64_t seed, const std::string& sampling,
         int threads, std::optional<double> t_end, std::optional<double> t_start,
         std::optional<double> interval, const std::string& keep, const std::string& output,
         bool units, bool resume, std::uint64_t most_cases, const py::object& progress,
         const py::kwargs& experiment) {
        gelenk::SweepOptions options;
        options.parameters = std::move(parameters);
        options.results = results;
        options.cases = cases;
        options.together = together;
        options.draws = draws;
        options.seed = seed;
        options.sampling = sampling;
        options.threads = threads;
        options.t_end = t_end;
        options.t_start = t_start;
        options.interval = interval;
        options.keep = keep;
        options.output = output;
        options.units = units;
        options.resume = resume;
        options.most_cases = most_cases;
        return sweep(model, std::move(options), progress, experiment);
      },
      py::arg("model"), py::arg("parameters"), py::arg("results"), py::kw_only(), py::arg("cases"),
      py::arg("together"), py::arg("draws"), py::arg("seed"), py::arg("sampling"),
      py::arg("threads"), py::arg("t_end"), py::arg("t_start"), py::arg("interval"),
      py::arg("keep"), py::arg("output"), py::arg("units"), py::arg("resume"),
      py::arg("most_cases"), py::arg("progress"));
}
