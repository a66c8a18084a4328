// Tokens, their places and values, and what the lexer refuses.
#include "modelica/syntax/lexer.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "gtest/gtest.h"

namespace gelenk::modelica {
namespace {

std::shared_ptr<const SourceFile> make_file(std::string text) {
  auto file = std::make_shared<SourceFile>();
  file->name = "test.mo";
  file->text = std::move(text);
  return file;
}

// The texts of all tokens, separated by '|'.
std::string lex(std::string text) {
  const auto file = make_file(std::move(text));
  Lexer lexer(file);
  std::string all;
  for (Token token = lexer.next(); token.kind != TokenKind::end_of_file; token = lexer.next()) {
    if (!all.empty()) all += '|';
    all += token.text;
  }
  return all;
}

Token lex_one(const std::shared_ptr<const SourceFile>& file) {
  Lexer lexer(file);
  const Token token = lexer.next();
  EXPECT_EQ(lexer.next().kind, TokenKind::end_of_file);
  return token;
}

std::string find_error(std::string text) {
  try {
    lex(std::move(text));
  } catch (const UserError& error) {
    EXPECT_EQ(error.diagnostics().at(0).code, "syntax");
    return error.what();
  }
  return "no error";
}

TEST(Lexer, separates_tokens) {
  EXPECT_EQ(lex("a:=b;c==d<>e<=f>=g<h>i=j"), "a|:=|b|;|c|==|d|<>|e|<=|f|>=|g|<|h|>|i|=|j");
  EXPECT_EQ(lex("a.+b.-c.*d./e.^f.g"), "a|.+|b|.-|c|.*|d|./|e|.^|f|.|g");
  EXPECT_EQ(lex("{[(1,2);3:4]}+-*/^"), "{|[|(|1|,|2|)|;|3|:|4|]|}|+|-|*|/|^");
  EXPECT_EQ(lex(""), "");
}

TEST(Lexer, skips_blanks_and_comments) {
  EXPECT_EQ(lex("a // b /* c\n/* d // e\n * f **/ g /**/ h"), "a|g|h");
  EXPECT_EQ(lex("a//b\rc"), "a|c");
  EXPECT_EQ(lex("\f\v\t a \r\n"), "a");
  EXPECT_EQ(lex("// ends with the file"), "");
}

TEST(Lexer, takes_the_longest_number) {
  EXPECT_EQ(lex("1 1. 1.5 .5 1e3 1.e3 1.5e-006 1E+2 .5e1"),
            "1|1.|1.5|.5|1e3|1.e3|1.5e-006|1E+2|.5e1");
  EXPECT_EQ(lex("2.*a 2 .*a"), "2.|*|a|2|.*|a");
  EXPECT_EQ(lex("1:3"), "1|:|3");
  EXPECT_EQ(lex_one(make_file("12")).kind, TokenKind::integer);
  EXPECT_EQ(lex_one(make_file("12.")).kind, TokenKind::real);
  EXPECT_EQ(lex_one(make_file("1e2")).kind, TokenKind::real);
}

TEST(Lexer, knows_every_reserved_word) {
  for (auto i = static_cast<int>(TokenKind::algorithm); i <= static_cast<int>(TokenKind::within);
       ++i) {
    const auto kind = static_cast<TokenKind>(i);
    const auto file = make_file(std::string(get_spelling(kind)));
    EXPECT_EQ(lex_one(file).kind, kind) << file->text;
    EXPECT_TRUE(is_reserved_word(kind));
    EXPECT_EQ(lex_one(make_file(file->text + "_")).kind, TokenKind::identifier);
  }
  EXPECT_EQ(lex_one(make_file("time")).kind, TokenKind::identifier);
  EXPECT_EQ(lex_one(make_file("Model")).kind, TokenKind::identifier);
  EXPECT_EQ(lex_one(make_file("'model'")).kind, TokenKind::identifier);
  EXPECT_FALSE(is_reserved_word(TokenKind::identifier));
  EXPECT_FALSE(is_reserved_word(TokenKind::left_parenthesis));
}

TEST(Lexer, counts_columns_in_characters) {
  const auto file = make_file(
      "\xEF\xBB\xBF"
      "a \"ä€😀\" b\r\n  c\rd\n/* ü\n */ e");
  Lexer lexer(file);
  std::string places;
  for (Token token = lexer.next(); token.kind != TokenKind::end_of_file; token = lexer.next()) {
    places += std::to_string(token.begin.line) + ":" + std::to_string(token.begin.column) + "-" +
              std::to_string(token.end.line) + ":" + std::to_string(token.end.column) + " ";
  }
  EXPECT_EQ(places, "1:1-1:2 1:3-1:8 1:9-1:10 2:3-2:4 3:1-3:2 5:5-5:6 ");
}

TEST(Lexer, resolves_escapes_of_strings) {
  const auto file = make_file(R"("a\"b\\c\n\t\'\?\a\b\f\r\vü")");
  EXPECT_EQ(calc_string_value(lex_one(file)), "a\"b\\c\n\t'?\a\b\f\r\vü");
  const auto lines = make_file("\"a\nb\"");
  EXPECT_EQ(calc_string_value(lex_one(lines)), "a\nb");
  const auto empty = make_file("\"\"");
  EXPECT_EQ(calc_string_value(lex_one(empty)), "");
}

TEST(Lexer, keeps_quotes_of_identifiers) {
  const auto file = make_file(R"('a b.+"\"\?\'\\')");
  EXPECT_EQ(calc_identifier_name(lex_one(file)), R"('a b.+""?\'\\')");
  const auto plain = make_file("_a1");
  EXPECT_EQ(calc_identifier_name(lex_one(plain)), "_a1");
}

TEST(Lexer, reports_what_does_not_end_at_its_start) {
  EXPECT_EQ(find_error("a\n \"b\nc"),
            "test.mo:2:2: error: this string does not end: the closing '\"' is missing [syntax]\n"
            "  hint: within a string a quote is written \\\"");
  EXPECT_EQ(find_error("\"a\\"),
            "test.mo:1:1: error: this string does not end: the closing '\"' is missing [syntax]\n"
            "  hint: within a string a quote is written \\\"");
  EXPECT_EQ(find_error("a /* b\n*"),
            "test.mo:1:3: error: this comment does not end: '*/' is missing [syntax]");
  EXPECT_EQ(find_error("/*/"),
            "test.mo:1:1: error: this comment does not end: '*/' is missing [syntax]");
  EXPECT_EQ(
      find_error("x 'a\nb'"),
      "test.mo:1:3: error: this quoted name does not end: the closing ' is missing on its line "
      "[syntax]\n  hint: a string stands between double quotes: \"…\"");
}

TEST(Lexer, explains_habits_from_other_languages) {
  EXPECT_EQ(find_error("a != b"),
            "test.mo:1:3: error: '!=' has no meaning in Modelica [syntax]\n"
            "  hint: 'not equal' is written '<>'");
  EXPECT_EQ(find_error("a && b"),
            "test.mo:1:3: error: '&&' has no meaning in Modelica [syntax]\n"
            "  hint: the logical conjunction is written 'and'");
  EXPECT_EQ(find_error("a || b"),
            "test.mo:1:3: error: '||' has no meaning in Modelica [syntax]\n"
            "  hint: the logical disjunction is written 'or'");
  EXPECT_EQ(find_error("# a"),
            "test.mo:1:1: error: '#' has no meaning in Modelica [syntax]\n"
            "  hint: a comment begins with '//'");
  EXPECT_EQ(
      find_error("2x"),
      "test.mo:1:1: error: '2x' is neither a number nor a name [syntax]\n"
      "  hint: a name begins with a letter, a product needs '*', a power of ten is written 1e3");
  EXPECT_EQ(find_error("\"C:\\data\""),
            "test.mo:1:4: error: '\\d' is not an escape sequence [syntax]\n"
            "  hint: a backslash itself is written '\\\\'");
  EXPECT_EQ(find_error("“a”"),
            "test.mo:1:1: error: '“' has no meaning in Modelica [syntax]\n"
            "  hint: a string stands between straight quotes: \"…\"");
  EXPECT_NE(find_error("größe").find("'ö' has no meaning in Modelica"), std::string::npos);
  EXPECT_NE(find_error("'größe'").find("'ö' has no meaning in Modelica"), std::string::npos);
  EXPECT_EQ(find_error("a \x01"),
            "test.mo:1:3: error: the control character 0x01 cannot stand here [syntax]");
}

TEST(Lexer, refuses_what_is_not_text) {
  EXPECT_EQ(find_error(std::string("a\nb\0c", 5)),
            "test.mo:2:2: error: this is not a text file: it contains a NUL byte [syntax]\n"
            "  hint: a model is Modelica text (.mo); a compiled component (.gkc) is used in one by "
            "Gelenk.CompiledComponent(file = …), and described by: gelenk info");
  EXPECT_EQ(find_error("// gr\xF6\xDF"),
            "test.mo:1:6: error: this is not a UTF-8 text file: the byte 0xF6 does not belong to a "
            "character [syntax]\n  hint: save the file with the encoding UTF-8");
  EXPECT_EQ(find_error("\xFF\xFEm"),
            "test.mo:1:1: error: this is not a UTF-8 text file: it begins with a UTF-16 byte order "
            "mark [syntax]\n  hint: save the file with the encoding UTF-8");
  for (const char* malformed :
       {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xE2\x28\xA1"}) {
    EXPECT_NE(find_error(malformed).find("not a UTF-8 text file"), std::string::npos);
  }
  EXPECT_EQ(find_error("/* \xF4\x8F\xBF\xBF \xEE\x80\x80 \xC2\x80 */"), "no error");
}

TEST(Lexer, bounds_the_number_of_tokens) {
  std::string text;
  for (int i = 0; i < 2'000'001; ++i) text += "; ";
  EXPECT_NE(find_error(std::move(text)).find("the file is too large"), std::string::npos);
}

TEST(Lexer, shortens_what_messages_show) {
  EXPECT_EQ(shorten(std::string(40, 'a')), std::string(40, 'a'));
  EXPECT_EQ(shorten(std::string(41, 'a')), std::string(40, 'a').append("…"));
  EXPECT_EQ(shorten("a\nb"), "a…");
  EXPECT_EQ(shorten("ä\tb"), "ä b");
  EXPECT_EQ(quote("a"), "'a'");
  EXPECT_EQ(quote("'a b'"), "'a b'");
}

}  // namespace
}  // namespace gelenk::modelica
