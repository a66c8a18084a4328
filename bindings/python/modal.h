// Linear equations and modes, after Experiment.
#pragma once

#include <pybind11/pybind11.h>

void bind_modal(pybind11::module_& m);
