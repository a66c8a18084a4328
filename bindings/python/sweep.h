// Sweeps for Python: gelenk._core.sweep and the table that it gives.
#pragma once

#include <pybind11/pybind11.h>

#include "gelenk/options.h"

// The options of an experiment by their names; TypeError for one that there is not (module.cc).
gelenk::ExperimentOptions read_options(const pybind11::kwargs& given);

void bind_sweep(pybind11::module_& m);
