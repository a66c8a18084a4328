// The file of a compiled component, *.gkc: a shared library that offers the table of
// include/gelenk/component.h, and after it what that library computes from (the payload), and a
// trailer that says for which machine it is and whether it is whole. The system's loader looks at
// the library alone, so the file can be loaded as it is. No compiler is needed to make one.
//
//   library | payload, scrambled | trailer: sizes, key, versions, processor, SHA-256 of all before it, magic
//
// Scrambling keeps names and numbers from being read by chance or by tools like `strings`. It is
// not encryption: whoever has the file has all that is needed to undo it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gelenk {

// What the trailer says, with the values for this machine.
struct ComponentTarget {
  std::uint32_t format_version, abi_version;
  std::uint16_t machine;          // as in the ELF header
  std::uint16_t processor_level;  // of x86-64: instructions that the library uses, 1 to 4
};
ComponentTarget this_target();

// The whole file.
std::string make_component_file(std::string_view library, std::string_view payload,
                                const ComponentTarget& target = this_target());

// Checks the contents of a file and returns its payload; throws UserError with what is wrong.
// `file` is its name in messages.
std::string check_component_file(std::string_view bytes, const std::string& file);

// The contents of a file that exists and is of a size that a component can have; throws UserError.
std::string read_component_bytes(const std::string& file);

// The library of the file that this program can read must have this machine in its ELF header.
bool is_shared_library(std::string_view bytes, std::uint16_t machine);

// Throws UserError where that is not possible.
void write_component_file(std::string_view bytes, const std::string& file);

}  // namespace gelenk
