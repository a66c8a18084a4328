#include "topology/quantities/unit.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

std::string base(const char* text) {
  const auto unit = parse_unit(text);
  return unit ? describe(*unit) : "none";
}

TEST(Unit, TextsOfModelica) {
  EXPECT_EQ(base("m"), "m");
  EXPECT_EQ(base("rad"), "1");
  EXPECT_EQ(base("1"), "1");
  EXPECT_EQ(base("1/s"), "1/s");
  EXPECT_EQ(base("N.m"), "m2.kg/s2");
  EXPECT_EQ(base("N.m/rad"), "m2.kg/s2");
  EXPECT_EQ(base("kg.m2"), "m2.kg");
  EXPECT_EQ(base("rad/s2"), "1/s2");
  EXPECT_EQ(base("J/(kg.K)"), "m2/(s2.K)");
  EXPECT_EQ(base("m3/(kg.s2)"), "m3/(kg.s2)");
  EXPECT_EQ(base("s-1"), "1/s");
  EXPECT_EQ(base("mm"), "0.001 m");
  EXPECT_EQ(base("min"), "60 s");
  EXPECT_EQ(base("Pa"), "kg/(m.s2)");
  EXPECT_EQ(base("kW.h"), "3.6e+06 m2.kg/s2");
}

TEST(Unit, OtherTextsAreNone) {
  for (const char* text : {"", " ", "furlong", "m/", "m//s", "m/(s", "m.", "degC", "m s", "m^2",
                           "/s", "m/s)", "2", "k", "m-"})
    EXPECT_EQ(base(text), "none") << text;
}

TEST(Unit, Same) {
  EXPECT_TRUE(parse_unit("N")->is_same(*parse_unit("kg.m/s2")));
  EXPECT_TRUE(parse_unit("W")->is_same(*parse_unit("N.m/s")));
  EXPECT_TRUE(parse_unit("Hz")->is_same(*parse_unit("rad/s")));
  EXPECT_FALSE(parse_unit("mm")->is_same(*parse_unit("m")));
  EXPECT_FALSE(parse_unit("deg")->is_same(*parse_unit("rad")));
  EXPECT_TRUE(parse_unit("m2")->pow(0.5).is_same(*parse_unit("m")));
}

}  // namespace
}  // namespace gelenk
