// Fits for Python: gelenk._core.fit and its result.
#pragma once

#include <pybind11/pybind11.h>

void bind_fit(pybind11::module_& m);
