// The built-in class library as its declarations state it: the data behind `gelenk library` and
// doc/library.md. Nothing here is written a second time by hand.
#pragma once

#include <string>
#include <vector>

#include "gelenk/error.h"
#include "gelenk/export.h"

namespace gelenk {

struct LibraryConnector {
  std::string name;        // "frame_a"
  std::string class_name;  // full name
  std::string description;
  std::string sizes;  // of an array of them: "[n]"
};

// A parameter, or an input that a law of time may set.
struct LibraryParameter {
  std::string name, type, unit;  // type as a reader says it: "Position[3]"; unit may be empty
  std::string default_value;     // as written; empty: none
  std::string start;             // used when there is neither a default nor a value; empty: zero
  std::string range;             // "at least 0", "0 to 1"; empty: any value
  std::string description;
  bool is_input = false;        // its value may depend on time
  bool is_derived = false;      // final: follows from the others and cannot be set
  bool is_for_drawing = false;  // read and checked, without effect on the motion
};

struct LibraryVariable {
  std::string name, type, unit;
  std::string start;  // as written; empty: none
  std::string description;
  bool is_flow = false;  // in a connector: sums to zero over a connection
};

struct LibraryLiteral {
  std::string name, description;
};

struct LibraryClass {
  // An element has its mechanics in the program; connectors, records and types are what it uses.
  enum class Kind { element, connector, record, type };
  Kind kind = Kind::element;
  std::string package, name;  // "Modelica.Mechanics.MultiBody.Joints", "Revolute"
  std::string description;
  std::vector<LibraryConnector> connectors;
  std::vector<LibraryParameter> parameters;
  std::vector<LibraryVariable> variables;
  std::string base, unit;                // of a type: "Real[3]", "rad"; of a signal connector: "input Real"
  std::vector<LibraryLiteral> literals;  // of an enumeration

  std::string full_name() const { return package.empty() ? name : package + "." + name; }
};

// Elements package by package, then the connectors, records and types that they use.
GELENK_EXPORT std::vector<LibraryClass> list_library();

// The class with that full or last name; among classes of one last name an element comes before a
// connector, a connector before a type. Throws InputError with near names when there is none.
GELENK_EXPORT LibraryClass find_library_class(const std::string& name);

// The whole reference as Markdown: the text of doc/library.md.
GELENK_EXPORT std::string write_library_markdown();

}  // namespace gelenk
