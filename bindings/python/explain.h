// What a model is made of, for Python.
#pragma once

#include <pybind11/pybind11.h>

void bind_explain(pybind11::module_& m);
