#include "io/csv_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "base/error.h"

namespace gelenk {
namespace {

TEST(CsvWriter, DigitsReadBackExactly) {
  const std::string path = ::testing::TempDir() + "gelenk_csv_writer_test.csv";
  const double values[] = {0.1, 1.0 / 3, -1e-300, 5e300, -0.0};
  {
    CsvWriter writer(path, {"a", "x.frame_a.R.T[1,2]", "b", "c", "d"});
    writer.write(0.1 + 0.2, {values[0], values[1], values[2], values[3], values[4]});
    writer.close();
  }
  std::ifstream in(path);
  std::string header, row, cell;
  std::getline(in, header);
  EXPECT_EQ(header, "time,a,\"x.frame_a.R.T[1,2]\",b,c,d");
  std::getline(in, row);
  std::istringstream cells(row);
  std::getline(cells, cell, ',');
  EXPECT_EQ(std::strtod(cell.c_str(), nullptr), 0.1 + 0.2);
  for (double value : values) {
    std::getline(cells, cell, ',');
    EXPECT_EQ(std::strtod(cell.c_str(), nullptr), value);
  }
  std::remove(path.c_str());
}

TEST(CsvWriter, SaysWhenItCannotWrite) {
  EXPECT_THROW(CsvWriter("/nowhere/at/all.csv", {}), UserError);
  CsvWriter full("/dev/full", {"a"});
  try {
    for (int i = 0; i < 100000; ++i) full.write(i, {1.0 / 3});
    FAIL() << "nothing was noticed";
  } catch (const UserError& error) {
    // Some 22 bytes per row, 8192 at a time.
    EXPECT_STREQ(
        error.what(),
        "error: cannot write '/dev/full' at time 360 s: No space left on device [output]\n"
        "  hint: free some space or choose another --output file; the rows that found room "
        "are kept");
  }
  CsvWriter little("/dev/full", {"a"});
  little.write(0, {1});
  EXPECT_THROW(little.close(), UserError);
}

}  // namespace
}  // namespace gelenk
