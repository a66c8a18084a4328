#include "gelenk/answer.h"

#include "io/output_path.h"
#include "io/row_writer.h"

namespace gelenk {

void check_answer(const std::string& path, const std::string& model_file) {
  check_distinct({{"--json", path}}, model_file);
  check_ending("--json", path, {".json", ".txt"}, "JSON");
  check_writable(path);
}

void check_columns(const std::string& path, const std::string& answer,
                   const std::string& model_file) {
  check_distinct({{"--output", path}, {"--json", answer}}, model_file);
  check_ending("--output", path, row_endings, "CSV and MAT-files");
  check_writable(path);
}

void write_answer(const std::string& path, const std::string& text) {
  write_file(path, text, "--json");
}

}  // namespace gelenk
