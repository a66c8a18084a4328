"""Where a model is put together, and where it stays at rest."""

from __future__ import annotations

from . import _core


def find_equilibrium(experiment, hold=None, speed=None, free=(), nearest=False) -> "_core.Equilibrium":
    """A state of rest, or of steady motion, to which the experiment goes where there is one.

    hold: positions by name that are to have a value, {"arm.phi": 0.3}. speed: coordinates that go on with a speed, {"rotor.w": 100}.
    free: parameters, inputs and speeds that are to be found, ["spring.c"]. nearest: the nearest one, stable or not, instead of the one
    where the model settles. The result has values by name, rest["arm.phi"], and tells stability, loads, and what may move freely.
    """
    return list_equilibria(experiment, hold, speed, free, nearest)[0]


def list_equilibria(experiment, hold=None, speed=None, free=(), nearest=False, starts=0, seed=1) -> list:
    """The same from so many random positions beside the start: those that differ, lowest potential energy first."""
    return _core.list_equilibria(experiment, list(dict(hold or {}).items()), list(dict(speed or {}).items()), list(free), nearest,
                                 starts, seed)


def assemble(model, start_time=None, branches=0, seed=1, formulation="auto") -> "_core.AssemblyReport":
    """Positions and speeds that fulfil all loops and fixed start values, by the least change to the start guesses.

    branches: random guesses from which other assemblies with the same independent coordinates are looked for. Where the model does not
    close, the report says which joints stay open, and what would close it.
    """
    return _core.assemble(model._core, formulation, start_time, branches, seed)
