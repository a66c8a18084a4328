#include "view/diagnostics_json.h"

namespace gelenk {

namespace {

// A line of a text, without its end; what is very long is cut.
std::string find_line(const std::string& text, std::uint32_t number) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < number; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line.substr(0, 500);
}

}  // namespace

nlohmann::ordered_json write_diagnostic(const Diagnostic& d, const std::string& severity) {
  nlohmann::ordered_json json = {{"severity", severity}};
  if (d.where.file) {
    json["file"] = d.where.file->name;
    if (d.where.line > 0) {
      json["line"] = d.where.line;
      json["column"] = d.where.column;
      const std::string line = find_line(d.where.file->text, d.where.line);
      if (!line.empty()) json["source"] = line;
    }
  }
  json["message"] = d.message;
  if (!d.component.empty()) json["component"] = d.component;
  if (!d.hint.empty()) json["hint"] = d.hint;
  return json;
}

nlohmann::ordered_json write_diagnostics(const std::vector<Diagnostic>& diagnostics,
                                         const std::string& severity) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Diagnostic& d : diagnostics) json.push_back(write_diagnostic(d, severity));
  return json;
}

std::string write_text(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace gelenk
