// Examples as the program reads them: with shafts built in, or as equations where these do not do.
#pragma once

#include <string>

#include "api/read_machine.h"
#include "elements/library.h"
#include "modelica/reader.h"

namespace gelenk::testing {

inline ModelTree read_example(const std::string& file, modelica::ModelTexts* texts = nullptr) {
  return read_machine([&](bool shafts_as_equations) {
    modelica::ReadOptions options;
    options.shafts_as_equations = shafts_as_equations;
    return modelica::read_model(file, element_library(), options, texts);
  });
}

}  // namespace gelenk::testing
