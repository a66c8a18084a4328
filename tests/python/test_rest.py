"""Equilibria and assemblies, as a script meets them; closed forms are held by the tests of the library."""
import pathlib
import unittest

import gelenk

examples = pathlib.Path(__file__).parents[2] / "examples"


class Rest(unittest.TestCase):
    def test_pendulum_and_what_holds_it(self):
        experiment = gelenk.load(examples / "Pendulum.mo").experiment()
        rest = gelenk.find_equilibrium(experiment)
        self.assertTrue(rest.is_found, rest.message)
        angle = rest.coordinates[0].name
        self.assertAlmostEqual(experiment.value(angle), rest[angle], 12)
        self.assertEqual(list(experiment.v), [0.0] * experiment.nv)
        held = gelenk.find_equilibrium(experiment, hold={angle: rest[angle] + 0.5})
        self.assertAlmostEqual(held[angle], rest[angle] + 0.5, 12)
        self.assertGreater(abs(held.loads[0].value), 0.0)
        with self.assertRaises(gelenk.InputError):
            gelenk.find_equilibrium(experiment, hold={"nothing": 1.0})

    def test_several(self):
        experiment = gelenk.load(examples / "Pendulum.mo").experiment()
        found = gelenk.list_equilibria(experiment, nearest=True, starts=20)
        self.assertEqual(len(found), 2)
        self.assertEqual(found[1].stability, "unstable")
        self.assertLess(found[0].potential_energy, found[1].potential_energy)

    def test_assembly(self):
        model = gelenk.load(examples / "FourBar.mo")
        report = gelenk.assemble(model, branches=60)
        self.assertTrue(report.is_assembled)
        self.assertEqual(report.independent, ["crankJoint.phi"])
        self.assertEqual(len(report.branches), 1)
        experiment = model.experiment()
        experiment.set_state(report.time, report.branches[0].q, report.branches[0].v)
        self.assertAlmostEqual(experiment.value("crankJoint.phi"), 1.0, 12)
        model.set({"couplerLength": 0.3, "rockerLength": 0.45})
        report = gelenk.assemble(model)
        self.assertEqual(report.status, "open")
        self.assertEqual(report.releases, [["crankJoint"]])


if __name__ == "__main__":
    unittest.main()
