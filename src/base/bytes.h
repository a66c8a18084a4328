// Numbers and texts as bytes, and back. The reader trusts nothing: it never reads beyond the end,
// and a count that more items follow than bytes are left is refused before memory is asked for.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

namespace gelenk {

static_assert(std::endian::native == std::endian::little, "stored files are little-endian");

class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  // Seven bits a byte, the lowest first.
  void count(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value) | 0x80);
    byte(static_cast<std::uint8_t>(value));
  }
  void number(double value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes_.append(raw, sizeof raw);
  }
  void text(std::string_view value) {
    count(value.size());
    bytes_.append(value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// What a reader finds wrong; what() is a part of a sentence: "it ends too early".
class DamagedBytes : public std::exception {
 public:
  explicit DamagedBytes(const char* reason) : reason_(reason) {}
  const char* what() const noexcept override { return reason_; }

 private:
  const char* reason_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint64_t count() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t next = byte();
      if (shift > 56) throw DamagedBytes("it holds a number that is too large");
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
  }
  // A count of items, each of which takes at least one byte.
  std::size_t size() {
    const std::uint64_t value = count();
    if (value > rest_.size()) throw DamagedBytes("it ends too early");
    return static_cast<std::size_t>(value);
  }
  // A number below `limit`.
  std::size_t index(std::size_t limit) {
    const std::uint64_t value = count();
    if (value >= limit) throw DamagedBytes("it refers to something that it does not hold");
    return static_cast<std::size_t>(value);
  }
  bool flag() { return index(2) == 1; }
  double number() {
    double value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view text() { return take(size()); }
  bool at_end() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view take(std::size_t n) {
    if (n > rest_.size()) throw DamagedBytes("it ends too early");
    const std::string_view taken = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace gelenk
