// Every model and block of library/ runs: for each one a model is written from its declaration alone. Inputs get signals, pins a
// source behind a resistor, heat ports a temperature behind a conductor, flanges an inertia, frames a body; parameters
// without a default get a number. What cannot run like that has a circuit of its own below.
#include <gtest/gtest.h>

#include <map>
#include <ostream>

#include "elements/library.h"
#include "gelenk/experiment.h"
#include "gelenk/library.h"
#include "modelica/classes/standard_library.h"

namespace gelenk {

void PrintTo(const LibraryClass& c, std::ostream* out) { *out << c.full_name(); }

namespace {

bool ends_with(const std::string& text, const char* end) { return text.ends_with(end); }

// Modifiers, and equations beside those that are written for every class.
struct Special {
  std::string modifiers, equations, parts = {};
};
const std::map<std::string, Special> specials = {
    {"Modelica.Blocks.Sources.CombiTimeTable", {"table = [0, 0; 0.05, 1; 0.05, 2; 0.1, 3]", ""}},
    {"Modelica.Blocks.Tables.CombiTable1Ds", {"table = [0, 0; 1, 1; 2, 4]", ""}},
    {"Modelica.Blocks.Tables.CombiTable1Dv", {"table = [0, 0; 1, 1; 2, 4]", ""}},
    {"Modelica.Blocks.Tables.CombiTable2Ds", {"table = [0, 0, 1; 0, 1, 2; 2, 3, 5]", ""}},
    {"Modelica.Blocks.Tables.CombiTable2Dv", {"table = [0, 0, 1; 0, 1, 2; 2, 3, 5]", ""}},
    {"Modelica.Thermal.HeatTransfer.Components.ThermalCollectorMatrix",
     {"",
      "for i in 1:2 loop for k in 1:2 loop connect(c.port_a[i, k], heat[i, k].port); end for; end for;",
      "  Heat.Sources.FixedHeatFlow heat[2, 2](Q_flow = [1, 2; 3, 4]);\n"}},
    // The voltage of an arc is less than that of the sources, which hold the current of no inductor.
    {"Modelica.Electrical.Analog.Ideal.OpenerWithArc", {"V0 = 1e-3, dVdt = 0.1, Vmax = 2e-3", ""}},
    {"Modelica.Electrical.Analog.Ideal.CloserWithArc", {"V0 = 1e-3, dVdt = 0.1, Vmax = 2e-3", ""}},
    {"Modelica.Blocks.Sources.TimeTable", {"table = [0, 0; 1, 1; 1, 2; 2, 3]", ""}},
    {"Modelica.Blocks.Sources.IntegerTable", {"table = [0, 1; 0.05, 3]", ""}},
    {"Modelica.Blocks.Sources.LogFrequencySweep", {"wMin = 1, wMax = 10", ""}},
    {"Modelica.Blocks.Math.MinMax", {"nu = 2", ""}},
    // Where the inputs are equal the output is free: both ends of the same loop.
    {"Modelica.Blocks.Math.InverseBlockConstraints", {"", "c.u1 = sin(time);\n  c.u2 = 2*c.y1;"}},
    {"Modelica.Blocks.Math.Acos", {"", "c.u = 0.3 + 0.1*sin(time);"}},
    {"Modelica.Blocks.Math.Asin", {"", "c.u = 0.3 + 0.1*sin(time);"}},
    {"Modelica.Blocks.Logical.AssertCondition", {"", "c.u = time >= 0;"}},
    {"Modelica.Blocks.Routing.Extractor", {"", "c.u[1] = time;\n  c.index = 1;"}},
    // An ideal amplifier needs what comes back from its output.
    {"Modelica.Electrical.Analog.Ideal.IdealOpAmp",
     {"", "connect(c.p2, back.p);\n  connect(back.n, c.n1);"}},
    {"Modelica.Electrical.Analog.Ideal.IdealOpAmp3Pin",
     {"", "connect(c.out, back.p);\n  connect(back.n, c.in_n);"}},
    {"Modelica.Electrical.Analog.Ideal.IdealOpAmpLimited",
     {"", "connect(c.out, back.p);\n  connect(back.n, c.in_n);"}},
    // Its supplies stand still. The blank behind their names says that nothing else is connected to them.
    {"Modelica.Electrical.Analog.Basic.OpAmpDetailed",
     {"",
      "connect(plus.p, c.p_supply ); connect(plus.n, ground.p);\n"
      "  connect(minus.p, c.m_supply ); connect(minus.n, ground.p);",
      "  Analog.Sources.ConstantVoltage plus(V = 15), minus(V = -15);\n"}},
    {"Modelica.Electrical.Analog.Lines.TLine", {"TD = 0.02", ""}},
    {"Modelica.Blocks.Nonlinear.VariableDelay", {"delayMax = 2", ""}},
    {"Modelica.Mechanics.MultiBody.Visualizers.FixedShape",
     {"length = 1, width = 0.1, height = 0.1", ""}},
    {"Modelica.Mechanics.MultiBody.Visualizers.PipeWithScalarField", {"T = fill(time, 12)", ""}},
    // A rotor or mass on which nothing acts has no acceleration to choose.
    {"Modelica.Mechanics.Rotational.Components.InitializeFlange", {"use_a_start = false", ""}},
    {"Modelica.Mechanics.Translational.Components.InitializeFlange", {"use_a_start = false", ""}},
    {"Modelica.Mechanics.MultiBody.Parts.RotorEffects", {"J = 1, e = {1, 0, 0}, w = 2", ""}},
    {"Modelica.Electrical.Analog.Basic.Transformer", {"L1 = 1, L2 = 2, M = 0.5", ""}},
    {"Modelica.Electrical.Analog.Basic.SaturatingInductor",
     {"Inom = 1, Lnom = 1, Lzer = 2, Linf = 0.5", ""}},
};

// A model around one instance of the class.
std::string write_model(const LibraryClass& c, const std::string& more_modifiers) {
  const auto found = specials.find(c.full_name());
  const Special special = found == specials.end() ? Special{} : found->second;
  std::string modifiers = special.modifiers, parts, equations;
  const auto add = [](std::string& list, const std::string& item) {
    if (!item.empty()) list += (list.empty() ? "" : ", ") + item;
  };
  add(modifiers, more_modifiers);
  for (const LibraryParameter& p : c.parameters) {
    const bool is_given = special.modifiers.find(p.name) != std::string::npos;
    if (p.default_value.empty() && p.start.empty() && !is_given) add(modifiers, p.name + " = 1.5");
  }
  int number = 0;
  for (const LibraryConnector& connector : c.connectors) {
    if (special.equations.find("c." + connector.name + " ") != std::string::npos ||
        special.equations.find("c." + connector.name + "[") != std::string::npos)
      continue;
    const bool is_array = !connector.sizes.empty();
    const std::string end = "c." + connector.name + (is_array ? "[i]" : "");
    const std::string n = std::to_string(++number);
    const std::string& kind = connector.class_name;
    // For each entry of an array one part of what it is connected to.
    const std::string sizes = is_array ? "[size(c." + connector.name + ", 1)]" : "",
                      entry = is_array ? "[i]" : "", each = is_array ? "each " : "";
    std::string lines;
    if (ends_with(kind, "RealInput") || ends_with(kind, "RealVectorInput")) {
      lines = "connect(real.y, " + end + ");";
    } else if (ends_with(kind, "BooleanInput") || ends_with(kind, "BooleanVectorInput")) {
      lines = "connect(boolean.y, " + end + ");";
    } else if (ends_with(kind, "IntegerInput") || ends_with(kind, "IntegerVectorInput")) {
      lines = "connect(whole.y, " + end + ");";
    } else if (kind.starts_with("Modelica.Electrical.Analog.Interfaces.")) {
      parts += "  Analog.Basic.Resistor r" + n + sizes + "(" + each +
               "R = 2);\n  Analog.Sources.SineVoltage v" + n + sizes + "(" + each + "V = 0.1*" + n +
               ", " + each + "f = 3, " + each + "offset = -0.2*" + n + ");\n";
      lines = "connect(" + end + ", r" + n + entry + ".p); connect(r" + n + entry + ".n, v" + n +
              entry + ".p); connect(v" + n + entry + ".n, ground.p);";
    } else if (kind.starts_with("Modelica.Thermal.HeatTransfer.Interfaces.")) {
      parts += "  Heat.Components.ThermalConductor g" + n + sizes + "(" + each +
               "G = 2);\n  Heat.Sources.FixedTemperature t" + n + sizes + "(" + each +
               "T = 300 + " + n + ");\n";
      lines = "connect(" + end + ", g" + n + entry + ".port_a); connect(g" + n + entry +
              ".port_b, t" + n + entry + ".port);";
    } else if (kind.starts_with("Modelica.Mechanics.Rotational.Interfaces.")) {
      parts += "  Modelica.Mechanics.Rotational.Components.Inertia j" + n + "(J = " + n + ");\n";
      lines = "connect(" + end + ", j" + n + ".flange_a);";
    } else if (kind.starts_with("Modelica.Mechanics.MultiBody.Interfaces.Frame")) {
      parts += "  Modelica.Mechanics.MultiBody.Parts.Body b" + n + "(m = " + n +
               ", r_CM = {0.1, 0, 0}, I_11 = 4, I_22 = 4, I_33 = 4);\n";
      lines = "connect(" + end + ", b" + n + ".frame_a);";
    } else if (kind.starts_with("Modelica.Mechanics.Translational.Interfaces.")) {
      parts += "  Modelica.Mechanics.Translational.Components.Mass m" + n + "(m = " + n + ");\n";
      lines = "connect(" + end + ", m" + n + ".flange_a);";
    }
    if (!lines.empty() && is_array)
      lines = "for i in 1:size(c." + connector.name + ", 1) loop " + lines + " end for;";
    if (!lines.empty()) equations += "  " + lines + "\n";
  }
  if (special.equations.find("back.") != std::string::npos)
    parts += "  Analog.Basic.Resistor back(R = 3);\n";
  parts += special.parts;
  if (c.full_name().starts_with("Modelica.Blocks.Noise."))
    parts += "  inner Modelica.Blocks.Noise.GlobalSeed globalSeed;\n";
  if (!special.equations.empty()) equations += "  " + special.equations + "\n";
  return "model M\n  import Modelica.Electrical.Analog;\n  import Heat = "
         "Modelica.Thermal.HeatTransfer;\n  " +
         c.full_name() + " c(" + modifiers +
         ");\n  Modelica.Blocks.Sources.Sine real(f = 2, amplitude = 0.2, offset = 1);\n" +
         "  Modelica.Blocks.Sources.BooleanPulse boolean(period = 0.03);\n" +
         "  Modelica.Blocks.Sources.IntegerStep whole(offset = 1, startTime = 0.05);\n  "
         "Analog.Basic.Ground ground;\n" +
         parts + "equation\n" + equations + "end M;\n";
}

std::vector<LibraryClass> list_text_classes() {
  std::vector<LibraryClass> classes = list_library();
  std::erase_if(classes, [](const LibraryClass& c) {
    if (c.kind != LibraryClass::Kind::element) return true;
    // What is native, and what is composed of it, has tests of its own.
    const modelica::LibraryPackage* package = modelica::find_library_package(c.package);
    for (std::size_t dot = c.package.rfind('.'); package == nullptr && dot != std::string::npos;
         dot = c.package.rfind('.', dot - 1))
      package = modelica::find_library_package(c.package.substr(0, dot));
    return element_library().native_classes.count(c.full_name()) > 0 || package == nullptr ||
           !modelica::may_declare(*package, c.name);
  });
  return classes;
}

class LibraryClasses : public ::testing::TestWithParam<LibraryClass> {};

void run(const std::string& text) {
  try {
    Experiment experiment(Model::from_text(text));
    SimulateOptions options;
    options.t_end = 0.1;
    const Results results = experiment.simulate(options);
    EXPECT_TRUE(results.succeeded()) << results.summary().message << "\n" << text;
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what() << "\n" << text;
  }
}

TEST_P(LibraryClasses, Run) {
  const LibraryClass c = GetParam();
  run(write_model(c, ""));
  for (const LibraryParameter& p : c.parameters) {
    if (p.name == "useHeatPort" || p.name == "useSupport") run(write_model(c, p.name + " = true"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, LibraryClasses, ::testing::ValuesIn(list_text_classes()),
                         [](const ::testing::TestParamInfo<LibraryClass>& test) {
                           std::string name = test.param.full_name().substr(9);
                           std::erase(name, '.');
                           return name;
                         });

}  // namespace
}  // namespace gelenk
