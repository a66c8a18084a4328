// A model on a page that runs it: the one call behind `gelenk view`.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "gelenk/export.h"
#include "gelenk/run.h"

namespace gelenk {

struct ViewOptions {
  RunOptions run;                  // model, page and how to simulate; its outputs are not used
  std::string host = "127.0.0.1";  // address to listen at, and the only one that requests may name
  int port = 0;                    // 0: one that is free
};

// Writes a small model to begin with, named after the file. Throws InputError when there is such a file, or when it cannot be.
GELENK_EXPORT void write_new_model(const std::string& path);

// Serves until *stop is set. `ready` gets the address of the page when it can be opened. Throws InputError when there is no
// page, or when it cannot listen there; a model at fault is shown on the page.
GELENK_EXPORT void view(const ViewOptions& options, const std::atomic<bool>& stop,
                        const std::function<void(const std::string& url)>& ready);

}  // namespace gelenk
