// The reference of the class library: what list_library reads from the declarations, and that the
// stored reference is the generated one.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "elements/composites/composites.h"
#include "elements/library.h"
#include "gelenk/library.h"

namespace gelenk {
namespace {

template <typename T>
const T& get_named(const std::vector<T>& items, const std::string& name) {
  for (const T& item : items) {
    if (item.name == name) return item;
  }
  throw std::runtime_error("nothing is named " + name);
}

std::string find_error(const std::string& name) {
  try {
    find_library_class(name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LibraryManual, ListsEveryClassOnce) {
  std::multiset<std::string> elements;
  for (const LibraryClass& c : list_library()) {
    if (c.kind == LibraryClass::Kind::element) elements.insert(c.full_name());
  }
  const std::set<std::string> once(elements.begin(), elements.end());
  EXPECT_EQ(elements.size(), once.size());
  for (const std::string& native : element_library().native_classes)
    EXPECT_TRUE(once.count(native));
  for (const auto& composite : composite_texts()) EXPECT_TRUE(once.count(composite.first));
  for (const char* text :
       {"Modelica.Blocks.Sources.Sine", "Modelica.Electrical.Analog.Basic.Resistor",
        "Modelica.Blocks.Math.UnitConversions.To_deg"})
    EXPECT_TRUE(once.count(text)) << text;
  EXPECT_FALSE(once.count("Modelica.Blocks.Interfaces.SISO")) << "partial";
}

// Connectors of signals have no variables of their own.
TEST(LibraryManual, SignalConnectors) {
  const LibraryClass input = find_library_class("RealInput");
  EXPECT_EQ(input.kind, LibraryClass::Kind::connector);
  EXPECT_EQ(input.base, "input Real");
  EXPECT_EQ(get_named(find_library_class("Blocks.Math.Gain").connectors, "u").class_name,
            "Modelica.Blocks.Interfaces.RealInput");
}

TEST(LibraryManual, ElementsComeFirstAndPackagesStayTogether) {
  const std::vector<LibraryClass> classes = list_library();
  EXPECT_TRUE(std::is_sorted(classes.begin(), classes.end(),
                             [](const auto& a, const auto& b) { return a.kind < b.kind; }));
  std::set<std::pair<LibraryClass::Kind, std::string>> seen;
  std::pair<LibraryClass::Kind, std::string> current;
  for (const LibraryClass& c : classes) {
    if (std::pair(c.kind, c.package) == current && !seen.empty()) continue;
    current = {c.kind, c.package};
    EXPECT_TRUE(seen.insert(current).second) << c.full_name() << " stands apart from its package";
  }
}

// What is in the manual only helps when it says something.
TEST(LibraryManual, EverythingOfAnElementIsDescribed) {
  for (const LibraryClass& c : list_library()) {
    if (c.kind != LibraryClass::Kind::element) continue;
    EXPECT_FALSE(c.description.empty()) << c.full_name();
    // A relation between coordinates names its joints; a compiled component has the ports of its file; seeds are found by their name,
    // and shapes get numbers.
    EXPECT_EQ(c.connectors.empty(), c.name.ends_with("Relation") || c.name == "CompiledComponent" ||
                                        c.name == "GlobalSeed" ||
                                        c.package.ends_with(".Visualizers.Advanced") ||
                                        c.full_name().ends_with(".Visualizers.Internal.Lines"))
        << c.full_name();
    for (const LibraryParameter& p : c.parameters) {
      EXPECT_FALSE(p.description.empty()) << c.full_name() << "." << p.name;
      EXPECT_FALSE(p.type.empty()) << c.full_name() << "." << p.name;
    }
    for (const LibraryVariable& v : c.variables) {
      EXPECT_FALSE(v.description.empty()) << c.full_name() << "." << v.name;
    }
  }
}

TEST(LibraryManual, EveryTypeThatIsNamedIsListed) {
  const std::vector<LibraryClass> classes = list_library();
  std::set<std::string> names = {"Real", "Integer", "Boolean", "String"}, full_names;
  for (const LibraryClass& c : classes) {
    names.insert(c.name);
    full_names.insert(c.full_name());
  }
  for (const LibraryClass& c : classes) {
    for (const LibraryParameter& p : c.parameters) {
      EXPECT_TRUE(names.count(p.type.substr(0, p.type.find('['))))
          << c.full_name() << "." << p.name;
    }
    for (const LibraryVariable& v : c.variables) {
      EXPECT_TRUE(names.count(v.type.substr(0, v.type.find('['))))
          << c.full_name() << "." << v.name;
    }
    for (const LibraryConnector& i : c.connectors) EXPECT_TRUE(full_names.count(i.class_name));
  }
}

TEST(LibraryManual, Revolute) {
  const LibraryClass c = find_library_class("Revolute");
  EXPECT_EQ(c.full_name(), "Modelica.Mechanics.MultiBody.Joints.Revolute");
  EXPECT_EQ(c.kind, LibraryClass::Kind::element);
  ASSERT_EQ(c.connectors.size(), 4u) << "those that it inherits, and its flanges";
  EXPECT_EQ(c.connectors[0].name, "frame_a");
  EXPECT_EQ(c.connectors[0].class_name, "Modelica.Mechanics.MultiBody.Interfaces.Frame_a");
  const LibraryParameter& n = get_named(c.parameters, "n");
  EXPECT_EQ(n.type, "Axis");
  EXPECT_EQ(n.default_value, "{0, 0, 1}");
  EXPECT_FALSE(n.is_for_drawing);
  EXPECT_TRUE(get_named(c.parameters, "cylinderColor").is_for_drawing);
  EXPECT_EQ(get_named(c.parameters, "cylinderLength").default_value, "world.defaultJointLength");
  const LibraryVariable& phi = get_named(c.variables, "phi");
  EXPECT_EQ(phi.type, "Angle");
  EXPECT_EQ(phi.unit, "rad") << "from the SI type";
  EXPECT_EQ(phi.start, "0");
}

TEST(LibraryManual, InheritedDerivedAndBoundedParameters) {
  const LibraryClass body = find_library_class("Body");
  const LibraryParameter& m = get_named(body.parameters, "m");
  EXPECT_EQ(m.default_value, "");
  EXPECT_EQ(m.start, "1");
  EXPECT_EQ(m.range, "at least 0");
  EXPECT_EQ(m.unit, "kg");
  const LibraryParameter& I = get_named(body.parameters, "I");
  EXPECT_TRUE(I.is_derived);
  EXPECT_EQ(I.type, "Inertia[3,3]");
  EXPECT_EQ(I.default_value, "[I_11, I_21, I_31; I_21, I_22, I_32; I_31, I_32, I_33]");
  EXPECT_EQ(get_named(find_library_class("Forces.Spring").parameters, "lengthFraction").range,
            "0 to 1");
}

TEST(LibraryManual, InputsAndUnitsOfOneDeclaration) {
  const LibraryClass force = find_library_class("Gelenk.Forces.WorldForce");
  EXPECT_TRUE(get_named(force.parameters, "force").is_input);
  EXPECT_EQ(get_named(force.parameters, "force").type, "Force[3]");
  const LibraryClass world = find_library_class("World");
  const LibraryParameter& mu = get_named(world.parameters, "mu");
  EXPECT_EQ(mu.unit, "m3/s2");
  EXPECT_EQ(mu.default_value, "3.986004418e14");
}

// Expressions keep their meaning: parentheses where they are needed, none elsewhere.
TEST(LibraryManual, DefaultsAsWritten) {
  const LibraryClass box = find_library_class("BodyBox"),
                     cylinder = find_library_class("BodyCylinder");
  EXPECT_EQ(get_named(box.parameters, "width").default_value, "length/world.defaultWidthFraction");
  EXPECT_EQ(get_named(box.parameters, "m").default_value, "mo - mi");
  EXPECT_EQ(get_named(box.parameters, "length").default_value,
            "Modelica.Math.Vectors.length(r - r_shape)");
  EXPECT_EQ(get_named(cylinder.parameters, "I22").default_value,
            "(mo*(length^2 + 3*radius^2) - mi*(length^2 + 3*innerRadius^2))/12");
  EXPECT_EQ(get_named(find_library_class("Forces.Spring").parameters, "s_small").default_value,
            "1e-10");
  EXPECT_EQ(get_named(find_library_class("World").parameters, "n").default_value, "{0, -1, 0}");
}

TEST(LibraryManual, ConnectorsAndTypes) {
  const LibraryClass frame = find_library_class("Frame_b");
  EXPECT_EQ(frame.kind, LibraryClass::Kind::connector);
  EXPECT_TRUE(get_named(frame.variables, "f").is_flow);
  EXPECT_FALSE(get_named(frame.variables, "r_0").is_flow);
  const LibraryClass axis = find_library_class("Types.Axis");
  EXPECT_EQ(axis.base, "Real[3]");
  const LibraryClass gravity = find_library_class("GravityTypes");
  ASSERT_EQ(gravity.literals.size(), 3u);
  EXPECT_EQ(gravity.literals[1].name, "UniformGravity");
  EXPECT_EQ(gravity.literals[1].description, "Everywhere the same");
  EXPECT_EQ(find_library_class("StateSelect").literals.size(), 5u);
}

TEST(LibraryManual, ElementsBeforeTypesOfTheSameName) {
  EXPECT_EQ(find_library_class("Mass").full_name(),
            "Modelica.Mechanics.Translational.Components.Mass");
  EXPECT_EQ(find_library_class("SI.Mass").full_name(), "Modelica.Units.SI.Mass");
}

TEST(LibraryManual, UnknownNames) {
  EXPECT_EQ(find_error("Revolut"),
            "error: the library has no class 'Revolut' [unknown-class]\n  hint: did you mean "
            "'Revolute'?");
  EXPECT_EQ(find_error("Joint.Revolute"),
            "error: the library has no class 'Joint.Revolute' [unknown-class]\n"
            "  hint: did you mean 'Modelica.Mechanics.MultiBody.Joints.Revolute' or "
            "'Modelica.Mechanics.MultiBody.Joints.Constraints.Revolute'?");
  EXPECT_EQ(find_error("Quetzalcoatlus"),
            "error: the library has no class 'Quetzalcoatlus' [unknown-class]\n"
            "  hint: gelenk library lists all classes");
}

TEST(LibraryManual, StoredReferenceIsTheGeneratedOne) {
  std::ifstream file(GELENK_SOURCE_DIR "/doc/library.md");
  std::stringstream stored;
  stored << file.rdbuf();
  EXPECT_TRUE(stored.str() == write_library_markdown())
      << "doc/library.md is out of date: ./gelenk library --markdown > doc/library.md";
}

}  // namespace
}  // namespace gelenk
