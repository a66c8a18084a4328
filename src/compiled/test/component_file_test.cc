#include "compiled/component_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <random>

#include "base/error.h"

namespace gelenk {
namespace {

// A library of our own machine, for files that are only looked at.
std::string library() { return read_component_bytes(GELENK_TEST_COMPONENTS "/free_body.so"); }

std::string failure_of(const std::string& bytes) {
  try {
    check_component_file(bytes, "part.gkc");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(ComponentFile, GivesItsPayloadBack) {
  for (const std::string& payload :
       {std::string(), std::string("x"), std::string("secret masses"), std::string(100'000, 'm')}) {
    const std::string file = make_component_file(library(), payload);
    EXPECT_EQ(check_component_file(file, "part.gkc"), payload);
  }
}

TEST(ComponentFile, IsTheSameForTheSameContents) {
  EXPECT_EQ(make_component_file(library(), "abc"), make_component_file(library(), "abc"));
}

TEST(ComponentFile, HidesItsPayload) {
  std::string payload;
  for (int i = 0; i < 1000; ++i) payload += "secretName";
  const std::string file = make_component_file(library(), payload);
  EXPECT_EQ(file.find("secretName"), std::string::npos);
  EXPECT_EQ(file.find("ecret"), std::string::npos);
}

TEST(ComponentFile, EveryChangeIsFound) {
  const std::string file = make_component_file(library(), "a payload that matters");
  std::mt19937 random(3);
  // The trailer byte by byte, bit by bit; the rest at random.
  for (std::size_t at = file.size() - 110; at < file.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = file;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      EXPECT_NE(failure_of(changed), "") << at;
    }
  }
  for (int trial = 0; trial < 500; ++trial) {
    std::string changed = file;
    const std::size_t at = random() % file.size();
    changed[at] = static_cast<char>(changed[at] ^ (1 + random() % 255));
    EXPECT_NE(failure_of(changed), "") << at;
  }
}

TEST(ComponentFile, EveryOtherLengthIsFound) {
  const std::string file = make_component_file(library(), "a payload that matters");
  for (std::size_t n = 0; n < file.size(); n += 1 + n / 7)
    EXPECT_NE(failure_of(file.substr(0, n)), "");
  EXPECT_NE(failure_of(file.substr(0, file.size() - 1)), "");
  EXPECT_NE(failure_of(file.substr(1)), "");
  EXPECT_NE(failure_of(file + "x"), "");
  EXPECT_NE(failure_of(file + file), "");
}

TEST(ComponentFile, MessagesSayWhatIsWrong) {
  const std::string file = make_component_file(library(), "abc");
  EXPECT_EQ(failure_of(""),
            "error: compiled component 'part.gkc': the file is empty [component]\n"
            "  hint: fetch the file again from where it was made");
  EXPECT_EQ(failure_of("model Part end Part;"),
            "error: compiled component 'part.gkc': it is no compiled component [component]\n"
            "  hint: make it with: gelenk compile MODEL.mo --model Part -o part.gkc");
  EXPECT_EQ(
      failure_of(library()),
      "error: compiled component 'part.gkc': it is a program or a library, but not a compiled "
      "component or not all of one [component]\n"
      "  hint: fetch the file again, or turn a library that has the interface of "
      "gelenk/component.h into a component: gelenk compile library.so -o part.gkc");
  std::string changed = file;
  changed[5000] = static_cast<char>(changed[5000] + 1);
  EXPECT_EQ(failure_of(changed),
            "error: compiled component 'part.gkc': it is damaged: its contents are not what they "
            "were [component]\n  hint: fetch the file again from where it was made");
}

// A whole file, but for something else.
TEST(ComponentFile, OtherTargetsAreRefused) {
  ComponentTarget target = this_target();
  target.machine = 183;
  EXPECT_EQ(
      failure_of(make_component_file(library(), "abc", target)),
      "error: compiled component 'part.gkc': it was made for processors of 64-bit ARM, this "
      "one is x86-64 [component]\n  hint: ask its maker for a file made on this kind of machine");
  target = this_target();
  target.processor_level = 9;
  EXPECT_NE(failure_of(make_component_file(library(), "abc", target))
                .find("it needs a processor of level x86-64-v9, this one has x86-64-v"),
            std::string::npos);
  target = this_target();
  target.abi_version = 17;
  EXPECT_EQ(
      failure_of(make_component_file(library(), "abc", target)),
      "error: compiled component 'part.gkc': it has version 17 of the interface, this program "
      "has version 6 [component]\n"
      "  hint: ask its maker for a file made with this version of gelenk");
  target = this_target();
  target.format_version = 8;
  EXPECT_EQ(failure_of(make_component_file(library(), "abc", target)),
            "error: compiled component 'part.gkc': its format is version 8, this program reads "
            "version 2 [component]\n"
            "  hint: ask its maker for a file made with this version of gelenk");
  // The trailer says this machine, the library in it another one.
  std::string foreign = library();
  foreign[18] = static_cast<char>(183);
  EXPECT_NE(
      failure_of(make_component_file(foreign, "abc")).find("what it holds is no shared library"),
      std::string::npos);
  EXPECT_NE(
      failure_of(make_component_file("text", "abc")).find("what it holds is no shared library"),
      std::string::npos);
}

TEST(ComponentFile, ReadingTellsWhatIsThere) {
  const auto failure_to_read = [](const std::string& path) -> std::string {
    try {
      read_component_bytes(path);
    } catch (const UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(failure_to_read("no/such.gkc"),
            "error: compiled component 'no/such.gkc': there is no such file [component]\n"
            "  hint: check the path");
  EXPECT_EQ(failure_to_read("/dev/null"),
            "error: compiled component '/dev/null': it is a folder or a device [component]\n"
            "  hint: name a file *.gkc");
  EXPECT_EQ(failure_to_read(GELENK_TEST_COMPONENTS "/free_body.so"), "");
}

}  // namespace
}  // namespace gelenk
