#include "base/bytes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelenk {
namespace {

TEST(Bytes, ComeBackAsTheyWent) {
  ByteWriter out;
  for (std::uint64_t n : {0ull, 1ull, 127ull, 128ull, 300ull, (1ull << 62) + 5}) out.count(n);
  out.text("");
  out.text(std::string("a\0b", 3));
  for (double x : {0.1, -0.0, std::numeric_limits<double>::infinity()}) out.number(x);
  out.byte(255);

  ByteReader in(out.bytes());
  for (std::uint64_t n : {0ull, 1ull, 127ull, 128ull, 300ull, (1ull << 62) + 5})
    EXPECT_EQ(in.count(), n);
  EXPECT_EQ(in.text(), "");
  EXPECT_EQ(in.text(), std::string("a\0b", 3));
  EXPECT_EQ(in.number(), 0.1);
  EXPECT_TRUE(std::signbit(in.number()));
  EXPECT_EQ(in.number(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(in.byte(), 255);
  EXPECT_TRUE(in.at_end());
}

TEST(Bytes, NothingIsReadBeyondTheEnd) {
  EXPECT_THROW(ByteReader("").byte(), DamagedBytes);
  EXPECT_THROW(ByteReader("1234567").number(), DamagedBytes);
  EXPECT_THROW(ByteReader("\x05"
                          "abcd")
                   .text(),
               DamagedBytes);
  EXPECT_THROW(ByteReader("\x80").count(), DamagedBytes);
}

TEST(Bytes, NumbersThatCannotBeAreRefused) {
  EXPECT_THROW(ByteReader(std::string(11, '\xff')).count(), DamagedBytes);
  EXPECT_THROW(ByteReader("\x03"
                          "ab")
                   .size(),
               DamagedBytes);
  EXPECT_THROW(ByteReader("\x02").index(2), DamagedBytes);
  EXPECT_THROW(ByteReader("\x02").flag(), DamagedBytes);
}

}  // namespace
}  // namespace gelenk
