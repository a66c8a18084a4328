// A scene as JSON, in the form that doc/report-format.md states.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/scene.h"

namespace gelenk {

struct SceneNotes {
  std::string summary;  // JSON text; empty: none yet
  // Severity and text.
  std::vector<std::pair<std::string, std::string>> messages;
};

// Every "<" is written as its escape, so that the text may stand inside an element of a page whatever the model says.
std::string write_scene(const Scene& scene, const SceneNotes& notes = {});

}  // namespace gelenk
