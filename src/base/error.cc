#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>

#include "base/excerpt.h"
#include "gelenk/message.h"

namespace gelenk {

std::string format(const Diagnostic& d, std::string_view severity) {
  std::string text;
  if (d.where.file) {
    text += d.where.file->name;
    if (d.where.line > 0) {
      text += ":" + std::to_string(d.where.line) + ":" + std::to_string(d.where.column);
    }
    text += ": ";
  }
  text += std::string(severity) + ": " + d.message + " [" + d.code + "]";
  if (!d.component.empty()) text += "\n  in component " + d.component;
  if (!d.hint.empty()) text += "\n  hint: " + d.hint;
  return text;
}

UserError::UserError(Diagnostic diagnostic)
    : UserError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

UserError::UserError(std::vector<Diagnostic> diagnostics) : diagnostics_(std::move(diagnostics)) {
  for (const Diagnostic& d : diagnostics_) {
    if (!text_.empty()) text_ += "\n";
    text_ += format(d);
  }
}

std::vector<Message> list_messages(const InputError& error) {
  const auto* own = dynamic_cast<const UserError*>(&error);
  if (own == nullptr) return {{"error", "", 0, 0, "", error.what(), "", ""}};
  std::vector<Message> list;
  for (const Diagnostic& d : own->diagnostics()) {
    list.push_back({d.code, d.where.file ? d.where.file->name : "", d.where.line, d.where.column,
                    find_line(d.where), d.message, d.component, d.hint});
  }
  return list;
}

namespace {

// Levenshtein distance without regard to case.
std::size_t calc_edit_distance(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

std::string join_quoted(const std::vector<std::string>& names, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? last_separator : std::string_view(", ");
    text += "'" + names[i] + "'";
  }
  return text;
}

}  // namespace

std::vector<std::string> find_near_names(std::string_view name,
                                         const std::vector<std::string>& candidates,
                                         std::size_t most) {
  const std::string_view shortened = name.substr(0, 100);
  const std::size_t limit = 1 + shortened.size() / 3;
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 200) continue;
    const std::size_t distance = calc_edit_distance(shortened, candidate);
    if (distance <= limit) near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < near.size() && i < most; ++i) names.push_back(near[i].second);
  return names;
}

std::string suggest(std::string_view name, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = find_near_names(name, candidates);
  if (!near.empty()) return "did you mean " + join_quoted(near, " or ") + "?";
  std::vector<std::string> all = candidates;
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.empty()) return "";
  constexpr std::size_t most = 16;
  const std::size_t left_out = all.size() > most ? all.size() - most : 0;
  all.resize(all.size() - left_out);
  std::string text =
      (all.size() == 1 ? "there is only " : "there are ") + join_quoted(all, " and ");
  if (left_out > 0) text += " and " + std::to_string(left_out) + " more";
  return text;
}

// Thrown, so that a server goes on with its other runs and a compiled component does not take its host with it.
void fail_assertion(const char* condition, const char* file, int line) {
  throw std::logic_error(std::string(condition) + " does not hold at " + file + ":" +
                         std::to_string(line));
}

}  // namespace gelenk
