// What a large model takes in memory, and that elements of arrays that are copied are what they would be one by one.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "bench/large_models.h"
#include "elements/library.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/recursive/recursive.h"
#include "model/stored_model.h"
#include "modelica/reader.h"
#include "tests/support/example.h"
#include "tests/support/held_memory.h"
#include "topology/system.h"

namespace gelenk {
namespace {

// Model, system and formulation, and what they take.
struct Built {
  ModelTree model;
  System system;
  std::unique_ptr<Formulation> formulation;
  double bytes = 0.0;

  Built(const std::string& text, bool cuts) {
    const std::size_t before = testing::held_memory();
    model = modelica::read_model_text("large.mo", text, element_library());
    BuildOptions options;
    if (cuts) {
      options.hierarchy = Hierarchy::automatic;
      options.flattens = true;
    }
    system = build_system(model, options);
    formulation =
        cuts ? make_hierarchical_formulation(system) : make_recursive_formulation(system);
    bytes = static_cast<double>(testing::held_memory() - before);
  }
};

constexpr double most_bytes_per_body = 10e3;
// In pieces every leaf is a system of its own beside the whole, and composites have matrices.
constexpr double most_bytes_per_body_in_pieces = 16e3;

void check_size(const std::string& kind, bool cuts) {
  const double most = cuts ? most_bytes_per_body_in_pieces : most_bytes_per_body;
  SCOPED_TRACE(kind + (cuts ? ", cut" : ""));
  Built(bench::write_large_model(kind, 30), cuts);  // what is made once for all models
  const Built small(bench::write_large_model(kind, 2000), cuts);
  const Built large(bench::write_large_model(kind, 8000), cuts);
  const int bodies = large.system.counts.bodies - small.system.counts.bodies;
  ASSERT_GT(bodies, 5000);
  EXPECT_LT(small.bytes / small.system.counts.bodies, most);
  EXPECT_LT((large.bytes - small.bytes) / bodies, most);
}

TEST(ModelSize, BytesPerBodyOfLargeModels) {
  for (const char* kind : {"chain", "ladder", "four-bars"}) check_size(kind, false);
}

TEST(ModelSize, BytesPerBodyOfLargeModelsInPieces) {
  for (const char* kind : {"chain", "ladder", "four-bars"}) check_size(kind, true);
}

// ---- copies ------------------------------------------------------------------------------------------

bool is_same(const SourceLocation& a, const SourceLocation& b) {
  return a.line == b.line && a.column == b.column && (a.file == nullptr) == (b.file == nullptr) &&
         (a.file == nullptr || a.file->name == b.file->name);
}

// What stored_model.h leaves out: paths, parents and places in texts.
void compare_places(const Component& a, const Component& b) {
  EXPECT_EQ(a.path, b.path);
  EXPECT_TRUE(is_same(a.where, b.where)) << a.path;
  EXPECT_EQ(a.parent == nullptr ? "" : a.parent->path, b.parent == nullptr ? "" : b.parent->path);
  const auto compare = [&](const auto& x, const auto& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_TRUE(is_same(x[i].where, y[i].where)) << a.path;
  };
  compare(a.parameters, b.parameters);
  compare(a.variables, b.variables);
  compare(a.connectors, b.connectors);
  compare(a.connections, b.connections);
  compare(a.assignments, b.assignments);
  for (std::size_t i = 0; i < a.parameters.size(); ++i)
    EXPECT_EQ(a.parameters[i].added, b.parameters[i].added);
  ASSERT_EQ(a.parts.size(), b.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) compare_places(*a.parts[i], *b.parts[i]);
}

// With the texts of a model every component is made by itself.
void compare(const ModelTree& copied, const ModelTree& whole) {
  EXPECT_EQ(store_model(copied), store_model(whole));
  compare_places(*copied.root, *whole.root);
  ASSERT_EQ(copied.warnings.size(), whole.warnings.size());
  for (std::size_t i = 0; i < copied.warnings.size(); ++i)
    EXPECT_EQ(format(copied.warnings[i]), format(whole.warnings[i]));
}

TEST(CopiedComponents, OfAllExamplesAreAsIfMadeOneByOne) {
  const std::string examples = GELENK_SOURCE_DIR "/examples";
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    if (entry.path().extension() != ".mo") continue;
    SCOPED_TRACE(entry.path().filename());
    const std::string file = entry.path().string();
    modelica::ModelTexts texts;
    compare(testing::read_example(file), testing::read_example(file, &texts));
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

TEST(CopiedComponents, OfLargeModelsAreAsIfMadeOneByOne) {
  for (const std::string& kind : bench::large_model_kinds()) {
    SCOPED_TRACE(kind);
    const std::string text = bench::write_large_model(kind, 70);
    modelica::ModelTexts texts;
    compare(modelica::read_model_text("large.mo", text, element_library()),
            modelica::read_model_text("large.mo", text, element_library(), {}, &texts));
  }
}

}  // namespace
}  // namespace gelenk
