// The Python module gelenk._core: include/gelenk as it is, with numpy arrays for numbers. The package around it
// (gelenk/__init__.py) adds what Python programs expect beyond that. Texts of help come from the public headers
// (docstrings.h, made by make-docstrings), so that they are written once.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <ctime>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "docstrings.h"
#include "explain.h"
#include "fit.h"
#include "gelenk/compile.h"
#include "gelenk/experiment.h"
#include "gelenk/message.h"
#include "gelenk/version.h"
#include "led_motion.h"
#include "modal.h"
#include "rest.h"
#include "sweep.h"

namespace py = pybind11;
using gelenk::Experiment;
using gelenk::Model;
using gelenk::Results;

gelenk::ExperimentOptions read_options(const py::kwargs& given) {
  gelenk::ExperimentOptions options;
  for (const auto& [key, value] : given) {
    const std::string name = key.cast<std::string>();
    try {
      if (name == "formulation") options.formulation = value.cast<std::string>();
      else if (name == "hierarchy") options.hierarchy = value.cast<std::string>();
      else if (name == "threads") options.threads = value.cast<int>();
      else if (name == "metric") options.metric = value.cast<std::string>();
      else if (name == "integrator") options.integrator = value.cast<std::string>();
      else if (name == "stabilization") options.stabilization = value.cast<std::string>();
      else if (name == "independent") options.independent = value.cast<std::string>();
      else if (name == "rtol") options.rtol = value.cast<std::optional<double>>();
      else if (name == "atol") options.atol = value.cast<std::optional<double>>();
      else if (name == "step") options.step = value.cast<std::optional<double>>();
      else if (name == "ports")
        for (const auto& [port, condition] : value.cast<py::dict>())
          options.ports.emplace_back(port.cast<std::string>(), condition.cast<std::string>());
      else if (name == "trusted") options.trusted = value.cast<std::vector<std::string>>();
      else
        throw py::type_error("there is no option '" + name +
                             "' of experiments: formulation, hierarchy, threads, metric, integrator, "
                             "stabilization, independent, rtol, atol, step, ports, trusted");
    } catch (const py::cast_error&) {
      throw py::type_error("option '" + name + "' cannot be " +
                           py::repr(value).cast<std::string>());
    }
  }
  return options;
}

namespace {

// Any sequence of numbers; an array of doubles that lies in one piece is taken as it is.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::span<const double> view(const Array& array) {
  if (array.ndim() != 1) {
    throw py::value_error("an array with " + std::to_string(array.ndim()) +
                          " dimensions was given in the place of a list of numbers");
  }
  return {array.data(), static_cast<std::size_t>(array.size())};
}
std::span<double> view(Array& array) {
  return {array.mutable_data(), static_cast<std::size_t>(array.size())};
}

