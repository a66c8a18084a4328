#include "compiled/component_file.h"

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "compiled/sha256.h"
#include "gelenk/component.h"

namespace gelenk {

namespace {

constexpr char magic[8] = {'G', 'E', 'L', 'E', 'N', 'K', 'P', 'C'};
constexpr std::uint32_t format_version = 2;
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;

struct Trailer {
  std::uint64_t library_size, payload_size, key;
  std::uint32_t format_version, abi_version;
  std::uint16_t machine, processor_level;
  std::uint32_t reserved;
  Digest digest;  // of all that stands before it
  char magic[8];
};
static_assert(sizeof(Trailer) == 80);
constexpr std::size_t digest_offset = offsetof(Trailer, digest);

// A stream of numbers by SplitMix64 (Steele, Lea and Flood 2014), added bit by bit; the same again
// undoes it.
void scramble(std::string& bytes, std::uint64_t key) {
  std::uint64_t state = key;
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    for (std::size_t k = 0; k < 8 && at + k < bytes.size(); ++k)
      bytes[at + k] = static_cast<char>(bytes[at + k] ^ static_cast<char>(z >> (8 * k)));
  }
}

const char* name_of(std::uint16_t machine) {
  switch (machine) {
    case EM_X86_64: return "x86-64";
    case EM_AARCH64: return "64-bit ARM";
    case EM_386: return "32-bit x86";
    case EM_RISCV: return "RISC-V";
    default: return "another kind";
  }
}

// The level of x86-64 that this processor has.
int find_processor_level() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (!(__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))) return 1;
  if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2")))
    return 2;
  if (!(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl")))
    return 3;
  return 4;
#else
  return 1;
#endif
}

[[noreturn]] void fail(const std::string& file, const std::string& what, const char* hint) {
  throw UserError({"component", {}, "", "compiled component '" + file + "': " + what, hint});
}

constexpr const char* compile_hint =
    "make it with: gelenk compile MODEL.mo --model Part -o part.gkc";
constexpr const char* fetch_hint = "fetch the file again from where it was made";

}  // namespace

ComponentTarget this_target() {
  ComponentTarget target{format_version, GELENK_COMPONENT_VERSION, EM_NONE, 1};
#if defined(__x86_64__)
  target.machine = EM_X86_64;
#elif defined(__aarch64__)
  target.machine = EM_AARCH64;
#endif
  // What this program was compiled for, the library was too.
#if defined(__AVX512F__)
  target.processor_level = 4;
#elif defined(__AVX2__)
  target.processor_level = 3;
#elif defined(__SSE4_2__)
  target.processor_level = 2;
#endif
  return target;
}

bool is_shared_library(std::string_view bytes, std::uint16_t machine) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
         header.e_type == ET_DYN && header.e_machine == machine;
}

std::string make_component_file(std::string_view library, std::string_view payload,
                                const ComponentTarget& target) {
  const Digest payload_digest = calc_sha256(payload);
  Trailer trailer{};
  trailer.library_size = library.size();
  trailer.payload_size = payload.size();
  std::memcpy(&trailer.key, payload_digest.data(), sizeof trailer.key);
  trailer.format_version = target.format_version;
  trailer.abi_version = target.abi_version;
  trailer.machine = target.machine;
  trailer.processor_level = target.processor_level;
  std::memcpy(trailer.magic, magic, sizeof magic);

  std::string scrambled(payload);
  scramble(scrambled, trailer.key);
  std::string bytes(library);
  bytes += scrambled;
  bytes.append(reinterpret_cast<const char*>(&trailer), digest_offset);
  const Digest digest = calc_sha256(bytes);
  bytes.append(reinterpret_cast<const char*>(digest.data()), digest.size());
  bytes.append(magic, sizeof magic);
  return bytes;
}

std::string check_component_file(std::string_view bytes, const std::string& file) {
  if (bytes.empty()) fail(file, "the file is empty", fetch_hint);
  Trailer trailer;
  if (bytes.size() >= sizeof trailer)
    std::memcpy(&trailer, bytes.data() + bytes.size() - sizeof trailer, sizeof trailer);
  if (bytes.size() < sizeof trailer || std::memcmp(trailer.magic, magic, sizeof magic) != 0) {
    if (bytes.starts_with(ELFMAG))
      fail(file, "it is a program or a library, but not a compiled component or not all of one",
           "fetch the file again, or turn a library that has the interface of "
           "gelenk/component.h into a component: gelenk compile library.so -o part.gkc");
    fail(file, "it is no compiled component", compile_hint);
  }
  const ComponentTarget here = this_target();
  if (trailer.format_version != here.format_version)
    fail(file,
         "its format is version " + std::to_string(trailer.format_version) +
             ", this program reads version " + std::to_string(here.format_version),
         "ask its maker for a file made with this version of gelenk");
  const std::size_t content = bytes.size() - sizeof trailer;
  if (trailer.library_size > content || trailer.payload_size != content - trailer.library_size)
    fail(file, "it is damaged: its size is not what it was", fetch_hint);
  const Digest digest = calc_sha256(bytes.substr(0, content + digest_offset));
  if (digest != trailer.digest)
    fail(file, "it is damaged: its contents are not what they were", fetch_hint);
  if (trailer.machine != here.machine)
    fail(file,
         std::string("it was made for processors of ") + name_of(trailer.machine) +
             ", this one is " + name_of(here.machine),
         "ask its maker for a file made on this kind of machine");
  if (trailer.processor_level > find_processor_level())
    fail(file,
         "it needs a processor of level x86-64-v" + std::to_string(trailer.processor_level) +
             ", this one has x86-64-v" + std::to_string(find_processor_level()),
         "ask its maker to build gelenk with -DGELENK_ARCH=none and to compile the component with "
         "that");
  if (trailer.abi_version != here.abi_version)
    fail(file,
         "it has version " + std::to_string(trailer.abi_version) +
             " of the interface, this program has version " + std::to_string(here.abi_version),
         "ask its maker for a file made with this version of gelenk");
  if (!is_shared_library(bytes.substr(0, trailer.library_size), here.machine))
    fail(file, "what it holds is no shared library", fetch_hint);
  std::string payload(bytes.substr(trailer.library_size, trailer.payload_size));
  scramble(payload, trailer.key);
  return payload;
}

std::string read_component_bytes(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) fail(file, "there is no such file", "check the path");
  if (!std::filesystem::is_regular_file(file, error))
    fail(file, "it is a folder or a device", "name a file *.gkc");
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error && size > largest_file)
    fail(file, "it is larger than a component can be", compile_hint);
  std::string bytes(error ? 0 : static_cast<std::size_t>(size), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (error || !in) fail(file, "it cannot be read", "check the permissions of the file");
  return bytes;
}

void write_component_file(std::string_view bytes, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (out) return;
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  throw UserError({"output",
                   {},
                   "",
                   "cannot write '" + file + "'",
                   "make room, or choose a file in a folder that you may write to"});
}

}  // namespace gelenk
