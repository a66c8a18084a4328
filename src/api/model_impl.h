// What stands behind gelenk::Model: where the model was read from, its settings, and the tree that came of both.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "api/shown_model.h"
#include "gelenk/model.h"

namespace gelenk {

struct GELENK_LOCAL Model::Impl {
  std::string file;  // .mo file or folder; empty: read from the text
  std::string text;
  std::string name;  // as it was asked for
  Settings settings;
  std::vector<std::string> libraries;
  std::shared_ptr<const ModelTree> tree;

  // Reads it, with more settings behind its own.
  ModelTree read(const Settings& more = {}, modelica::ModelTexts* texts = nullptr) const;
  // The folder that compiled components may be loaded from.
  std::string home() const { return file.empty() ? "." : file; }
  // Read when first asked for.
  const modelica::ModelTexts& texts() const;

 private:
  mutable std::mutex mutex_;  // of what follows
  mutable std::optional<modelica::ModelTexts> texts_;
};

// For the rest of the library.
struct GELENK_LOCAL Model::Access {
  static const Impl& get(const Model& model) { return *model.impl_; }
};

}  // namespace gelenk
