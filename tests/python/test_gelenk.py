"""The package gelenk: models, experiments, results, errors, as a script meets them."""
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy

import gelenk

examples = pathlib.Path(__file__).parents[2] / "examples"

# A mass on a rail under a force from outside: everything about it is known in closed form.
rail_text = """
model Rail "A mass on a rail"
  import Modelica.Mechanics.MultiBody.*;
  parameter Real mass(unit = "kg") = 2 "of the body";
  parameter Real direction[3] = {1, 0, 0};
  parameter Boolean shows = true;
  input Real u(unit = "N");
  inner World world;
  Joints.Prismatic rail(n = direction, useAxisFlange = true, animation = shows, s(start = 0.5), v(start = 1));
  Parts.Body body(m = mass, r_CM = {0, 0, 0});
  Modelica.Mechanics.Translational.Sources.Force motor(f = u);
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, body.frame_a);
  connect(motor.flange, rail.axis);
  annotation (experiment(StopTime = 2));
end Rail;
"""


class Explain(unittest.TestCase):
    def test_sentences(self):
        explanation = gelenk.load(examples / "FourBar.mo").explain()
        self.assertEqual(explanation.model, "FourBar")
        self.assertIn("3 bodies, 4 joints, 1 loop, 1 degree of freedom.", explanation.sections["Mechanism"])
        self.assertIn("Start\n  Fixed by the model: crankJoint.phi = 1", str(explanation))
        with self.assertRaises(TypeError):
            gelenk.load(examples / "FourBar.mo").explain(speed=1)


class Models(unittest.TestCase):
    def test_parameters_are_attributes_and_items(self):
        model = gelenk.load_text(rail_text)
        self.assertEqual(model.name, "Rail")
        self.assertEqual(model.description, "A mass on a rail")
        self.assertEqual(model.mass, 2)
        self.assertEqual(model["direction"], [1, 0, 0])
        self.assertIs(model.shows, True)
        model.mass = 4
        model["rail.s.start"] = 0.25
        model.rail.v.start = numpy.float64(0.0)
        model.direction = numpy.array([0, 0, 1])
        model.shows = False
        self.assertEqual(model.mass, 4)
        self.assertEqual(model.rail.s.start, 0.25)
        self.assertEqual(model["direction"], [0, 0, 1])
        self.assertIs(model.shows, False)
        self.assertIn("mass", dir(model))
        self.assertIn("s", dir(model.rail))
        copy = model.copy()
        copy.mass = 1
        self.assertEqual(model.mass, 4)
        experiment = model.experiment()
        self.assertEqual(experiment.mass_matrix([0.0])[0, 0], 4)

    def test_what_is_wrong_is_told_with_its_place(self):
        with self.assertRaises(gelenk.InputError) as caught:
            gelenk.load_text("model M\n  Real x\nend M;")
        self.assertEqual(caught.exception.line, 2)
        self.assertEqual(caught.exception.code, "syntax")
        self.assertIn(caught.exception.message, str(caught.exception))
        model = gelenk.load_text(rail_text)
        with self.assertRaisesRegex(gelenk.InputError, "mass"):
            model["mas"]
        with self.assertRaises(AttributeError):
            model.mas
        with self.assertRaisesRegex(gelenk.InputError, "mass"):
            model.set(mas=3)
        with self.assertRaisesRegex(gelenk.InputError, "finite"):
            model.mass = float("nan")
        with self.assertRaisesRegex(TypeError, "formulaton"):
            model.experiment(formulaton="mixed")
        with self.assertRaisesRegex(gelenk.InputError, "recursive"):
            model.experiment(formulation="recursiv")
        self.assertEqual(model.mass, 2)


