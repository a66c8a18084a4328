#include "modelica/syntax/lexer.h"

#include <cstdio>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "base/error.h"

namespace gelenk::modelica {

namespace {

// clang-format off
constexpr std::string_view spellings[] = {
    "the end of the file", "a name", "a string", "an integer", "a number",
    "algorithm", "and", "annotation", "block", "break", "class", "connect", "connector", "constant",
    "constrainedby", "der", "discrete", "each", "else", "elseif", "elsewhen", "encapsulated", "end",
    "enumeration", "equation", "expandable", "extends", "external", "false", "final", "flow", "for",
    "function", "if", "import", "impure", "in", "initial", "inner", "input", "loop", "model", "not",
    "operator", "or", "outer", "output", "package", "parameter", "partial", "protected", "public",
    "pure", "record", "redeclare", "replaceable", "return", "stream", "then", "true", "type",
    "when", "while", "within",
    "(", ")", "[", "]", "{", "}", ";", ",", ":", ":=", "=", ".",
    "+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^",
    "<", "<=", ">", ">=", "==", "<>",
};
// clang-format on
static_assert(std::size(spellings) == static_cast<std::size_t>(TokenKind::not_equal) + 1);

// A syntax node takes up to 200 bytes per token, so this bounds what a hostile file can make us
// allocate; the largest files of the Modelica Standard Library stay far below.
constexpr std::size_t max_token_count = 2'000'000;

constexpr std::size_t max_shown_length = 40;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7F'; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

const std::unordered_map<std::string_view, TokenKind>& get_reserved_words() {
  static const auto words = [] {
    std::unordered_map<std::string_view, TokenKind> map;
    for (auto i = static_cast<std::size_t>(TokenKind::algorithm);
         i <= static_cast<std::size_t>(TokenKind::within); ++i) {
      map.emplace(spellings[i], static_cast<TokenKind>(i));
    }
    return map;
  }();
  return words;
}

// Length in bytes of the UTF-8 character that begins `text`; 0 when it is not one.
std::size_t calc_character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation_byte(text[i])) return 0;
  }
  // Second bytes that would make an overlong form, a surrogate or a number beyond U+10FFFF.
  const bool forbidden = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
                         (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F);
  return forbidden ? 0 : length;
}

// Offset of the first byte that text cannot contain: NUL or malformed UTF-8.
std::size_t find_non_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text[i] == '\0' ? 0 : calc_character_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

bool is_line_end(std::string_view text, std::size_t i) {
  return text[i] == '\n' || (text[i] == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n'));
}

Position calc_position(std::string_view text) {
  Position position;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_line_end(text, i)) {
      position = {position.line + 1, 1};
    } else if (!is_continuation_byte(text[i])) {
      ++position.column;
    }
  }
  return position;
}

std::string format_byte(char c) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "0x%02X",
                static_cast<unsigned>(static_cast<unsigned char>(c)));
  return buffer;
}

// What people who know other languages write, and what Modelica calls it.
std::string find_character_hint(std::string_view rest) {
  struct Slip {
    std::string_view text, hint;
  };
  static constexpr Slip slips[] = {
      {"!=", "'not equal' is written '<>'"},
      {"~=", "'not equal' is written '<>'"},
      {"!", "the negation of a Boolean is written 'not'"},
      {"&", "the logical conjunction is written 'and'"},
      {"|", "the logical disjunction is written 'or'"},
      {"%", "the remainder is written mod(a, b) or rem(a, b); a comment begins with '//'"},
      {"#", "a comment begins with '//'"},
      {"\u201C", "a string stands between straight quotes: \"…\""},
      {"\u201D", "a string stands between straight quotes: \"…\""},
      {"\u201E", "a string stands between straight quotes: \"…\""},
      {"\u2018", "a quoted name stands between straight quotes: '…'"},
      {"\u2019", "a quoted name stands between straight quotes: '…'"},
      {"\u2212", "this is a typographic minus sign; write '-'"},
      {"\u00A0", "this is a no-break space; write an ordinary space"},
      {"\uFEFF", "this is a byte order mark; remove it"},
  };
  for (const Slip& slip : slips) {
    if (rest.starts_with(slip.text)) return std::string(slip.hint);
  }
  if (!is_ascii(rest[0])) {
    return "names consist of the letters a-z and A-Z, digits and '_'; other characters may stand "
           "in "
           "strings and comments";
  }
  return "";
}

}  // namespace

