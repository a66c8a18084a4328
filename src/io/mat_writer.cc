#include "io/mat_writer.h"

#include <fstream>

#include "base/error.h"
#include "io/mat_format.h"

namespace gelenk {

MatWriter::MatWriter(const std::string& path, const std::vector<Column>& columns,
                     const KeptRows& kept)
    : head_(columns),
      row_size_((1 + columns.size()) * sizeof(double)),
      file_(path, kept, head_.text.size()) {
  if (kept.bytes == 0) {
    file_.put(head_.text);
    file_.end_row(0.0);
    return;
  }
  if (kept.bytes < head_.text.size() + row_size_) return;
  rows_ = static_cast<long>((kept.bytes - head_.text.size()) / row_size_);
  std::ifstream file(path, std::ios::binary);
  const auto read_time = [&](std::size_t at, double& time) {
    file.seekg(static_cast<std::streamoff>(at));
    file.read(reinterpret_cast<char*>(&time), sizeof time);
  };
  read_time(head_.text.size(), first_time_);
  read_time(kept.bytes - row_size_, last_time_);
}

MatWriter::Head::Head(const std::vector<Column>& columns) {
  using namespace mat;
  std::vector<std::string> names = {"time"}, units = {"[s]"};
  for (const Column& column : columns) {
    names.push_back(column.name);
    units.push_back(column.has_unit() ? "[" + column.unit + "]" : "");
  }
  // Not transposed, as it says how the others are: four rows of eleven letters.
  const std::string lines[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
  put_head(letters, 4, 11, "Aclass", text);
  for (std::size_t letter = 0; letter < 11; ++letter) {
    for (const std::string& line : lines) text += line[letter];
  }
  put_texts(letters, "name", names, text);
  put_texts(letters, "description", units, text);
  put_head(integer, 4, names.size(), "dataInfo", text);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::int32_t info[] = {i == 0 ? 0 : 2, static_cast<std::int32_t>(i + 1), 0, -1};
    for (std::int32_t entry : info) text += bytes_of(entry);
  }
  put_head(number, 1, 2, "data_1", text);
  times_at = text.size();
  text.append(2 * sizeof(double), '\0');
  count_at = put_head(number, names.size(), 0, "data_2", text);
}

MatWriter::~MatWriter() {
  try {
    close();
  } catch (const UserError&) {
  }
}

void MatWriter::write(double time, const std::vector<double>& values) {
  if (rows_ == 0) first_time_ = time;
  last_time_ = time;
  using mat::bytes_of;
  file_.put(bytes_of(time));
  file_.put({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
  ++rows_;
  file_.end_row(time);
  constexpr long often = 1000;
  if (rows_ % often == 0) update_counts();
}

void MatWriter::update_counts() {
  // Those that found room.
  const std::size_t head = head_.text.size();
  if (file_.size() < head) return;
  using mat::bytes_of;
  const auto rows = static_cast<std::int32_t>((file_.size() - head) / row_size_);
  file_.replace(head_.times_at, bytes_of(first_time_));
  file_.replace(head_.times_at + sizeof(double), bytes_of(last_time_));
  file_.replace(head_.count_at, bytes_of(rows));
}

KeptRows MatWriter::sync() {
  update_counts();
  return file_.sync();
}

void MatWriter::close() {
  if (is_closed_) return;
  is_closed_ = true;
  update_counts();
  file_.close();
}

}  // namespace gelenk
