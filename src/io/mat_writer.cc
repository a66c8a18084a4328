#include "io/mat_writer.h"

#include <algorithm>
#include <bit>

#include "base/error.h"

namespace gelenk {

namespace {

static_assert(std::endian::native == std::endian::little, "the heads say little-endian");

template <typename T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

}  // namespace

MatWriter::MatWriter(const std::string& path, const std::vector<Column>& columns)
    : file_(path), row_size_((1 + columns.size()) * sizeof(double)) {
  std::vector<std::string> names = {"time"}, units = {"[s]"};
  for (const Column& column : columns) {
    names.push_back(column.name);
    units.push_back(column.has_unit() ? "[" + column.unit + "]" : "");
  }
  // Not transposed, as it says how the others are: four rows of eleven letters.
  const std::string lines[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
  put_head(Kind::text, 4, 11, "Aclass");
  for (std::size_t letter = 0; letter < 11; ++letter) {
    for (const std::string& line : lines) file_.put({&line[letter], 1});
  }
  put_texts("name", names);
  put_texts("description", units);
  put_head(Kind::integer, 4, names.size(), "dataInfo");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::int32_t info[] = {i == 0 ? 0 : 2, static_cast<std::int32_t>(i + 1), 0, -1};
    for (std::int32_t entry : info) file_.put(bytes_of(entry));
  }
  put_head(Kind::number, 1, 2, "data_1");
  times_at_ = file_.size();
  file_.put(bytes_of(first_time_));
  file_.put(bytes_of(last_time_));
  count_at_ = put_head(Kind::number, names.size(), 0, "data_2");
  rows_at_ = file_.size();
  file_.end_row(0.0);
}

MatWriter::~MatWriter() {
  try {
    close();
  } catch (const UserError&) {
  }
}

std::size_t MatWriter::put_head(Kind kind, std::size_t rows, std::size_t columns,
                                const std::string& name) {
  const std::size_t at = file_.size();
  const std::int32_t head[] = {static_cast<std::int32_t>(kind), static_cast<std::int32_t>(rows),
                               static_cast<std::int32_t>(columns), 0,
                               static_cast<std::int32_t>(name.size() + 1)};
  for (std::int32_t entry : head) file_.put(bytes_of(entry));
  file_.put({name.c_str(), name.size() + 1});
  return at + 2 * sizeof(std::int32_t);
}

void MatWriter::put_texts(const std::string& name, const std::vector<std::string>& texts) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  put_head(Kind::text, longest, texts.size(), name);
  for (const std::string& text : texts) {
    file_.put(text);
    file_.put(std::string(longest - text.size(), ' '));
  }
}

void MatWriter::write(double time, const std::vector<double>& values) {
  if (rows_ == 0) first_time_ = time;
  last_time_ = time;
  file_.put(bytes_of(time));
  file_.put({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)});
  ++rows_;
  file_.end_row(time);
  constexpr long often = 1000;
  if (rows_ % often == 0) update_counts();
}

void MatWriter::update_counts() {
  // Those that found room.
  if (file_.size() < rows_at_) return;
  const auto rows = static_cast<std::int32_t>((file_.size() - rows_at_) / row_size_);
  file_.replace(times_at_, bytes_of(first_time_));
  file_.replace(times_at_ + sizeof(double), bytes_of(last_time_));
  file_.replace(count_at_, bytes_of(rows));
}

void MatWriter::close() {
  if (is_closed_) return;
  is_closed_ = true;
  update_counts();
  file_.close();
}

}  // namespace gelenk
