// Curves over time or over another quantity, in panes one below the other, laid out on a sheet in a light style for print.
#pragma once

#include <string>
#include <vector>

#include "plot/sheet.h"

namespace gelenk {

struct Curve {
  std::string name;
  const std::vector<double>*x, *values;  // of one length
};

struct Pane {
  std::string label;  // of the value axis: a name, a unit, or nothing
  std::vector<Curve> curves;
};

struct Figure {
  std::string title;    // may be empty
  std::string x_label;  // "time in s"
  double from, to;      // part of x that is shown
  std::vector<Pane> panes;
  double width, height;  // of the sheet; height 0: as many panes need
};

Sheet lay_out(const Figure& figure);

}  // namespace gelenk
