#include "api/shown_model.h"

#include "report/defaults.h"

namespace gelenk {

ModelTree read_shown_model(
    const std::function<ModelTree(const Settings& more, modelica::ModelTexts& texts)>& read,
    modelica::ModelTexts& texts) {
  ModelTree model = read({}, texts);
  const auto length = choose_nominal_length(model);
  if (!length) return model;
  texts = {};
  return read({*length}, texts);
}

}  // namespace gelenk
