#include "compiled/sha256.h"

#include <gtest/gtest.h>

#include <string>

namespace gelenk {
namespace {

std::string hex(const Digest& digest) {
  std::string text;
  for (std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

// Examples of the National Institute of Standards and Technology for FIPS 180.
TEST(Sha256, GivesThePublishedValues) {
  EXPECT_EQ(hex(calc_sha256("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(calc_sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(calc_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(calc_sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// Around the border where the padding needs another block.
TEST(Sha256, DiffersForEveryLength) {
  Digest last = calc_sha256("");
  for (int n = 1; n < 200; ++n) {
    const Digest next = calc_sha256(std::string(n, '\0'));
    EXPECT_NE(next, last);
    last = next;
  }
}

}  // namespace
}  // namespace gelenk
