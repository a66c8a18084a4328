// The recursive-descent parser behind parser.h, shared by the parser*.cc files. Its functions
// follow the productions of the grammar (Modelica Language Specification 3.6, appendix A.2); each
// begins at the first token of its production and ends behind the last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modelica/syntax/ast.h"
#include "modelica/syntax/lexer.h"

namespace gelenk::modelica {

class Parser {
 public:
  explicit Parser(std::shared_ptr<const SourceFile> file);

  StoredDefinition parse_stored_definition();
  ExprPtr parse_lone_expression();

 private:
  // ---- tokens and errors: parser.cc

  // Completes "expected X …": "after the declaration of 'a'", or without a name "in the array".
  struct Context {
    const char* phrase = "";
    std::string_view name = {};
  };

  // Syntax that contains itself holds one of these while it is parsed, which bounds the recursion
  // of the parser and of everyone who walks the tree later.
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  bool at(TokenKind kind) const { return current_.kind == kind; }
  const Token& peek();  // the token behind the current one
  void advance();
  bool accept(TokenKind kind);
  void expect(TokenKind kind, Context context);
  // The end of a list, where `expected` names it and what would continue the list.
  void expect_close(TokenKind kind, const char* expected, Context context);
  std::string expect_identifier(Context context);
  SourceLocation here() const { return lexer_.locate(current_.begin); }

  [[noreturn]] void fail_expected(const std::string& expected, Context context,
                                  std::string hint = "") const;
  // The same where something new could begin: points at the token that does not fit.
  [[noreturn]] void fail_unexpected(const std::string& expected, std::string hint = "") const;
  [[noreturn]] void fail_here(std::string message, std::string hint = "") const;
  std::string find_hint() const;
  // "did you mean 'parameter'?" for a word that begins an element or a class, misspelled.
  static std::string suggest_first_word(std::string_view written);

  // ---- classes: parser_class.cc
  bool at_class_definition() const;
  std::shared_ptr<ClassDef> parse_class_definition();
  void parse_class_prefixes(ClassDef& definition);
  Restriction parse_restriction(ClassDef& definition);
  void parse_long_class(ClassDef& definition);
  void parse_short_class(ClassDef& definition);
  void parse_enumeration(ClassDef& definition);
  void parse_derivative_class(ClassDef& definition);
  void parse_composition(ClassDef& definition);
  void parse_class_annotation(ClassDef& definition);
  void parse_external(ClassDef& definition);
  void expect_class_end(const ClassDef& definition);

  // ---- elements and modifications: parser_element.cc
  Element parse_element(bool is_protected);
  Import parse_import();
  Extends parse_extends();
  void parse_broken(Extends& extends);
  ElementPrefix parse_element_prefix();
  TypePrefix parse_type_prefix();
  ComponentClause parse_component_clause(const ElementPrefix& prefix);
  ComponentDecl parse_declaration(const ComponentClause& clause);
  ConstrainedBy parse_constraining_clause();
  bool at_modification() const;
  ModificationPtr parse_modification();
  std::shared_ptr<Modification> parse_class_modification(Extends* extends = nullptr);
  Argument parse_argument();
  void parse_redeclaration(Argument& argument);
  ClassPtr parse_redeclared_class();
  std::string parse_description_string();
  Annotation parse_annotation();
  void parse_description(std::string& comment, Annotation& annotation);
  [[noreturn]] void fail_no_element() const;

  // ---- equations and statements: parser_equation.cc
  bool at_section_end();
  bool at_block_end();
  std::vector<Equation> parse_equations();
  std::vector<Statement> parse_statements();
  Equation parse_equation();
  Statement parse_statement();
  void parse_simple_equation(Equation& equation);
  void parse_simple_statement(Statement& statement);
  void parse_connect(ExprPtr& left, ExprPtr& right);
  template <class Item>
  void parse_if(Item& item);
  template <class Item>
  void parse_for(Item& item);
  template <class Item>
  void parse_when(Item& item);
  void parse_items(EquationBranch& branch);
  void parse_items(StatementBranch& branch);
  void parse_while(Statement& statement);
  void expect_end_of(TokenKind construct, Position begin, std::string hint = "");
  [[noreturn]] void fail_no_item(const char* noun) const;

  // ---- expressions: parser_expression.cc
  ExprPtr parse_expression();
  ExprPtr parse_if_expression();
  ExprPtr parse_simple_expression();
  ExprPtr parse_or();
  ExprPtr parse_and();
  ExprPtr parse_not();
  ExprPtr parse_relation();
  ExprPtr parse_sum();
  ExprPtr parse_product();
  ExprPtr parse_power();
  ExprPtr parse_primary();
  ExprPtr parse_number();
  ExprPtr parse_parenthesized();
  ExprPtr parse_matrix();
  ExprPtr parse_array();
  ExprPtr parse_component_reference();
  ExprPtr parse_reference_or_call();
  ExprPtr parse_call(std::shared_ptr<Expr> callee);
  void parse_named_argument(Expr& call);
  ExprPtr parse_function_argument();
  std::shared_ptr<Expr> parse_tuple();
  std::vector<ExprPtr> parse_subscripts();
  std::vector<ExprPtr> parse_expression_list();
  std::vector<Iterator> parse_for_indices();
  Name parse_name(Context context);
  Name parse_type_specifier(Context context);
  std::shared_ptr<Expr> start(ExprKind kind) const;
  ExprPtr finish(std::shared_ptr<Expr> expression) const;
  ExprPtr join(Token op, ExprPtr left, ExprPtr right) const;
  [[noreturn]] void fail_no_operand() const;

  Lexer lexer_;
  Token previous_, current_;
  std::optional<Token> ahead_;  // behind current_, once peeked at
  int nesting_ = 0;
  int subscript_nesting_ = 0;  // `end` is a value only within subscripts
};

}  // namespace gelenk::modelica
