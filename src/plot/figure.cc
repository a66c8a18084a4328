#include "plot/figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "plot/ticks.h"

namespace gelenk {

namespace {

constexpr double margin = 8.0, text_size = 9.0, line_height = 13.0, label_room = 62.0;
constexpr double default_pane = 130.0, least_pane = 30.0;

// Colours that are told apart on paper and by most eyes (after Okabe and Ito 2008); from the ninth curve on they come again,
// dashed.
constexpr std::array<Ink, 8> inks = {{{0, 114, 178},
                                      {213, 94, 0},
                                      {0, 158, 115},
                                      {204, 121, 167},
                                      {0, 0, 0},
                                      {230, 159, 0},
                                      {86, 180, 233},
                                      {120, 120, 120}}};
constexpr Ink axis_ink = {60, 60, 60}, grid_ink = {222, 222, 222};

struct Style {
  Ink ink;
  std::vector<double> dashes;
};
Style style_of(std::size_t curve) {
  const std::vector<double> dashes[] = {{}, {5, 3}, {1.5, 2}, {6, 2, 1.5, 2}};
  return {inks[curve % inks.size()], dashes[curve / inks.size() % 4]};
}

// More curves than these of a family have shades from blue by green to orange.
constexpr std::size_t most_inks = 8, most_names = 8;

Ink find_shade(double share) {
  constexpr std::array<Ink, 4> shades = {{{26, 60, 140}, {0, 130, 150}, {110, 175, 60}, {240, 150, 20}}};
  const double at = share * (shades.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), shades.size() - 2);
  const auto mix = [&](int a, int b) {
    return static_cast<int>(std::lround(a + (at - static_cast<double>(i)) * (b - a)));
  };
  return {mix(shades[i].red, shades[i + 1].red), mix(shades[i].green, shades[i + 1].green),
          mix(shades[i].blue, shades[i + 1].blue)};
}

Style style_of(const Pane& pane, std::size_t curve) {
  const std::size_t count = pane.curves.size();
  if (!pane.is_family || count <= most_inks) return style_of(curve);
  return {find_shade(static_cast<double>(curve) / static_cast<double>(count - 1)), {}};
}

// Curves whose names stand in the legend: all, or of a large family some, with the first and the last.
std::vector<std::size_t> list_named(const Pane& pane) {
  std::vector<std::size_t> named;
  const std::size_t count = pane.curves.size();
  const bool is_large = pane.is_family && count > most_inks;
  for (std::size_t i = 0; i < (is_large ? most_names : count); ++i) {
    const std::size_t curve = is_large ? i * (count - 1) / (most_names - 1) : i;
    if (!pane.curves[curve].name.empty()) named.push_back(curve);
  }
  return named;
}

class Layout {
 public:
  explicit Layout(const Figure& figure) : f_(figure) {}

  Sheet run() {
    for (const Pane& pane : f_.panes) legends_.push_back(break_legend(pane));
    double fixed = 2 * margin + 2 * line_height + 4 + (f_.title.empty() ? 0.0 : 1.6 * line_height);
    for (const auto& legend : legends_)
      fixed += line_height * static_cast<double>(legend.size()) + 6;
    const double panes = static_cast<double>(f_.panes.size());
    pane_height_ = f_.height > 0 ? std::max(least_pane, (f_.height - fixed) / panes) : default_pane;
    sheet_.width = f_.width;
    sheet_.height = fixed + panes * pane_height_;
    left_ = margin + label_room;
    right_ = f_.width - margin - 10;
    const int most = std::max(2, static_cast<int>((right_ - left_) / 55));
    x_ticks_ = f_.has_ratios ? choose_log_ticks(f_.from, f_.to, most)
                             : choose_ticks(f_.from, f_.to, most, false);

    double y = margin;
    if (!f_.title.empty()) {
      y += 1.6 * line_height;
      sheet_.texts.push_back({{(left_ + right_) / 2, y - 0.6 * line_height},
                              f_.title,
                              11,
                              Sheet::Anchor::middle,
                              false,
                              true});
    }
    for (std::size_t i = 0; i < f_.panes.size(); ++i) {
      y = add_legend(i, y);
      add_pane(f_.panes[i], y, i + 1 == f_.panes.size());
      y += pane_height_ + 6;
    }
    sheet_.texts.push_back({{(left_ + right_) / 2, y + 2 * line_height - 4},
                            f_.x_label,
                            text_size,
                            Sheet::Anchor::middle});
    return std::move(sheet_);
  }

 private:
  double along(double x) const { return f_.has_ratios ? std::log10(x) : x; }

  using Row = std::vector<std::size_t>;  // curves whose names stand in one line

  double entry_width(const std::string& name) const {
    return 24 + estimate_width(name, text_size) + 12;
  }

  std::vector<Row> break_legend(const Pane& pane) const {
    std::vector<Row> rows(1);
    const double room = f_.width - 2 * margin - label_room - 10;
    double used = 0;
    for (std::size_t i : list_named(pane)) {
      const double width = entry_width(pane.curves[i].name);
      if (used > 0 && used + width > room) {
        rows.emplace_back();
        used = 0;
      }
      rows.back().push_back(i);
      used += width;
    }
    return rows;
  }

  double add_legend(std::size_t pane, double y) {
    for (const Row& row : legends_[pane]) {
      double x = left_;
      for (std::size_t curve : row) {
        const Style style = style_of(f_.panes[pane], curve);
        const double middle = y + 0.5 * line_height;
        sheet_.lines.push_back({{{x, middle}, {x + 20, middle}}, style.ink, 1.5, style.dashes});
        const std::string& name = f_.panes[pane].curves[curve].name;
        sheet_.texts.push_back({{x + 24, middle + 3}, name, text_size});
        x += entry_width(name);
      }
      y += line_height;
    }
    return y;
  }

