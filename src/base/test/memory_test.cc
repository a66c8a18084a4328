#include "base/memory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelenk {
namespace {

enum class Side { left, right };

struct Inner {
  int count = 0;
  double number = 0.0;
  void list_memory(Memory& memory) { memory(count, number); }
};

struct Outer {
  std::vector<Inner> fixed{3};
  std::vector<double> any;
  std::vector<bool> bits{false, false};
  std::array<long, 2> ring{};
  std::string text;
  Side side = Side::left;
  bool flag = false;
  void list_memory(Memory& memory) {
    memory(fixed, bits, ring, text, side, flag);
    memory.check(side == Side::left || side == Side::right);
    memory.any_size(any);
  }
};

Outer make_full() {
  Outer o;
  o.fixed = {{1, 0.1}, {-7, -0.0}, {std::numeric_limits<int>::min(), NAN}};
  o.any = {1e-310, std::numeric_limits<double>::infinity()};
  o.bits = {true, false};
  o.ring = {std::numeric_limits<long>::max() >> 1, -1};
  o.text = "öffnen";
  o.side = Side::right;
  o.flag = true;
  return o;
}

TEST(Memory, GivesBackEveryBit) {
  Outer full = make_full(), taken;
  const std::string bytes = save_memory(full);
  restore_memory(taken, bytes);
  EXPECT_EQ(save_memory(taken), bytes);
  EXPECT_EQ(taken.fixed[2].count, std::numeric_limits<int>::min());
  EXPECT_TRUE(std::signbit(taken.fixed[1].number));
  EXPECT_TRUE(std::isnan(taken.fixed[2].number));
  EXPECT_EQ(taken.text, full.text);
  EXPECT_EQ(taken.any, full.any);
  EXPECT_EQ(taken.side, Side::right);
}

TEST(Memory, RefusesWhatDoesNotFitAndLeavesTheObjectAsItIs) {
  Outer full = make_full();
  const std::string bytes = save_memory(full);
  Outer other;
  other.fixed.resize(2);
  EXPECT_THROW(restore_memory(other, bytes), DamagedBytes);
  const Outer untouched;
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    Outer taken;
    EXPECT_THROW(restore_memory(taken, bytes.substr(0, cut)), DamagedBytes) << cut;
    EXPECT_EQ(taken.text, untouched.text);
    EXPECT_EQ(taken.fixed[0].count, untouched.fixed[0].count);
    EXPECT_TRUE(taken.any.empty());
  }
  Outer taken;
  EXPECT_THROW(restore_memory(taken, bytes + "x"), DamagedBytes);
}

// Any byte may be another one: an error or other values, never a crash or more memory than there
// are bytes.
TEST(Memory, SurvivesEveryDamagedByte) {
  Outer full = make_full();
  const std::string bytes = save_memory(full);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      Outer taken;
      try {
        restore_memory(taken, damaged);
        EXPECT_LE(taken.any.size(), bytes.size());
      } catch (const DamagedBytes&) {
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
