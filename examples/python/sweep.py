"""A quarter of a car drives over a bump with 1,000 dampers: which one lets the body shake least, and what the wheel does then.

    ./gelenk python examples/python/sweep.py [sweep.png]

The same from the command line:

    ./gelenk sweep examples/QuarterCar.mo --model PassiveQuarter --t-end 3 --set 'damper.d=log(100,10000,1000)' \\
        --results 'rms(body.a), max(body.s), min(tyre.f), max(tyre.f)' --output dampers.csv --units
    ./gelenk plot dampers.csv --log-x --output dampers.svg
"""
import pathlib
import sys

import numpy
import gelenk

file = pathlib.Path(__file__).parents[1] / "QuarterCar.mo"
model = gelenk.load(file, "PassiveQuarter")
table = gelenk.sweep(model, {"damper.d": numpy.geomspace(100, 10000, 1000)},
                     ["rms(body.a)", "max(body.s)", "max(tyre.f)"], t_end=3)
damping, shaking = table["damper.d"], table["rms(body.a)"]
best = numpy.argmin(shaking)
print(f"{table.done} cars, {table.failed + table.refused} of them failed")
print(f"least shaking with d = {damping[best]:.0f} N.s/m: {shaking[best]:.3f} m/s2, "
      f"body up to {1000 * table['max(body.s)'][best]:.1f} mm")

if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plot
    _, panes = plot.subplots(len(table.results), sharex=True, figsize=(6, 7))
    for pane, result in zip(panes, table.results):
        pane.semilogx(damping, table[result])
        pane.set_ylabel(result)
    panes[-1].set_xlabel("damper.d [N.s/m]")
    plot.savefig(sys.argv[1], dpi=120)
