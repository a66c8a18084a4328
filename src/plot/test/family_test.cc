#include "plot/family.h"

#include <gtest/gtest.h>

#include <cmath>

#include "plot/figure.h"
#include "plot/ticks.h"
#include "tests/support/workspace.h"

namespace gelenk {
namespace {

using testing::Workspace;

TEST(Family, CasesThatDifferInOneParameterAreACurve) {
  const Workspace w;
  const Table table = read_table(w.write(
      "t.csv",
      "case,b,a [m],way,status,\"at(x,1)\",message\n0,5,2,true,done,20,\n1,5,1,true,done,10,\n"
      "2,6,2,true,done,21,\n3,6,1,true,failed,nan,\"no, it is not\"\n4,5,3,true,done,30,\n"));
  EXPECT_EQ(table.kind, Table::Kind::cases);
  EXPECT_EQ(table.names, (std::vector<std::string>{"case", "b", "a", "way", "at(x,1)"}));
  EXPECT_EQ(table.first_signal(), 4u);
  EXPECT_EQ(table.find_x(), 1u);
  const std::vector<FamilyCurve> curves = list_family(table, 2, 4);
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].label, "b = 5");
  EXPECT_EQ(curves[0].x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(curves[0].values, (std::vector<double>{10, 20, 30}));
  EXPECT_FALSE(curves[0].is_scattered);
  EXPECT_EQ(curves[1].label, "b = 6");
  EXPECT_TRUE(std::isnan(curves[1].values[0]));
}

TEST(Family, DrawsAndResultsOverResultsArePoints) {
  const Workspace w;
  const Table table = read_table(w.write("t.csv",
                                         "case,a,b,status,x,y,message\n0,1,4,done,1,2,\n"
                                         "1,2,5,done,3,1,\n2,3,6,done,2,5,\n"));
  const std::vector<FamilyCurve> draws = list_family(table, 1, 3);
  ASSERT_EQ(draws.size(), 1u);
  EXPECT_TRUE(draws[0].is_scattered);
  const std::vector<FamilyCurve> results = list_family(table, 3, 4);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(results[0].is_scattered);
  EXPECT_EQ(results[0].x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(results[0].values, (std::vector<double>{2, 5, 1}));
}

TEST(Family, CurvesOfCasesAreToldByTheirParameters) {
  const Workspace w;
  const Table table = read_table(w.write(
      "t.csv", "case,a,b,time,x\n0,1,\"{0,1}\",0,5\n0,1,\"{0,1}\",1,6\n2,1,\"{1,0}\",0,7\n"));
  EXPECT_EQ(table.kind, Table::Kind::curves);
  EXPECT_EQ(table.find_x(), 3u);
  EXPECT_EQ(table.first_signal(), 4u);
  const std::vector<FamilyCurve> curves = list_family(table, 3, 4);
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].label, "b = {0,1}");
  EXPECT_EQ(curves[0].values, (std::vector<double>{5, 6}));
  EXPECT_EQ(curves[1].label, "b = {1,0}");
  EXPECT_EQ(curves[1].x, (std::vector<double>{0}));
}

TEST(Family, ALargeOneHasAFewNamesAndManyShades) {
  const std::vector<double> x = {0, 1}, y = {0, 1};
  Pane pane{"", {}, true};
  for (int i = 0; i < 50; ++i) pane.curves.push_back({"a = " + std::to_string(i), &x, &y});
  const Sheet sheet = lay_out({"", "x", 0, 1, {pane}, 480, 0});
  std::vector<std::string> names;
  for (const Sheet::Text& text : sheet.texts) {
    if (text.text.starts_with("a = ")) names.push_back(text.text);
  }
  EXPECT_EQ(names.size(), 8u);
  EXPECT_EQ(names.front(), "a = 0");
  EXPECT_EQ(names.back(), "a = 49");
}

// Decades are equally far from each other.
TEST(Family, AnAxisOfRatios) {
  const std::vector<double> x = {0.1, 1, 10, 1000}, y = {0, 1, 2, 3};
  Figure figure{"", "x", 0.1, 1000, {{"", {{"c", &x, &y}}}}, 480, 0};
  figure.has_ratios = true;
  const Sheet sheet = lay_out(figure);
  for (const Sheet::Line& line : sheet.lines) {
    if (line.clip != 0) continue;
    ASSERT_EQ(line.points.size(), 4u);
    const double decade = line.points[1].x - line.points[0].x;
    EXPECT_GT(decade, 50);
    EXPECT_NEAR(line.points[2].x - line.points[1].x, decade, 1e-9);
    EXPECT_NEAR(line.points[3].x - line.points[2].x, 2 * decade, 1e-9);
  }
  EXPECT_EQ(choose_log_ticks(0.1, 1000, 6).labels,
            (std::vector<std::string>{"0.1", "1", "10", "100", "1000"}));
  EXPECT_EQ(choose_log_ticks(1, 10, 6).labels, (std::vector<std::string>{"1", "2", "5", "10"}));
  EXPECT_LE(choose_log_ticks(1e-30, 1e30, 6).at.size(), 6u);
}

}  // namespace
}  // namespace gelenk
