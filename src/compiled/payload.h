// What a component computes from, as its file holds it: a model without the user's names, and the
// signals it shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/component.h"

namespace gelenk {

struct ComponentPayload {
  Model model;
  struct Export {
    std::string name;    // as its maker calls it: "crank.phi"
    std::string signal;  // in the model: "3.phi"
    std::string unit;
  };
  std::vector<Export> exports;
};

std::string store_payload(const ComponentPayload& payload);
// Throws DamagedBytes (base/bytes.h).
ComponentPayload read_payload(std::string_view bytes);

}  // namespace gelenk
