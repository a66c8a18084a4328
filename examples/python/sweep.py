"""Sweeps the upper damper of a double pendulum over 64 values on all cores, and plots how the motion dies out.

    ./gelenk python examples/python/sweep.py [sweep.png]
"""
import concurrent.futures
import pathlib
import sys

import numpy
import gelenk

file = pathlib.Path(__file__).parents[1] / "DampedDoublePendulum.mo"


def run(damping):
    """Experiments are independent of each other, and Python's lock is free while they run: threads are enough."""
    return gelenk.load(file, **{"upper.d": damping}).simulate(10, interval=0.02, signals="lower.hinge.phi")


dampings = numpy.geomspace(0.01, 10, 64)
with concurrent.futures.ThreadPoolExecutor() as pool:
    results = list(pool.map(run, dampings))
print("furthest swing in the last second:")
for damping, result in list(zip(dampings, results))[::9]:
    print(f"  d = {damping:8.4f} N.m.s/rad: {numpy.abs(result['lower.hinge.phi'][result.time > 9]).max():.6f} rad")

if len(sys.argv) > 1:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plot
    colours = plot.get_cmap("viridis")(numpy.linspace(0, 1, len(results)))
    for damping, result, colour in zip(dampings, results, colours):
        plot.plot(result.time, result["lower.hinge.phi"], color=colour, linewidth=0.7)
    plot.xlabel("time [s]")
    plot.ylabel("lower.hinge.phi [rad]")
    plot.title("64 dampers from 0.01 to 10 N.m.s/rad")
    plot.savefig(sys.argv[1], dpi=120)
