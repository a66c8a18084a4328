// The functions behind Modelica.Utilities.Strings. Positions count bytes from 1, as in the library; a scan that finds nothing gives
// back the position where it began.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "modelica/failure.h"
#include "modelica/values/external_function.h"

namespace gelenk::modelica {

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool get_flag(const ExternalCall& call, const char* name, bool otherwise) {
  const Datum* given = call.find_input(name);
  return given == nullptr ? otherwise : get_boolean(*given, name, call.where);
}

void find_length(ExternalCall& call) {
  call.set_only({static_cast<double>(call.text("string").size())});
}

void take_part(ExternalCall& call) {
  const std::string& text = call.text("string");
  const int size = static_cast<int>(text.size()), from = std::max(call.integer("startIndex"), 1),
            to = std::min(call.integer("endIndex"), size);
  call.set_text("result", from > to ? ""
                                    : text.substr(static_cast<std::size_t>(from - 1),
                                                  static_cast<std::size_t>(to - from + 1)));
}

// Less, Equal, Greater
void compare(ExternalCall& call) {
  std::string a = call.text("string1"), b = call.text("string2");
  if (!get_flag(call, "caseSensitive", true)) {
    std::transform(a.begin(), a.end(), a.begin(), to_lower);
    std::transform(b.begin(), b.end(), b.begin(), to_lower);
  }
  call.set_only({a < b ? 1.0 : a == b ? 2.0 : 3.0});
}

// By Partow's function of all bytes, as a signed number of 32 bits.
void find_hash(ExternalCall& call) {
  std::uint32_t hash = 0xAAAAAAAA;
  const std::string& text = call.text("string");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t byte = static_cast<unsigned char>(text[i]);
    hash ^=
        i % 2 == 0 ? (hash << 7) ^ (byte * (hash >> 3)) : ~((hash << 11) + (byte ^ (hash >> 5)));
  }
  call.set_only({static_cast<double>(static_cast<std::int32_t>(hash))});
}

// A position in the text of a call: from startIndex on, behind white space.
class Scan {
 public:
  explicit Scan(const ExternalCall& call) : text_(call.text("string")) {
    first_ = static_cast<std::size_t>(std::max(call.integer("startIndex"), 1) - 1);
    at_ = std::min(first_, text_.size());
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    begin_ = at_;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool is_end() const { return at_ >= text_.size(); }
  bool accept(char c) {
    if (is_end() || peek() != c) return false;
    ++at_;
    return true;
  }
  std::size_t skip_digits() {
    const std::size_t from = at_;
    while (is_digit(peek())) ++at_;
    return at_ - from;
  }
  void skip() { ++at_; }
  std::size_t at() const { return at_; }
  void back_to(std::size_t position) { at_ = position; }
  std::string_view taken() const { return std::string_view(text_).substr(begin_, at_ - begin_); }
  double next_index() const { return static_cast<double>(at_) + 1.0; }
  double first_index() const { return static_cast<double>(first_) + 1.0; }

 private:
  const std::string& text_;
  std::size_t first_, at_, begin_;
};

// Whether a sign, if there is one, may stand.
bool skip_sign(Scan& scan, const ExternalCall& call) {
  const bool has_sign = scan.accept('+') || scan.accept('-');
  return !has_sign || !get_flag(call, "unsigned", false);
}

double read_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void give_scanned(ExternalCall& call, const Scan& scan, bool is_found) {
  call.set("nextIndex", {is_found ? scan.next_index() : scan.first_index()});
  call.set("number", {is_found ? read_number(scan.taken()) : 0.0});
}

void scan_real(ExternalCall& call) {
  Scan scan(call);
  bool is_found = skip_sign(scan, call);
  std::size_t digits = scan.skip_digits();
  if (scan.accept('.')) digits += scan.skip_digits();
  is_found = is_found && digits > 0;
  if (is_found && (scan.accept('e') || scan.accept('E'))) {
    if (!scan.accept('+')) scan.accept('-');
    is_found = scan.skip_digits() > 0;
  }
  give_scanned(call, scan, is_found);
}

void scan_integer(ExternalCall& call) {
  Scan scan(call);
  bool is_found = skip_sign(scan, call);
  is_found = scan.skip_digits() > 0 && is_found;
  // A number that goes on with a fraction or an exponent is none.
  const char next = scan.peek();
  is_found = is_found && next != '.' && next != 'e' && next != 'E';
  is_found = is_found && scan.taken().size() <= 11;
  give_scanned(call, scan, is_found);
}

void scan_string(ExternalCall& call) {
  Scan scan(call);
  std::string found;
  bool is_found = scan.accept('"'), is_closed = false;
  while (is_found && !is_closed && !scan.is_end()) {
    if (scan.accept('"')) {
      is_closed = true;
    } else {
      if (scan.accept('\\') && scan.peek() != '"') found += '\\';
      if (scan.is_end()) break;
      found += scan.peek();
      scan.skip();
    }
  }
  is_found = is_found && is_closed;
  call.set("nextIndex", {is_found ? scan.next_index() : scan.first_index()});
  call.set_text("string2", is_found ? found : "");
}

void scan_identifier(ExternalCall& call) {
  Scan scan(call);
  const bool is_found = is_letter(scan.peek());
  while (is_found && (is_letter(scan.peek()) || is_digit(scan.peek()) || scan.peek() == '_'))
    scan.skip();
  call.set("nextIndex", {is_found ? scan.next_index() : scan.first_index()});
  call.set_text("identifier", is_found ? std::string(scan.taken()) : "");
}

}  // namespace

const ExternalFunctions& list_text_functions() {
  static const std::string strings = "Modelica.Utilities.Strings.",
                           advanced = strings + "Advanced.";
  static const ExternalFunctions list = {
      {strings + "length", find_length},
      {strings + "substring", take_part},
      {strings + "compare", compare},
      {strings + "hashString", find_hash},
      {advanced + "scanReal", scan_real},
      {advanced + "scanInteger", scan_integer},
      {advanced + "scanString", scan_string},
      {advanced + "scanIdentifier", scan_identifier},
      {advanced + "skipWhiteSpace",
       [](ExternalCall& call) { call.set_only({Scan(call).next_index()}); }},
  };
  return list;
}

}  // namespace gelenk::modelica
