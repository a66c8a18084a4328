#include "modelica/reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "modelica/test/small_library.h"

namespace gelenk::modelica {
namespace {

namespace fs = std::filesystem;

class ReaderFiles : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("gelenk_reader_") + info->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }
  // `libraries`: in the folder of the test.
  ModelTree read(const std::string& path, const std::string& model = "",
                 std::vector<std::string> libraries = {}) {
    for (std::string& place : libraries) place = (folder_ / place).string();
    return read_model((folder_ / path).string(), make_small_library(),
                      {.model_name = model, .settings = {}, .libraries = libraries});
  }
  std::string error(const std::string& path, const std::string& model = "",
                    const std::vector<std::string>& libraries = {}) {
    try {
      read(path, model, libraries);
    } catch (const UserError& e) {
      return e.diagnostics()[0].code + ": " + e.diagnostics()[0].message;
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(ReaderFiles, OneFile) {
  write("a.mo", "model A parameter Real x = 3; end A;");
  EXPECT_EQ(read("a.mo").root->real("x"), 3.0);
}

TEST_F(ReaderFiles, LibrariesServeWhatTheModelNames) {
  write("model/M.mo", "model M Lib.Part part(x = 3); parameter Real y = Lib.k; end M;");
  write("all/Lib/package.mo", "within; package Lib constant Real k = 4; end Lib;");
  write("all/Lib/Part.mo", "within Lib; model Part parameter Real x = k; end Part;");
  EXPECT_EQ(error("model/M.mo"), "unknown-class: there is no class 'Lib' here");
  for (const char* place : {"all", "all/", "all/Lib", "all/Lib/"}) {
    const ModelTree model = read("model/M.mo", "", {place});
    EXPECT_EQ(model.root->real("y"), 4.0) << place;
    EXPECT_EQ(model.root->parts[0]->real("x"), 3.0) << place;
  }
  EXPECT_EQ(error("model/M.mo", "", {"all/Lib/package.mo"}),
            "unknown-class: there is no class 'Lib' here")
      << "a file holds what its name says";
}

TEST_F(ReaderFiles, TheFirstLibraryThatHasThePackageCounts) {
  write("M.mo", "model M parameter Real y = Lib.k; end M;");
  write("a/Lib.mo", "package Lib constant Real k = 1; end Lib;");
  write("b/Lib/package.mo", "package Lib constant Real k = 2; end Lib;");
  EXPECT_EQ(read("M.mo", "", {"a", "b"}).root->real("y"), 1.0);
  EXPECT_EQ(read("M.mo", "", {"b", "a"}).root->real("y"), 2.0);
  EXPECT_EQ(read("M.mo", "", {"a/Lib.mo", "b"}).root->real("y"), 1.0);
}

TEST_F(ReaderFiles, TheModelsOwnClassesComeBeforeLibraries) {
  write("M.mo",
        "package Lib constant Real k = 5; model M parameter Real y = Lib.k; end M; end Lib;");
  write("a/Lib.mo", "package Lib constant Real k = 1; end Lib;");
  EXPECT_EQ(read("M.mo", "", {"a"}).root->real("y"), 5.0);
}

TEST_F(ReaderFiles, LibrariesServeWhatBuiltInPackagesLack) {
  write("M.mo",
        "model M Modelica.Other.Part part; Modelica.Mechanics.MultiBody.World world; end M;");
  write("Modelica 4.1.0/package.mo", "package Modelica end Modelica;");
  write("Modelica 4.1.0/Other/package.mo", "within Modelica; package Other end Other;");
  write("Modelica 4.1.0/Other/Part.mo",
        "within Modelica.Other; model Part parameter Real x = 7; end Part;");
  write("Modelica 4.1.0/Mechanics/package.mo", "within Modelica; package Mechanics end Mechanics;");
  write("Modelica 4.1.0/Mechanics/MultiBody/package.mo",
        "within Modelica.Mechanics; package MultiBody end MultiBody;");
  write("Modelica 4.1.0/Mechanics/MultiBody/World.mo",
        "within Modelica.Mechanics.MultiBody; model World parameter Real g = 1; end World;");
  const ModelTree model = read("M.mo", "", {"."});
  EXPECT_EQ(model.root->parts[0]->real("x"), 7.0);
  EXPECT_NEAR(model.root->parts[1]->real("g"), 9.8, 0.01) << "what is built in is ours";
}

TEST_F(ReaderFiles, LibrariesThatAreNotThereAreTold) {
  write("M.mo", "model M end M;");
  EXPECT_EQ(error("M.mo", "", {"nowhere"}), "file: there is no such library: no file or folder");
}

TEST_F(ReaderFiles, PackageFolder) {
  write("Lib/package.mo", "within; package Lib constant Real k = 4; end Lib;");
  write("Lib/package.order", "Second\nFirst\nSub\n");
  write("Lib/First.mo",
        "within Lib; model First parameter Real x = k; Sub.Inner inner1; end First;");
  write("Lib/Second.mo", "within Lib; model Second parameter Real x = 2*k; end Second;");
  write("Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
  write("Lib/Sub/Inner.mo",
        "within Lib.Sub; model Inner parameter Real y = k + 1; Second s; end Inner;");
  EXPECT_EQ(read("Lib").root->class_name, "Lib.First") << "the last one in package.order";
  EXPECT_EQ(read("Lib/package.mo").root->class_name, "Lib.First");
  EXPECT_EQ(read("Lib", "Inner").root->class_name, "Lib.Sub.Inner");
  EXPECT_EQ(read("Lib/Sub").root->class_name, "Lib.Sub.Inner");
  const ModelTree model = read("Lib/Sub/Inner.mo");
  EXPECT_EQ(model.root->real("y"), 5.0) << "the packages around a file are found";
  EXPECT_EQ(model.root->find_part("s")->real("x"), 8.0);
  EXPECT_EQ(read("Lib").root->find_part("inner1")->real("y"), 5.0);
}

TEST_F(ReaderFiles, InheritedPackageFolder) {
  write("Lib/package.mo", "package Lib end Lib;");
  write("Lib/A/package.mo", "within Lib; package A end A;");
  write("Lib/A/Part.mo", "within Lib.A; model Part parameter Real x = 6; end Part;");
  write("Lib/B.mo", "within Lib; package B extends A; model Use Part p; end Use; end B;");
  EXPECT_EQ(read("Lib", "Lib.B.Use").root->find_part("p")->real("x"), 6.0);
}

// A library on disk that has packages of the names of the built-in one: its examples are found, with what stands beside them
// before what stands further out; its other classes are not those that are built in, and are not taken.
TEST_F(ReaderFiles, ExamplesOfALibraryThatIsBuiltIn) {
  const auto add_package = [&](const std::string& folder, const std::string& within) {
    const std::string name = folder.substr(folder.rfind('/') + 1);
    write(folder + "/package.mo", "within " + within + "; package " + name + " end " + name + ";");
  };
  const std::string multi_body = "Modelica.Mechanics.MultiBody",
                    path = "Modelica/Mechanics/MultiBody";
  write("Modelica/package.mo", "package Modelica end Modelica;");
  add_package("Modelica/Utilities", "Modelica");
  write("Modelica/Utilities/Base.mo", "within Modelica.Utilities; model Base end Base;");
  add_package("Modelica/Mechanics", "Modelica");
  add_package(path, "Modelica.Mechanics");
  add_package(path + "/Joints", multi_body);
  write(path + "/Joints/Rope.mo", "within " + multi_body + ".Joints; model Rope end Rope;");
  write(path + "/Joints/Revolute.mo",
        "within " + multi_body + ".Joints; model Revolute end Revolute;");
  add_package(path + "/Examples", multi_body);
  add_package(path + "/Examples/Loops", multi_body + ".Examples");
  add_package(path + "/Examples/Loops/Utilities", multi_body + ".Examples.Loops");
  write(path + "/Examples/Loops/Utilities/Base.mo",
        "within " + multi_body +
            ".Examples.Loops.Utilities; model Base Joints.Revolute j; end Base;");
  write(
      path + "/Examples/Loops/Engine.mo",
      "within " + multi_body + ".Examples.Loops; model Engine extends Utilities.Base; end Engine;");
  write(path + "/Examples/Loops/Bad.mo",
        "within " + multi_body + ".Examples.Loops; model Bad Joints.Rope r; end Bad;");
  for (const auto& [file, model] : {std::pair(path + "/Examples/Loops/Engine.mo", std::string()),
                                    {"Modelica", multi_body + ".Examples.Loops.Engine"},
                                    {"Modelica/package.mo", "Engine"}}) {
    const ModelTree read_in = read(file, model);
    EXPECT_EQ(read_in.root->class_name, multi_body + ".Examples.Loops.Engine");
    ASSERT_FALSE(read_in.root->parts.empty()) << file;
    EXPECT_EQ(read_in.root->parts[0]->native_class, multi_body + ".Joints.Revolute") << file;
  }
  // What is not built in comes from the folder.
  EXPECT_EQ(read(path + "/Examples/Loops/Bad.mo").root->parts.at(0)->class_name,
            multi_body + ".Joints.Rope");
}

// Of a package that is built in, the text on disk adds what is not; a class that is built in stays whole.
TEST_F(ReaderFiles, PackagesBesideThoseThatAreBuiltIn) {
  write("Modelica/package.mo", "package Modelica end Modelica;");
  write("Modelica/Mechanics/package.mo", "within Modelica; package Mechanics end Mechanics;");
  write("Modelica/Mechanics/MultiBody/package.mo",
        "within Modelica.Mechanics; package MultiBody extends Missing.Icon;\n"
        "package Joints model Revolute model Inside end Inside; end Revolute; model Rope end Rope; "
        "end Joints;\n model Net Joints.Rope rope; Joints.Revolute j; end Net;\n end MultiBody;");
  write("Modelica/Test.mo", "within Modelica; model Test Mechanics.MultiBody.Net net; end Test;");
  const ModelTree model = read("Modelica/Test.mo");
  const Component& net = *model.root->parts.at(0);
  EXPECT_EQ(net.class_name, "Modelica.Mechanics.MultiBody.Net");
  EXPECT_EQ(net.parts.at(0)->class_name, "Modelica.Mechanics.MultiBody.Joints.Rope");
  EXPECT_EQ(net.parts.at(1)->native_class, "Modelica.Mechanics.MultiBody.Joints.Revolute");
  write("Modelica/Test.mo",
        "within Modelica; model Test Mechanics.MultiBody.Joints.Revolute.Inside i; end Test;");
  EXPECT_EQ(error("Modelica/Test.mo"),
            "unknown-class: there is no class 'Inside' in "
            "Modelica.Mechanics.MultiBody.Joints.Revolute");
}

// Other physics are named as such where their files are not there.
TEST_F(ReaderFiles, UnsupportedPackages) {
  write("M.mo", "model M Modelica.Clocked.ClockSignals.Clocks.PeriodicRealClock c; end M;");
  EXPECT_EQ(error("M.mo"), "unsupported: Modelica.Clocked is not built in");
  write("M.mo", "model M import Modelica.Electrical.Polyphase.Basic; Basic.Resistor r; end M;");
  EXPECT_EQ(error("M.mo"), "unsupported: Modelica.Electrical.Polyphase is not built in");
  write("Modelica/package.mo", "package Modelica end Modelica;");
  write("Modelica/Blocks/package.mo",
        "within Modelica; package Blocks model Sine Real x = sin(time); end Sine; end Blocks;");
  write("Modelica/Test.mo", "within Modelica; model Test Blocks.Sine sine; end Test;");
  EXPECT_EQ(read("Modelica/Test.mo").root->parts.at(0)->class_name, "Modelica.Blocks.Sine");
}

TEST_F(ReaderFiles, WithinWithoutFolders) {
  write("b.mo",
        "within Modelica.Mechanics.MultiBody.Examples; model B inner World world; "
        "Joints.Revolute j(phi(start = 1)); end B;");
  EXPECT_EQ(read("b.mo").root->class_name, "Modelica.Mechanics.MultiBody.Examples.B");
}

TEST_F(ReaderFiles, Errors) {
  EXPECT_EQ(error("none.mo"), "file: there is no such file or folder");
  EXPECT_EQ(error("."), "file: the folder holds no package.mo");
  write("empty.mo", "");
  EXPECT_EQ(error("empty.mo"), "no-model: the file is empty");
  write("bad.mo", "model A parameter Real = 3; end A;");
  EXPECT_EQ(error("bad.mo").substr(0, 7), "syntax:");
  write("Lib/package.mo", "package Lib end Lib;");
  write("Lib/A.mo", "within Other; model A end A;");
  EXPECT_EQ(error("Lib/A.mo"),
            "file: the file says 'within Other', but its folder holds package 'Lib'");
}

TEST_F(ReaderFiles, SiblingFileIsMentioned) {
  write("Arm.mo", "model Arm end Arm;");
  write("robot.mo", "model Robot Arm arm; end Robot;");
  try {
    read("robot.mo");
    FAIL();
  } catch (const UserError& e) {
    EXPECT_EQ(e.diagnostics()[0].message, "there is no class 'Arm' here");
    EXPECT_NE(e.diagnostics()[0].hint.find("Arm.mo lies beside this one"), std::string::npos);
  }
}

TEST(Reader, PackagesOfSeveralTextsMerge) {
  Library library;
  library.texts.emplace_back(
      "one",
      "within A; package B model X parameter Real x = y; constant Real z = 1; end X; end B;");
  library.texts.emplace_back(
      "two", "package A package B constant Real y = 5; end B; constant Real w = 2; end A;");
  library.texts.emplace_back("three", "within A.B.C; model Z parameter Real v = w + y; end Z;");
  const ModelTree model = read_model_text("t.mo", "model M A.B.X x; A.B.C.Z z; end M;", library);
  EXPECT_EQ(model.root->find_part("x")->real("x"), 5.0);
  EXPECT_EQ(model.root->find_part("z")->real("v"), 7.0);
  EXPECT_TRUE(model.root->find_part("x")->library_composite);
}

}  // namespace
}  // namespace gelenk::modelica
