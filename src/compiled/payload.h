// What a component computes from, as its file holds it: a model without the user's names, its inputs
// and the signals it shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/component.h"

namespace gelenk {

struct ComponentPayload {
  ModelTree model;
  struct Export {
    std::string name;    // as its maker calls it: "crank.phi"
    std::string signal;  // in the model: "3.phi"
    std::string unit;
    bool of_state = false;  // laws of others may read it
  };
  std::vector<Export> exports;
  struct Input {
    std::string name;      // as its maker calls it
    std::string variable;  // in the model
    std::string unit;
    double start = 0.0;
  };
  std::vector<Input> inputs;
};

std::string store_payload(const ComponentPayload& payload);
// Throws DamagedBytes (base/bytes.h).
ComponentPayload read_payload(std::string_view bytes);

}  // namespace gelenk
