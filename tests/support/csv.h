// Reads a CSV file of numbers with a header, for expected results.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gelenk::testing {

struct Csv {
  std::vector<std::string> names;  // first column: time
  std::vector<std::vector<double>> rows;

  explicit Csv(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    std::string line, cell;
    std::getline(in, line);
    for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
    while (std::getline(in, line)) {
      rows.emplace_back();
      for (std::istringstream cells(line); std::getline(cells, cell, ',');)
        rows.back().push_back(std::stod(cell));
    }
  }
};

}  // namespace gelenk::testing
