// The state of a run as a file: JSON, with all that people may want to read and edit by name, and
// beside it what a run of the same model with the same options needs to go on bit by bit.
//
//   {"gelenk state": 1, "model": "Car", "time": 1.5,
//    "coordinates": {"hinge.phi": 0.25, …}, "speeds": {…}, "states": {…}, "discrete": {…},
//    "inputs": {…}, "options": {"integrator": "dopri5", …},
//    "exact": {"model": "9f86…", "values": "a3c1…", "begin": 0, "interval": 0.01,
//              "rows": 151, "bytes": 20480, "tail": "77b0…", "check": "e2d4…", "memory": "base64…"}}
//
// doc/state-format.md says what each of these is. Such a file may come from anywhere. Reading it
// takes memory in proportion to its size and refuses what is not of this form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gelenk {

struct StateFile {
  using Values = std::vector<std::pair<std::string, double>>;  // by name, in the order of the model
  using Texts = std::vector<std::pair<std::string, std::string>>;

  std::string model;  // name of its class
  double time = 0.0;
  Values coordinates, speeds, states, discretes, inputs;
  Texts options;  // that an exact continuation depends on

  // For an exact continuation; without memory there is none.
  std::string digest;  // of the model with its values
  std::string
      memory;  // bytes as of base/memory.h, at `time` or at the beginning of the step before
  double begin = 0.0;     // of the run, where its output instants are counted from
  double interval = 0.0;  // between them
  // Of a checkpoint: of results written before, the rows; the bytes that their file had then, and a
  // digest of the last of them.
  std::uint64_t rows = 0, bytes = 0;
  std::string tail;

  // Found while reading: time or values are not those that were written with the memory, which is
  // then left out.
  bool is_edited = false;
};

std::string state_text(const StateFile& state);
// `file` is its name in messages. Throws UserError.
StateFile parse_state(std::string_view text, const std::string& file);

StateFile read_state_file(const std::string& path);
// At no instant is there a file that is not whole, also when power fails: the text goes to a file
// beside it, which then takes the place of the old one. `option` is how the user named the file.
// Throws UserError.
void write_state_file(const StateFile& state, const std::string& path, const std::string& option);
// Whether that could succeed, found out before a long run. Throws UserError.
void check_state_path(const std::string& path, const std::string& option);

}  // namespace gelenk
