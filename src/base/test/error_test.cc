#include "base/error.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

TEST(Error, FormatsWhereWhatAndHint) {
  auto file = std::make_shared<SourceFile>(SourceFile{"a.mo", "", false});
  const Diagnostic d{"type", {file, 3, 7}, "left.beam", "expected Real", "write 1.0"};
  EXPECT_EQ(format(d),
            "a.mo:3:7: error: expected Real [type]\n  in component left.beam\n  hint: write 1.0");
  EXPECT_EQ(format({"x", {}, "", "no place", ""}, "warning"), "warning: no place [x]");
}

TEST(Error, GathersFindings) {
  const UserError error({{"a", {}, "", "first", ""}, {"b", {}, "", "second", ""}});
  EXPECT_STREQ(error.what(), "error: first [a]\nerror: second [b]");
}

TEST(NearNames, NearestFirstAndNoFarOnes) {
  const std::vector<std::string> names = {"Revolute", "Prismatic", "Resolve", "Spherical"};
  EXPECT_EQ(find_near_names("Revolut", names), (std::vector<std::string>{"Revolute", "Resolve"}));
  EXPECT_TRUE(find_near_names("Universal", names).empty());
  EXPECT_EQ(find_near_names("revolute", names).front(), "Revolute");
}

TEST(NearNames, SuggestsOrLists) {
  EXPECT_EQ(suggest("mas", {"mass", "length"}), "did you mean 'mass'?");
  EXPECT_EQ(suggest("xyz", {"beta", "alpha"}), "there are 'alpha' and 'beta'");
  EXPECT_EQ(suggest("xyz", {}), "");
}

TEST(NearNames, BoundedForHugeNames) {
  EXPECT_TRUE(find_near_names(std::string(1000000, 'a'), {"b", std::string(5000, 'a')}).empty());
}

}  // namespace
}  // namespace gelenk
