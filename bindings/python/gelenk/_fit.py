"""Fits: parameters from a record."""

from __future__ import annotations

from . import _core
from ._core import FitResult


def _read_parameters(parameters) -> list:
    """Paths; or by path a start, or a start with bounds."""
    if isinstance(parameters, str):
        parameters = [parameters]
    if not hasattr(parameters, "items"):
        return [(path, None, None, None) for path in parameters]
    read = []
    for path, given in parameters.items():
        start, lower, upper = given if hasattr(given, "__iter__") else (given, None, None)
        read.append((path, start, lower, upper))
    return read


def _read_record(record):
    if not hasattr(record, "items"):
        return _core.read_record(str(record))
    columns = {name: [float(value) for value in values] for name, values in record.items()}
    time = columns.pop("time")
    return _core.FitRecord(time, list(columns.items()))


def run_fit(core, record, parameters, options) -> FitResult:
    given = {"signals": "", "matches": {}, "confidence": 0.95, "most_iterations": 50, "threads": 0, "t_start": None}
    given.update(options)
    given["matches"] = list(dict(given["matches"]).items())
    if not isinstance(given["signals"], str):
        given["signals"] = ", ".join(given["signals"])
    return _core.fit(core, _read_record(record), _read_parameters(parameters), **given)
