#include "fit.h"

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "docstrings.h"
#include "gelenk/fit.h"
#include "sweep.h"

namespace py = pybind11;

void bind_fit(py::module_& m) {
  using R = gelenk::FitResult;
  using P = R::Parameter;
  using S = R::Signal;
  py::class_<P>(m, "FitParameter")
      .def_readonly("path", &P::path)
      .def_readonly("unit", &P::unit)
      .def_readonly("start", &P::start)
      .def_readonly("value", &P::value)
      .def_readonly("deviation", &P::deviation)
      .def_readonly("low", &P::low)
      .def_readonly("high", &P::high)
      .def_readonly("is_at_bound", &P::is_at_bound)
      .def_readonly("is_determined", &P::is_determined)
      .def("__repr__", [](const P& p) {
        return p.path + " = " + std::to_string(p.value) + " ± " + std::to_string(p.deviation);
      });
  py::class_<S>(m, "FitSignal")
      .def_readonly("column", &S::column)
      .def_readonly("name", &S::name)
      .def_readonly("unit", &S::unit)
      .def_readonly("count", &S::count)
      .def_readonly("rms", &S::rms);
  py::class_<R>(m, "FitResult")
      .def_readonly("model", &R::model)
      .def_readonly("status", &R::status)
      .def_readonly("message", &R::message)
      .def_readonly("parameters", &R::parameters)
      .def_readonly("signals", &R::signals)
      .def_property_readonly(
          "correlation",
          [](const R& r) {
            const auto n = static_cast<py::ssize_t>(r.parameters.size());
            const auto size = static_cast<py::ssize_t>(r.correlation.size());
            return py::array_t<double>({size == n * n ? n : 0, n}, r.correlation.data());
          })
      .def_readonly("confidence", &R::confidence)
      .def_readonly("iterations", &R::iterations)
      .def_readonly("simulations", &R::simulations)
      .def_readonly("wall_seconds", &R::wall_seconds)
      .def_property_readonly("succeeded", &R::succeeded)
      .def("__getitem__",
           [](const R& r, const std::string& path) {
             for (const P& p : r.parameters) {
               if (p.path == path) return p;
             }
             throw py::key_error("'" + path + "' was not fitted");
           })
      .def("to_json", [](const R& r) { return gelenk::write_json(r); });
  m.def("read_record", &gelenk::read_fit_record, py::arg("path"));
  py::class_<gelenk::FitRecord>(m, "FitRecord")
      .def(py::init([](std::vector<double> time,
                       std::vector<std::pair<std::string, std::vector<double>>> columns) {
        gelenk::FitRecord record;
        record.time = std::move(time);
        for (auto& [name, values] : columns) record.columns.push_back({name, std::move(values)});
        return record;
      }));
  m.def(
      "fit",
      [](const gelenk::Model& model, const gelenk::FitRecord& record,
         const std::vector<std::tuple<std::string, std::optional<double>, std::optional<double>,
                                      std::optional<double>>>& parameters,
         const std::string& signals, std::vector<std::pair<std::string, std::string>> matches,
         double confidence, int most_iterations, int threads, std::optional<double> t_start,
         const py::kwargs& experiment) {
        gelenk::FitOptions options;
        for (const auto& [path, start, lower, upper] : parameters)
          options.parameters.push_back({path, start, lower, upper});
        options.signals = signals;
        options.matches = std::move(matches);
        options.confidence = confidence;
        options.most_iterations = most_iterations;
        options.threads = threads;
        options.t_start = t_start;
        options.experiment = read_options(experiment);
        // Ctrl-C is heard between simulations.
        std::atomic<bool> stop = false;
        bool is_interrupted = false;
        gelenk::FitObserver observer;
        observer.stop = &stop;
        observer.progress = [&](long) {
          const py::gil_scoped_acquire lock;
          if (PyErr_CheckSignals() == 0) return;
          PyErr_Clear();
          is_interrupted = stop = true;
        };
        gelenk::FitResult result;
        {
          const py::gil_scoped_release unlocked;
          result = gelenk::fit(model, record, options, observer);
        }
        if (is_interrupted) {
          PyErr_SetNone(PyExc_KeyboardInterrupt);
          throw py::error_already_set();
        }
        return result;
      },
      py::arg("model"), py::arg("record"), py::arg("parameters"), py::kw_only(),
      py::arg("signals"), py::arg("matches"), py::arg("confidence"), py::arg("most_iterations"),
      py::arg("threads"), py::arg("t_start"));
}