class Experiments(unittest.TestCase):
    def setUp(self):
        self.experiment = gelenk.load_text(rail_text).experiment(rtol=1e-11)

    def test_names(self):
        self.assertEqual([c.name for c in self.experiment.coordinates], ["rail.s"])
        self.assertEqual([c.unit for c in self.experiment.speeds], ["m/s"])
        self.assertEqual([c.name for c in self.experiment.inputs], ["u"])

    def test_equations(self):
        e = self.experiment
        e.set_input("u", 3)
        qdot, vdot = e.derivatives(0, [0.1], [0.2])
        self.assertEqual((qdot[0], vdot[0]), (0.2, 1.5))
        self.assertEqual(e.bias(0, [0.1], [0.2])[0], -3)
        self.assertEqual(e.inverse_dynamics(0, [0.1], [0.2], [5.0])[0], 7)
        frame = e.frame("body.frame_a", numpy.array([0.3]), numpy.array([0.2]))
        numpy.testing.assert_allclose(frame.p, [0.3, 0, 0])
        numpy.testing.assert_allclose(frame.J @ [0.2], [0, 0, 0, 0.2, 0, 0])
        self.assertEqual(e.constraints(0, [0.1], [0.2]).G.shape[0], 0)

    def test_energy_drift_and_signals_anywhere(self):
        e = self.experiment
        e.set_input("u", 3)
        energy = e.energy(0, [0.1], [0.5])
        self.assertEqual((energy.kinetic, energy.total), (0.25, 0.25 + energy.potential))
        drift = e.drift(0, numpy.array([0.1]), numpy.array([0.5]))
        self.assertEqual((drift.position, drift.velocity), (0, 0))
        position = e.signal("rail.s")
        values = e.signal_values(0, [0.1], [0.5], [position, "rail.v", "rail.a"])
        numpy.testing.assert_allclose(values, [0.1, 0.5, 1.5])
        self.assertEqual(values.dtype, numpy.float64)
        e.start()
        self.assertEqual(e.value(position), e.value("rail.s"))
        self.assertEqual(e.value(position), 0.5)
        other = gelenk.load_text(rail_text).experiment()
        with self.assertRaisesRegex(gelenk.InputError, "another experiment"):
            other.value(position)
        with self.assertRaises(TypeError):
            e.value(None)
        with self.assertRaises(TypeError):
            e.signal_values(0, [0.1], [0.5], "rail.s rail.v".split() + [3])
        self.assertEqual(len(e.signal_values(0, [0.1], [0.5], [])), 0)

    def test_equations_in_every_formulation(self):
        for formulation in ("recursive", "mixed", "hierarchical"):
            e = gelenk.load(examples / "FourBar.mo").experiment(formulation=formulation)
            e.start()
            qdot, vdot = e.derivatives(e.time, e.q, e.v)
            c = e.constraints(e.time, e.q, e.v)
            forces = e.mass_matrix(e.q) @ vdot + e.bias(e.time, e.q, e.v)
            share = numpy.linalg.lstsq(c.G.T, forces, rcond=None)[0]
            numpy.testing.assert_allclose(c.G.T @ share, forces, atol=1e-8)
            kinetic = e.energy(e.time, e.q, e.v).kinetic
            self.assertAlmostEqual(kinetic, 0.5 * e.v @ e.mass_matrix(e.q) @ e.v, places=10)

    def test_steps_with_the_caller_in_the_loop(self):
        e = self.experiment
        e.start()
        for i in range(10):
            e.set_input("u", 2.0 if i % 2 == 0 else -2.0)
            e.advance(0.1 * (i + 1))
        # Forward for 0.1 s, then back: 0.01 m gained each time over the steady motion.
        self.assertAlmostEqual(e.q[0], 0.5 + 1.0 + 5 * 0.01, places=9)
        self.assertAlmostEqual(e.value("rail.v"), 1.0, places=9)
        self.assertEqual(e.value("rail.a"), -1.0)

    def test_a_state_is_come_back_to(self):
        e = self.experiment
        e.start()
        e.set_input("u", 1)
        e.advance(0.3)
        state = pickle.loads(pickle.dumps(e.save()))
        e.advance(1)
        there = e.q[0]
        e.restore(state)
        self.assertEqual(e.time, 0.3)
        e.advance(1)
        self.assertEqual(e.q[0], there)

    def test_a_state_is_a_file(self):
        e = self.experiment
        e.start()
        e.set_input("u", 1)
        e.advance(0.3)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state.json")
            e.write_state(path)
            e.advance(1)
            there = e.q[0]
            fit = e.read_state(path)
            self.assertTrue(fit.is_exact)
            self.assertEqual(e.time, 0.3)
            e.advance(1)
            self.assertEqual(e.q[0], there)
            results = gelenk.load_text(rail_text).simulate(1, start_state=path, integrator="rk4", signals="rail.s")
            self.assertEqual(results.time[0], 0.3)
            self.assertAlmostEqual(results["rail.s"][-1], there, places=9)
            with self.assertRaises(gelenk.InputError):
                e.read_state(os.path.join(folder, "none.json"))

    def test_controllers(self):
        calls = []

        def act(experiment):
            calls.append(experiment.time)
            experiment.set_input("u", -2 * experiment.v[0])

        results = self.experiment.simulate(1.0, signals="rail.v", controllers=[(0.1, act)])
        self.assertEqual(len(calls), 11)
        self.assertAlmostEqual(results["rail.v"][-1], 0.9**10, places=8)

    def test_an_error_of_a_controller_comes_out_and_nothing_breaks(self):
        def act(experiment):
            raise RuntimeError("no more")

        with self.assertRaisesRegex(RuntimeError, "no more"):
            self.experiment.simulate(1.0, controllers=[(0.1, act)])
        with self.assertRaisesRegex(gelenk.InputError, "callback"):
            self.experiment.simulate(1.0, controllers=[(0.1, lambda e: e.start())])
        self.assertTrue(self.experiment.simulate(1.0).succeeded)

    def test_wrong_use_is_told(self):
        e = self.experiment
        with self.assertRaisesRegex(gelenk.InputError, "2 numbers were given for 1 coordinates"):
            e.derivatives(0, [1, 2], [1])
        with self.assertRaisesRegex(gelenk.InputError, "'rail.s' is nan"):
            e.derivatives(0, [numpy.nan], [1])
        with self.assertRaisesRegex(gelenk.InputError, "there is no signal 'rail.x'"):
            e.value("rail.x")
        with self.assertRaises(TypeError):
            e.derivatives(0, "text", [1])

    def look(self):
        """All that can be seen of the experiment."""
        e = self.experiment
        qdot, vdot = e.derivatives(e.time, e.q, e.v)
        return [e.time, *e.q, *e.v, *qdot, *vdot, e.input("u"), e.value("rail.a")]

    def test_wrong_arguments_change_nothing(self):
        e = self.experiment
        e.start()
        e.advance(0.2)
        before = self.look()
        one, wide = numpy.array([1.0]), numpy.arange(8.0)
        wrong = [
            (TypeError, lambda: e.derivatives(0, "text", one)),
            (TypeError, lambda: e.derivatives(None, one, one)),
            (TypeError, lambda: e.derivatives(0, {"q": 1}, one)),
            (TypeError, lambda: e.derivatives(0, object(), one)),
            (TypeError, lambda: e.derivatives("now", one, one)),
            (ValueError, lambda: e.derivatives(0, numpy.ones((1, 1)), one)),
            (ValueError, lambda: e.derivatives(0, numpy.float64(1), one)),
            (ValueError, lambda: e.derivatives(0, wide[::2], one)),
            (ValueError, lambda: e.mass_matrix([])),
            (ValueError, lambda: e.bias(0, one, numpy.array([numpy.inf]))),
            (ValueError, lambda: e.inverse_dynamics(0, one, one, wide)),
            (ValueError, lambda: e.set_state(float("nan"), one, one)),
            (ValueError, lambda: e.set_state(0, one, [])),
            (ValueError, lambda: e.set_state(1e305, one, one)),
            (ValueError, lambda: e.set_input("u", float("inf"))),
            (TypeError, lambda: e.set_input("u", "much")),
            (TypeError, lambda: e.set_input(3, 1)),
            (ValueError, lambda: e.advance(float("nan"))),
            (ValueError, lambda: e.advance(0.1)),
            (TypeError, lambda: e.restore(b"state")),
            (ValueError, lambda: e.frame("nothing", one, one)),
            (ValueError, lambda: e.read_state("/nowhere/state.json")),
            (ValueError, lambda: e.write_state("/nowhere/state.json")),
            (ValueError, lambda: e.simulate(-1.0)),
            (ValueError, lambda: e.simulate(1.0, interval=-1.0)),
            (ValueError, lambda: e.simulate(1.0, signals="nothing")),
            (ValueError, lambda: e.simulate(1.0, real_time=-1.0)),
            (ValueError, lambda: e.simulate(1.0, controllers=[(0.0, print)])),
            (TypeError, lambda: e.simulate(1.0, controllers=[(0.1, "act")])),
            (TypeError, lambda: e.simulate(1.0, controllers=3)),
            (TypeError, lambda: e.simulate(1.0, 2.0)),
        ]
        for number, (kind, call) in enumerate(wrong):
            with self.subTest(number=number), self.assertRaises(kind):
                call()
            self.assertEqual(self.look(), before, number)

    def test_arrays_of_any_kind_of_number(self):
        e = self.experiment
        expected = e.derivatives(0, [2.0], [3.0])
        for q in ([2], (2,), numpy.array([2], dtype=numpy.int8), numpy.array([2], dtype=numpy.float32),
                  numpy.array([5.0, 0.0, 2.0, 0.0])[2::2][:1], numpy.array([2.0], dtype=">f8")):
            self.assertEqual(e.derivatives(0, q, [3.0]), expected)

    def test_states_that_are_damaged_are_refused(self):
        e = self.experiment
        e.start()
        e.advance(0.2)
        state = e.save()
        before = self.look()
        content = state.__getstate__()
        memory = content[4]
        for damaged in (b"", memory[:-1], memory + b"x", bytes([memory[0] ^ 1]) + memory[1:]):
            broken = type(state).__new__(type(state))
            broken.__setstate__((*content[:4], damaged))
            with self.assertRaisesRegex(gelenk.InputError, "damaged"):
                e.restore(broken)
            self.assertEqual(self.look(), before)

    def test_callbacks_that_misbehave(self):
        kept = {}

        def let_go(experiment):
            kept.clear()
            del experiment

        def stray(experiment):
            for call in (experiment.start, experiment.save, experiment.simulate, lambda: experiment.advance(9)):
                with self.assertRaisesRegex(gelenk.InputError, "callback"):
                    call()
            experiment.value("rail.a")
            experiment.energy(0, experiment.q, experiment.v)

        def fail(*arguments):
            raise KeyError("mine")

        kept["experiment"] = gelenk.load_text(rail_text).experiment()
        results = kept["experiment"].simulate(0.3, controllers=[(0.1, let_go)], progress=lambda t: kept.clear())
        self.assertTrue(results.succeeded)
        e = self.experiment
        self.assertTrue(e.simulate(0.3, controllers=[(0.1, stray)], progress=lambda t: stray(e)).succeeded)
        for options in ({"controllers": [(0.1, fail)]}, {"progress": fail}):
            with self.assertRaisesRegex(KeyError, "mine"):
                e.simulate(0.3, **options)
            e.advance(e.time + 0.1)
            self.assertTrue(e.simulate(0.3).succeeded)
        with self.assertRaises(TypeError):  # called with one argument
            e.simulate(0.3, controllers=[(0.1, lambda: None)])
        self.assertTrue(e.simulate(0.3).succeeded)

    def test_ctrl_c_ends_a_run(self):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            self.experiment.simulate(1e9, interval=1e6, controllers=[(0.01, lambda e: None)])
        self.assertTrue(self.experiment.simulate(1.0).succeeded)

    def test_the_lock_is_free_while_it_runs(self):
        counts = [0]
        done = threading.Event()

        def count():
            while not done.is_set():
                counts[0] += 1
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        gelenk.load(examples / "FourBar.mo").simulate(200, interval=10)
        done.set()
        thread.join()
        self.assertGreater(counts[0], 10)


