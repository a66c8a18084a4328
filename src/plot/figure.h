// Curves over time or over another quantity, in panes one below the other, laid out on a sheet in a light style for print.
#pragma once

#include <string>
#include <vector>

#include "plot/sheet.h"

namespace gelenk {

struct Curve {
  std::string name;
  const std::vector<double>*x, *values;  // of one length
  bool is_scattered = false;             // points that no line leads through
};

struct Pane {
  std::string label;  // of the value axis: a name, a unit, or nothing
  std::vector<Curve> curves;
  bool is_family = false;  // of curves in an order: many have shades of one scale, and a few of their names are shown
};

struct Figure {
  std::string title;    // may be empty
  std::string x_label;  // "time in s"
  double from, to;      // part of x that is shown
  std::vector<Pane> panes;
  double width, height;  // of the sheet; height 0: as many panes need
  bool has_ratios = false;  // equal ratios of x are equally far; from and to are positive then
};

Sheet lay_out(const Figure& figure);

}  // namespace gelenk
