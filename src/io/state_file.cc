#include "io/state_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace gelenk {

namespace {

constexpr std::uint64_t format_version = 1;
constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;

// ---- base64 (RFC 4648) --------------------------------------------------------------------------

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k <= bytes.size() ? letters[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

// False where the text is none.
bool decode(std::string_view text, std::string& bytes) {
  static const std::array<signed char, 256> values = [] {
    std::array<signed char, 256> table;
    table.fill(-1);
    for (std::size_t i = 0; i < letters.size(); ++i)
      table[static_cast<unsigned char>(letters[i])] = static_cast<signed char>(i);
    return table;
  }();
  if (text.size() % 4 != 0) return false;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  bytes.clear();
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const bool is_padding = i + k >= text.size() - padding;
      const int value = is_padding ? 0 : values[static_cast<unsigned char>(text[i + k])];
      if (value < 0) return false;
      group = group << 6 | static_cast<std::uint32_t>(value);
    }
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(group >> shift & 255);
  }
  bytes.resize(bytes.size() - padding);
  return true;
}

// ---- reading ------------------------------------------------------------------------------------

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw UserError({"state",
                   {},
                   "",
                   "'" + file + "' is no state of a run: " + what,
                   "give a file that gelenk has written by --save-state or --checkpoint"});
}

// Takes the file value by value, so that no more is kept than belongs there.
class StateReader : public nlohmann::json_sax<nlohmann::json> {
 public:
  StateReader(StateFile& state, const std::string& file) : state_(state), file_(file) {}

  bool is_whole() const { return has_version_ && has_time_ && is_closed_; }

  bool start_object(std::size_t) override {
    if (depth_ == 1) {
      group_ = key_;
      values_ = key_ == "coordinates" ? &state_.coordinates
                : key_ == "speeds"    ? &state_.speeds
                : key_ == "states"    ? &state_.states
                : key_ == "discrete"  ? &state_.discretes
                                      : nullptr;
      if (values_ == nullptr && group_ != "exact") refuse(file_, "it has '" + shorten() + "'");
    }
    if (++depth_ > 2) refuse(file_, "it has groups in groups");
    return true;
  }
  bool end_object() override {
    is_closed_ = --depth_ == 0;
    values_ = nullptr;
    group_.clear();
    return true;
  }
  bool key(string_t& name) override {
    key_ = name;
    return true;
  }
  bool number_float(double value, const string_t&) override { return take(value); }
  bool number_integer(std::int64_t value) override { return take(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) override {
    if (depth_ == 2 && group_ == "exact" && key_ == "rows")
      state_.rows = value;
    else if (depth_ == 2 && group_ == "exact" && key_ == "bytes")
      state_.bytes = value;
    else if (depth_ == 1 && key_ == "gelenk state")
      take_version(value);
    else
      return take(static_cast<double>(value));
    return true;
  }
  bool string(string_t& text) override {
    if (depth_ == 1 && key_ == "model")
      state_.model = text;
    else if (depth_ == 2 && group_ == "exact" && key_ == "digest")
      state_.digest = text;
    else if (depth_ == 2 && group_ == "exact" && key_ == "memory")
      take_memory(text);
    else
      refuse_key();
    return true;
  }
  bool null() override { refuse_key(); }
  bool boolean(bool) override { refuse_key(); }
  bool binary(binary_t&) override { refuse_key(); }
  bool start_array(std::size_t) override { refuse_key(); }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    refuse(file_, "it is not JSON from byte " + std::to_string(position) + " on");
  }

 private:
  std::string shorten() const { return key_.size() <= 40 ? key_ : key_.substr(0, 40) + "…"; }
  [[noreturn]] void refuse_key() { refuse(file_, "'" + shorten() + "' has no place there"); }

