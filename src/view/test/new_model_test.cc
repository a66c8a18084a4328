#include <gtest/gtest.h>

#include <filesystem>

#include "gelenk/run.h"
#include "gelenk/view.h"
#include "tests/support/workspace.h"

namespace gelenk {
namespace {

std::string refusal(const std::string& path) {
  try {
    write_new_model(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(NewModel, RunsAtOnceAndIsNeverOverwritten) {
  const testing::Workspace workspace;
  const std::string path = (workspace.folder() / "Crane.mo").string();
  write_new_model(path);
  RunOptions options;
  options.file = path;
  const RunSummary summary = run(options);
  EXPECT_EQ(summary.status, "done");
  EXPECT_EQ(summary.model, "Crane");
  EXPECT_EQ(refusal(path), "error: '" + path +
                               "' is there already [file]\n  hint: leave out --new, or name another file");
}

TEST(NewModel, ItsFileIsNamedAfterIt) {
  const testing::Workspace workspace;
  for (const char* name : {"2wheels.mo", "my crane.mo", "Crane.txt", ".mo"}) {
    const std::string path = (workspace.folder() / name).string();
    EXPECT_EQ(refusal(path), "error: '" + path +
                                 "' cannot be the file of a model [file]\n  hint: name it after the model, of "
                                 "letters, digits and '_', as Crane.mo");
    EXPECT_FALSE(std::filesystem::exists(path));
  }
}

}  // namespace
}  // namespace gelenk
