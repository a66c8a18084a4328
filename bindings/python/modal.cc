// Linear equations and modes for Python: methods of Experiment, with numpy arrays for matrices.
#include "modal.h"

#include <pybind11/complex.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "docstrings.h"
#include "gelenk/modal.h"

namespace py = pybind11;
using gelenk::LinearModel;
using gelenk::Mode;

namespace {

py::array_t<double> convert(const gelenk::Numbers2D& matrix) {
  py::array_t<double> array(
      {static_cast<py::ssize_t>(matrix.rows), static_cast<py::ssize_t>(matrix.columns)});
  std::copy(matrix.values.begin(), matrix.values.end(), array.mutable_data());
  return array;
}

template <gelenk::Numbers2D LinearModel::*matrix>
py::array_t<double> show(const LinearModel& linear) {
  return convert(linear.*matrix);
}

py::array_t<std::complex<double>> respond(const LinearModel& linear,
                                          const std::vector<double>& frequencies) {
  const gelenk::FrequencyResponse response =
      gelenk::calc_frequency_response(linear, frequencies);
  py::array_t<std::complex<double>> array({static_cast<py::ssize_t>(frequencies.size()),
                                           static_cast<py::ssize_t>(response.outputs),
                                           static_cast<py::ssize_t>(response.inputs)});
  std::copy(response.values.begin(), response.values.end(), array.mutable_data());
  return array;
}

}  // namespace

void bind_modal(py::module_& m) {
  py::class_<Mode>(m, "Mode", DOC_Mode)
      .def_property_readonly("kind",
                             [](const Mode& mode) {
                               return mode.kind == Mode::Kind::rigid         ? "rigid"
                                      : mode.kind == Mode::Kind::oscillation ? "oscillation"
                                                                             : "aperiodic";
                             })
      .def_readonly("eigenvalue", &Mode::eigenvalue)
      .def_readonly("frequency", &Mode::frequency)
      .def_readonly("damped_frequency", &Mode::damped_frequency)
      .def_readonly("damping", &Mode::damping)
      .def_readonly("is_unstable", &Mode::is_unstable)
      .def_readonly("is_undamped", &Mode::is_undamped)
      .def_readonly("multiplicity", &Mode::multiplicity)
      .def_readonly("chain", &Mode::chain)
      .def_property_readonly("shape",
                             [](const Mode& mode) {
                               return py::array_t<std::complex<double>>(
                                   static_cast<py::ssize_t>(mode.shape.size()), mode.shape.data());
                             })
      .def_readonly("participation", &Mode::participation)
      .def_readonly("description", &Mode::description)
      .def("__repr__", [](const Mode& mode) { return mode.description; });

  py::class_<LinearModel>(m, "LinearModel", DOC_LinearModel)
      .def_readonly("model", &LinearModel::model)
      .def_readonly("time", &LinearModel::time)
      .def_readonly("states", &LinearModel::states)
      .def_readonly("inputs", &LinearModel::inputs)
      .def_readonly("outputs", &LinearModel::outputs)
      .def_readonly("motions", &LinearModel::motions)
      .def_property_readonly("A", &show<&LinearModel::A>)
      .def_property_readonly("B", &show<&LinearModel::B>)
      .def_property_readonly("C", &show<&LinearModel::C>)
      .def_property_readonly("D", &show<&LinearModel::D>)
      .def_property_readonly("T", &show<&LinearModel::T>)
      .def_property_readonly("is_steady", &LinearModel::is_steady)
      .def_property_readonly("is_at_rest", &LinearModel::is_at_rest)
      .def_readonly("held", &LinearModel::held)
      .def_readonly("error", &LinearModel::error)
      .def("modes", [](const LinearModel& linear) { return gelenk::calc_modes(linear); },
           "Its modes, in ascending order of |λ|; rigid ones first.")
      .def("frequency_response", &respond, py::arg("frequencies"),
           "C (2πi f − A)⁻¹ B + D for frequencies in Hz: an array by frequency, output, input.")
      .def("write_matrices", &gelenk::write_matrices, py::arg("path"),
           "A, B, C, D and names to a .json, .csv or .mat file.")
      .def("json",
           [](const LinearModel& linear) {
             return gelenk::write_json(linear, gelenk::calc_modes(linear));
           },
           "Equations and modes as text, as `gelenk modal --json` writes it.");

  const py::object experiment = m.attr("Experiment");
  experiment.attr("linearize") = py::cpp_function(
      [](gelenk::Experiment& self, const std::string& inputs, const std::string& outputs) {
        const py::gil_scoped_release unlocked;
        return gelenk::linearize(self, {inputs, outputs});
      },
      py::name("linearize"), py::is_method(experiment), py::arg("inputs") = "",
      py::arg("outputs") = "",
      "The equations about the present state, ẋ = A x + B u, y = C x + D u. Inputs and outputs: "
      "names with * and ?, separated by commas.");
}