  bool take(double value) {
    if (!std::isfinite(value)) refuse(file_, "'" + shorten() + "' is not a finite number");
    if (values_ != nullptr && depth_ == 2) {
      values_->emplace_back(key_, value);
    } else if (depth_ == 1 && key_ == "time") {
      state_.time = value;
      has_time_ = true;
    } else {
      refuse_key();
    }
    return true;
  }
  void take_version(std::uint64_t version) {
    if (version != format_version) {
      throw UserError(
          {"state",
           {},
           "",
           fmt::format("the state in '{}' is of version {}, this program reads version {}", file_,
                       version, format_version),
           "use the version of gelenk that has written it"});
    }
    has_version_ = true;
  }
  void take_memory(const std::string& text) {
    if (!decode(text, state_.memory)) refuse(file_, "its memory is damaged");
  }

  StateFile& state_;
  const std::string& file_;
  std::string key_, group_;
  StateFile::Values* values_ = nullptr;
  int depth_ = 0;
  bool has_version_ = false, has_time_ = false, is_closed_ = false;
};

// ---- writing ------------------------------------------------------------------------------------

std::string quote(const std::string& text) { return nlohmann::json(text).dump(); }

void add_values(const char* name, const StateFile::Values& values, std::string& text) {
  text += fmt::format(",\n  \"{}\": {{", name);
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("{}\n    {}: {:.17g}", i > 0 ? "," : "", quote(values[i].first),
                        values[i].second);
  text += values.empty() ? "}" : "\n  }";
}

// Closes itself.
struct File {
  int number;
  ~File() {
    if (number >= 0) ::close(number);
  }
};

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

std::string state_text(const StateFile& state) {
  std::string text =
      fmt::format("{{\n  \"gelenk state\": {},\n  \"model\": {},\n  \"time\": {:.17g}",
                  format_version, quote(state.model), state.time);
  add_values("coordinates", state.coordinates, text);
  add_values("speeds", state.speeds, text);
  add_values("states", state.states, text);
  add_values("discrete", state.discretes, text);
  if (!state.memory.empty()) {
    text += fmt::format(
        ",\n  \"exact\": {{\n    \"digest\": {},\n    \"rows\": {},\n    \"bytes\": {},\n"
        "    \"memory\": \"{}\"\n  }}",
        quote(state.digest), state.rows, state.bytes, encode(state.memory));
  }
  return text + "\n}\n";
}

StateFile parse_state(std::string_view text, const std::string& file) {
  StateFile state;
  StateReader reader(state, file);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  if (!reader.is_whole()) refuse(file, "it has no version or no time");
  return state;
}

StateFile read_state_file(const std::string& path) {
  std::error_code fault;
  const bool is_file = std::filesystem::is_regular_file(path, fault);
  const std::uintmax_t size = is_file ? std::filesystem::file_size(path, fault) : 0;
  std::ifstream file(path, std::ios::binary);
  if (!is_file || !file) {
    throw UserError({"state",
                     {},
                     "",
                     "cannot read '" + path + "'",
                     "give a file that gelenk has written by --save-state or --checkpoint"});
  }
  if (size > largest_file) refuse(path, "it is larger than 1 GiB");
  std::string text(size, '\0');
  file.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return parse_state(text, path);
}

void write_state_file(const StateFile& state, const std::string& path, const std::string& option) {
  const std::filesystem::path target(path);
  const std::string folder = target.has_parent_path() ? target.parent_path().string() : ".",
                    beside = path + ".part";
  auto fail = [&] {
    const int reason = errno;
    ::unlink(beside.c_str());
    throw UserError(
        {"output",
         {},
         "",
         "cannot write '" + path + "': " + std::strerror(reason),
         "choose another " + option + " file, in a folder that exists and that you may write to"});
  };
  {
    const File file{::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (file.number < 0 || !write_all(file.number, state_text(state)) || ::fsync(file.number) != 0)
      fail();
  }
  if (::rename(beside.c_str(), path.c_str()) != 0) fail();
  // The name, too, has to outlive a loss of power.
  const File listing{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (listing.number >= 0) ::fsync(listing.number);
}

}  // namespace gelenk
