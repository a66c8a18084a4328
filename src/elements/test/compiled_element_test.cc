// Gelenk.CompiledComponent, from the text to the file. The component is examples/component/free_body.c.
#include "elements/compiled_element.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "compiled/component_file.h"
#include "elements/library.h"
#include "elements/registry.h"
#include "modelica/reader.h"
#include "tests/support/workspace.h"

namespace gelenk {
namespace {

namespace fs = std::filesystem;

class CompiledElementTest : public ::testing::Test {
 protected:
  CompiledElementTest() {
    fs::create_directory(folder_ / "parts");
    write_component_file(
        make_component_file(read_component_bytes(GELENK_TEST_COMPONENTS "/free_body.so"), ""),
        (folder_ / "parts" / "body.gkc").string());
  }

  // Reads a model with one compiled component and makes the element; `inside`: what its class says.
  std::shared_ptr<LoadedComponent> load(const std::string& inside,
                                        const std::string& setting = "") {
    const std::string file = (folder_ / "model.mo").string();
    std::ofstream(file) << "model M\n"
                           "  import Modelica.Mechanics.MultiBody.Interfaces.*;\n"
                           "  inner Modelica.Mechanics.MultiBody.World world;\n"
                           "  model Body\n"
                        << inside
                        << "  end Body;\n"
                           "  Body body;\n"
                           "end M;\n";
    modelica::ReadOptions options;
    if (!setting.empty()) options.settings.emplace_back("body.file", setting);
    const ModelTree model = modelica::read_model(file, element_library(), options);
    AnyElement element = make_element(*model.root->find_part("body"));
    return std::get<CompiledElement>(element).loaded;
  }
  std::string failure_of(const std::string& inside, const std::string& setting = "") {
    try {
      load(inside, setting);
    } catch (const UserError& error) {
      std::string text = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at; (at = text.find(prefix)) != std::string::npos;)
        text.erase(at, prefix.size());
      return text;
    }
    return "";
  }

  testing::Workspace workspace_;
  const fs::path& folder_ = workspace_.folder();
};

constexpr const char* file = "    extends Gelenk.CompiledComponent(file = \"parts/body.gkc\");\n";

TEST_F(CompiledElementTest, FramesOfTheClassAreThoseOfTheFile) {
  const auto loaded = load(std::string(file) + "    Frame_a centre;\n    Frame_b tip;\n");
  ASSERT_NE(loaded, nullptr);
  EXPECT_EQ(loaded->path(), "body");
  EXPECT_EQ(loaded->port_frames().size(), 2u);
  // Not all of them need to be declared.
  EXPECT_NE(load(std::string(file) + "    Frame_a centre;\n"), nullptr);
}

TEST_F(CompiledElementTest, OtherNamesAreRefused) {
  EXPECT_EQ(failure_of(std::string(file) + "    Frame_a centre;\n    Frame_b top;\n"),
            "model.mo:7:13: error: compiled component 'parts/body.gkc' has no port 'top' "
            "[component]\n  in component body\n  hint: its ports are 'centre' and 'tip'");
}

TEST_F(CompiledElementTest, AFlangeThatTheFileDoesNotHaveIsToldAtItsPlace) {
  EXPECT_EQ(failure_of(std::string(file) +
                       "    Modelica.Mechanics.Rotational.Interfaces.Flange_a tip;\n"),
            "model.mo:6:55: error: compiled component 'parts/body.gkc' has no flange 'tip' "
            "[component]\n  in component body\n  hint: it has no flanges");
}

TEST_F(CompiledElementTest, AMissingFileIsToldAtItsPlace) {
  EXPECT_EQ(failure_of("    extends Gelenk.CompiledComponent(file = \"body.gkc\");\n"),
            "model.mo:5:45: error: compiled component 'body.gkc': there is no such file "
            "[component]\n  in component body\n  hint: check the path");
  EXPECT_EQ(failure_of("    extends Gelenk.CompiledComponent;\n"),
            "model.mo:7:8: error: no file is given [value]\n  in component body\n"
            "  hint: write extends Gelenk.CompiledComponent(file = \"part.gkc\")");
}

TEST_F(CompiledElementTest, TheFileCanBeSet) {
  EXPECT_NE(load(std::string(file) + "    Frame_a tip;\n",
                 "\"" + (folder_ / "parts/body.gkc").string() + "\""),
            nullptr);
}

TEST_F(CompiledElementTest, NothingButFramesAndParametersCanBeAdded) {
  const std::string failure = failure_of(std::string(file) + "    Frame_a tip;\n    Real x = 1;\n");
  EXPECT_NE(failure.find("extends Gelenk.CompiledComponent and adds 'x'"), std::string::npos)
      << failure;
}

}  // namespace
}  // namespace gelenk
