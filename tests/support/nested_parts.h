// A part inside a part inside a model, cut in three ways: all of it text; the inner part compiled,
// the rest text; the inner part compiled inside the outer one, which is compiled.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/command.h"

namespace gelenk::testing {

struct NestedParts {
  std::string inner_ports, inner;  // declarations of connectors, inputs, outputs; the rest
  std::string outer_ports, outer;  // the inner part is i
  std::string host;                // the outer part is o
  std::string inner_given = {}, outer_given = {};  // to the parts, in brackets

  static constexpr const char* imports =
      "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Interfaces};\n"
      "  import Modelica.Mechanics.{Rotational, Translational};\n";

  std::string write_part(const std::string& name, const std::string& ports,
                         const std::string& inside) const {
    return "model " + name + "\n" + imports +
           "  outer Modelica.Mechanics.MultiBody.World world;\n" + ports + inside + "end " + name +
           ";\n";
  }
  static std::string write_compiled(const std::string& name, const std::string& ports,
                                    const std::string& file) {
    return "model " + name + "\n" + imports + "  extends Gelenk.CompiledComponent(file = \"" +
           file + "\");\n" + ports + "end " + name + ";\n";
  }
  std::string write_inner() const { return write_part("Inner", inner_ports, inner); }
  std::string write_outer(const std::string& inner_class) const {
    return write_part("Outer", outer_ports,
                      inner_class + "  Inner i" + inner_given + ";\n" + outer);
  }
  std::string write_host(const std::string& outer_class) const {
    return std::string("model Host\n") + imports +
           "  inner Modelica.Mechanics.MultiBody.World world(g = 9.5);\n" + outer_class +
           "  Outer o" + outer_given + ";\n" + host + "end Host;\n";
  }

  // Text.mo, Half.mo, Nested.mo, and the files that the last two need. The file of the inner part
  // is where Half.mo finds it, and not where the outer one was compiled.
  void make(const Workspace& workspace) const {
    const auto must_run = [&](const std::string& arguments) {
      const Outcome outcome = run_gelenk(workspace, arguments);
      ASSERT_EQ(outcome.exit_code, 0) << arguments << "\n" << outcome.out << outcome.err;
    };
    workspace.write("Inner.mo", write_inner());
    const std::string compiled_inner = write_compiled("Inner", inner_ports, "inner.gkc");
    workspace.write("sub/Outer.mo", write_outer(compiled_inner));
    workspace.write("Text.mo", write_host(write_outer(write_inner())));
    workspace.write("Half.mo", write_host(write_outer(compiled_inner)));
    workspace.write("Nested.mo", write_host(write_compiled("Outer", outer_ports, "outer.gkc")));
    must_run("compile Inner.mo -o sub/inner.gkc");
    if (::testing::Test::HasFatalFailure()) return;
    must_run("compile sub/Outer.mo -o outer.gkc");
    if (::testing::Test::HasFatalFailure()) return;
    std::filesystem::rename(workspace.path("sub/inner.gkc"), workspace.path("inner.gkc"));
  }
};

struct NestedCase {
  const char* name;
  NestedParts parts;
  const char* signals;  // of the host, the same in all three models
};

// Chains, ports of ports, loops, friction with inputs and outputs, stops.
extern const std::vector<NestedCase> nested_cases;
constexpr int nested_case_count = 5;

}  // namespace gelenk::testing
