// Sheets as PNG, by cairo.
#include <cairo/cairo.h>

#include <cmath>
#include <memory>

#include "base/error.h"
#include "plot/sheet.h"

namespace gelenk {

namespace {

cairo_status_t append(void* text, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void draw_line(cairo_t* at, const Sheet& sheet, const Sheet::Line& line) {
  if (line.points.empty()) return;
  cairo_save(at);
  if (line.clip >= 0) {
    const Sheet::Box& box = sheet.clips[static_cast<std::size_t>(line.clip)];
    cairo_rectangle(at, box.x, box.y, box.width, box.height);
    cairo_clip(at);
  }
  cairo_set_source_rgb(at, line.ink.red / 255.0, line.ink.green / 255.0, line.ink.blue / 255.0);
  cairo_set_line_width(at, line.width);
  cairo_set_line_join(at, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(at, line.dashes.data(), static_cast<int>(line.dashes.size()), 0.0);
  for (const Sheet::Point& p : line.points) cairo_line_to(at, p.x, p.y);
  cairo_stroke(at);
  cairo_restore(at);
}

void draw_text(cairo_t* at, const Sheet::Text& text) {
  cairo_save(at);
  cairo_select_font_face(at, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(at, text.size);
  cairo_set_source_rgb(at, 0.0, 0.0, 0.0);
  cairo_text_extents_t extents;
  cairo_text_extents(at, text.text.c_str(), &extents);
  const double part = text.anchor == Sheet::Anchor::start    ? 0.0
                      : text.anchor == Sheet::Anchor::middle ? 0.5
                                                             : 1.0;
  cairo_translate(at, text.at.x, text.at.y);
  if (text.upright) cairo_rotate(at, -std::acos(0.0));
  cairo_move_to(at, -part * extents.x_advance, 0.0);
  cairo_show_text(at, text.text.c_str());
  cairo_restore(at);
}

}  // namespace

std::string write_png(const Sheet& sheet, double scale) {
  const int width = static_cast<int>(std::lround(scale * sheet.width)),
            height = static_cast<int>(std::lround(scale * sheet.height));
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), cairo_surface_destroy);
  const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> at(cairo_create(surface.get()),
                                                              cairo_destroy);
  cairo_scale(at.get(), scale, scale);
  cairo_set_source_rgb(at.get(), 1.0, 1.0, 1.0);
  cairo_paint(at.get());
  for (const Sheet::Line& line : sheet.lines) draw_line(at.get(), sheet, line);
  for (const Sheet::Text& text : sheet.texts) draw_text(at.get(), text);
  std::string png;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS) {
    throw UserError({"output",
                     {},
                     "",
                     std::string("the picture cannot be drawn: ") + cairo_status_to_string(status),
                     "choose a smaller --width or --height, or write SVG"});
  }
  return png;
}

}  // namespace gelenk
