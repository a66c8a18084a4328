#include "report/report_writer.h"

#include "io/output_path.h"
#include "io/summary_writer.h"
#include "report/page.h"
#include "report/scene_json.h"

namespace gelenk {

std::string write_final_scene(const Scene& scene, const RunSummary& summary) {
  SceneNotes notes;
  notes.summary = summary_text(summary);
  if (!summary.message.empty())
    notes.messages.emplace_back(summary.status == "failed" ? "error" : "warning", summary.message);
  for (const std::string& warning : summary.warnings)
    notes.messages.emplace_back("warning", warning);
  return write_scene(scene, notes);
}

void write_report(const std::string& page, const Scene& scene, const MotionRecord& motion,
                  const RunSummary& summary, const std::string& path) {
  write_file(path, fill_page(page, write_final_scene(scene, summary), motion.write_chunk()),
             "--report");
}

}  // namespace gelenk
