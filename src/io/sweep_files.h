// The files of a sweep, which grow case by case and outlive a program that is killed:
//   the table    case, parameters, status, results, message: one row for each case, in their order
//   the curves   case, parameters, time, signals: the rows of one case after those of another; where any are kept
//   the record   what the sweep is, as JSON: who takes it up must have the same
// The table never has a case whose curves are not on the disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/row_file.h"
#include "io/row_writer.h"

namespace gelenk {

struct SweepRow {
  std::uint64_t number = 0;
  std::vector<std::string> parameters;  // values as texts
  std::string status, message;
  std::vector<double> results;
  std::vector<std::string> curves;  // rows of the curves as they are written, by write_curve_row
};

struct SweepLayout {
  std::vector<Column> parameters, results, curves;  // curves: signals that are kept; empty: none
  bool names_have_units = false;
};

// "table.csv" gives "table.curves.csv".
std::string name_curve_file(const std::string& table);
// "table.csv" gives "table.csv.sweep".
std::string name_sweep_record(const std::string& table);

// A row of the curves: `head` is the beginning of all rows of one case.
std::string write_curve_head(std::uint64_t number, const std::vector<std::string>& parameters);
std::string write_curve_row(const std::string& head, double time, const double* values,
                            std::size_t count);

class SweepFiles {
 public:
  using Record = std::vector<std::pair<std::string, std::string>>;

  // `path` of the table; "-": standard output, which has no record, as devices have none.
  SweepFiles(std::string path, SweepLayout layout);
  ~SweepFiles();

  // In the place of what is there. Throws UserError where that cannot be, before anything is replaced.
  void begin(const Record& record);
  // Behind the cases that are there, each of which is told, in their order; else as begin. `find_values`: values that
  // the parameters of a case must have. Throws UserError where the files are of another sweep.
  void take_up(const Record& record,
               const std::function<std::vector<std::string>(std::uint64_t)>& find_values,
               const std::function<void(const SweepRow&)>& take);

  void add(const SweepRow& row);
  // Brings rows to the disk where the last time was a quarter of a second ago.
  void write_when_due();
  void close();

 private:
  void check() const;
  void open(std::uint64_t table_bytes, std::uint64_t curve_bytes);
  void write_all();
  std::string write_table_head() const;
  std::string write_curve_names() const;
  void compare_record(const Record& record) const;
  std::uint64_t find_curve_end(std::uint64_t cases) const;

  std::string path_, curve_path_, record_path_;
  SweepLayout layout_;
  bool is_stream_ = false;  // standard output, a device
  std::unique_ptr<RowFile> table_, curves_;
  std::vector<std::string> waiting_;  // rows of the table, until their curves are on the disk
  std::vector<std::string> waiting_curves_;
  std::size_t waiting_bytes_ = 0;
  std::chrono::steady_clock::time_point written_at_ = std::chrono::steady_clock::now();
};

}  // namespace gelenk
