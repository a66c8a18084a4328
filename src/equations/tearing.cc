#include "equations/tearing.h"

#include <queue>
#include <unordered_map>
#include <utility>

namespace gelenk::equations {

namespace {

class Tearer {
 public:
  Tearer(const Incidence& pattern, const std::vector<int>& rows, const std::vector<int>& columns,
         const std::function<bool(int, int)>& is_solvable)
      : rows_(rows), columns_(columns), is_solvable_(is_solvable) {
    std::unordered_map<int, int> place_of_column;
    for (std::size_t c = 0; c < columns.size(); ++c)
      place_of_column[columns[c]] = static_cast<int>(c);
    columns_of_row_.resize(rows.size());
    rows_of_column_.resize(columns.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (int column : pattern.row(rows[r])) {
        const auto place = place_of_column.find(column);
        if (place == place_of_column.end()) continue;
        columns_of_row_[r].push_back(place->second);
        rows_of_column_[place->second].push_back(static_cast<int>(r));
      }
    }
    is_known_.assign(columns.size(), 0);
    is_used_.assign(rows.size(), 0);
    for (const auto& of_row : columns_of_row_) unknowns_.push_back(static_cast<int>(of_row.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      uses_.push_back(0);
      for (int r : rows_of_column_[c]) uses_.back() += weigh(r, static_cast<int>(c));
    }
  }

  Tearing run() {
    for (std::size_t r = 0; r < rows_.size(); ++r) note_row(static_cast<int>(r));
    for (std::size_t c = 0; c < columns_.size(); ++c)
      most_used_.emplace(uses_[c], -static_cast<int>(c));
    follow();
    while (!most_used_.empty()) {
      const auto [uses, negative] = most_used_.top();
      most_used_.pop();
      const int c = -negative;
      if (is_known_[c]) continue;
      if (uses != uses_[c]) {
        most_used_.emplace(uses_[c], -c);
        continue;
      }
      result_.torn.push_back(columns_[c]);
      learn(c);
      follow();
    }
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (!is_used_[r]) result_.residuals.push_back(rows_[r]);
    }
    return std::move(result_);
  }

 private:
  // An unknown that a row cannot give is best guessed: what follows from a guess through something steep may be no number at all.
  int weigh(int r, int c) const { return is_solvable_(rows_[r], columns_[c]) ? 1 : 2; }
  void note_row(int r) {
    if (unknowns_[r] == 1 && !is_used_[r]) ready_.push(r);
  }
  void learn(int c) {
    is_known_[c] = 1;
    for (int r : rows_of_column_[c]) {
      --unknowns_[r];
      note_row(r);
    }
  }
  // Rows with one unknown give it, in the order in which they get there.
  void follow() {
    while (!ready_.empty()) {
      const int r = ready_.front();
      ready_.pop();
      if (is_used_[r] || unknowns_[r] != 1) continue;
      int c = -1;
      for (int of_row : columns_of_row_[r]) {
        if (!is_known_[of_row]) c = of_row;
      }
      if (!is_solvable_(rows_[r], columns_[c])) continue;
      is_used_[r] = 1;
      for (int of_row : columns_of_row_[r]) uses_[of_row] -= weigh(r, of_row);
      result_.assigned.push_back({rows_[r], columns_[c]});
      learn(c);
    }
  }

  const std::vector<int>& rows_;
  const std::vector<int>& columns_;
  const std::function<bool(int, int)>& is_solvable_;
  // By place in the block.
  std::vector<std::vector<int>> columns_of_row_, rows_of_column_;
  std::vector<char> is_known_, is_used_;
  std::vector<int> unknowns_, uses_;  // of a row; of a column, in rows that are left, weighed
  std::queue<int> ready_;
  std::priority_queue<std::pair<int, int>> most_used_;  // uses, −place: of equals the first
  Tearing result_;
};

}  // namespace

Tearing tear(const Incidence& pattern, const std::vector<int>& rows,
             const std::vector<int>& columns,
             const std::function<bool(int row, int column)>& is_solvable) {
  return Tearer(pattern, rows, columns, is_solvable).run();
}

}  // namespace gelenk::equations
