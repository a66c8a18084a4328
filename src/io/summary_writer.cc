#include "io/summary_writer.h"

#include <nlohmann/json.hpp>

#include "io/output_path.h"

namespace gelenk {

std::string summary_text(const RunSummary& s) {
  nlohmann::ordered_json json;
  json["model"] = s.model;
  json["formulation"] = s.formulation;
  json["integrator"] = s.integrator;
  json["stabilization"] = s.stabilization;
  json["status"] = s.status;
  json["message"] = s.message;
  if (!s.start.empty()) json["start"] = s.start;
  json["start_time"] = s.start_time;
  json["end_time"] = s.end_time;
  json["rtol"] = s.rtol;
  json["atol"] = s.atol;
  json["step"] = s.step;
  json["steps"] = s.steps;
  json["rejected_steps"] = s.rejected_steps;
  json["evaluations"] = s.evaluations;
  json["events"] = s.events;
  json["rows"] = s.rows;
  json["wall_seconds"] = s.wall_seconds;
  json["cpu_seconds"] = s.cpu_seconds;
  json["seconds_per_evaluation"] = s.seconds_per_evaluation;
  json["bodies"] = s.bodies;
  json["joints"] = s.joints;
  if (s.degrees_of_freedom >= 0) json["degrees_of_freedom"] = s.degrees_of_freedom;
  json["loops"] = s.loops;
  json["constraint_rows"] = s.constraint_rows;
  json["redundant_rows"] = s.redundant_rows;
  json["components"] = s.components;
  json["depth"] = s.depth;
  json["largest_drift"] = {{"position", s.drift_position}, {"velocity", s.drift_velocity}};
  json["energy"] = {{"start", s.energy_start}, {"end", s.energy_end}};
  json["warnings"] = s.warnings;
  json["moved_starts"] = s.moved;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void write_summary(const RunSummary& summary, const std::string& path) {
  write_file(path, summary_text(summary), "--summary");
}

}  // namespace gelenk
