// Runs of the program that are held against each other, for tests of compiled components.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/command.h"
#include "tests/support/csv.h"

namespace gelenk::testing {

inline Outcome must_run(const Workspace& workspace, const std::string& arguments) {
  Outcome outcome = run_gelenk(workspace, arguments);
  EXPECT_EQ(outcome.exit_code, 0) << arguments << "\n" << outcome.out << outcome.err;
  return outcome;
}

// Rows at output times; at events there are two, and how they are numbered may differ by rounding
// of the event's time.
inline void expect_same(const Csv& a, const Csv& b, double tolerance) {
  ASSERT_EQ(a.names, b.names);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  ASSERT_GT(a.rows.size(), 10u);
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    for (std::size_t k = 0; k < a.names.size(); ++k)
      EXPECT_NEAR(a.rows[i][k], b.rows[i][k], tolerance * (1 + std::abs(a.rows[i][k])))
          << a.names[k] << " in row " << i;
  }
}

}  // namespace gelenk::testing
