// The state of a run as a file: JSON, with all that people may want to read by name, and beside it
// what a run of the same model with the same options needs to go on bit by bit.
//
//   {"gelenk state": 1, "model": "Car", "time": 1.5,
//    "coordinates": {"hinge.phi": 0.25, …}, "speeds": {…}, "states": {…}, "discrete": {…},
//    "exact": {"digest": "9f86…", "rows": 151, "bytes": 20480, "memory": "base64…"}}
//
// Such a file may come from anywhere. Reading it takes memory in proportion to its size and refuses
// what is not of this form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gelenk {

struct StateFile {
  using Values = std::vector<std::pair<std::string, double>>;  // by name, in the order of the model

  std::string model;
  double time = 0.0;
  Values coordinates, speeds, states, discretes;

  // For an exact continuation; without memory there is none.
  std::string digest;       // of the model and of the options that the memory depends on
  std::string memory;       // bytes as of base/memory.h
  std::uint64_t rows = 0;   // of results written before
  std::uint64_t bytes = 0;  // that the file of results had then
};

std::string state_text(const StateFile& state);
// `file` is its name in messages. Throws UserError.
StateFile parse_state(std::string_view text, const std::string& file);

StateFile read_state_file(const std::string& path);
// At no instant is there a file that is not whole, also when power fails: the text goes to a file
// beside it, which then takes the place of the old one. `option` is how the user named the file.
// Throws UserError.
void write_state_file(const StateFile& state, const std::string& path, const std::string& option);

}  // namespace gelenk
