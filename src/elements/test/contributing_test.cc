// The examples of CONTRIBUTING.md: the joint is shown as it is, the force and the 1-D element are
// what they say. The build takes the code of the latter two from there
// (tools/extract-examples.awk).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "elements/axes/axis_element.h"
#include "elements/forces/drag.h"
#include "elements/library.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

const AxisKind bearing_kinds[] = {
#include "elements/axes/viscous_bearing.inc"
};

std::string read_source(const std::string& path) {
  std::ifstream file(GELENK_SOURCE_DIR "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// A model with one instance of the class, as "p" with the modifications.
ModelTree read_instance(const std::string& class_name, const char* declaration,
                        const std::string& modifications) {
  modelica::Library library = element_library();
  library.texts.emplace_back(class_name, declaration);
  library.native_classes.insert(class_name);
  return modelica::read_model_text("test.mo",
                                   "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  " +
                                       class_name + " p(" + modifications + ");\nend M;\n",
                                   library);
}

TEST(Contributing, ShowsTheJointAsItIs) {
  const std::string text = read_source("CONTRIBUTING.md");
  for (const std::string file : {"src/elements/joints/planar.h", "src/elements/joints/planar.cc"})
    EXPECT_NE(text.find("```cpp\n" + read_source(file) + "```\n"), std::string::npos) << file;
}

TEST(Contributing, DragIsAgainstTheVelocity) {
  const ModelTree model = read_instance(Drag::class_name, Drag::declaration, "k = 0.5");
  const Component& component = *model.root->find_part("p");
  const Drag drag(component);
  FrameMotion<double> a, b;
  b.V << 0, 0, 0, 3, 0, 4;
  const WrenchPair<double> F = drag.calc_wrenches(a, b, nullptr);
  EXPECT_EQ(F.F_a.norm(), 0.0);
  EXPECT_LT((F.F_b.tail<3>() - Vec3<double>(-7.5, 0, -10)).norm(), 1e-14);
  EXPECT_EQ(drag.calc_potential_energy(a, b, nullptr), 0.0);
  SignalBuffer values;
  drag.calc_signals(a, b, nullptr, values);
  ASSERT_EQ(values.size(), static_cast<int>(Drag::signal_names().size()));
  EXPECT_EQ(values[2], F.F_b[5]);
  EXPECT_NE(component.find_variable("f"), nullptr);
}

TEST(Contributing, TheBearingHasTheTorqueOfItsSpeed) {
  const AxisKind& kind = bearing_kinds[0];
  const ModelTree model = read_instance(kind.class_name, kind.declaration, "d = 2");
  const AxisElement bearing = kind.make(*model.root->find_part("p"));
  EXPECT_EQ(bearing.flange_a, "");
  EXPECT_EQ(bearing.calc_force({}, {1.0, 3.0, 0.0}, 0.0), 6.0);
  const std::vector<std::string> names = bearing.signal_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "w_rel"), names.end());
}

}  // namespace
}  // namespace gelenk
