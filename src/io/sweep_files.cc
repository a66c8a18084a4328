#include "io/sweep_files.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/csv_line.h"
#include "base/error.h"
#include "io/output_path.h"

namespace gelenk {

namespace fs = std::filesystem;

namespace {

// Rows are brought to the disk when there are more of them.
constexpr std::size_t most_waiting_bytes = 4'000'000;

std::string write_number(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  return {text, static_cast<std::size_t>(result.ptr - text)};
}

std::string write_name(const Column& column, bool has_unit) {
  return write_csv_cell(has_unit && column.has_unit() ? column.name + " [" + column.unit + "]"
                                                      : column.name);
}

[[noreturn]] void refuse(const std::string& message) {
  throw UserError({"sweep",
                   {},
                   "",
                   message,
                   "bring the files of that sweep back, or leave --resume out to begin anew"});
}

// Lines that are whole. Where `take` gives false the line is not taken, and it ends before it.
std::uint64_t read_lines(std::ifstream& in,
                         const std::function<bool(std::uint64_t, const std::string&)>& take) {
  std::uint64_t bytes = 0;
  std::string line;
  for (std::uint64_t number = 0; std::getline(in, line) && !in.eof(); ++number) {
    if (!take(number, line)) break;
    bytes += line.size() + 1;
  }
  return bytes;
}

std::string write_record(const SweepFiles::Record& record) {
  nlohmann::ordered_json json;
  json["gelenk sweep"] = 1;
  for (const auto& [name, text] : record) json[name] = text;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string name_curve_file(const std::string& table) {
  fs::path path(table);
  const std::string ending = path.extension().string();
  return path.replace_extension(".curves" + (ending.empty() ? ".csv" : ending)).string();
}

std::string name_sweep_record(const std::string& table) { return table + ".sweep"; }

std::string write_curve_head(std::uint64_t number, const std::vector<std::string>& parameters) {
  std::string head = std::to_string(number);
  for (const std::string& text : parameters) head += "," + write_csv_cell(text);
  return head;
}

std::string write_curve_row(const std::string& head, double time, const double* values,
                            std::size_t count) {
  std::string row = head + "," + write_number(time);
  for (std::size_t i = 0; i < count; ++i) row += "," + write_number(values[i]);
  return row + "\n";
}

SweepFiles::SweepFiles(std::string path, SweepLayout layout)
    : path_(std::move(path)), layout_(std::move(layout)) {
  // Devices are not taken up, either.
  std::error_code ignored;
  is_stream_ = path_ == "-" || (fs::exists(path_, ignored) && !fs::is_regular_file(path_, ignored));
  if (!is_stream_) record_path_ = name_sweep_record(path_);
  if (!layout_.curves.empty()) curve_path_ = name_curve_file(path_);
}

// After an exception: what is left is written if that is possible.
SweepFiles::~SweepFiles() {
  try {
    close();
  } catch (const UserError&) {
  }
}

void SweepFiles::check() const {
  for (const std::string& path : {path_, curve_path_, record_path_}) check_writable(path);
}

std::string SweepFiles::write_table_head() const {
  std::string head = "case";
  for (const Column& c : layout_.parameters) head += "," + write_name(c, layout_.names_have_units);
  head += ",status";
  for (const Column& c : layout_.results) head += "," + write_name(c, layout_.names_have_units);
  return head + ",message";
}

std::string SweepFiles::write_curve_names() const {
  std::string head = "case";
  for (const Column& c : layout_.parameters) head += "," + write_name(c, layout_.names_have_units);
  head += layout_.names_have_units ? ",time [s]" : ",time";
  for (const Column& c : layout_.curves) head += "," + write_name(c, layout_.names_have_units);
  return head;
}

void SweepFiles::begin(const Record& record) {
  check();
  if (!record_path_.empty()) write_file(record_path_, write_record(record), "--output");
  open(0, 0);
}

void SweepFiles::open(std::uint64_t table_bytes, std::uint64_t curve_bytes) {
  const auto open_one = [](const std::string& path, std::uint64_t bytes, const std::string& head) {
    auto file =
        std::make_unique<RowFile>(path, bytes > 0 ? RowFile::find_kept(path, bytes) : KeptRows{});
    if (bytes == 0) {
      file->put(head + "\n");
      file->end_row();
    }
    return file;
  };
  table_ = open_one(path_, table_bytes, write_table_head());
  if (!curve_path_.empty()) curves_ = open_one(curve_path_, curve_bytes, write_curve_names());
  write_all();
}

// The record tells sweeps apart, name by name.
void SweepFiles::compare_record(const Record& record) const {
  std::ifstream in(record_path_);
  if (!in) {
    refuse("'" + path_ + "' is not of a sweep that can be taken up: there is no '" + record_path_ +
           "'");
  }
  const nlohmann::json json = nlohmann::json::parse(in, nullptr, false);
  const auto find = [&](const std::string& name) -> std::string {
    if (!json.is_object() || !json.contains(name) || !json[name].is_string()) return "";
    return json[name].get<std::string>();
  };
  if (!json.is_object() || json.value("gelenk sweep", nlohmann::json()) != 1)
    refuse("'" + record_path_ + "' is not the record of a sweep");
  for (const auto& [name, text] : record) {
    if (find(name) == text) continue;
    if (name == "digest")
      refuse("'" + path_ + "' is of another sweep: the model has changed since");
    refuse("'" + path_ + "' is of another sweep: its " + name + " is '" + find(name) +
           "', and now it is '" + text + "'");
  }
}

void SweepFiles::take_up(const Record& record,
                         const std::function<std::vector<std::string>(std::uint64_t)>& find_values,
                         const std::function<void(const SweepRow&)>& take) {
  std::error_code ignored;
  if (is_stream_) {
    throw UserError({"option",
                     {},
                     "",
                     "'" + path_ + "' cannot be taken up: it is not a file",
                     "give --resume an --output file"});
  }
  if (!fs::exists(path_, ignored) || fs::file_size(path_, ignored) == 0) return begin(record);
  check();
  compare_record(record);
  std::ifstream in(path_, std::ios::binary);
  const std::size_t first_result = layout_.parameters.size() + 2;
  const std::size_t cell_count = first_result + layout_.results.size() + 1;
  std::uint64_t cases = 0;
  const std::uint64_t table_bytes = read_lines(in, [&](std::uint64_t number,
                                                       const std::string& line) {
    if (number == 0) {
      if (line != write_table_head()) refuse("'" + path_ + "' has other columns than this sweep");
      return true;
    }
    const std::vector<std::string> cells = split_csv_line(line);
    SweepRow row;
    row.number = number - 1;
    const bool is_case = cells.size() == cell_count && cells[0] == std::to_string(row.number);
    if (!is_case) refuse("'" + path_ + "' is damaged in line " + std::to_string(number + 1));
    row.parameters.assign(cells.begin() + 1, cells.begin() + static_cast<long>(first_result) - 1);
    if (row.parameters != find_values(row.number)) {
      refuse("'" + path_ + "' has other values of the parameters in case " +
             std::to_string(row.number) + " than this sweep");
    }
    row.status = cells[first_result - 1];
    for (std::size_t i = first_result; i + 1 < cell_count; ++i) {
      double value = std::numeric_limits<double>::quiet_NaN();
      if (cells[i] != "nan") {
        const char* end = cells[i].data() + cells[i].size();
        const auto [stop, error] = std::from_chars(cells[i].data(), end, value);
        if (error != std::errc() || stop != end)
          refuse("'" + path_ + "' is damaged in line " + std::to_string(number + 1));
      }
      row.results.push_back(value);
    }
    row.message = cells.back();
    take(row);
    ++cases;
    return true;
  });
  in.close();
  if (table_bytes == 0) return begin(record);
  open(table_bytes, curve_path_.empty() ? 0 : find_curve_end(cases));
}

// Where the curves of the first cases end: of those that the table has, all are there.
std::uint64_t SweepFiles::find_curve_end(std::uint64_t cases) const {
  std::ifstream in(curve_path_, std::ios::binary);
  if (!in && cases > 0)
    refuse("the curves of '" + path_ + "' are missing: there is no '" + curve_path_ + "'");
  return read_lines(in, [&](std::uint64_t number, const std::string& line) {
    if (number == 0) {
      if (line != write_curve_names())
        refuse("'" + curve_path_ + "' has other columns than this sweep");
      return true;
    }
    std::uint64_t of = 0;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + line.size(), of);
    if (error != std::errc() || stop == line.data() + line.size() || *stop != ',')
      refuse("'" + curve_path_ + "' is damaged in line " + std::to_string(number + 1));
    return of < cases;
  });
}

void SweepFiles::add(const SweepRow& row) {
  std::string text = std::to_string(row.number);
  for (const std::string& value : row.parameters) text += "," + write_csv_cell(value);
  text += "," + row.status;
  for (double value : row.results) text += "," + write_number(value);
  text += "," + write_csv_cell(row.message) + "\n";
  waiting_bytes_ += text.size();
  waiting_.push_back(std::move(text));
  for (const std::string& curve : row.curves) {
    waiting_bytes_ += curve.size();
    waiting_curves_.push_back(curve);
  }
  if (waiting_bytes_ > most_waiting_bytes) write_all();
}

void SweepFiles::write_when_due() {
  if (std::chrono::steady_clock::now() - written_at_ >= std::chrono::milliseconds(250)) write_all();
}

void SweepFiles::write_all() {
  const auto write = [](RowFile& file, std::vector<std::string>& rows) {
    for (const std::string& row : rows) {
      file.put(row);
      file.end_row();
    }
    rows.clear();
    file.sync();
  };
  if (curves_) write(*curves_, waiting_curves_);
  write(*table_, waiting_);
  waiting_bytes_ = 0;
  written_at_ = std::chrono::steady_clock::now();
}

void SweepFiles::close() {
  if (!table_) return;
  write_all();
  if (curves_) curves_->close();
  table_->close();
  table_.reset();
  curves_.reset();
}

}  // namespace gelenk
