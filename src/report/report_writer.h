// The report of a run: one HTML file with the page, the scene and the motion.
#pragma once

#include <string>

#include "gelenk/run.h"
#include "report/motion_record.h"

namespace gelenk {

// What a reader is told beside the picture: warnings, and why a run did not get to its end.
std::string write_final_scene(const Scene& scene, const RunSummary& summary);

// Path "-": standard output. Throws UserError when the file cannot be written.
void write_report(const std::string& page, const Scene& scene, const MotionRecord& motion,
                  const RunSummary& summary, const std::string& path);

}  // namespace gelenk
