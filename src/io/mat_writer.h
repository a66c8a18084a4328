// Result rows as the trajectory files of Modelica tools, which these and their readers for MATLAB and Python open: MAT-files of
// level 4 with the matrices
//   Aclass       "Atrajectory", "1.1", "", "binTrans": all that follows is transposed
//   name         names, one to a column; "time" is the first
//   description  units in brackets, likewise
//   dataInfo     per name: which of the next two matrices (0: the time), which of its rows, how it goes on between and beyond
//   data_1       what does not change, here nothing but the first and the last time
//   data_2       one column to an instant
// The last one grows with the rows; how many it has is put into its head whenever rows go to the disk.
#pragma once

#include "io/row_file.h"
#include "io/row_writer.h"

namespace gelenk {

class MatWriter : public RowWriter {
 public:
  // `kept` as in make_row_writer.
  MatWriter(const std::string& path, const std::vector<Column>& columns, const KeptRows& kept = {});
  ~MatWriter() override;

  void write(double time, const std::vector<double>& values) override;
  KeptRows sync() override;
  void close() override;

 private:
  // All that stands before the rows, and the places in it that the end of the run decides on.
  struct Head {
    std::string text;
    std::size_t times_at, count_at;
    explicit Head(const std::vector<Column>& columns);
  };
  void update_counts();

  const Head head_;
  const std::size_t row_size_;  // bytes
  RowFile file_;
  double first_time_ = 0.0, last_time_ = 0.0;
  long rows_ = 0;  // written
  bool is_closed_ = false;
};

}  // namespace gelenk