class ResultsTests(unittest.TestCase):
    def setUp(self):
        self.results = gelenk.load_text(rail_text).simulate(interval=0.5)

    def test_arrays(self):
        r = self.results
        self.assertEqual(len(r), 5)
        numpy.testing.assert_allclose(r.time, [0, 0.5, 1, 1.5, 2])
        numpy.testing.assert_allclose(r["rail.s"], 0.5 + r.time, atol=1e-9)
        self.assertIn("rail.s", r)
        self.assertEqual(r.units["rail.s"], "m")
        self.assertAlmostEqual(r.at(0.75, "rail.s"), 1.25)
        with self.assertRaisesRegex(gelenk.InputError, "rail.s"):
            r["rail.ss"]

    def test_arrays_share_memory_and_outlive_the_results(self):
        first, second = self.results["rail.s"], self.results["rail.s"]
        self.assertTrue(numpy.shares_memory(first, second))
        with self.assertRaises(ValueError):
            first[0] = 1
        del self.results, second
        self.assertAlmostEqual(first[-1], 2.5)

    def test_reports(self):
        with self.assertRaisesRegex(gelenk.InputError, "report"):
            self.results.report()
        self.assertIn("<pre>", self.results._repr_html_())
        shown = gelenk.load_text(rail_text).simulate(report=True)
        self.assertIn("<iframe", shown._repr_html_())

    def test_pandas_where_it_is(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            return
        table = self.results.to_pandas()
        self.assertAlmostEqual(table["rail.s"].iloc[-1], 2.5)


class Examples(unittest.TestCase):
    def run_example(self, name, *arguments):
        done = subprocess.run([sys.executable, str(examples / "python" / name), *arguments], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_balance(self):
        self.assertIn("cart at 0.000", self.run_example("balance.py").replace("-0.000", "0.000"))

    def test_fit(self):
        text = self.run_example("fit.py")
        low, high = (float(word) for word in text.split("interval")[1].split()[:3:2])
        self.assertTrue(low < 1340 < high, text)

    def test_sweep(self):
        self.assertIn("1000 cars, 0 of them failed", self.run_example("sweep.py"))


class Fits(unittest.TestCase):
    """The mass on the rail under a constant force: s = 0.5 + t + F/(2 m) t²."""

    def test_finds_a_mass(self):
        time = numpy.linspace(0.1, 2, 20)
        record = {"time": time, "way": 0.5 + time + 6 / (2 * 3) * time**2}
        model = gelenk.load_text(rail_text, u=6)
        result = gelenk.fit(model, record, {"mass": (2, 0.1, 50)}, matches={"way": "rail.s"})
        self.assertTrue(result.succeeded, result.message)
        self.assertAlmostEqual(result["mass"].value, 3, places=6)
        self.assertLess(result["mass"].deviation, 1e-6)
        self.assertEqual(result.signals[0].count, 20)
        self.assertEqual(result.correlation.shape, (1, 1))
        with self.assertRaisesRegex(gelenk.InputError, "none of the record's columns"):
            gelenk.fit(model, record, ["mass"])


class Sweeps(unittest.TestCase):
    """The mass on the rail under a constant force: s = 0.5 + t + F/(2 m) t²."""

    def sweep(self, parameters, results, **options):
        return gelenk.sweep(gelenk.load_text(rail_text), parameters, results, t_end=2, **options)

    def test_arrays_in_arrays_out(self):
        masses, forces = numpy.array([1.0, 2.0, 4.0]), [0, 3]
        table = self.sweep({"mass": masses, "u": forces}, ["final(rail.s)", "events"])
        self.assertEqual(table.parameters, ["mass", "u"])
        self.assertEqual(table.results, ["final(rail.s)", "events"])
        self.assertEqual((len(table), table.status, table.succeeded), (6, "done", True))
        numpy.testing.assert_array_equal(table["mass"], [1, 1, 2, 2, 4, 4])
        numpy.testing.assert_allclose(table["final(rail.s)"], 2.5 + 2 * table["u"] / table["mass"], rtol=1e-9)
        self.assertIn("events", table)
        with self.assertRaises(KeyError):
            table["final(rail.v)"]

    def test_texts_draws_and_truth_values(self):
        table = self.sweep({"mass": "uniform(1, 2)"}, "final(rail.v)", draws=5, sampling="latin", seed=3)
        self.assertEqual(sorted((5 * (table["mass"] - 1)).astype(int)), [0, 1, 2, 3, 4])
        table = self.sweep({"shows": [True, False], "mass": 2}, "final(rail.v)")
        self.assertEqual(table["shows"], ["true", "false"])

    def test_cases_that_do_not_succeed_are_told(self):
        table = self.sweep({"mass": [1, -1]}, "final(rail.v)")
        self.assertFalse(table.succeeded)
        self.assertEqual([f.number for f in table.failures], [1])
        self.assertTrue(numpy.isnan(table["final(rail.v)"][1]))

    def test_what_is_wrong_is_an_error(self):
        with self.assertRaisesRegex(gelenk.InputError, "no signal matches"):
            self.sweep({"mass": [1, 2]}, "max(nothing)")
        with self.assertRaises(TypeError):
            self.sweep({"mass": [1, 2]}, "max(rail.s)", no_such_option=1)

    def test_progress_and_what_it_throws(self):
        seen = []
        self.sweep({"mass": numpy.linspace(1, 2, 20)}, "max(rail.s)", progress=lambda done, cases: seen.append((done, cases)))
        self.assertEqual(seen[-1], (20, 20))

        def stop(done, cases):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            self.sweep({"mass": numpy.linspace(1, 2, 20)}, "max(rail.s)", progress=stop)


class LedMotion(unittest.TestCase):
    """Partition of coordinates, inverse dynamics and kinematics."""

    def setUp(self):
        self.experiment = gelenk.load(examples / "SliderCrank.mo").experiment()
        self.experiment.start()

    def test_partition_splits_coordinates(self):
        split = self.experiment.partition("crankJoint.phi", reduced=True)
        self.assertEqual(split.independent, ["crankJoint.phi"])
        self.assertEqual(len(split.dependent), split.rank)
        self.assertEqual(split.B.shape, (split.rank, 1))
        self.assertEqual(split.M_r.shape, (1, 1))
        self.assertEqual(split.F_r.shape, (1,))
        with self.assertRaisesRegex(gelenk.InputError, "there is no coordinate 'crank'"):
            self.experiment.partition("crank")

    def test_inverse_takes_laws_and_arrays(self):
        time = numpy.linspace(0, 0.5, 51)
        by_law = self.experiment.inverse(motion={"crankJoint.phi": "0.5 + sin(time)"}, t_end=0.5, interval=0.01)
        by_array = self.experiment.inverse(time=time, columns={
            "crankJoint.phi": 0.5 + numpy.sin(time), "crankJoint.w": numpy.cos(time), "crankJoint.a": -numpy.sin(time)})
        self.assertTrue(by_law.succeeded)
        self.assertEqual(by_law.degrees_of_freedom, 1)
        numpy.testing.assert_allclose(by_law["force(crankJoint.phi)"], by_array["force(crankJoint.phi)"], rtol=1e-9)
        self.assertEqual(by_law.efforts[0].unit, "N.m")
        self.assertAlmostEqual(abs(by_law.efforts[0].peak), numpy.abs(by_law["force(crankJoint.phi)"]).max())
        with self.assertRaises(KeyError):
            by_law["force"]
        with self.assertRaisesRegex(gelenk.InputError, "there is no position"):
            self.experiment.inverse(motion={"crank": "1"})

    def test_kinematics_takes_grids(self):
        angles = numpy.linspace(0, 6.25, 26)
        answer = self.experiment.kinematics(grid={"crankJoint.phi": angles}, signals="cylinder.s")
        self.assertTrue(all(answer.reached))
        s = 0.3*numpy.cos(angles) + numpy.sqrt(0.81 - 0.09*numpy.sin(angles)**2)
        numpy.testing.assert_allclose(answer["cylinder.s"], s, rtol=1e-12)
        ends = self.experiment.kinematics(grid={"cylinder.s": "lin(1, 1.5, 6)"}).ends
        self.assertAlmostEqual(ends[0].at[0], 1.2, places=9)
        self.assertTrue(ends[0].is_singular)


if __name__ == "__main__":
    unittest.main()
