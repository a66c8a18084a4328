// Characters to tokens, one at a time (Modelica Language Specification 3.6, chapter 2 and appendix
// A.1). Whitespace and comments vanish here. A token is a view into the file's text, so a file
// costs no memory beyond itself until the parser builds nodes from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/source.h"

namespace gelenk::modelica {

// The order is that of the spellings in lexer.cc.
// clang-format off
enum class TokenKind {
  end_of_file, identifier, string, integer, real,
  // reserved words
  algorithm, and_, annotation, block, break_, class_, connect, connector, constant, constrainedby,
  der, discrete, each, else_, elseif, elsewhen, encapsulated, end, enumeration, equation,
  expandable, extends, external, false_, final_, flow, for_, function, if_, import, impure, in,
  initial, inner, input, loop, model, not_, operator_, or_, outer, output, package, parameter,
  partial, protected_, public_, pure, record, redeclare, replaceable, return_, stream, then, true_,
  type, when, while_, within,
  // symbols
  left_parenthesis, right_parenthesis, left_bracket, right_bracket, left_brace, right_brace,
  semicolon, comma, colon, assign, equals, dot,
  plus, minus, times, divide, power, dot_plus, dot_minus, dot_times, dot_divide, dot_power,
  less, less_equal, greater, greater_equal, equal_equal, not_equal,
};
// clang-format on

struct Position {
  std::uint32_t line = 1, column = 1;  // 1-based; columns count code points
};

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  std::string_view text;  // as written, with quotes and escapes
  Position begin, end;    // end: just behind the last character
};

class Lexer {
 public:
  // Refuses what is not UTF-8 text.
  explicit Lexer(std::shared_ptr<const SourceFile> file);

  Token next();  // end_of_file again and again at the end

  SourceLocation locate(Position position) const;
  [[noreturn]] void fail(Position position, std::string message, std::string hint = "") const;

 private:
  void skip_blanks_and_comments();
  void skip_block_comment();
  TokenKind scan_token();
  TokenKind scan_word();
  TokenKind scan_number();
  TokenKind scan_string();
  TokenKind scan_quoted_identifier();
  TokenKind scan_symbol();
  void scan_escape();
  [[noreturn]] void fail_at_character() const;

  // The character `ahead` of the cursor; '\0' behind the end (the text holds no NUL).
  char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void step();  // over one byte, keeping line and column

  std::shared_ptr<const SourceFile> file_;
  std::string_view text_;
  std::size_t at_ = 0;  // cursor, in bytes
  Position position_;   // cursor, for people
  std::size_t token_count_ = 0;
};

// "model", "<="; for identifier and the like a description: "a name".
std::string_view get_spelling(TokenKind kind);
bool is_reserved_word(TokenKind kind);

// What a string token means: quotes removed, escapes resolved.
std::string calc_string_value(const Token& token);
// What an identifier token names. Quotes belong to the name: 'x' and x differ; the redundant
// escapes \? and \" equal the plain characters.
std::string calc_identifier_name(const Token& token);

// For messages: at most about 40 characters of one line.
std::string shorten(std::string_view text);
// 'name', shortened; a quoted identifier has its quotes already.
std::string quote(std::string_view name);
// What stands there, for "found …".
std::string describe(const Token& token);

}  // namespace gelenk::modelica
