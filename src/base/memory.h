// Memory as a value: what a run has learnt and decided, written to bytes and read back. A class
// with memory has one function,
//   void list_memory(Memory& memory) { memory(known_, limit_, pivots_); }
// that lists its members once; whether they are written or read is the archive's business, so that
// the two cannot differ.
//
// Bytes that come from outside may be damaged or forged. Reading never goes beyond their end, an
// array has the size that the object has already (`memory(array)`) or at most as many entries as
// bytes are left (`memory.any_size(array)`), and numbers that serve as an index are checked by
// whoever lists them (`memory.check`). What does not fit is a DamagedBytes.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/bytes.h"

namespace gelenk {

class Memory;

// What lists its members; arrays of the standard library and of Eigen; whole numbers, also those of
// enumerations.
template <typename Object>
concept HasMemory = requires(Object& object, Memory& memory) {
  object.list_memory(memory);
};
template <typename Array>
concept MemoryArray = !HasMemory<Array> && requires(Array & array) {
  array.size();
  array.begin();
  array.end();
};
template <typename Whole>
concept MemoryWhole = (std::integral<Whole> && !std::same_as<Whole, bool>) || std::is_enum_v<Whole>;

class Memory {
 public:
  // One that writes, and one that reads; the bytes must outlive it.
  Memory() : is_saving_(true), reader_("") {}
  explicit Memory(std::string_view bytes) : is_saving_(false), reader_(bytes) {}

  bool is_saving() const { return is_saving_; }
  const std::string& bytes() const { return writer_.bytes(); }
  // After reading: nothing may be left.
  void finish() {
    if (!is_saving_ && !reader_.at_end()) throw DamagedBytes("it holds more than belongs to it");
  }

  // Each of these is written, or takes what was written.
  template <typename... Items>
  void operator()(Items&... items) {
    (item(items), ...);
  }

  // An array that may have any size.
  template <typename Array>
  void any_size(Array& array) {
    std::size_t size = static_cast<std::size_t>(array.size());
    if (is_saving_)
      writer_.count(size);
    else
      size = reader_.size();
    if (!is_saving_) array.resize(size);
    each(array);
  }

  // While reading: what must hold of what was read.
  void check(bool holds) const {
    if (!is_saving_ && !holds) throw DamagedBytes("it holds a number that cannot be");
  }

 private:
  void item(double& value) {
    if (is_saving_)
      writer_.number(value);
    else
      value = reader_.number();
  }
  void item(bool& value) {
    if (is_saving_)
      writer_.byte(value ? 1 : 0);
    else
      value = reader_.flag();
  }
  // Of either sign.
  template <MemoryWhole Whole>
  void item(Whole& value) {
    if (is_saving_) {
      const auto number = static_cast<std::int64_t>(value);
      writer_.count(static_cast<std::uint64_t>(number < 0 ? -(number + 1) : number));
      writer_.byte(number < 0 ? 1 : 0);
    } else {
      const auto size = static_cast<std::int64_t>(reader_.count());
      const std::int64_t number = reader_.flag() ? -size - 1 : size;
      value = static_cast<Whole>(number);
      if (static_cast<std::int64_t>(value) != number)
        throw DamagedBytes("it holds a number that is too large");
    }
  }
  void item(std::string& text) {
    if (is_saving_)
      writer_.text(text);
    else
      text = reader_.text();
  }
  template <HasMemory Object>
  void item(Object& object) {
    object.list_memory(*this);
  }
  // Of the size that it has.
  template <MemoryArray Array>
  void item(Array& array) {
    const auto size = static_cast<std::size_t>(array.size());
    if (is_saving_)
      writer_.count(size);
    else if (reader_.count() != size)
      throw DamagedBytes("it belongs to something else");
    each(array);
  }
  template <typename Array>
  void each(Array& array) {
    if constexpr (std::is_same_v<Array, std::vector<bool>>) {
      for (std::size_t i = 0; i < array.size(); ++i) {
        bool value = array[i];
        item(value);
        array[i] = value;
      }
    } else {
      for (auto& entry : array) item(entry);
    }
  }

  const bool is_saving_;
  ByteWriter writer_;
  ByteReader reader_;
};

// The bytes of an object's memory.
template <typename Object>
std::string save_memory(Object& object) {
  Memory memory;
  memory(object);
  return memory.bytes();
}

// Takes it back. Where the bytes do not fit the object keeps the memory that it has, and
// DamagedBytes is thrown.
template <typename Object>
void restore_memory(Object& object, std::string_view bytes) {
  const std::string before = save_memory(object);
  try {
    Memory memory(bytes);
    memory(object);
    memory.finish();
  } catch (...) {
    Memory memory(before);
    memory(object);
    throw;
  }
}

}  // namespace gelenk
