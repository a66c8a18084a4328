// What a component computes from, as its file holds it: a model without the user's names, its
// inputs, the signals it shows, and the files of compiled components that it is made of, whole.
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
  // Each once. In the model the parameter `file` of a compiled component is the number of its file,
  // from 1 on.
  std::vector<std::string> files;
};

// Components in components: how many levels there may be below the outermost one.
constexpr int most_levels = 8;
// How many there are. A component that somebody has written himself has none inside. Throws
// UserError where a file is none of a component.
int count_levels(const ComponentPayload& payload);

std::string store_payload(const ComponentPayload& payload);
// Throws DamagedBytes (base/bytes.h), also where there are other levels than it says, or too many;
// UserError as above.
ComponentPayload read_payload(std::string_view bytes);

}  // namespace gelenk
