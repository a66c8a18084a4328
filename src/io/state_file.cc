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
#include "io/digest_text.h"
#include "io/output_path.h"

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
  // Bits that no byte has are zero: each sequence of bytes has one text only.
  for (; padding > 0; --padding) {
    if (bytes.back() != 0) return false;
    bytes.pop_back();
  }
  return true;
}

// ---- writing ------------------------------------------------------------------------------------

std::string quote(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Reads back to the same bits, with its sign if it is zero.
std::string write_number(double value) {
  return value == 0 && std::signbit(value) ? "-0.0" : fmt::format("{:.17g}", value);
}

template <typename List, typename Write>
void add_group(const char* name, const List& list, const Write& write, std::string& text) {
  text += fmt::format(",\n  \"{}\": {{", name);
  for (std::size_t i = 0; i < list.size(); ++i)
    text += fmt::format("{}\n    {}: {}", i > 0 ? "," : "", quote(list[i].first),
                        write(list[i].second));
  text += list.empty() ? "}" : "\n  }";
}

// What people read and may edit, without the end of the object.
std::string values_text(const StateFile& state) {
  std::string text = fmt::format("{{\n  \"gelenk state\": {},\n  \"model\": {},\n  \"time\": {}",
                                 format_version, quote(state.model), write_number(state.time));
  add_group("coordinates", state.coordinates, write_number, text);
  add_group("speeds", state.speeds, write_number, text);
  add_group("states", state.states, write_number, text);
  add_group("discrete", state.discretes, write_number, text);
  add_group("inputs", state.inputs, write_number, text);
  return text;
}

// Of all that an exact continuation takes from the file, so that damage is noticed.
std::string calc_check(const StateFile& state) {
  std::string text = state.digest;
  add_group("options", state.options, quote, text);
  text += fmt::format("\n{} {} {} {} {}\n", write_number(state.begin), write_number(state.interval),
                      state.rows, state.bytes, state.tail);
  return digest_text(text + state.memory);
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

  // After the last value.
  void finish() {
    if (!has_version_ || !has_time_ || !is_closed_) refuse(file_, "it has no version or no time");
    if (state_.memory.empty()) return;
    if (check_ != calc_check(state_)) refuse(file_, "its memory is damaged");
    if (values_digest_ == digest_text(values_text(state_))) return;
    state_.is_edited = true;
    state_.memory.clear();
  }

  bool start_object(std::size_t) override {
    if (depth_ == 1) {
      group_ = key_;
      values_ = key_ == "coordinates" ? &state_.coordinates
                : key_ == "speeds"    ? &state_.speeds
                : key_ == "states"    ? &state_.states
                : key_ == "discrete"  ? &state_.discretes
                : key_ == "inputs"    ? &state_.inputs
                                      : nullptr;
      if (values_ == nullptr && group_ != "exact" && group_ != "options")
        refuse(file_, "it has '" + shorten() + "'");
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
    if (is_exact("rows"))
      state_.rows = value;
    else if (is_exact("bytes"))
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
    else if (depth_ == 2 && group_ == "options")
      state_.options.emplace_back(key_, text);
    else if (is_exact("model"))
      state_.digest = text;
    else if (is_exact("values"))
      values_digest_ = text;
    else if (is_exact("tail"))
      state_.tail = text;
    else if (is_exact("check"))
      check_ = text;
    else if (is_exact("memory"))
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
  bool is_exact(const char* key) const { return depth_ == 2 && group_ == "exact" && key_ == key; }
  std::string shorten() const { return key_.size() <= 40 ? key_ : key_.substr(0, 40) + "…"; }
  [[noreturn]] void refuse_key() { refuse(file_, "'" + shorten() + "' has no place there"); }

  bool take(double value) {
    if (!std::isfinite(value)) refuse(file_, "'" + shorten() + "' is not a finite number");
    if (values_ != nullptr && depth_ == 2) {
      values_->emplace_back(key_, value);
    } else if (depth_ == 1 && key_ == "time") {
      state_.time = value;
      has_time_ = true;
    } else if (is_exact("begin")) {
      state_.begin = value;
    } else if (is_exact("interval")) {
      state_.interval = value;
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
  std::string key_, group_, values_digest_, check_;
  StateFile::Values* values_ = nullptr;
  int depth_ = 0;
  bool has_version_ = false, has_time_ = false, is_closed_ = false;
};

// ---- files ----------------------------------------------------------------------------------------

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

// What a name means that is a link: the link stays.
std::filesystem::path find_target(const std::string& path) {
  std::error_code fault;
  if (!std::filesystem::is_symlink(path, fault)) return path;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, fault);
  return fault ? std::filesystem::path(path) : target;
}

std::string folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path().string() : ".";
}

}  // namespace

std::string state_text(const StateFile& state) {
  std::string text = values_text(state);
  const std::string values = digest_text(text);
  add_group("options", state.options, quote, text);
  if (!state.memory.empty()) {
    text += fmt::format(
        ",\n  \"exact\": {{\n    \"model\": {},\n    \"values\": \"{}\",\n"
        "    \"begin\": {},\n    \"interval\": {},\n",
        quote(state.digest), values, write_number(state.begin), write_number(state.interval));
    text += fmt::format("    \"rows\": {},\n    \"bytes\": {},\n    \"tail\": {},\n", state.rows,
                        state.bytes, quote(state.tail));
    text += fmt::format("    \"check\": \"{}\",\n    \"memory\": \"{}\"\n  }}", calc_check(state),
                        encode(state.memory));
  }
  return text + "\n}\n";
}

StateFile parse_state(std::string_view text, const std::string& file) {
  StateFile state;
  StateReader reader(state, file);
  nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
  reader.finish();
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

void check_state_path(const std::string& path, const std::string& option) {
  check_writable(path);
  const std::filesystem::path target = find_target(path);
  std::error_code ignored;
  const bool is_other = std::filesystem::exists(target, ignored) &&
                        !std::filesystem::is_regular_file(target, ignored);
  if (path != "-" && !is_other && ::access(folder_of(target).c_str(), W_OK) == 0) return;
  throw UserError(
      {"output",
       {},
       "",
       "cannot write '" + path + "': " +
           (path == "-" || is_other ? "a state is a file that takes the place of the one before"
                                    : "the folder '" + folder_of(target) + "' is write-protected"),
       "give " + option + " the name of a file, in a folder that you may write to"});
}

void write_state_file(const StateFile& state, const std::string& path, const std::string& option) {
  check_state_path(path, option);
  const std::string target = find_target(path).string(), beside = target + ".part";
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
    const File file{
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666)};
    if (file.number < 0 || !write_all(file.number, state_text(state)) || ::fsync(file.number) != 0)
      fail();
  }
  if (::rename(beside.c_str(), target.c_str()) != 0) fail();
  // The name, too, has to outlive a loss of power.
  const File listing{::open(folder_of(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (listing.number >= 0) ::fsync(listing.number);
}

}  // namespace gelenk
