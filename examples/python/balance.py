"""Balances the pole of CartPole.mo: a controller in Python, sampled every 20 ms, closes the loop."""
import pathlib
import numpy
import gelenk

gains = numpy.array([12, -66, 12, -15])


def balance(experiment):
    experiment.set_input("u", gains @ numpy.concatenate([experiment.q, experiment.v]))


model = gelenk.load(pathlib.Path(__file__).parents[1] / "CartPole.mo")
results = model.simulate(10, signals="rail.s, pivot.phi, u", controllers=[(0.02, balance)])
print(f"cart at {results['rail.s'][-1]:.6f} m, pole at {results['pivot.phi'][-1]:.6f} rad")
