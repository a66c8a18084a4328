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
  MatWriter(const std::string& path, const std::vector<Column>& columns);
  ~MatWriter() override;

  void write(double time, const std::vector<double>& values) override;
  void close() override;

 private:
  enum class Kind : int { number = 0, integer = 20, text = 51 };
  // The head of a matrix; returns where its count of columns stands.
  std::size_t put_head(Kind kind, std::size_t rows, std::size_t columns, const std::string& name);
  // Texts one to a column, filled up with blanks.
  void put_texts(const std::string& name, const std::vector<std::string>& texts);
  void update_counts();

  RowFile file_;
  std::size_t times_at_ = 0, count_at_ = 0;  // places that the end of the run decides on
  std::size_t rows_at_ = 0, row_size_;       // where the rows begin, bytes of one
  double first_time_ = 0.0, last_time_ = 0.0;
  long rows_ = 0;  // written
  bool is_closed_ = false;
};

}  // namespace gelenk
