// Equilibria and assemblies for Python.
#pragma once

#include <pybind11/pybind11.h>

void bind_rest(pybind11::module_& m);
