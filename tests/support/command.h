// Runs the program as a user does, in a folder of its own.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace gelenk::testing {

class Workspace {
 public:
  Workspace() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gelenk-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Workspace() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

struct Outcome {
  int exit_code = -1;  // 128 + signal when killed
  std::string out, err;
};

// `arguments` as in a shell, run in the workspace; at most 2 GB of memory and 60 s. `before` stands
// before the program's name.
inline Outcome run_gelenk(const Workspace& workspace, const std::string& arguments,
                          const std::string& before = "") {
  const std::string command = "cd '" + workspace.folder().string() +
                              "' && ulimit -v 2000000 -t 60 && " + before +
                              " '" GELENK_BINARY "' " + arguments + " >.out 2>.err";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  Outcome outcome;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = workspace.read(".out");
  outcome.err = workspace.read(".err");
  return outcome;
}

}  // namespace gelenk::testing
