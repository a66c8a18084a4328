// What one reading of a model shares: the classes, the findings gathered so far, and the limits
// that keep a hostile text from using up time or memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "modelica/classes/lookup.h"

namespace gelenk::modelica {

struct Limits {
  std::size_t steps = 20'000'000;         // evaluated expressions and statements,
  std::size_t steps_per_component = 100;  // and for each instance so many more
  std::size_t components = 1'000'000;     // instances of classes
  std::size_t members = 12'000'000;       // elements of all instances
  std::size_t entries = 30'000'000;       // array entries kept as values
  std::size_t held_entries = 40'000'000;  // array entries in use at one time while evaluating
  std::size_t laws = 2'000'000;           // values that change with time, entry by entry,
  std::size_t laws_per_component = 200;   // and for each instance so many more
  int depth = 1'200;                      // evaluations within evaluations; bounds the stack
  std::size_t findings = 20;
  std::size_t components_after_finding = 2'000;  // instances made to find more that is wrong
  std::size_t failures = 1'000;                  // that were reported, repeated findings included
};

class Session {
 public:
  explicit Session(Lookup& lookup) : lookup_(lookup) {}
  Lookup& lookup() { return lookup_; }

  // Keeps the findings of an error, to be thrown together; throws them now when the error is a Stop
  // or there are enough. `component` names the place in the tree where they arose.
  void report(const UserError& error, const std::string& component);
  void warn(std::string code, const SourceLocation& where, std::string message,
            const std::string& component, std::string hint = "");
  void throw_findings() const;  // if there are any
  bool has_findings() const { return !findings_.empty(); }

  // One that nothing else in the model has.
  std::string make_name() { return std::to_string(++names_); }

  void count_step(const SourceLocation& where, std::size_t steps = 1);
  void count_component(std::size_t members, const SourceLocation& where);
  void count_members(std::size_t members, const SourceLocation& where);
  void count_entries(std::size_t entries, const SourceLocation& where);
  // A copy of a component, with all that is in it.
  struct Contents {
    std::size_t components = 0, members = 0, entries = 0;
    Contents& operator+=(const Contents& other) {
      components += other.components;
      members += other.members;
      entries += other.entries;
      return *this;
    }
  };
  void count_copy(const Contents& contents, const SourceLocation& where);
  // Values that change with time: each becomes a node of an expression, before it is made.
  void count_laws(std::size_t entries, const SourceLocation& where);

  // Counts array entries that wait in memory while something else is evaluated.
  class Held {
   public:
    explicit Held(Session& session) : session_(session) {}
    ~Held() { session_.held_ -= count_; }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    void add(std::size_t entries, const SourceLocation& where);

   private:
    Session& session_;
    std::size_t count_ = 0;
  };

  const std::vector<Diagnostic>& warnings() const { return warnings_; }
  // So far: failures that were reported, and warnings.
  std::size_t remark_count() const { return failures_ + warnings_.size(); }

  // Stands on the stack while an evaluation runs; error when they nest too deeply.
  class Depth {
   public:
    Depth(Session& session, const SourceLocation& where);
    ~Depth() { --session_.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    Session& session_;
  };

 private:
  void count_components(std::size_t components, const SourceLocation& where);

  Lookup& lookup_;
  Limits limits_;
  std::vector<Diagnostic> findings_, warnings_;
  std::size_t steps_ = 0, components_ = 0, members_ = 0, entries_ = 0, held_ = 0, laws_ = 0,
              failures_ = 0, names_ = 0;
  std::size_t components_at_finding_ = 0;  // instances when the first finding came
  int depth_ = 0;
};

}  // namespace gelenk::modelica