Array copy(std::span<const double> numbers) {
  return Array(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

Array make_matrix(const std::vector<double>& numbers, std::size_t rows, std::size_t columns) {
  Array matrix({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
  std::copy(numbers.begin(), numbers.end(), matrix.mutable_data());
  return matrix;
}

// The numbers of the results themselves, which must not be written to and live as long as the array.
py::array show(const std::span<const double>& numbers, const py::object& owner) {
  py::array_t<double> array(static_cast<py::ssize_t>(numbers.size()), numbers.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

// Lets Ctrl-C through: Python hears of it only when it is asked, now and then, with its lock held.
class Interruption {
 public:
  void operator()() {
    const double now = look();
    if (now - last_ < 0.05) return;
    last_ = now;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }

 private:
  // A clock that is right to some milliseconds and costs a few nanoseconds: it is asked after every step.
  static double look() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  double last_ = look();
};

struct RunArguments {
  std::optional<double> t_start, t_end, interval;
  std::string signals;
  bool from_present = false, report = false;
  double real_time = 0.0;
  std::vector<std::pair<double, py::function>> controllers;
  py::object progress = py::none();
};

// `self` is the Python object that controllers are called with.
Results simulate(const py::object& self, const RunArguments& arguments) {
  gelenk::SimulateOptions options;
  options.t_start = arguments.t_start;
  options.t_end = arguments.t_end;
  options.interval = arguments.interval;
  options.signals = arguments.signals;
  options.from_present = arguments.from_present;
  options.report = arguments.report;
  options.real_time = arguments.real_time;
  for (const auto& [period, act] : arguments.controllers) {
    options.controllers.push_back({period, [&self, act = &act](Experiment&) {
                                     const py::gil_scoped_acquire lock;
                                     (*act)(self);
                                   }});
  }
  Interruption interruption;
  options.progress = [&](double time) {
    interruption();
    if (arguments.progress.is_none()) return;
    const py::gil_scoped_acquire lock;
    arguments.progress(time);
  };
  Experiment& experiment = self.cast<Experiment&>();
  const py::gil_scoped_release unlocked;
  return experiment.simulate(options);
}

// A signal by its name, or as it was looked up.
using SignalGiven = std::variant<gelenk::SignalHandle, std::string>;

gelenk::SignalHandle find(const Experiment& experiment, const SignalGiven& given) {
  const auto* name = std::get_if<std::string>(&given);
  return name != nullptr ? experiment.signal(*name) : std::get<gelenk::SignalHandle>(given);
}

Array calc_signals(const Experiment& experiment, double time, const Array& q, const Array& v,
                   const std::vector<SignalGiven>& signals) {
  std::vector<gelenk::SignalHandle> handles;
  for (const SignalGiven& signal : signals) handles.push_back(find(experiment, signal));
  Array values(static_cast<py::ssize_t>(handles.size()));
  experiment.calc_signals(time, view(q), view(v), handles, view(values));
  return values;
}

void set_parameters(Model& model, const py::dict& settings) {
  Model::Settings list;
  for (const auto& [key, value] : settings)
    list.emplace_back(key.cast<std::string>(), value.cast<std::string>());
  const py::gil_scoped_release unlocked;
  model.set(list);
}

// An InputError as an exception of the package, with its parts as attributes.
void translate(const gelenk::InputError& error, const py::object& type) {
  const std::vector<gelenk::Message> messages = gelenk::list_messages(error);
  py::object exception = type(error.what());
  const gelenk::Message first = messages.empty() ? gelenk::Message{} : messages.front();
  exception.attr("code") = first.code;
  exception.attr("file") = first.file;
  exception.attr("line") = first.line;
  exception.attr("column") = first.column;
  exception.attr("message") = first.text;
  exception.attr("component") = first.component;
  exception.attr("hint") = first.hint;
  exception.attr("messages") = py::cast(messages);
  PyErr_SetObject(type.ptr(), exception.ptr());
}

void bind_data(py::module_& m) {
  py::class_<gelenk::RunSignal>(m, "Signal")
      .def_readonly("name", &gelenk::RunSignal::name)
      .def_readonly("unit", &gelenk::RunSignal::unit)
      .def("__repr__", [](const gelenk::RunSignal& s) {
        return s.name + (s.unit.empty() ? "" : " [" + s.unit + "]");
      });
  py::class_<gelenk::Message>(m, "Message")
      .def_readonly("code", &gelenk::Message::code)
      .def_readonly("file", &gelenk::Message::file)
      .def_readonly("line", &gelenk::Message::line)
      .def_readonly("column", &gelenk::Message::column)
      .def_readonly("source", &gelenk::Message::source)
      .def_readonly("text", &gelenk::Message::text)
      .def_readonly("component", &gelenk::Message::component)
      .def_readonly("hint", &gelenk::Message::hint);
  py::class_<gelenk::ModelComponent>(m, "Component")
      .def_readonly("path", &gelenk::ModelComponent::path)
      .def_readonly("class_name", &gelenk::ModelComponent::class_name)
      .def_readonly("description", &gelenk::ModelComponent::description)
      .def_readonly("ports", &gelenk::ModelComponent::ports)
      .def("__repr__", [](const gelenk::ModelComponent& c) { return c.path + ": " + c.class_name; });
  py::class_<gelenk::ModelParameter>(m, "Parameter")
      .def_readonly("path", &gelenk::ModelParameter::path)
      .def_readonly("component", &gelenk::ModelParameter::component)
      .def_readonly("value", &gelenk::ModelParameter::value)
      .def_readonly("type", &gelenk::ModelParameter::type)
      .def_readonly("unit", &gelenk::ModelParameter::unit)
      .def_readonly("description", &gelenk::ModelParameter::description)
      .def_readonly("choices", &gelenk::ModelParameter::choices)
      .def("__repr__", [](const gelenk::ModelParameter& p) {
        return p.path + " = " + p.value + (p.unit.empty() ? "" : " " + p.unit);
      });
  using S = gelenk::RunSummary;
  py::class_<S>(m, "Summary")
      .def_readonly("model", &S::model)
      .def_readonly("formulation", &S::formulation)
      .def_readonly("stabilization", &S::stabilization)
      .def_readonly("integrator", &S::integrator)
      .def_readonly("status", &S::status)
      .def_readonly("message", &S::message)
      .def_readonly("start", &S::start)
      .def_readonly("start_time", &S::start_time)
      .def_readonly("end_time", &S::end_time)
      .def_readonly("steps", &S::steps)
      .def_readonly("evaluations", &S::evaluations)
      .def_readonly("rejected_steps", &S::rejected_steps)
      .def_readonly("events", &S::events)
      .def_readonly("rows", &S::rows)
      .def_readonly("wall_seconds", &S::wall_seconds)
      .def_readonly("cpu_seconds", &S::cpu_seconds)
      .def_readonly("bodies", &S::bodies)
      .def_readonly("joints", &S::joints)
      .def_readonly("loops", &S::loops)
      .def_readonly("degrees_of_freedom", &S::degrees_of_freedom)
      .def_readonly("constraint_rows", &S::constraint_rows)
      .def_readonly("redundant_rows", &S::redundant_rows)
      .def_readonly("drift_position", &S::drift_position)
      .def_readonly("drift_velocity", &S::drift_velocity)
      .def_readonly("energy_start", &S::energy_start)
      .def_readonly("energy_end", &S::energy_end)
      .def_readonly("warnings", &S::warnings)
      .def_readonly("moved", &S::moved)
      .def("__repr__", [](const S& s) {
        return s.model + ": " + s.status + (s.message.empty() ? "" : ", " + s.message);
      });
  using E = gelenk::ExperimentState;
  py::class_<E>(m, "State")
      .def_readonly("time", &E::time)
      .def_property_readonly("q", [](const E& s) { return copy(s.q); })
      .def_property_readonly("v", [](const E& s) { return copy(s.v); })
      .def_property_readonly("inputs", [](const E& s) { return copy(s.inputs); })
      .def(py::pickle(
          [](const E& s) { return py::make_tuple(s.time, s.q, s.v, s.inputs, py::bytes(s.memory)); },
          [](const py::tuple& t) {
            return E{t[0].cast<double>(), t[1].cast<std::vector<double>>(),
                     t[2].cast<std::vector<double>>(), t[3].cast<std::vector<double>>(),
                     t[4].cast<std::string>()};
          }));
  using Fit = gelenk::StateFit;
  py::class_<Fit>(m, "StateFit")
      .def_readonly("is_exact", &Fit::is_exact)
      .def_readonly("differences", &Fit::differences)
      .def_readonly("missing", &Fit::missing)
      .def_readonly("unknown", &Fit::unknown);
  py::class_<gelenk::SignalHandle>(m, "SignalHandle", DOC_SignalHandle);
  using N = gelenk::StateEnergy;
  py::class_<N>(m, "Energy", DOC_StateEnergy)
      .def_readonly("kinetic", &N::kinetic)
      .def_readonly("potential", &N::potential)
      .def_property_readonly("total", &N::total);
  using D = gelenk::StateDrift;
  py::class_<D>(m, "Drift", DOC_StateDrift)
      .def_readonly("position", &D::position)
      .def_readonly("velocity", &D::velocity);
  using F = gelenk::FrameKinematics;
  py::class_<F>(m, "Frame")
      .def_property_readonly("p", [](const F& f) { return copy(f.p); })
      .def_property_readonly(
          "R", [](const F& f) { return make_matrix({f.R, f.R + 9}, 3, 3); })
      .def_property_readonly("w", [](const F& f) { return copy(f.w); })
      .def_property_readonly("v", [](const F& f) { return copy(f.v); })
      .def_property_readonly("J",
                             [](const F& f) { return make_matrix(f.J, 6, f.J.size() / 6); });
  using C = gelenk::ConstraintEquations;
  py::class_<C>(m, "Constraints")
      .def_readonly("names", &C::names)
      .def_property_readonly("g", [](const C& c) { return copy(c.g); })
      .def_property_readonly("gdot", [](const C& c) { return copy(c.gdot); })
      .def_property_readonly("G", [](const C& c) {
        const std::size_t rows = c.g.size();
        return make_matrix(c.G, rows, rows == 0 ? 0 : c.G.size() / rows);
      });
}

void bind_model(py::module_& m) {
  py::class_<Model>(m, "Model", DOC_Model)
      .def_static("from_file", &Model::from_file, py::arg("path"), py::arg("name") = "",
                  py::arg("settings") = Model::Settings{}, py::arg("libraries") = std::vector<std::string>{}, DOC_Model_from_file, py::call_guard<py::gil_scoped_release>())
      .def_static("from_text", &Model::from_text, py::arg("text"), py::arg("name") = "",
                  py::arg("settings") = Model::Settings{}, py::arg("libraries") = std::vector<std::string>{}, DOC_Model_from_text, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("name", &Model::name, DOC_Model_name)
      .def_property_readonly("description", &Model::description)
      .def_property_readonly("components", &Model::components, DOC_Model_components)
      .def_property_readonly("parameters", &Model::parameters, DOC_Model_parameters)
      .def("parameter", &Model::parameter, py::arg("path"))
      .def("set_expressions", &set_parameters, py::arg("settings"), DOC_Model_set)
      .def_property_readonly("warnings", &Model::warnings)
      .def("copy", [](const Model& model) { return Model(model); });
}

void bind_experiment(py::module_& m) {
  using Numbers = const Array&;
  py::class_<Experiment>(m, "Experiment", DOC_Experiment)
      .def(py::init([](const Model& model, const py::kwargs& options) {
             const gelenk::ExperimentOptions chosen = read_options(options);
             const py::gil_scoped_release unlocked;
             return Experiment(model, chosen);
           }),
           py::arg("model"))
      .def_property_readonly("model", [](const Experiment& e) { return Model(e.model()); })
      .def_property_readonly("coordinates", &Experiment::coordinates)
      .def_property_readonly("speeds", &Experiment::speeds)
      .def_property_readonly("inputs", &Experiment::inputs, DOC_Experiment_inputs)
      .def_property_readonly("signals", &Experiment::signals, DOC_Experiment_signals)
      .def_property_readonly("nq", &Experiment::nq)
      .def_property_readonly("nv", &Experiment::nv)
      .def("start", &Experiment::start, py::arg("time") = py::none(), DOC_Experiment_start,
           py::call_guard<py::gil_scoped_release>())
      .def(
          "set_state",
          [](Experiment& e, double time, Numbers q, Numbers v, bool close_loops) {
            const py::gil_scoped_release unlocked;
            e.set_state(time, view(q), view(v), close_loops);
          },
          py::arg("time"), py::arg("q"), py::arg("v"), py::arg("close_loops") = false,
          DOC_Experiment_set_state)
      .def_property_readonly("time", &Experiment::time)
      .def_property_readonly("q", [](const Experiment& e) { return copy(e.q()); })
      .def_property_readonly("v", [](const Experiment& e) { return copy(e.v()); })
      .def("signal", &Experiment::signal, py::arg("name"), DOC_Experiment_signal)
      .def(
          "value",
          [](const Experiment& e, const SignalGiven& signal) { return e.value(find(e, signal)); },
          py::arg("signal"), DOC_Experiment_value)
      .def("input", &Experiment::input, py::arg("name"))
      .def("set_input", &Experiment::set_input, py::arg("name"), py::arg("value"),
           DOC_Experiment_set_input)
      .def("save", &Experiment::save, DOC_Experiment_save)
      .def("restore", &Experiment::restore, py::arg("state"))
      .def("write_state", &Experiment::write_state, py::arg("path"), DOC_Experiment_write_state,
           py::call_guard<py::gil_scoped_release>())
      .def("read_state", &Experiment::read_state, py::arg("path"),
           py::call_guard<py::gil_scoped_release>())
      .def("advance", &Experiment::advance, py::arg("to_time"), DOC_Experiment_advance,
           py::call_guard<py::gil_scoped_release>())
      .def(
          "simulate",
          [](const py::object& self, std::optional<double> t_end, std::optional<double> t_start,
             std::optional<double> interval, const std::string& signals, bool from_present,
             bool report, double real_time,
             std::vector<std::pair<double, py::function>> controllers, py::object progress) {
            return simulate(self, {t_start, t_end, interval, signals, from_present, report,
                                   real_time, std::move(controllers), std::move(progress)});
          },
          py::arg("t_end") = py::none(), py::kw_only(), py::arg("t_start") = py::none(),
          py::arg("interval") = py::none(), py::arg("signals") = "",
          py::arg("from_present") = false, py::arg("report") = false, py::arg("real_time") = 0.0,
          py::arg("controllers") = std::vector<std::pair<double, py::function>>{},
          py::arg("progress") = py::none(), DOC_Experiment_simulate)
      .def(
          "derivatives",
          [](const Experiment& e, double time, Numbers q, Numbers v) {
            Array qdot(static_cast<py::ssize_t>(e.nq())), vdot(static_cast<py::ssize_t>(e.nv()));
            e.calc_derivatives(time, view(q), view(v), view(qdot), view(vdot));
            return py::make_tuple(qdot, vdot);
          },
          py::arg("time"), py::arg("q"), py::arg("v"), DOC_Experiment_calc_derivatives)
      .def(
          "mass_matrix",
          [](const Experiment& e, Numbers q) {
            const auto n = static_cast<py::ssize_t>(e.nv());
            Array M({n, n});
            e.calc_mass_matrix(view(q), view(M));
            return M;
          },
          py::arg("q"), DOC_Experiment_calc_mass_matrix)
      .def(
          "inverse_dynamics",
          [](const Experiment& e, double time, Numbers q, Numbers v, Numbers vdot) {
            Array tau(static_cast<py::ssize_t>(e.nv()));
            e.calc_inverse_dynamics(time, view(q), view(v), view(vdot), view(tau));
            return tau;
          },
          py::arg("time"), py::arg("q"), py::arg("v"), py::arg("vdot"),
          DOC_Experiment_calc_inverse_dynamics)
      .def(
          "bias",
          [](const Experiment& e, double time, Numbers q, Numbers v) {
            Array h(static_cast<py::ssize_t>(e.nv()));
            e.calc_bias(time, view(q), view(v), view(h));
            return h;
          },
          py::arg("time"), py::arg("q"), py::arg("v"), DOC_Experiment_calc_bias)
      .def(
          "constraints",
          [](const Experiment& e, double time, Numbers q, Numbers v) {
            return e.calc_constraints(time, view(q), view(v));
          },
          py::arg("time"), py::arg("q"), py::arg("v"))
      .def(
          "frame",
          [](const Experiment& e, const std::string& frame, Numbers q, Numbers v) {
            return e.calc_frame(frame, view(q), view(v));
          },
          py::arg("frame"), py::arg("q"), py::arg("v"), DOC_Experiment_calc_frame)
      .def(
          "energy",
          [](const Experiment& e, double time, Numbers q, Numbers v) {
            return e.calc_energy(time, view(q), view(v));
          },
          py::arg("time"), py::arg("q"), py::arg("v"), DOC_Experiment_calc_energy)
      .def(
          "drift",
          [](const Experiment& e, double time, Numbers q, Numbers v) {
            return e.calc_drift(time, view(q), view(v));
          },
          py::arg("time"), py::arg("q"), py::arg("v"), DOC_Experiment_calc_drift)
      .def("signal_values", &calc_signals, py::arg("time"), py::arg("q"), py::arg("v"),
           py::arg("signals"), DOC_Experiment_calc_signals);
}

void bind_results(py::module_& m) {
  py::class_<Results>(m, "Results", py::dynamic_attr(), DOC_Results)
      .def_property_readonly("signals", &Results::signals, DOC_Results_signals)
      .def("__len__", &Results::rows)
      .def_property_readonly(
          "time",
          [](const py::object& self) { return show(self.cast<const Results&>().time(), self); },
          DOC_Results_time)
      .def(
          "__getitem__",
          [](const py::object& self, const std::string& name) {
            return show(self.cast<const Results&>()[name], self);
          },
          py::arg("name"), DOC_Results_operator_index)
      .def("__contains__", &Results::has, py::arg("name"))
      .def("at", &Results::at, py::arg("time"), py::arg("name"), DOC_Results_at)
      .def_property_readonly("summary", &Results::summary, DOC_Results_summary)
      .def_property_readonly("succeeded", &Results::succeeded)
      .def("write", &Results::write, py::arg("path"), py::arg("with_units") = false,
           DOC_Results_write)
      .def("report", &Results::report, DOC_Results_report)
      .def("write_report", &Results::write_report, py::arg("path"));
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "Gelenk's library as it is; use the package gelenk.";
  m.attr("__version__") = gelenk::version();
  bind_data(m);
  bind_model(m);
  bind_experiment(m);
  bind_results(m);
  bind_explain(m);
  bind_modal(m);
  bind_sweep(m);
  bind_fit(m);
  bind_led_motion(m);
  bind_rest(m);

  static py::object input_error = py::module_::import("gelenk._errors").attr("InputError");
  static py::object numerics_error = py::module_::import("gelenk._errors").attr("NumericsError");
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const gelenk::InputError& error) {
      translate(error, input_error);
    } catch (const gelenk::NumericsError& error) {
      PyErr_SetString(numerics_error.ptr(), error.what());
    }
  });
}
