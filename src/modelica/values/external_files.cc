// The functions behind Modelica.Utilities.Files and Streams: names of files, what is in them, and messages. Nothing is written, moved or removed.
#include <filesystem>
#include <fstream>

#include "modelica/classes/class_tree.h"
#include "modelica/failure.h"
#include "modelica/values/external_function.h"
#include "modelica/values/table_file.h"

namespace gelenk::modelica {

namespace fs = std::filesystem;

namespace {

std::string make_absolute(const std::string& name) {
  std::error_code ignored;
  const fs::path absolute = fs::absolute(name, ignored);
  return (absolute.empty() ? fs::path(name) : absolute).lexically_normal().string();
}

// modelica://Package.Sub/path: a path in the folder of that package, or of the file with its text.
std::string resolve(const std::string& uri, ExternalCall& call) {
  constexpr std::string_view scheme = "modelica://", file_scheme = "file://";
  if (uri.starts_with(file_scheme)) return uri.substr(file_scheme.size());
  if (!uri.starts_with(scheme)) return make_absolute(uri);
  const std::string rest = uri.substr(scheme.size());
  const std::size_t slash = rest.find('/');
  const std::string package = rest.substr(0, slash);
  ClassTree& tree = call.session.lookup().tree();
  ClassNode* node = &tree.root();
  fs::path folder;
  for (std::size_t at = 0; at <= package.size();) {
    const std::size_t end = std::min(package.find('.', at), package.size());
    node = tree.find_nested(*node, package.substr(at, end - at));
    if (node == nullptr) break;
    const SourceLocation place = node->where();
    if (!node->folder.empty()) {
      folder = node->folder;
    } else if (folder.empty() && place.file && !place.file->library) {
      folder = fs::path(place.file->name).parent_path();
    }
    at = end + 1;
  }
  if (node == nullptr || folder.empty()) {
    fail("file", call.where,
         "'" + uri + "' leads to no file: package " + package + " is not on disk",
         "name the folder of the library that holds it");
  }
  if (slash == std::string::npos) return make_absolute(folder.string());
  return make_absolute((folder / rest.substr(slash + 1)).string());
}

void load_resource(ExternalCall& call) {
  call.set_text("fileReference", resolve(call.text("uri"), call));
}

// NoFile, RegularFile, Directory, SpecialFile
void find_kind(ExternalCall& call) {
  std::error_code ignored;
  const fs::file_status status = fs::status(call.text("name"), ignored);
  call.set_only({!fs::exists(status)           ? 1.0
                 : fs::is_regular_file(status) ? 2.0
                 : fs::is_directory(status)    ? 3.0
                                               : 4.0});
}

std::vector<std::string> read_lines(ExternalCall& call) {
  const std::string& name = call.text("fileName");
  std::error_code ignored;
  constexpr std::uintmax_t largest = 100'000'000;
  const std::uintmax_t size = fs::file_size(name, ignored);
  std::ifstream in(name);
  if (!in || ignored || size > largest)
    fail("file", call.where, "the file '" + name + "' cannot be read", "check its name");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  call.session.count_entries(lines.size(), call.where);
  return lines;
}

void read_file(ExternalCall& call) {
  Datum& result = call.output("stringVector");
  std::vector<std::string> lines = read_lines(call);
  if (result.strings.size() != lines.size())
    fail("file", call.where,
         "the file '" + call.text("fileName") + "' has " + std::to_string(lines.size()) + " lines");
  result.strings = std::move(lines);
}

void read_line(ExternalCall& call) {
  const std::vector<std::string> lines = read_lines(call);
  const int number = call.integer("lineNumber");
  const bool is_there = number >= 1 && number <= static_cast<int>(lines.size());
  call.set_text("string", is_there ? lines[static_cast<std::size_t>(number - 1)] : "");
  call.set("endOfFile", {is_there ? 0.0 : 1.0});
}

Matrix read_matrix(const ExternalCall& call) {
  return read_table({call.text("fileName"), call.text("matrixName")}, call.where);
}

void read_matrix_size(ExternalCall& call) {
  const Matrix matrix = read_matrix(call);
  call.set("dim", {static_cast<double>(matrix.rows), static_cast<double>(matrix.columns)});
}

void read_real_matrix(ExternalCall& call) {
  const Matrix matrix = read_matrix(call);
  const Datum& result = call.output("matrix");
  if (result.dims != std::vector<int>{matrix.rows, matrix.columns}) {
    fail("size", call.where,
         "matrix '" + call.text("matrixName") + "' has " + std::to_string(matrix.rows) + " by " +
             std::to_string(matrix.columns) + " entries");
  }
  call.set("matrix", {matrix.entries.begin(), matrix.entries.end()});
}

}  // namespace

const ExternalFunctions& list_file_functions() {
  static const std::string utilities = "Modelica.Utilities.", streams = utilities + "Streams.";
  static const ExternalFunctions list = {
      {utilities + "Files.loadResource", load_resource},
      {"ModelicaServices.ExternalReferences.loadResource", load_resource},
      {utilities + "Files.fullPathName",
       [](ExternalCall& call) { call.set_text("fullName", make_absolute(call.text("name"))); }},
      {utilities + "Internal.FileSystem.stat", find_kind},
      // A model is read and evaluated at other times than a text that it prints would mean.
      {streams + "print", [](ExternalCall&) {}},
      {streams + "close", [](ExternalCall&) {}},
      {streams + "countLines",
       [](ExternalCall& call) { call.set_only({static_cast<double>(read_lines(call).size())}); }},
      {streams + "readFile", read_file},
      {streams + "readLine", read_line},
      {streams + "readMatrixSize", read_matrix_size},
      {streams + "readRealMatrix", read_real_matrix},
  };
  return list;
}

}  // namespace gelenk::modelica
