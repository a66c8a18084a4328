// A result file: a header, then rows of numbers. Three kinds, told apart by their headers:
//   rows     time, signals: of a run (io/csv_writer.h)
//   cases    case, parameters, status, results, message: of a sweep (io/sweep_files.h)
//   curves   case, parameters, time, signals: of the cases of a sweep, one after the other
#pragma once

#include <string>
#include <vector>

namespace gelenk {

struct Table {
  enum class Kind { rows, cases, curves };
  Kind kind = Kind::rows;
  // Of the columns of numbers: "time" first, or "case", and then parameters. Status and message are not among them.
  std::vector<std::string> names;
  std::vector<std::string> units;  // where names have them, as "hinge.phi [rad]"; else empty
  std::vector<std::vector<double>> columns;  // of one length
  // Of a sweep: how many columns behind the first are parameters. Their values may be no numbers: they are NaN then.
  std::size_t parameter_count = 0;
  struct Case {
    std::size_t first, last;              // rows, without the last
    std::vector<std::string> parameters;  // values as they are written
  };
  std::vector<Case> cases;  // of a sweep

  // Column that lies along the horizontal axis if nothing else is asked for: the time; of cases, the first parameter that has
  // several values, all numbers.
  std::size_t find_x() const;
  // First column that is drawn if nothing else is asked for.
  std::size_t first_signal() const;
};

// Throws UserError for what is not such a file.
Table read_table(const std::string& path);

// Numbers of the columns, but for the first, whose names match the glob ('*' any characters, '?' one), in the order of
// the file. Throws UserError where none does.
std::vector<std::size_t> find_columns(const Table& table, const std::string& glob);

}  // namespace gelenk
