#include "report/page.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

#include "base/error.h"
#include "report/motion_record.h"

namespace gelenk {
namespace {

const std::string stand_in =
    "<html><script id=\"gelenk-scene\" type=\"application/json\">old</script>\n"
    "<script id=\"gelenk-data\" type=\"application/octet-stream\"></script>\n"
    "<script>const s = '<script id=\"gelenk-scene\">';</script></html>";

std::string decode_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0;
  int bits = 0;
  for (char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 255u);
  }
  return bytes;
}

std::string inflate_raw(std::string packed, std::size_t size) {
  std::string text(size + 1, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, -MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

TEST(Page, IsFilledInItsTwoElements) {
  MotionRecord record(3);
  for (int i = 0; i < 1000; ++i) {
    const float x = static_cast<float>(i);
    record.add(0.1 * i, {x, -x, 0.5f * x});
  }
  const std::string chunk = record.write_chunk();
  ASSERT_EQ(chunk.size(), 8u + 1000 * (8 + 3 * 4));
  const std::string page = fill_page(stand_in, "{\"a\": 1}", chunk);
  EXPECT_TRUE(page.starts_with(
      "<html><script id=\"gelenk-scene\" type=\"application/json\">{\"a\": 1}</script>\n"));
  const std::string open = "type=\"application/octet-stream\">";
  const std::size_t begin = page.find(open) + open.size(), end = page.find("</script>", begin);
  EXPECT_EQ(inflate_raw(decode_base64(page.substr(begin, end - begin)), chunk.size()), chunk);
  EXPECT_TRUE(page.ends_with("'<script id=\"gelenk-scene\">';</script></html>"));
}

TEST(Page, ServedPageAsksForWhatItShows) {
  const std::string page = fill_live_page(stand_in);
  EXPECT_NE(page.find(">{\"live\": true}</script>"), std::string::npos);
}

TEST(Page, APageWithoutItsElementsIsRefused) {
  try {
    load_page(std::string(GELENK_SOURCE_DIR) + "/README.md");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "error: the page has no element with id=\"gelenk-scene\" [page]\n  hint: "
                 "doc/report-format.md says what a page must have");
  }
  EXPECT_THROW(load_page("/nowhere/page.html"), UserError);
}

TEST(MotionRecord, ChunksHoldColumnsFromARowOn) {
  MotionRecord record(2);
  record.add(0.0, {1, 10});
  record.add(0.5, {2, 20});
  record.add(1.0, {3, 30});
  const std::string chunk = record.write_chunk(1);
  std::uint32_t head[2];
  double time[2];
  float values[4];
  ASSERT_EQ(chunk.size(), sizeof head + sizeof time + sizeof values);
  std::memcpy(head, chunk.data(), sizeof head);
  std::memcpy(time, chunk.data() + 8, sizeof time);
  std::memcpy(values, chunk.data() + 24, sizeof values);
  EXPECT_EQ(head[0], 2u);
  EXPECT_EQ(head[1], 2u);
  EXPECT_EQ(time[0], 0.5);
  EXPECT_EQ(time[1], 1.0);
  EXPECT_EQ(values[0], 2);
  EXPECT_EQ(values[1], 3);
  EXPECT_EQ(values[2], 20);
  EXPECT_EQ(values[3], 30);
  EXPECT_EQ(record.write_chunk(3).size(), 8u);
  EXPECT_EQ(record.write_chunk(100).size(), 8u);
}

}  // namespace
}  // namespace gelenk
