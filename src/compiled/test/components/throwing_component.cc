// A component that breaks its contract by throwing, in C++: at once when its file is named throws-at-once, else where it
// is asked for its motion (a reason) or for its energy (something that is no reason).
#include <cstring>
#include <stdexcept>

#define GELENK_COMPONENT_EXPORTS
#include "gelenk/component.h"

struct gelenk_component {};

namespace {

gelenk_component only;

int open_it(const char* file, gelenk_component** c, char*, size_t) {
  if (std::strstr(file, "throws-at-once") != nullptr) throw std::runtime_error("no fuel");
  *c = &only;
  return GELENK_OK;
}
void close_it(gelenk_component*) {}
const char* message(const gelenk_component*) { return ""; }
int counts(gelenk_component*, gelenk_counts* n) {
  *n = {};
  n->ports = n->port_frames = 1;
  return GELENK_OK;
}
int port_frame(gelenk_component*, int32_t, gelenk_port_frame* frame) {
  *frame = {"frame", 0, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}};
  return GELENK_OK;
}
int place(gelenk_component*, double, const double*, const double*, double*, double*) {
  throw std::runtime_error("the fuel has run out");
}
int energy(gelenk_component*, double*, double*) { throw 7; }

gelenk_component_table make_table() {
  gelenk_component_table table{};
  table.magic = GELENK_COMPONENT_MAGIC;
  table.version = GELENK_COMPONENT_VERSION;
  table.size = sizeof table;
  table.open = open_it;
  table.close = close_it;
  table.message = message;
  table.counts = counts;
  table.port_frame = port_frame;
  table.place = place;
  table.energy = energy;
  return table;
}

}  // namespace

extern "C" const gelenk_component_table gelenk_component_abi = make_table();
