// What forces in the joints of a chain cost: instructions of one evaluation of a chain of revolute joints, without any
// and with one of each kind in every joint. bench/forces makes a table of it.
//
//   bench_forces --list                    names of the kinds
//   bench_forces KIND LINKS [TIMES]        evaluates, for callgrind; only evaluations are counted
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include "adapters/gelenk.h"
#include "base/error.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace gelenk::bench {

namespace {

struct Kind {
  const char* name;
  JointLoad load;
};

JointLoad between(const std::string& part) {
  return {"", "  " + part + ";\n",
          "  connect(%a, load%i.frame_a);\n  connect(%b, load%i.frame_b);\n"};
}
// On the axis of the joint, against its support.
JointLoad on_axis(const std::string& part) {
  return {", useAxisFlange = true", "  " + part + ";\n",
          "  connect(joint%i.support, load%i.flange_a);\n"
          "  connect(joint%i.axis, load%i.flange_b);\n"};
}
// The same at the point that a joint turns about, 0.1 beside it: lines need a length.
JointLoad on_line(const std::string& part) {
  return {"", "  Parts.FixedTranslation arm_a%i(r = {0.1, 0.05, 0.2});\n"
              "  Parts.FixedTranslation arm_b%i(r = {-0.1, 0.15, 0.1});\n  " + part + ";\n",
          "  connect(%a, arm_a%i.frame_a);\n  connect(%b, arm_b%i.frame_a);\n"
          "  connect(arm_a%i.frame_b, load%i.frame_a);\n"
          "  connect(arm_b%i.frame_b, load%i.frame_b);\n"};
}

const Kind kinds[] = {
    {"none", {}},
    {"torque-constant", torque_element()},
    {"torque-by-law", between("Gelenk.Forces.Torque load%i(torque = %T*sin(time + 1))")},
    {"torque-of-motion", between("Gelenk.Forces.Torque load%i(torque = -%T*joint%i.w)")},
    {"torque-world-axes",
     between("Gelenk.Forces.Torque load%i(torque = %T, resolveInFrame = "
             "Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.world)")},
    {"flange-torque",
     {", useAxisFlange = true", "  Rotational.Sources.ConstantTorque load%i(tau_constant = %t);\n",
      "  connect(load%i.flange, joint%i.axis);\n"}},
    {"flange-spring", on_axis("Rotational.Components.Spring load%i(c = 3)")},
    {"flange-damper", on_axis("Rotational.Components.Damper load%i(d = 3)")},
    {"force-3d", on_line("Gelenk.Forces.Force load%i(force = %T)")},
    {"world-force",
     {"", "  Gelenk.Forces.WorldForce load%i(force = %T);\n", "  connect(%b, load%i.frame_b);\n"}},
    {"world-torque",
     {"", "  Gelenk.Forces.WorldTorque load%i(torque = %T);\n",
      "  connect(%b, load%i.frame_b);\n"}},
    {"spring", on_line("Forces.Spring load%i(c = 10, s_unstretched = 0.1)")},
    {"damper", on_line("Forces.Damper load%i(d = 2)")},
    {"spring-damper", on_line("Forces.SpringDamperParallel load%i(c = 10, s_unstretched = 0.1, d = 2)")},
    {"line-force-by-law", on_line("Gelenk.Forces.LineForce load%i(tension = 3*sin(time + 1))")},
    {"sensor",
     {"", "  Modelica.Mechanics.MultiBody.Sensors.RelativeSensor load%i;\n",
      "  connect(%a, load%i.frame_a);\n  connect(%b, load%i.frame_b);\n"}},
};

int run(int argc, char** argv) {
  if (argc == 2 && argv[1] == std::string("--list")) {
    for (const Kind& kind : kinds) std::puts(kind.name);
    return 0;
  }
  if (argc < 3) throw std::runtime_error("give --list, or KIND LINKS [TIMES]");
  for (const Kind& kind : kinds) {
    if (kind.name != std::string(argv[1])) continue;
    const bool is_free = kind.load.parts.empty();
    const Chain chain = make_chain(is_free ? "passive" : "generic", std::atoi(argv[2]));
    const auto mechanism = build_gelenk_chain(chain, kind.load);
    const int times = argc > 3 ? std::atoi(argv[3]) : 1;
    const int states = static_cast<int>(chain.states.size());
    for (int i = 0; i < states; ++i) mechanism->eval(chain.states[i]);
    CALLGRIND_START_INSTRUMENTATION;
    for (int i = 0; i < times; ++i) mechanism->eval(chain.states[i % states]);
    CALLGRIND_STOP_INSTRUMENTATION;
    return 0;
  }
  throw std::runtime_error("there is no such kind; --list lists them");
}

}  // namespace

}  // namespace gelenk::bench

int main(int argc, char** argv) {
  try {
    return gelenk::bench::run(argc, argv);
  } catch (const gelenk::UserError& error) {
    for (const gelenk::Diagnostic& d : error.diagnostics())
      std::fprintf(stderr, "%s\n", gelenk::format(d, "error").c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_forces: %s\n", error.what());
  }
  return 1;
}
