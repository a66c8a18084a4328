// Partition of coordinates, inverse dynamics and kinematics, after Experiment.
#pragma once

#include <pybind11/pybind11.h>

void bind_led_motion(pybind11::module_& m);
