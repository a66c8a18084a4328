// The texts of library/: what there is, that it is read only when asked for, and who comes first where others have the same names.
#include "modelica/classes/standard_library.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "modelica/classes/class_tree.h"
#include "modelica/classes/lookup.h"
#include "modelica/reader.h"
#include "modelica/syntax/parser.h"

namespace gelenk::modelica {
namespace {

namespace fs = std::filesystem;

ClassNode* find(ClassTree& tree, const std::string& full_name) {
  ClassNode* node = &tree.root();
  for (std::size_t begin = 0; node != nullptr && begin < full_name.size();) {
    const std::size_t end = std::min(full_name.find('.', begin), full_name.size());
    node = tree.find_nested(*node, full_name.substr(begin, end - begin));
    begin = end + 1;
  }
  return node;
}

TEST(StandardLibrary, PackagesStandInTheOrderOfTheirFolders) {
  const LibraryPackage* blocks = find_library_package("Modelica.Blocks");
  ASSERT_NE(blocks, nullptr);
  EXPECT_EQ(blocks->parts.at(0), "Sources") << "as package.order says";
  EXPECT_FALSE(blocks->comes_first);
  EXPECT_TRUE(find_library_package("Modelica.Units.SI")->comes_first);
  EXPECT_TRUE(find_library_package("Modelica.Mechanics")->text.empty()) << "a folder only";
  EXPECT_EQ(find_library_package("Modelica.Nonsense"), nullptr);
}

// Each text declares the package that its place says, and nothing else.
TEST(StandardLibrary, TextsDeclareWhatTheirPlacesSay) {
  for (const LibraryPackage* package : list_library_packages()) {
    auto file = std::make_shared<SourceFile>(
        SourceFile{package->full_name, std::string(package->text), false});
    const StoredDefinition stored = parse(file);
    ASSERT_EQ(stored.classes.size(), 1u) << package->full_name;
    ASSERT_TRUE(stored.within) << package->full_name;
    const std::string place = stored.within->to_string();
    EXPECT_EQ((place.empty() ? "" : place + ".") + stored.classes[0]->name, package->full_name);
  }
}

TEST(StandardLibrary, NamesAreFoundWithoutReading) {
  const LibraryPackage& sources = *find_library_package("Modelica.Blocks.Sources");
  EXPECT_TRUE(may_declare(sources, "Sine"));
  EXPECT_TRUE(may_declare(sources, "SineVariableFrequencyAndAmplitude"));
  EXPECT_FALSE(may_declare(sources, "Sin"));
  EXPECT_FALSE(may_declare(sources, "SI"));
  EXPECT_FALSE(may_declare(sources, "amplitude"));
}

TEST(StandardLibrary, TextsAreReadWhenANameIsAskedFor) {
  ClassTree tree;
  EXPECT_EQ(tree.embedded_texts_read(), 0u);
  EXPECT_NE(find(tree, "Modelica.Units.SI.Mass"), nullptr);
  EXPECT_EQ(tree.embedded_texts_read(), 2u) << "Units and SI";
  EXPECT_NE(find(tree, "Modelica.Blocks.Sources.Sine"), nullptr);
  EXPECT_EQ(tree.embedded_texts_read(), 4u) << "and Blocks and Sources";
  EXPECT_NE(find(tree, "Modelica.Blocks.Sources.Step"), nullptr);
  EXPECT_EQ(find(tree, "Modelica.Blocks.Sources.Nonsense"), nullptr);
  EXPECT_EQ(find(tree, "Modelica.Nonsense"), nullptr);
  EXPECT_EQ(tree.embedded_texts_read(), 4u);
}

// A package that another text declares too: ours is read only for what that text lacks.
TEST(StandardLibrary, TextsAddToPackagesOfOthers) {
  ClassTree tree;
  const auto add = [&](const char* text) {
    tree.add(parse(std::make_shared<SourceFile>(SourceFile{"test", text, true})));
  };
  add("within Modelica.Blocks; package Math model Gain Real mine; end Gain; end Math;");
  const std::size_t before = tree.embedded_texts_read();
  ClassNode* gain = find(tree, "Modelica.Blocks.Math.Gain");
  ASSERT_NE(gain, nullptr);
  EXPECT_TRUE(gain->components.count("mine"));
  EXPECT_EQ(tree.embedded_texts_read(), before);
  EXPECT_NE(find(tree, "Modelica.Blocks.Math.Add"), nullptr);
  EXPECT_EQ(tree.embedded_texts_read(), before + 1);
  EXPECT_EQ(before, 0u) << "to name a package is not to ask for what is in it";
  EXPECT_TRUE(find(tree, "Modelica.Blocks.Math.Gain")->components.count("mine"));
}

class LibraryOnDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("gelenk_on_disk_") + info->name());
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  ModelTree read(const std::string& text) {
    return read_model_text("test.mo", text, Library{},
                           {.model_name = "", .settings = {}, .libraries = {folder_.string()}});
  }
  fs::path folder_;
};

TEST_F(LibraryOnDisk, ComesBeforeOurTexts) {
  write("Modelica/package.mo", "package Modelica end Modelica;");
  write("Modelica/Blocks/package.mo", "within Modelica; package Blocks end Blocks;");
  write("Modelica/Blocks/Math.mo",
        "within Modelica.Blocks; package Math model Gain parameter Real mine = 7; end Gain; end "
        "Math;");
  write("Modelica/Constants.mo",
        "within Modelica; package Constants constant Real pi = 3; end Constants;");
  const ModelTree model = read(
      "model M Modelica.Blocks.Math.Gain theirs; Modelica.Blocks.Math.Add ours;\n"
      "Modelica.Blocks.Sources.Constant c(k = 2); parameter Real pi = Modelica.Constants.pi; "
      "equation\n"
      "connect(c.y, ours.u1); connect(c.y, ours.u2); end M;");
  EXPECT_EQ(model.root->find_part("theirs")->real("mine"), 7.0);
  EXPECT_EQ(model.root->find_part("ours")->class_name, "Modelica.Blocks.Math.Add")
      << "what is not on disk";
  EXPECT_NE(model.root->real("pi"), 3.0) << "what native classes are declared with is ours";
}

TEST_F(LibraryOnDisk, UnknownNamesAreSoughtInTextsThatNobodyAskedFor) {
  write("Modelica/package.mo", "package Modelica end Modelica;");
  try {
    read("model M TransferFunction f; end M;");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_EQ(error.diagnostics()[0].hint,
              "did you mean 'Modelica.Blocks.Continuous.TransferFunction' or "
              "'Modelica.Blocks.Discrete.TransferFunction'?");
  }
}

}  // namespace
}  // namespace gelenk::modelica