Lexer::Lexer(std::shared_ptr<const SourceFile> file) : file_(std::move(file)), text_(file_->text) {
  if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
    fail({}, "this is not a UTF-8 text file: it begins with a UTF-16 byte order mark",
         "save the file with the encoding UTF-8");
  }
  const std::size_t bad = find_non_text(text_);
  if (bad != std::string_view::npos) {
    const Position position = calc_position(text_.substr(0, bad));
    if (text_[bad] == '\0') {
      fail(position, "this is not a text file: it contains a NUL byte",
           "a model is Modelica text (.mo); a compiled component (.gkc) is used in one by "
           "Gelenk.CompiledComponent(file = …), and described by: gelenk info");
    }
    fail(position,
         "this is not a UTF-8 text file: the byte " + format_byte(text_[bad]) +
             " does not belong to a character",
         "save the file with the encoding UTF-8");
  }
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // byte order mark
}

Token Lexer::next() {
  skip_blanks_and_comments();
  Token token;
  token.begin = position_;
  const std::size_t start = at_;
  if (at_ < text_.size()) {
    if (++token_count_ > max_token_count) {
      fail(position_,
           "the file is too large: it has more than " + std::to_string(max_token_count) + " tokens",
           "keep large tables in data files");
    }
    token.kind = scan_token();
  }
  token.text = text_.substr(start, at_ - start);
  token.end = position_;
  return token;
}

SourceLocation Lexer::locate(Position position) const {
  return {file_, position.line, position.column};
}

void Lexer::fail(Position position, std::string message, std::string hint) const {
  throw UserError(Diagnostic{"syntax", locate(position), "", std::move(message), std::move(hint)});
}

void Lexer::step() {
  if (is_line_end(text_, at_)) {
    position_ = {position_.line + 1, 1};
  } else if (!is_continuation_byte(text_[at_])) {
    ++position_.column;
  }
  ++at_;
}

