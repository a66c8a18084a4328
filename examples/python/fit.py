"""A damper from a noisy record: a quarter of a car drove over a bump, and a ruler told how its body rose, to 2 mm.

    ./gelenk python examples/python/fit.py
"""
import pathlib

import numpy
import gelenk

file = pathlib.Path(__file__).parents[1] / "QuarterCar.mo"
model = gelenk.load(file, "PassiveQuarter")

# What was measured: here the damper is known, and nobody is told.
secret = gelenk.load(file, "PassiveQuarter", **{"damper.d": 1340, "body.m": 310})
run = secret.simulate(3, interval=0.01, signals="body.s")
noise = numpy.random.default_rng(1).normal(0, 0.002, len(run.time))
record = {"time": run.time, "height": run["body.s"] + noise}

result = gelenk.fit(model, record, ["damper.d", "body.m"], matches={"height": "body.s"})
for parameter in result.parameters:
    print(f"{parameter.path} = {parameter.value:.1f} {parameter.unit}, "
          f"95 % interval {parameter.low:.1f} to {parameter.high:.1f}")
print(f"left over: {1000 * result.signals[0].rms:.2f} mm, after {result.simulations} simulations")
