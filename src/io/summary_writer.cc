#include "io/summary_writer.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace gelenk {

void write_summary(const RunSummary& s, const std::string& path) {
  nlohmann::ordered_json json;
  json["model"] = s.model;
  json["formulation"] = s.formulation;
  json["integrator"] = s.integrator;
  json["stabilization"] = s.stabilization;
  json["status"] = s.status;
  json["message"] = s.message;
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
  const std::string text =
      json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";

  std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "w");
  bool good = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr && (file == stdout ? std::fflush(file) : std::fclose(file)) != 0)
    good = false;
  if (!good) {
    throw UserError(
        {"output",
         {},
         "",
         "cannot write '" + path + "': " + std::strerror(errno),
         "choose another --summary file, in a folder that exists and that you may write to"});
  }
}

}  // namespace gelenk