void Lexer::skip_blanks_and_comments() {
  for (;;) {
    const char c = look();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
      step();
    } else if (c == '/' && look(1) == '/') {
      while (at_ < text_.size() && !is_line_end(text_, at_)) step();
    } else if (c == '/' && look(1) == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void Lexer::skip_block_comment() {
  const Position begin = position_;
  step();
  step();
  while (!(look() == '*' && look(1) == '/')) {
    if (at_ >= text_.size()) fail(begin, "this comment does not end: '*/' is missing");
    step();
  }
  step();
  step();
}

TokenKind Lexer::scan_token() {
  const char c = look();
  if (is_letter(c)) return scan_word();
  if (is_digit(c) || (c == '.' && is_digit(look(1)))) return scan_number();
  if (c == '"') return scan_string();
  if (c == '\'') return scan_quoted_identifier();
  return scan_symbol();
}

TokenKind Lexer::scan_word() {
  const std::size_t start = at_;
  while (is_letter(look()) || is_digit(look())) step();
  const auto& words = get_reserved_words();
  const auto word = words.find(text_.substr(start, at_ - start));
  return word == words.end() ? TokenKind::identifier : word->second;
}

TokenKind Lexer::scan_number() {
  const std::size_t start = at_;
  const Position begin = position_;
  TokenKind kind = TokenKind::integer;
  while (is_digit(look())) step();
  if (look() == '.') {
    kind = TokenKind::real;
    step();
    while (is_digit(look())) step();
  }
  const std::size_t sign = look(1) == '+' || look(1) == '-' ? 1 : 0;
  if ((look() == 'e' || look() == 'E') && is_digit(look(1 + sign))) {
    kind = TokenKind::real;
    for (std::size_t i = 0; i <= sign; ++i) step();
    while (is_digit(look())) step();
  }
  if (is_letter(look())) {
    while (is_letter(look()) || is_digit(look())) step();
    fail(begin, quote(text_.substr(start, at_ - start)) + " is neither a number nor a name",
         "a name begins with a letter, a product needs '*', a power of ten is written 1e3");
  }
  return kind;
}

TokenKind Lexer::scan_string() {
  const Position begin = position_;
  step();
  while (look() != '"') {
    if (at_ >= text_.size()) {
      fail(begin, "this string does not end: the closing '\"' is missing",
           "within a string a quote is written \\\"");
    }
    if (look() == '\\') {
      scan_escape();
    } else {
      step();
    }
  }
  step();
  return TokenKind::string;
}

TokenKind Lexer::scan_quoted_identifier() {
  const Position begin = position_;
  step();
  while (look() != '\'') {
    if (at_ >= text_.size() || look() == '\n' || look() == '\r') {
      fail(begin, "this quoted name does not end: the closing ' is missing on its line",
           "a string stands between double quotes: \"…\"");
    }
    if (look() == '\\') {
      scan_escape();
    } else if (is_control(look()) || !is_ascii(look()) || look() == '`') {
      fail_at_character();
    } else {
      step();
    }
  }
  step();
  return TokenKind::identifier;
}

void Lexer::scan_escape() {
  constexpr std::string_view escapable = "'\"?\\abfnrtv";
  const char c = look(1);
  // A backslash that ends the file is left to the caller, who reports the open string.
  if (c != '\0' && escapable.find(c) == std::string_view::npos) {
    const std::size_t length = calc_character_length(text_.substr(at_ + 1));
    fail(position_,
         "'\\" + (is_control(c) ? std::string() : std::string(text_.substr(at_ + 1, length))) +
             "' is not an escape sequence",
         "a backslash itself is written '\\\\'");
  }
  step();
  if (c != '\0') step();
}

TokenKind Lexer::scan_symbol() {
  const char first = look();
  const char second = look(1);
  const auto take = [this](std::size_t length, TokenKind kind) {
    for (std::size_t i = 0; i < length; ++i) step();
    return kind;
  };
  switch (first) {
    case '(': return take(1, TokenKind::left_parenthesis);
    case ')': return take(1, TokenKind::right_parenthesis);
    case '[': return take(1, TokenKind::left_bracket);
    case ']': return take(1, TokenKind::right_bracket);
    case '{': return take(1, TokenKind::left_brace);
    case '}': return take(1, TokenKind::right_brace);
    case ';': return take(1, TokenKind::semicolon);
    case ',': return take(1, TokenKind::comma);
    case '+': return take(1, TokenKind::plus);
    case '-': return take(1, TokenKind::minus);
    case '*': return take(1, TokenKind::times);
    case '/': return take(1, TokenKind::divide);
    case '^': return take(1, TokenKind::power);
    case ':': return second == '=' ? take(2, TokenKind::assign) : take(1, TokenKind::colon);
    case '=': return second == '=' ? take(2, TokenKind::equal_equal) : take(1, TokenKind::equals);
    case '>':
      return second == '=' ? take(2, TokenKind::greater_equal) : take(1, TokenKind::greater);
    case '<':
      if (second == '=') return take(2, TokenKind::less_equal);
      return second == '>' ? take(2, TokenKind::not_equal) : take(1, TokenKind::less);
    case '.':
      switch (second) {
        case '+': return take(2, TokenKind::dot_plus);
        case '-': return take(2, TokenKind::dot_minus);
        case '*': return take(2, TokenKind::dot_times);
        case '/': return take(2, TokenKind::dot_divide);
        case '^': return take(2, TokenKind::dot_power);
        default: return take(1, TokenKind::dot);
      }
    default: fail_at_character();
  }
}

void Lexer::fail_at_character() const {
  const std::string_view rest = text_.substr(at_);
  std::string hint = find_character_hint(rest);
  const char c = rest[0];
  if (is_control(c)) {
    fail(position_, "the control character " + format_byte(c) + " cannot stand here");
  }
  const bool is_double = rest.starts_with("!=") || rest.starts_with("&&") ||
                         rest.starts_with("||") || rest.starts_with("~=");
  const std::string_view shown = rest.substr(0, is_double ? 2 : calc_character_length(rest));
  fail(position_, "'" + std::string(shown) + "' has no meaning in Modelica", std::move(hint));
}

std::string_view get_spelling(TokenKind kind) { return spellings[static_cast<std::size_t>(kind)]; }

bool is_reserved_word(TokenKind kind) {
  return kind >= TokenKind::algorithm && kind <= TokenKind::within;
}

std::string calc_string_value(const Token& token) {
  const std::string_view body = token.text.substr(1, token.text.size() - 2);
  std::string value;
  value.reserve(body.size());
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\') {
      value += body[i];
      continue;
    }
    constexpr std::string_view letters = "abfnrtv", meanings = "\a\b\f\n\r\t\v";
    const char c = body[++i];
    const std::size_t letter = letters.find(c);
    value += letter == std::string_view::npos ? c : meanings[letter];
  }
  return value;
}

std::string calc_identifier_name(const Token& token) {
  if (token.text.find('\\') == std::string_view::npos) return std::string(token.text);
  std::string name;
  for (std::size_t i = 0; i < token.text.size(); ++i) {
    if (token.text[i] == '\\') {
      ++i;
      if (token.text[i] != '?' && token.text[i] != '"') name += '\\';
    }
    name += token.text[i];
  }
  return name;
}

std::string shorten(std::string_view text) {
  std::string shown;
  std::size_t count = 0;
  for (const char c : text) {
    if (!is_continuation_byte(c) && count++ == max_shown_length) return shown + "…";
    if (c == '\n' || c == '\r') return shown + "…";
    shown += is_control(c) ? ' ' : c;
  }
  return shown;
}

std::string quote(std::string_view name) {
  if (name.starts_with('\'')) return shorten(name);
  return "'" + shorten(name) + "'";
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::end_of_file: return "the end of the file";
    case TokenKind::string: return "the string " + shorten(token.text);
    default: return quote(token.text);
  }
}

}  // namespace gelenk::modelica
