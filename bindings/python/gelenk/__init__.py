"""Gelenk: a component-oriented multibody simulator.

    import gelenk
    model = gelenk.load("Pendulum.mo")
    results = model.simulate(t_end=2)
    results["hinge.phi"]              # a numpy array

A Model has parameters, an Experiment moves, Results are arrays. help(gelenk.Experiment) tells the rest.
"""

from __future__ import annotations

import json as _json
import sys as _sys

from ._errors import InputError, NumericsError
from . import _core
from ._core import Experiment, FitResult, Results, SweepTable
from ._fit import run_fit as _run_fit
from ._rest import assemble, find_equilibrium, list_equilibria
from ._sweep import run_sweep as _run_sweep

__version__ = _core.__version__
__all__ = ["load", "load_text", "assemble", "find_equilibrium", "list_equilibria", "sweep", "fit", "Model", "Experiment", "Results",
           "SweepTable", "FitResult", "InputError", "NumericsError"]


def load(path, model="", libraries=(), **parameters) -> "Model":
    """Reads a .mo file or a folder with package.mo; `model` names one of several in it.

    Parameters may be set at once: load("Car.mo", mass=1200). `libraries` are folders that hold packages,
    packages' own folders, or .mo files, with classes that the model uses.
    """
    return Model._from(_core.Model.from_file(str(path), model, list(_write_all(parameters).items()),
                                             [str(place) for place in libraries]))


def load_text(text: str, model="", libraries=(), **parameters) -> "Model":
    """Reads a model from Modelica text; the rest as load has it."""
    return Model._from(_core.Model.from_text(text, model, list(_write_all(parameters).items()),
                                             [str(place) for place in libraries]))


def sweep(model, parameters=None, results=(), **options) -> SweepTable:
    """Simulates a model for many values of its parameters, on all cores, and tabulates results.

    parameters: by path, arrays or lists of values ("damper.d": numpy.geomspace(100, 10000, 64)) or texts as `gelenk sweep --set`
    takes them ("log(100, 10000, 64)"; with draws also "uniform(0, 1)", "normal(5, 0.1)"); all combinations are run, the last
    parameter changing first. results: "max(hinge.phi)", "rms(body.v)", "at(hinge.phi, 2.5)", "events" …; table["max(hinge.phi)"]
    is then a numpy array, and so is table["damper.d"].

    Options: together, cases (a CSV file), draws, seed, sampling ("random" or "latin"), threads, t_end, t_start, interval, keep,
    output, units, resume, most_cases, progress (a function of the cases done and of all), and those of Model.experiment but threads.
    """
    return _run_sweep(model._core, parameters or {}, results, options, _write)


def fit(model, record, parameters, **options) -> FitResult:
    """Finds the parameters with which a model comes nearest to a record, and how far the record determines them.

    record: a CSV file, or {"time": times, "body.s": values, ...}; a value that is not a number is missing. parameters: paths,
    or by path a start or (start, lower, upper). result["damper.d"] has value, deviation, low and high, of the confidence interval.

    Options: signals (columns to use), matches ({column: signal}), confidence, most_iterations, threads, t_start, and those of
    Model.experiment but threads.
    """
    return _run_fit(model._core, record, parameters, options)


def _write_all(settings) -> dict:
    return {path: _write(value) for path, value in settings.items()}


