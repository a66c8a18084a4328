#include "modelica/classes/library_path.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/error.h"

namespace gelenk::modelica {
namespace {

namespace fs = std::filesystem;

class LibraryPath : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("gelenk_library_path_") + info->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    if (const char* variable = std::getenv("MODELICAPATH")) before_ = variable;
    unsetenv("MODELICAPATH");
  }
  void TearDown() override {
    fs::remove_all(folder_);
    before_.empty() ? unsetenv("MODELICAPATH") : setenv("MODELICAPATH", before_.c_str(), 1);
  }

  void make_package(const std::string& path) {
    fs::create_directories(folder_ / path);
    std::ofstream(folder_ / path / "package.mo") << "package P end P;";
  }
  // The found path below the folder of the test.
  std::string find(const std::string& name) {
    const fs::path found = find_in_libraries({folder_}, name);
    return found.empty() ? "" : fs::relative(found, folder_).string();
  }

  fs::path folder_;
  std::string before_;
};

TEST_F(LibraryPath, TakesTheHighestVersion) {
  for (const char* version : {"1.9.0", "1.10.0", "1.10", "0.99.99"})
    make_package(std::string("Lib ") + version);
  fs::create_directories(folder_ / "Lib 2.0.0");  // without package.mo
  make_package("Library 3.0.0");
  EXPECT_EQ(find("Lib"), "Lib 1.10.0");
  EXPECT_EQ(find("Library"), "Library 3.0.0");
  make_package("Lib");
  EXPECT_EQ(find("Lib"), "Lib") << "the plain name before versions";
}

TEST_F(LibraryPath, VersionsThatAreNoNumbersDoNotHarm) {
  for (const char* version : {"", "beta", "1..2", "99999999999999999999999", "-1", "1 2"})
    make_package(std::string("Lib ") + version);
  EXPECT_EQ(find("Lib"), "Lib 99999999999999999999999");
}

TEST_F(LibraryPath, NamesDoNotLeadElsewhere) {
  make_package("Lib");
  make_package("other/Inner");
  for (const char* name : {"", ".", "..", "other/Inner", "../Lib", "/"})
    EXPECT_EQ(find(name), "") << name;
}

TEST_F(LibraryPath, TakesTheEnvironmentsPlacesLast) {
  make_package("first/Lib");
  make_package("second/Lib");
  setenv("MODELICAPATH",
         (":" + (folder_ / "gone").string() + ":" + (folder_ / "second").string() + "/:").c_str(),
         1);
  EXPECT_EQ(list_library_places({}), std::vector<fs::path>{folder_ / "second"});
  const std::vector<fs::path> both = list_library_places({(folder_ / "first").string()});
  EXPECT_EQ(both, (std::vector<fs::path>{folder_ / "first", folder_ / "second"}));
  EXPECT_EQ(find_in_libraries(both, "Lib"), folder_ / "first" / "Lib");
}

TEST_F(LibraryPath, GivenPlacesMustBeThere) {
  EXPECT_THROW(list_library_places({(folder_ / "gone").string()}), UserError);
  EXPECT_THROW(list_library_places({""}), UserError);
}

}  // namespace
}  // namespace gelenk::modelica
