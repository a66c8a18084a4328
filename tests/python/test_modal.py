"""Linear equations and modes from Python."""
import pathlib
import unittest

import numpy

import gelenk

PENDULUM = """
model Pendulum
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);
  input Real u;
  Joints.Revolute hinge(useAxisFlange = true, phi(start = -Modelica.Constants.pi/2, fixed = true), w(fixed = true));
  Parts.Body bob(m = 2, r_CM = {0.5, 0, 0}, I_33 = 0);
  Modelica.Mechanics.Rotational.Sources.Torque motor;
equation
  motor.tau = u;
  connect(motor.flange, hinge.axis);
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, bob.frame_a);
end Pendulum;
"""


class Modal(unittest.TestCase):
    def setUp(self):
        self.experiment = gelenk.load_text(PENDULUM).experiment()
        self.experiment.start()

    def test_matrices_are_arrays_with_names(self):
        linear = self.experiment.linearize(inputs="u", outputs="hinge.phi, hinge.w")
        self.assertEqual([s.name for s in linear.states], ["hinge.phi", "hinge.w"])
        numpy.testing.assert_allclose(linear.A, [[0, 1], [-9.81 / 0.5, 0]], atol=1e-10)
        numpy.testing.assert_allclose(linear.B, [[0], [1 / 0.5]], atol=1e-10)
        numpy.testing.assert_allclose(linear.C, [[1, 0], [0, 1]], atol=1e-10)
        numpy.testing.assert_allclose(linear.D, [[0], [0]], atol=1e-10)
        self.assertTrue(linear.is_at_rest)
        self.assertLess(linear.error, 1e-10)

    def test_modes_and_responses(self):
        linear = self.experiment.linearize("u", "hinge.phi")
        (mode,) = linear.modes()
        self.assertEqual(mode.kind, "oscillation")
        self.assertAlmostEqual(mode.eigenvalue, 1j * (9.81 / 0.5) ** 0.5, places=10)
        self.assertEqual(mode.participation[0][0], "hinge")
        response = linear.frequency_response([0.0, 2.0])
        self.assertEqual(response.shape, (2, 1, 1))
        self.assertAlmostEqual(response[0, 0, 0], 1 / (2 * 9.81 * 0.5), places=12)
        self.assertIn('"modes"', linear.json())

    def test_unknown_names_are_told(self):
        with self.assertRaises(gelenk.InputError) as caught:
            self.experiment.linearize(inputs="v")
        self.assertIn("no input matches 'v'", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
