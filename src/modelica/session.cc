#include "modelica/session.h"

#include <algorithm>

#include "modelica/failure.h"

namespace gelenk::modelica {

namespace {

bool is_same(const Diagnostic& a, const Diagnostic& b) {
  return a.message == b.message && a.where.file == b.where.file && a.where.line == b.where.line &&
         a.where.column == b.where.column;
}

bool contains(const std::vector<Diagnostic>& list, const Diagnostic& d) {
  return std::any_of(list.begin(), list.end(), [&](const Diagnostic& x) { return is_same(x, d); });
}

}  // namespace

void Session::report(const UserError& error, const std::string& component) {
  if (findings_.empty()) components_at_finding_ = components_;
  for (Diagnostic d : error.diagnostics()) {
    if (d.component.empty()) d.component = component;
    // One place in the text that is wrong in every element of an array is one finding.
    if (!contains(findings_, d)) findings_.push_back(std::move(d));
  }
  const bool is_stop = dynamic_cast<const Stop*>(&error) != nullptr;
  if (is_stop || findings_.size() >= limits_.findings || ++failures_ > limits_.failures) {
    if (findings_.size() > limits_.findings) findings_.resize(limits_.findings);
    throw Stop(findings_);
  }
}

void Session::warn(std::string code, const SourceLocation& where, std::string message,
                   const std::string& component, std::string hint) {
  Diagnostic d{std::move(code), where, component, std::move(message), std::move(hint)};
  if (warnings_.size() < 1000 && !contains(warnings_, d)) warnings_.push_back(std::move(d));
}

void Session::throw_findings() const {
  if (!findings_.empty()) throw UserError(findings_);
}

void Session::count_step(const SourceLocation& where, std::size_t steps) {
  steps_ += steps;
  const std::size_t allowed = limits_.steps + limits_.steps_per_component * components_;
  if (steps_ > allowed) {
    stop("range", where,
         "evaluating the parameters takes more than " + std::to_string(allowed) + " steps",
         "look for a loop that does not end, or make the arrays smaller");
  }
}

void Session::count_component(std::size_t members, const SourceLocation& where) {
  count_components(1, where);
  // Nobody waits for a large model to be built that is thrown away.
  if (has_findings() && components_ > components_at_finding_ + limits_.components_after_finding)
    throw Stop(findings_);
  count_members(members, where);
}

void Session::count_components(std::size_t components, const SourceLocation& where) {
  components_ += components;
  if (components_ > limits_.components) {
    stop("range", where,
         "the model has more than " + std::to_string(limits_.components) + " components",
         "make its arrays smaller");
  }
}

void Session::count_copy(const Contents& contents, const SourceLocation& where) {
  count_components(contents.components, where);
  count_members(contents.members, where);
  count_entries(contents.entries, where);
}

void Session::count_members(std::size_t members, const SourceLocation& where) {
  members_ += members;
  if (members_ > limits_.members) {
    stop("range", where,
         "the model has more than " + std::to_string(limits_.members) +
             " parameters, variables, connectors and connections",
         "make its arrays smaller");
  }
}

void Session::count_entries(std::size_t entries, const SourceLocation& where) {
  entries_ += entries;
  if (entries_ > limits_.entries) {
    stop("range", where,
         "the parameters hold more than " + std::to_string(limits_.entries) + " numbers together",
         "make the arrays smaller");
  }
}

void Session::count_laws(std::size_t entries, const SourceLocation& where) {
  laws_ += entries;
  const std::size_t allowed = limits_.laws + limits_.laws_per_component * components_;
  if (laws_ > allowed) {
    stop("range", where,
         "the laws and equations have more than " + std::to_string(allowed) +
             " operations on values that change with time",
         "make the arrays smaller: each entry is an expression of its own");
  }
}

void Session::Held::add(std::size_t entries, const SourceLocation& where) {
  count_ += entries;
  session_.held_ += entries;
  if (session_.held_ > session_.limits_.held_entries) {
    stop("size", where,
         "this expression needs more than " + std::to_string(session_.limits_.held_entries) +
             " array entries at once",
         "make the arrays smaller");
  }
}

Session::Depth::Depth(Session& session, const SourceLocation& where) : session_(session) {
  if (++session_.depth_ > session_.limits_.depth) {
    --session_.depth_;
    stop("range", where, "definitions lead to definitions too deeply here",
         "shorten the chain of parameters, or end the recursion");
  }
}

}  // namespace gelenk::modelica
