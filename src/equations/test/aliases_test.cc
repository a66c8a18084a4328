#include "equations/aliases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "equations/test/flat_system.h"

namespace gelenk::equations {
namespace {

int count_left(const Aliases& aliases) {
  int left = 0;
  for (char used : aliases.is_used_up) left += used == 0;
  return left;
}

TEST(Aliases, EqualUnknownsAreOne) {
  FlatSystem s;
  s.add(s("a"), s("b"));
  s.add(s("c") + s("b"), 0.0);
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(count_left(aliases), 0);
  const Alias a = aliases.of[s.number("a")], c = aliases.of[s.number("c")];
  EXPECT_EQ(a.of, c.of);
  EXPECT_EQ(a.factor, -c.factor);
}

TEST(Aliases, NumbersGoThroughSums) {
  FlatSystem s;
  s.add(s("i1") + s("i2") + s("i3"), 0.0);
  s.add(s("i3"), 0.0);
  s.add(2.0 * s("i1"), 6.0);
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(count_left(aliases), 0);
  EXPECT_EQ(aliases.of[s.number("i2")].of, -1);
  EXPECT_EQ(aliases.of[s.number("i2")].offset, -3.0);
}

TEST(Aliases, GearsAndRodsKeepOneState) {
  FlatSystem s;
  s.add(s("w1"), s.rate("phi1"));
  s.add(s("w2"), s.rate("phi2"));
  s.add(s("a1"), s.rate("w1"));
  s.add(s("a2"), s.rate("w2"));
  s.add(s("phi1"), 4.0 * s("phi2") + 0.5);
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(count_left(aliases), 0);
  auto ratio = [&](const char* x, const char* y) {
    const Alias a = aliases.of[s.number(x)], b = aliases.of[s.number(y)];
    EXPECT_EQ(a.of, b.of);
    return a.factor / b.factor;
  };
  EXPECT_DOUBLE_EQ(ratio("phi1", "phi2"), 4.0);
  EXPECT_DOUBLE_EQ(ratio("w1", "w2"), 4.0);
  EXPECT_DOUBLE_EQ(ratio("a1", "a2"), 4.0);
  // The chain runs from the angle to the acceleration, each the rate of the one before.
  const int phi = aliases.of[s.number("phi1")].of;
  const int w = s.flat.quantities[phi].derivative;
  ASSERT_GE(w, 0);
  EXPECT_EQ(w, aliases.of[s.number("w1")].of);
  EXPECT_EQ(s.flat.quantities[w].derivative, aliases.of[s.number("a1")].of);
  EXPECT_DOUBLE_EQ(aliases.of[s.number("w1")].factor, aliases.of[s.number("phi1")].factor);
}

TEST(Aliases, AQuantityIsNotItsOwnRate) {
  FlatSystem s;
  s.add(s.rate("x"), s("x"));
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(count_left(aliases), 1);
}

TEST(Aliases, RatesOfTwoQuantitiesStayApartUntilTheseAreOne) {
  FlatSystem s;
  s.add(s("v"), s.rate("s1"));
  s.add(s("v"), s.rate("s2"));
  EXPECT_EQ(count_left(find_aliases(s.flat)), 1);
  FlatSystem t;
  t.add(t("v"), t.rate("s1"));
  t.add(t("v"), t.rate("s2"));
  t.add(t("s1"), t("s2") + 1.0);
  EXPECT_EQ(count_left(find_aliases(t.flat)), 0);
}

// What moves at a constant rate is no number, whatever says how fast.
TEST(Aliases, ConstantRatesAreEquations) {
  FlatSystem s;
  s.add(s("w"), s.rate("phi"));
  s.add(s("w"), s("f"));
  s.add(s("f"), 2.0);
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(count_left(aliases), 1);
  const int phi = aliases.of[s.number("phi")].of;
  ASSERT_GE(phi, 0);
  EXPECT_GE(s.flat.quantities[phi].derivative, 0);
}

TEST(Aliases, WhatIsConstantHasNoRate) {
  FlatSystem s;
  s.add(s("w"), s.rate("phi"));
  s.add(s("phi"), 0.25);
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(count_left(aliases), 0);
  EXPECT_EQ(aliases.of[s.number("w")].of, -1);
  EXPECT_EQ(aliases.of[s.number("w")].offset, 0.0);
}

TEST(Aliases, ContradictionsAreTold) {
  FlatSystem s;
  s.add(s("a"), 1.0);
  s.add(s("b"), s("a"));
  s.add(s("b"), 2.0);
  EXPECT_EQ(find_aliases(s.flat).contradicted, std::vector<int>{2});
}

TEST(Aliases, KnownQuantitiesStandForOthersAndStayApart) {
  FlatSystem s;
  s.known("q1");
  s.known("q2");
  s.add(s("phi"), s("q1"));
  s.add(s("phi"), s("q2"));
  const Aliases aliases = find_aliases(s.flat);
  EXPECT_EQ(aliases.of[s.number("phi")].of, s.number("q1"));
  EXPECT_EQ(count_left(aliases), 1);
}

TEST(Aliases, StartValuesFollow) {
  FlatSystem s;
  s.flat.quantities[s.number("b")].start = 3.0;
  s.flat.quantities[s.number("b")].is_start_given = true;
  s.flat.quantities[s.number("a")].select = StateSelect::prefer;
  s.add(s("b"), 2.0 * s("a") + 1.0);
  const Aliases aliases = find_aliases(s.flat);
  ASSERT_EQ(aliases.of[s.number("b")].of, s.number("a"));
  EXPECT_DOUBLE_EQ(s.flat.quantities[s.number("a")].start, 1.0);
}

// Random ties that all hold at random values: whatever stands for the others gives these values back.
TEST(Aliases, RandomTiesGiveTheValuesBack) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-2.0, 2.0);
    FlatSystem s;
    constexpr int n = 30;
    std::vector<double> value;
    for (int i = 0; i < n; ++i) {
      s.number("x" + std::to_string(i));
      value.push_back(number(random));
    }
    auto x = [&](int i) { return s("x" + std::to_string(i)); };
    for (int k = 0; k < 25; ++k) {
      const int i = static_cast<int>(random() % n), j = static_cast<int>(random() % n);
      if (i == j) continue;
      const double f = k % 3 == 0 ? 1.0 : number(random);
      if (std::abs(f) < 0.1) continue;
      s.add(x(i), f * x(j) + (value[i] - f * value[j]));
    }
    if (seed % 2 == 0) s.add(x(3), value[3]);
    const Aliases aliases = find_aliases(s.flat);
    EXPECT_TRUE(aliases.contradicted.empty());
    for (int i = 0; i < n; ++i) {
      const Alias a = aliases.of[i];
      const double found = a.of < 0 ? a.offset : a.factor * value[a.of] + a.offset;
      EXPECT_NEAR(found, value[i], 1e-9) << seed;
      EXPECT_NEAR(eval(use_aliases(x(i), aliases), value), value[i], 1e-9);
    }
  }
}

}  // namespace
}  // namespace gelenk::equations
