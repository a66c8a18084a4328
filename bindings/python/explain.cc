#include "explain.h"

#include <pybind11/stl.h>

#include "gelenk/explain.h"
#include "sweep.h"

namespace py = pybind11;
using gelenk::Explanation;

namespace {

std::string write_text(const Explanation& explanation) {
  std::string text = explanation.model + "\n";
  for (const Explanation::Section& section : explanation.sections) {
    text += "\n" + section.title + "\n";
    for (const std::string& line : section.lines) text += "  " + line + "\n";
  }
  return text;
}

}  // namespace

void bind_explain(py::module_& m) {
  py::class_<Explanation>(m, "Explanation",
                          "Sentences about a model: sections by title, each a list; str() has all of them.")
      .def_readonly("model", &Explanation::model)
      .def_property_readonly("sections",
                             [](const Explanation& explanation) {
                               py::dict sections;
                               for (const Explanation::Section& section : explanation.sections)
                                 sections[py::str(section.title)] = py::cast(section.lines);
                               return sections;
                             })
      .def_readonly("warnings", &Explanation::warnings)
      .def("__str__", &write_text)
      .def("__repr__", [](const Explanation& explanation) {
        return "<explanation of " + explanation.model + ">";
      });
  m.def(
      "explain",
      [](const gelenk::Model& model, const py::kwargs& given) {
        const gelenk::ExperimentOptions options = read_options(given);
        py::gil_scoped_release release;
        return gelenk::explain(model, options);
      },
      py::arg("model"));
}