def _write(value) -> str:
    """A value of Python as an expression of Modelica; texts are expressions already."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if hasattr(value, "__iter__"):
        return "{" + ", ".join(_write(entry) for entry in value) + "}"
    number = float(value)
    if number != number or number in (float("inf"), float("-inf")):
        raise InputError(f"{number} is not a finite number")
    return repr(number)


def _read(parameter):
    """The value of a parameter as Python has it, where it has it."""
    text = parameter.value
    try:
        return _json.loads(text.replace("{", "[").replace("}", "]"))
    except ValueError:
        return text


class _Part:
    """A component of a model: model.arm.m is the parameter "arm.m"."""

    def __init__(self, model, path):
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_path", path)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._model._get(f"{self._path}.{name}")

    def __getitem__(self, index):
        return _Part(self._model, f"{self._path}[{index}]")

    def __setattr__(self, name, value):
        self._model.set({f"{self._path}.{name}": value})

    def __dir__(self):
        return self._model._list_below(self._path + ".")

    def __repr__(self):
        lines = [repr(p) for p in self._model.parameters if p.path.startswith(self._path + ".")]
        return f"{self._path}\n" + "\n".join("  " + line for line in lines)


class Model:
    """A model that was read. Parameters are attributes (model.arm.m = 2) or items (model["arm.m"] = 2)."""

    @classmethod
    def _from(cls, core) -> "Model":
        model = cls.__new__(cls)
        object.__setattr__(model, "_core", core)
        object.__setattr__(model, "_known", None)
        object.__setattr__(model, "_last", {})
        return model

    # What there is.
    @property
    def name(self) -> str:
        return self._core.name

    @property
    def description(self) -> str:
        return self._core.description

    @property
    def components(self) -> list:
        return self._core.components

    @property
    def parameters(self) -> list:
        return self._core.parameters

    @property
    def warnings(self) -> list:
        return self._core.warnings

    def copy(self) -> "Model":
        """An independent one."""
        return Model._from(self._core.copy())

    def set(self, settings=None, **parameters):
        """Sets parameters and start values: set({"arm.m": 2, "hinge.phi.start": 0.1}). Texts are Modelica expressions."""
        self._core.set_expressions(_write_all(dict(settings or {}, **parameters)))
        object.__setattr__(self, "_known", None)

    def _paths(self) -> dict:
        if self._known is None:
            object.__setattr__(self, "_known", {p.path: p for p in self._core.parameters})
            object.__setattr__(self, "_last", self._known)
        return self._known

    @staticmethod
    def _is_part(path, known) -> bool:
        return path not in known and any(p.startswith((path + ".", path + "[")) for p in known)

    def _get(self, path):
        # What is a component stays one when values change: model.a.b = 1, model.a.c = 2 list the parameters once.
        if self._is_part(path, self._last):
            return _Part(self, path)
        known = self._paths()
        if path in known:
            return _read(known[path])
        if self._is_part(path, known):
            return _Part(self, path)
        self._core.parameter(path)  # says which names are near
        raise AttributeError(path)

    def _list_below(self, prefix) -> list:
        return sorted({p[len(prefix):].split(".")[0].split("[")[0] for p in self._paths() if p.startswith(prefix)})

    def __getitem__(self, path):
        return self._get(path)

    def __setitem__(self, path, value):
        self.set({path: value})

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._get(name)
        except InputError as error:
            raise AttributeError(str(error)) from None

    def __setattr__(self, name, value):
        if name in type(self).__dict__:
            raise AttributeError(f"'{name}' of a model cannot be set; model['{name}'] = … sets a parameter of that name")
        self.set({name: value})

    def __dir__(self):
        return sorted(set(super().__dir__()) | set(self._list_below("")))

    def __repr__(self):
        return f"<gelenk model {self.name}, {len(self.components)} components>"

    # What moves.
    def experiment(self, **options) -> Experiment:
        """An Experiment: formulation, integrator, rtol, atol, step, stabilization, hierarchy, threads, metric, ports, trusted."""
        return Experiment(self._core, **options)

    def explain(self, **options):
        """Sentences about what the model is made of: what moves, how its equations are solved, where it starts, what looks doubtful.

        print(model.explain()) shows all of them; options are those of experiment().
        """
        return _core.explain(self._core, **options)

    def simulate(self, t_end=None, *, t_start=None, interval=None, signals="", report=None, real_time=0.0,
                 controllers=(), progress=None, start_state=None, **options) -> Results:
        """A whole run from the start values, or from the state in the file start_state.

        controllers: pairs of a period and a function of the experiment. Other options are those of experiment().
        """
        experiment = self.experiment(**options)
        if start_state is not None:
            experiment.read_state(str(start_state))
        return experiment.simulate(
            t_end, t_start=t_start, interval=interval, signals=signals, from_present=start_state is not None,
            report=_in_notebook() if report is None else report, real_time=real_time,
            controllers=list(controllers), progress=progress)


def _in_notebook() -> bool:
    shell = getattr(_sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def _results_repr(self) -> str:
    return f"<gelenk results of {self.summary!r}, {len(self)} rows of {len(self.signals)} signals>"


def _results_html(self):
    """In a notebook: the report with animation and plots, where one was asked for."""
    from html import escape
    try:
        page = self.report()
    except InputError:
        return f"<pre>{escape(_results_repr(self))}</pre>"
    return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: 600px; border: 0"></iframe>'


def _results_to_pandas(self):
    """A DataFrame with the time as its index. Needs pandas."""
    import pandas
    columns = {signal.name: self[signal.name] for signal in self.signals}
    return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))


def _results_plot(self, *names, ax=None):
    """Signals over time; without names, all of them. Needs matplotlib. Returns the axes."""
    import matplotlib.pyplot
    ax = ax or matplotlib.pyplot.gca()
    units = {signal.name: signal.unit for signal in self.signals}
    for name in names or units:
        unit = units.get(name, "")
        ax.plot(self.time, self[name], label=f"{name} [{unit}]" if unit else name)
    ax.set_xlabel("time [s]")
    ax.legend()
    return ax


Results.__repr__ = _results_repr
Results._repr_html_ = _results_html
Results.to_pandas = _results_to_pandas
Results.plot = _results_plot
Results.names = property(lambda self: [signal.name for signal in self.signals], doc="Names of all signals.")
Results.units = property(lambda self: {s.name: s.unit for s in self.signals}, doc="Units by name.")
Results.keys = lambda self: self.names
