#include "report/page.h"

#include <zlib.h>

#include <fstream>
#include <sstream>

#include "base/error.h"

#ifdef GELENK_PAGE_FILE
// The assembler puts the file into the program as it is.
__asm__(
    ".pushsection .rodata\n"
    ".global gelenk_page_begin\n.hidden gelenk_page_begin\n"
    ".global gelenk_page_end\n.hidden gelenk_page_end\n"
    "gelenk_page_begin:\n.incbin \"" GELENK_PAGE_FILE
    "\"\n"
    "gelenk_page_end:\n.byte 0\n"
    ".popsection\n");
extern "C" {
extern const char gelenk_page_begin[] __attribute__((visibility("hidden")));
extern const char gelenk_page_end[] __attribute__((visibility("hidden")));
}
#endif

namespace gelenk {

namespace {

constexpr const char* scene_id = "gelenk-scene";
constexpr const char* data_id = "gelenk-data";

// What stands inside the script element with that id: its first and last place; npos where there is none.
std::pair<std::size_t, std::size_t> find_element(const std::string& page, const std::string& id) {
  const std::size_t at = page.find("id=\"" + id + "\"");
  if (at == std::string::npos) return {at, at};
  const std::size_t begin = page.find('>', at);
  if (begin == std::string::npos) return {begin, begin};
  const std::size_t end = page.find("</script>", begin);
  return {end == std::string::npos ? end : begin + 1, end};
}

std::string replace_element(const std::string& page, const std::string& id,
                            const std::string& content) {
  const auto [begin, end] = find_element(page, id);
  GELENK_ASSERT(begin != std::string::npos);
  return page.substr(0, begin) + content + page.substr(end);
}

// Raw deflate: no header, no checksum.
std::string deflate(const std::string& text) {
  z_stream stream{};
  GELENK_ASSERT(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 9,
                             Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed;
  std::string buffer(1 << 16, '\0');
  std::size_t given = 0;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    // zlib counts in 32 bits.
    const std::size_t part = std::min<std::size_t>(text.size() - given, 1 << 30);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data() + given));
    stream.avail_in = static_cast<uInt>(part);
    const bool is_last = given + part == text.size();
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      status = ::deflate(&stream, is_last ? Z_FINISH : Z_NO_FLUSH);
      GELENK_ASSERT(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR);
      packed.append(buffer, 0, buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
    given += part;
  }
  deflateEnd(&stream);
  return packed;
}

std::string encode_base64(const std::string& bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

}  // namespace

std::string_view built_in_page() {
#ifdef GELENK_PAGE_FILE
  return {gelenk_page_begin, static_cast<std::size_t>(gelenk_page_end - gelenk_page_begin)};
#else
  return {};
#endif
}

std::string load_page(const std::string& file) {
  std::string page(built_in_page());
  if (!file.empty()) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) {
      throw UserError(
          {"page", {}, "", "cannot read the page '" + file + "'", "check the path after --page"});
    }
    page = text.str();
  } else if (page.empty()) {
    throw UserError({"page",
                     {},
                     "",
                     "this gelenk was built without the page that shows a model",
                     "install nodejs (18 or later) and npm and build again, or name a page by "
                     "--page; everything else works without it"});
  }
  for (const char* id : {scene_id, data_id}) {
    if (find_element(page, id).first != std::string::npos) continue;
    throw UserError({"page",
                     {},
                     "",
                     std::string("the page has no element with id=\"") + id + "\"",
                     "doc/report-format.md says what a page must have"});
  }
  return page;
}

std::string fill_page(const std::string& page, const std::string& scene,
                      const std::string& chunks) {
  GELENK_ASSERT(scene.find('<') == std::string::npos);
  return replace_element(replace_element(page, scene_id, scene), data_id,
                         encode_base64(deflate(chunks)));
}

std::string fill_live_page(const std::string& page) {
  return replace_element(replace_element(page, scene_id, "{\"live\": true}"), data_id, "");
}

}  // namespace gelenk
