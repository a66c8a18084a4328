// Writes a model of a given size to standard output: write_model KIND BODIES.
#include <cstdio>
#include <exception>
#include <string>

#include "large_models.h"

int main(int argc, char** argv) {
  try {
    if (argc != 3) {
      std::fprintf(stderr, "usage: %s KIND BODIES\n", argv[0]);
      return 2;
    }
    const std::string text = gelenk::bench::write_large_model(argv[1], std::stoi(argv[2]));
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_model: %s\n", error.what());
    return 2;
  }
}
