// Sheets as SVG: plain elements with attributes, no style sheet, no script, so that every editor takes them.
#include <fmt/format.h>

#include "plot/sheet.h"

namespace gelenk {

namespace {

// What a text may not hold as it is. Control characters have no place in XML at all.
std::string escape(const std::string& text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '&': escaped += "&amp;"; break;
      case '"': escaped += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) escaped += c;
    }
  }
  return escaped;
}

std::string color(const Ink& ink) {
  return fmt::format("#{:02x}{:02x}{:02x}", ink.red, ink.green, ink.blue);
}

// A hundredth of a point is finer than any printer.
std::string number(double x) {
  std::string text = fmt::format("{:.2f}", x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace

double estimate_width(const std::string& text, double size) {
  std::size_t characters = 0;
  for (char c : text) characters += (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
  return 0.56 * size * static_cast<double>(characters);
}

std::string write_svg(const Sheet& sheet) {
  std::string svg = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}pt\" height=\"{1}pt\" viewBox=\"0 0 "
      "{0} "
      "{1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      number(sheet.width), number(sheet.height));
  for (std::size_t i = 0; i < sheet.clips.size(); ++i) {
    const Sheet::Box& box = sheet.clips[i];
    svg += fmt::format(
        "<clipPath id=\"pane{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
        i, number(box.x), number(box.y), number(box.width), number(box.height));
  }
  for (const Sheet::Line& line : sheet.lines) {
    svg += "<polyline points=\"";
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      svg += (i > 0 ? " " : "") + number(line.points[i].x) + "," + number(line.points[i].y);
    }
    svg +=
        fmt::format("\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                    color(line.ink), number(line.width));
    if (!line.dashes.empty()) {
      svg += " stroke-dasharray=\"";
      for (std::size_t i = 0; i < line.dashes.size(); ++i)
        svg += (i > 0 ? " " : "") + number(line.dashes[i]);
      svg += "\"";
    }
    if (line.clip >= 0) svg += fmt::format(" clip-path=\"url(#pane{})\"", line.clip);
    svg += "/>\n";
  }
  svg += "<g font-family=\"DejaVu Sans, Arial, sans-serif\" fill=\"#000000\">\n";
  for (const Sheet::Text& text : sheet.texts) {
    const char* anchors[] = {"start", "middle", "end"};
    svg += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" font-size=\"{2}\" text-anchor=\"{3}\"{4}{5}>{6}</text>\n",
        number(text.at.x), number(text.at.y), number(text.size),
        anchors[static_cast<int>(text.anchor)], text.bold ? " font-weight=\"bold\"" : "",
        text.upright
            ? fmt::format(" transform=\"rotate(-90 {} {})\"", number(text.at.x), number(text.at.y))
            : "",
        escape(text.text));
  }
  return svg + "</g>\n</svg>\n";
}

}  // namespace gelenk
