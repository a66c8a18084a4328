"""Sweeps: a model for many values of its parameters."""

from __future__ import annotations

from . import _core
from ._core import SweepTable


def write_values(value, write) -> str:
    """The values of a parameter as the command line has them: a text as it is, an array or list as a list, one value by itself."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        return write(value)
    return ", ".join(write(entry) for entry in value)


def run_sweep(core, parameters, results, options, write) -> SweepTable:
    given = {"cases": "", "together": False, "draws": None, "seed": 1, "sampling": "random", "threads": 0, "t_end": None,
             "t_start": None, "interval": None, "keep": "", "output": "", "units": False, "resume": False,
             "most_cases": 1_000_000, "progress": None}
    given.update(options)
    given["cases"], given["output"] = str(given["cases"] or ""), str(given["output"] or "")
    texts = [(path, write_values(value, write)) for path, value in dict(parameters).items()]
    results = results if isinstance(results, str) else ", ".join(results)
    return _core.sweep(core, texts, results, **given)


def _to_pandas(self):
    """A DataFrame with a row for each case. Needs pandas."""
    import pandas
    return pandas.DataFrame({name: self[name] for name in self.parameters + self.results})


SweepTable.to_pandas = _to_pandas
