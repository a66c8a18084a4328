#include "base/csv_line.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

TEST(CsvLine, CellsComeBackAsTheyWereWritten) {
  const std::vector<std::string> texts = {"a", "", "b,c", "say \"so\"", "\"", ",", " x ", "T[1,2]"};
  std::string line;
  for (const std::string& text : texts)
    line += (&text == &texts[0] ? "" : ",") + write_csv_cell(text);
  EXPECT_EQ(split_csv_line(line + "\r"), texts);
  EXPECT_EQ(write_csv_cell("plain"), "plain");
}

TEST(CsvLine, ABlankTellsAUnitFromASubscript) {
  EXPECT_EQ(split_csv_heading("hinge.phi [rad]").name, "hinge.phi");
  EXPECT_EQ(split_csv_heading("hinge.phi [rad]").unit, "rad");
  EXPECT_EQ(split_csv_heading("body.r_0[3]").name, "body.r_0[3]");
  EXPECT_EQ(split_csv_heading("body.r_0[3]").unit, "");
}

}  // namespace
}  // namespace gelenk
