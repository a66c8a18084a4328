// A drawing made of lines and texts, on which the writers of files agree. Lengths are points of 1/72 inch; x to the
// right, y down, as in SVG and in cairo.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

struct Ink {
  int red = 0, green = 0, blue = 0;
};

struct Sheet {
  struct Point {
    double x, y;
  };
  struct Line {
    std::vector<Point> points;
    Ink ink;
    double width = 1.0;
    std::vector<double> dashes;  // lengths of dash and gap; empty: solid
    int clip = -1;               // number of the box outside of which nothing is drawn
  };
  enum class Anchor { start, middle, end };
  struct Text {
    Point at;  // on the baseline
    std::string text;
    double size = 9.0;
    Anchor anchor = Anchor::start;
    bool upright = false;  // read from below
    bool bold = false;
  };
  struct Box {
    double x, y, width, height;
  };

  double width = 0.0, height = 0.0;
  std::vector<Box> clips;
  std::vector<Line> lines;
  std::vector<Text> texts;
};

// Width of a text in the sans-serif face of the sheets, near enough to lay out a legend.
double estimate_width(const std::string& text, double size);

// The sheet as an SVG file.
std::string write_svg(const Sheet& sheet);
// The sheet as a PNG file, `scale` pixels to the point.
std::string write_png(const Sheet& sheet, double scale);

}  // namespace gelenk
