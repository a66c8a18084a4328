#include "view/diagnostics_json.h"

#include "base/excerpt.h"
#include "modelica/settings.h"

namespace gelenk {

nlohmann::ordered_json write_diagnostic(const Diagnostic& d, const std::string& severity) {
  nlohmann::ordered_json json = {{"severity", severity}};
  if (d.where.file) {
    if (const auto path = modelica::find_set_path(d.where))
      json["parameter"] = *path;
    else
      json["file"] = d.where.file->name;
    if (d.where.line > 0) {
      json["line"] = d.where.line;
      json["column"] = d.where.column;
      const std::string line = find_line(d.where);
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