  // Smallest and largest finite value that is shown.
  std::pair<double, double> find_range(const Pane& pane) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Curve& curve : pane.curves) {
      for (std::size_t i = 0; i < curve.x->size(); ++i) {
        const double t = (*curve.x)[i], value = (*curve.values)[i];
        if (t < f_.from || t > f_.to || !std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    return low <= high ? std::pair(low, high) : std::pair(0.0, 0.0);
  }

  void add_pane(const Pane& pane, double top, bool is_last) {
    const double bottom = top + pane_height_;
    const auto [low, high] = find_range(pane);
    const Ticks ticks =
        choose_ticks(low, high, std::max(3, static_cast<int>(pane_height_ / 22)), true);
    auto to_x = [&](double t) {
      const double begin = along(x_ticks_.low), end = along(x_ticks_.high);
      return left_ + (along(t) - begin) / (end - begin) * (right_ - left_);
    };
    auto to_y = [&](double value) {
      return bottom - (value - ticks.low) / (ticks.high - ticks.low) * pane_height_;
    };
    auto add_line = [&](double x1, double y1, double x2, double y2, const Ink& ink, double width) {
      sheet_.lines.push_back({{{x1, y1}, {x2, y2}}, ink, width, {}});
    };
    for (std::size_t i = 0; i < x_ticks_.at.size(); ++i) {
      const double x = to_x(x_ticks_.at[i]);
      add_line(x, top, x, bottom, grid_ink, 0.6);
      add_line(x, bottom, x, bottom + 3, axis_ink, 0.8);
      if (is_last)
        sheet_.texts.push_back(
            {{x, bottom + line_height}, x_ticks_.labels[i], text_size, Sheet::Anchor::middle});
    }
    for (std::size_t i = 0; i < ticks.at.size(); ++i) {
      const double y = to_y(ticks.at[i]);
      add_line(left_, y, right_, y, grid_ink, 0.6);
      add_line(left_ - 3, y, left_, y, axis_ink, 0.8);
      sheet_.texts.push_back({{left_ - 6, y + 3}, ticks.labels[i], text_size, Sheet::Anchor::end});
    }
    if (!pane.label.empty()) {
      sheet_.texts.push_back({{margin + text_size, (top + bottom) / 2},
                              pane.label,
                              text_size,
                              Sheet::Anchor::middle,
                              true});
    }
    sheet_.clips.push_back({left_, top - 1, right_ - left_, pane_height_ + 2});
    for (std::size_t i = 0; i < pane.curves.size(); ++i) {
      const Style style = style_of(pane, i);
      if (pane.curves[i].is_scattered)
        add_points(pane.curves[i], style, to_x, to_y);
      else
        add_curve(pane.curves[i], style, to_x, to_y);
    }
    sheet_.lines.push_back({{{left_, top}, {left_, bottom}, {right_, bottom}}, axis_ink, 0.8, {}});
  }

  // Where many rows fall on one point of the paper, its first, lowest, highest and last value are drawn. A value that is not finite
  // is a gap.
  template <typename ToX, typename ToY>
  void add_curve(const Curve& curve, const Style& style, ToX to_x, ToY to_y) {
    constexpr double resolution = 0.25;
    const int clip = static_cast<int>(sheet_.clips.size()) - 1;
    std::vector<Sheet::Point> points, cell;
    auto end_cell = [&] {
      if (cell.size() <= 4) {
        points.insert(points.end(), cell.begin(), cell.end());
      } else {
        auto [low, high] = std::minmax_element(
            cell.begin(), cell.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
        if (high < low) std::swap(low, high);
        for (const Sheet::Point& p : {cell.front(), *low, *high, cell.back()}) points.push_back(p);
      }
      cell.clear();
    };
    auto end_line = [&] {
      end_cell();
      if (!points.empty())
        sheet_.lines.push_back({std::move(points), style.ink, 1.3, style.dashes, clip});
      points.clear();
    };
    const std::vector<double>& x = *curve.x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double value = (*curve.values)[i];
      // One row beyond each end, so that a line reaches the border.
      const auto is_out = [&](std::size_t row) {
        return row >= x.size() || x[row] < f_.from || x[row] > f_.to;
      };
      if ((is_out(i) && is_out(i - 1) && is_out(i + 1)) || !std::isfinite(along(x[i])) ||
          !std::isfinite(value)) {
        end_line();
        continue;
      }
      const Sheet::Point p{to_x(x[i]), to_y(value)};
      if (!cell.empty() && std::abs(p.x - cell.front().x) > resolution) end_cell();
      cell.push_back(p);
    }
    end_line();
  }

  // Small diamonds.
  template <typename ToX, typename ToY>
  void add_points(const Curve& curve, const Style& style, ToX to_x, ToY to_y) {
    constexpr double half = 1.4;
    const int clip = static_cast<int>(sheet_.clips.size()) - 1;
    for (std::size_t i = 0; i < curve.x->size(); ++i) {
      const double at = (*curve.x)[i], value = (*curve.values)[i];
      if (!(at >= f_.from && at <= f_.to) || !std::isfinite(value)) continue;
      const double x = to_x(at), y = to_y(value);
      sheet_.lines.push_back(
          {{{x - half, y}, {x, y - half}, {x + half, y}, {x, y + half}, {x - half, y}},
           style.ink, 0.9, {}, clip});
    }
  }

  const Figure& f_;
  Sheet sheet_;
  std::vector<std::vector<Row>> legends_;
  Ticks x_ticks_;
  double pane_height_ = 0, left_ = 0, right_ = 0;
};

}  // namespace

Sheet lay_out(const Figure& figure) { return Layout(figure).run(); }

}  // namespace gelenk
