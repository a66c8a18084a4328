// Runs the program as a user does, in a folder of its own.
#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/workspace.h"

namespace gelenk::testing {

struct Outcome {
  int exit_code = -1;  // 128 + signal when killed
  std::string out, err;
};

// Limits for a shell that starts the program. The address sanitizer reserves terabytes of addresses, and takes its time.
inline std::string limit_to(int kilobytes, int seconds) {
#ifdef __SANITIZE_ADDRESS__
  (void)kilobytes;
  return "ulimit -t " + std::to_string(20 * seconds);
#else
  return "ulimit -v " + std::to_string(kilobytes) + " -t " + std::to_string(seconds);
#endif
}

// `arguments` as in a shell, run in the workspace; at most 2 GB of memory and 60 s. `before` stands
// before the program's name.
inline Outcome run_gelenk(const Workspace& workspace, const std::string& arguments,
                          const std::string& before = "") {
  const std::string command = "cd '" + workspace.folder().string() +
                              "' && " + limit_to(2000000, 60) + " && " + before +
                              " '" GELENK_BINARY "' " + arguments + " >.out 2>.err";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  Outcome outcome;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = workspace.read(".out");
  outcome.err = workspace.read(".err");
  return outcome;
}

}  // namespace gelenk::testing
