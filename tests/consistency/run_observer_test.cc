// What a program that calls gelenk::run is told while it computes.
#include <gtest/gtest.h>

#include "gelenk/run.h"
#include "tests/support/csv.h"
#include "tests/support/workspace.h"

namespace gelenk {
namespace {

// The rows are those of the file, to the last bit, whether or not anybody looks at a scene.
TEST(RunObserver, RowsAreThoseOfTheFile) {
  const testing::Workspace workspace;
  RunOptions options;
  options.file = std::string(GELENK_SOURCE_DIR) + "/examples/FourBar.mo";
  options.t_end = 0.2;
  options.interval = 0.05;
  options.signals = "crankJoint.phi,gelenk.energy.total";
  options.output = workspace.path("out.csv");
  for (const bool has_scene : {false, true}) {
    std::vector<std::vector<double>> rows;
    std::vector<std::string> names = {"time"}, units;
    std::size_t columns = 0, scene_rows = 0;
    RunObserver observer;
    observer.signals = [&](const std::vector<RunSignal>& signals) {
      EXPECT_TRUE(rows.empty());
      for (const RunSignal& signal : signals) {
        names.push_back(signal.name);
        units.push_back(signal.unit);
      }
    };
    observer.row = [&](double time, const std::vector<double>& values) {
      rows.push_back({time});
      rows.back().insert(rows.back().end(), values.begin(), values.end());
    };
    if (has_scene) {
      observer.scene = [&](const std::string&, std::size_t count) { columns = count; };
      observer.scene_row = [&](double, const std::vector<float>& values) {
        EXPECT_EQ(values.size(), columns);
        ++scene_rows;
      };
    }
    EXPECT_TRUE(run(options, observer).succeeded());
    const testing::Csv csv(options.output);
    EXPECT_EQ(names, csv.names);
    EXPECT_EQ(units, (std::vector<std::string>{"rad", "J"}));
    EXPECT_EQ(rows, csv.rows);
    EXPECT_EQ(scene_rows, has_scene ? rows.size() : 0u);
  }
  options.output = "";
  int rows = 0;
  RunObserver observer;
  observer.row = [&](double, const std::vector<double>&) { ++rows; };
  run(options, observer);
  EXPECT_EQ(rows, 5) << "without any file, too";
}

}  // namespace
}  // namespace gelenk
