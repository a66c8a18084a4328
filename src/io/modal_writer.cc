// Linear equations and modes as texts and files: JSON, CSV, MAT-files.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "gelenk/modal.h"
#include "io/mat_format.h"
#include "io/output_path.h"

namespace gelenk {

namespace {

using Json = nlohmann::ordered_json;

Json list_signals(const std::vector<RunSignal>& signals) {
  Json list = Json::array();
  for (const RunSignal& signal : signals)
    list.push_back({{"name", signal.name}, {"unit", signal.unit}});
  return list;
}

Json write(const Numbers2D& matrix) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < matrix.columns; ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json write(std::complex<double> z) { return {{"re", z.real()}, {"im", z.imag()}}; }

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json list_matrices(const LinearModel& linear) {
  Json json;
  json["model"] = linear.model;
  json["time"] = linear.time;
  json["states"] = list_signals(linear.states);
  json["inputs"] = list_signals(linear.inputs);
  json["outputs"] = list_signals(linear.outputs);
  json["A"] = write(linear.A);
  json["B"] = write(linear.B);
  json["C"] = write(linear.C);
  json["D"] = write(linear.D);
  json["error"] = linear.error;
  return json;
}

const char* name_of(Mode::Kind kind) {
  switch (kind) {
    case Mode::Kind::rigid: return "rigid";
    case Mode::Kind::oscillation: return "oscillation";
    default: return "aperiodic";
  }
}

std::string quote(const std::string& name) {
  return name.find(',') == std::string::npos ? name : '"' + name + '"';
}

std::string write_csv(const LinearModel& linear) {
  std::string text;
  const auto add = [&](const char* name, const Numbers2D& matrix,
                       const std::vector<RunSignal>& rows, const std::vector<RunSignal>& columns) {
    text += name;
    for (const RunSignal& column : columns) text += "," + quote(column.name);
    text += "\n";
    for (std::size_t i = 0; i < matrix.rows; ++i) {
      text += quote(rows[i].name);
      for (std::size_t j = 0; j < matrix.columns; ++j)
        text += fmt::format(",{:.17g}", matrix(i, j));
      text += "\n";
    }
  };
  add("A", linear.A, linear.states, linear.states);
  add("B", linear.B, linear.states, linear.inputs);
  add("C", linear.C, linear.outputs, linear.states);
  add("D", linear.D, linear.outputs, linear.inputs);
  return text;
}

std::string write_mat(const LinearModel& linear) {
  std::string text;
  const auto add = [&](const char* name, const Numbers2D& matrix) {
    mat::put_head(mat::number, matrix.rows, matrix.columns, name, text);
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      for (std::size_t i = 0; i < matrix.rows; ++i) {
        const double entry = matrix(i, j);
        text += mat::bytes_of(entry);
      }
    }
  };
  const auto add_names = [&](const char* name, const std::vector<RunSignal>& signals) {
    std::vector<std::string> names;
    for (const RunSignal& signal : signals) names.push_back(signal.name);
    mat::put_texts(mat::letters, name, names, text);
  };
  add("A", linear.A);
  add("B", linear.B);
  add("C", linear.C);
  add("D", linear.D);
  add_names("states", linear.states);
  add_names("inputs", linear.inputs);
  add_names("outputs", linear.outputs);
  return text;
}

}  // namespace

std::string write_json(const LinearModel& linear, const std::vector<Mode>& modes) {
  Json json = list_matrices(linear);
  json["is_steady"] = linear.is_steady();
  json["is_at_rest"] = linear.is_at_rest();
  const auto add_largest = [&](const char* name, const LinearModel::Largest& largest) {
    json[name] = {{"value", largest.value}, {"of", largest.name}};
  };
  add_largest("largest_speed", linear.speed);
  add_largest("largest_acceleration", linear.acceleration);
  add_largest("largest_rate", linear.rate);
  json["held"] = linear.held;
  json["motions"] = list_signals(linear.motions);
  json["T"] = write(linear.T);
  Json list = Json::array();
  for (const Mode& mode : modes) {
    Json entry;
    entry["kind"] = name_of(mode.kind);
    entry["eigenvalue"] = write(mode.eigenvalue);
    entry["frequency"] = mode.frequency;
    entry["damped_frequency"] = mode.damped_frequency;
    entry["damping"] = mode.damping;
    entry["is_unstable"] = mode.is_unstable;
    entry["is_undamped"] = mode.is_undamped;
    entry["multiplicity"] = mode.multiplicity;
    entry["chain"] = mode.chain;
    entry["description"] = mode.description;
    Json shape = Json::array();
    for (std::size_t i = 0; i < mode.shape.size(); ++i) {
      shape.push_back({{"name", linear.motions[i].name},
                       {"amplitude", std::abs(mode.shape[i])},
                       {"phase", std::arg(mode.shape[i])}});
    }
    entry["shape"] = std::move(shape);
    Json participation = Json::array();
    for (const auto& [name, share] : mode.participation)
      participation.push_back({{"name", name}, {"share", share}});
    entry["participation"] = std::move(participation);
    list.push_back(std::move(entry));
  }
  json["modes"] = std::move(list);
  return dump(json);
}

std::string write_json(const RootLocus& locus) {
  Json json;
  json["parameter"] = locus.parameter;
  json["values"] = locus.values;
  Json branches = Json::array();
  for (const auto& branch : locus.branches) {
    Json list = Json::array();
    for (const std::complex<double>& z : branch)
      list.push_back(std::isnan(z.real()) ? Json() : write(z));
    branches.push_back(std::move(list));
  }
  json["branches"] = std::move(branches);
  return dump(json);
}

void write_matrices(const LinearModel& linear, const std::string& path) {
  if (path.ends_with(".json") || path == "-")
    write_file(path, dump(list_matrices(linear)), "--matrices");
  else if (path.ends_with(".csv"))
    write_file(path, write_csv(linear), "--matrices");
  else if (path.ends_with(".mat"))
    write_file(path, write_mat(linear), "--matrices");
  else
    throw UserError({"option",
                     {},
                     "",
                     "the kind of '" + path + "' is not known",
                     "let its name end in .json, .csv or .mat"});
}

}  // namespace gelenk
