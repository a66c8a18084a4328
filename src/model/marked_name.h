// Names of what goes with a variable x: a word before the name says what. No name of the language
// begins so, since the word ends in a blank.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace gelenk {

enum class NameMark {
  none,
  before,   // "pre x": the value of x before an event
  minimum,  // "min x", "max x": among the resets of a When, that x has left a limit
  maximum,
  rate,  // "der x": the derivative of x with respect to time
  // Among the resets of a When, with a text in the place of x. The value of "assert …" is 1: the run
  // ends where the condition of the When becomes true, or is so at the start. That of "check …"
  // says, at the instant of the When, whether the run ends.
  assertion,
  check,
  // The same, of "terminate …": the run then has come to its end as the model wants it.
  termination,
  delayed,  // "delay 3": a number among the delays of the model
};

inline std::string mark_name(NameMark mark, const std::string& name) {
  constexpr std::array<const char*, 9> words = {"",        "pre ",   "min ",       "max ",  "der ",
                                                "assert ", "check ", "terminate ", "delay "};
  return words[static_cast<std::size_t>(mark)] + name;
}

// A quantity that every model has: whether the run is about to start.
inline constexpr const char* starting_name = "initial()";

// Quantities that no user has declared: counts of samples, derivatives that laws read.
inline bool is_internal_name(std::string_view name) { return name.ends_with(")"); }

struct MarkedName {
  NameMark mark = NameMark::none;
  std::string name;  // without the mark
};

inline MarkedName split_mark(std::string_view text) {
  for (const NameMark mark :
       {NameMark::before, NameMark::minimum, NameMark::maximum, NameMark::rate, NameMark::assertion,
        NameMark::check, NameMark::termination, NameMark::delayed}) {
    const std::string word = mark_name(mark, "");
    if (text.starts_with(word)) return {mark, std::string(text.substr(word.size()))};
  }
  return {NameMark::none, std::string(text)};
}

// As the user would write it: der(x) for "der x".
inline std::string describe_name(const std::string& name) {
  const MarkedName marked = split_mark(name);
  if (marked.mark == NameMark::none) return name;
  std::string word = mark_name(marked.mark, "");
  word.pop_back();
  return word + "(" + describe_name(marked.name) + ")";
}

}  // namespace gelenk
