// Responses to inputs and modes over a parameter as figures, or as columns of numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "gelenk/modal.h"
#include "io/output_path.h"
#include "plot/figure.h"

namespace gelenk {

namespace {

std::string quote(const std::string& name) {
  return name.find(',') == std::string::npos ? name : '"' + name + '"';
}

[[noreturn]] void reject_ending(const std::string& path, const std::string& endings) {
  throw UserError({"option",
                   {},
                   "",
                   "the kind of '" + path + "' is not known",
                   "let its name end in " + endings});
}

// One curve by its points, and the pane that it is in.
struct Line {
  std::string name;
  std::vector<double> y;
};
struct LinePane {
  std::string label;
  std::vector<Line> lines;
};

void draw(const std::string& path, const char* option, const std::string& title,
          const std::string& x_label, const std::vector<double>& x,
          const std::vector<LinePane>& panes) {
  Figure figure;
  figure.title = title;
  figure.x_label = x_label;
  figure.from = *std::min_element(x.begin(), x.end());
  figure.to = *std::max_element(x.begin(), x.end());
  for (const LinePane& of : panes) {
    Pane& pane = figure.panes.emplace_back();
    pane.label = of.label;
    for (const Line& line : of.lines) pane.curves.push_back({line.name, &x, &line.y});
  }
  figure.width = 480;
  figure.height = 0;
  const Sheet sheet = lay_out(figure);
  constexpr double scale = 3;
  write_file(path, path.ends_with(".png") ? write_png(sheet, scale) : write_svg(sheet), option);
}

bool is_picture(const std::string& path) {
  return path.ends_with(".svg") || path.ends_with(".png");
}

}  // namespace

void write_bode(const LinearModel& linear, const FrequencyResponse& response,
                const std::string& path) {
  if (!is_picture(path) && !path.ends_with(".csv")) reject_ending(path, ".svg, .png or .csv");
  LinePane magnitude{"dB", {}}, phase{"degrees", {}};
  for (std::size_t j = 0; j < response.inputs; ++j) {
    for (std::size_t i = 0; i < response.outputs; ++i) {
      const std::string name = linear.outputs[i].name + " by " + linear.inputs[j].name;
      Line& dB = magnitude.lines.emplace_back(Line{name, {}});
      Line& degrees = phase.lines.emplace_back(Line{name, {}});
      double before = 0.0;
      for (std::size_t k = 0; k < response.frequencies.size(); ++k) {
        const std::complex<double> G = response(k, i, j);
        dB.y.push_back(20 * std::log10(std::abs(G)));
        // Without jumps by whole turns.
        double at = std::arg(G) * 180 / std::numbers::pi;
        if (k > 0 && std::isfinite(before)) at -= 360 * std::round((at - before) / 360);
        degrees.y.push_back(at);
        before = at;
      }
    }
  }
  if (is_picture(path)) {
    std::vector<double> x;
    for (double frequency : response.frequencies) x.push_back(std::log10(frequency));
    draw(path, "--bode", linear.model, "frequency in Hz, as power of ten", x, {magnitude, phase});
    return;
  }
  std::string text = "frequency";
  for (std::size_t c = 0; c < magnitude.lines.size(); ++c) {
    for (const char* what : {" [dB]", " [deg]"})
      text += "," + quote(magnitude.lines[c].name + what);
  }
  text += "\n";
  for (std::size_t k = 0; k < response.frequencies.size(); ++k) {
    text += fmt::format("{:.17g}", response.frequencies[k]);
    for (std::size_t c = 0; c < magnitude.lines.size(); ++c)
      text += fmt::format(",{:.17g},{:.17g}", magnitude.lines[c].y[k], phase.lines[c].y[k]);
    text += "\n";
  }
  write_file(path, text, "--bode");
}

void write_locus(const RootLocus& locus, const std::string& path) {
  if (!is_picture(path) && !path.ends_with(".csv")) reject_ending(path, ".svg, .png or .csv");
  LinePane real{"Re λ in 1/s", {}}, frequency{"frequency in Hz", {}};
  std::string text = quote(locus.parameter);
  for (std::size_t b = 0; b < locus.branches.size(); ++b) {
    const std::string name = "mode " + std::to_string(b + 1);
    Line& re = real.lines.emplace_back(Line{name, {}});
    Line& im = frequency.lines.emplace_back(Line{name, {}});
    for (const std::complex<double>& z : locus.branches[b]) {
      re.y.push_back(z.real());
      // What does not oscillate has no frequency.
      const bool oscillates = z.imag() != 0;
      im.y.push_back(oscillates ? z.imag() / (2 * std::numbers::pi)
                                : std::numeric_limits<double>::quiet_NaN());
    }
    text += fmt::format(",re{0},im{0}", b + 1);
  }
  if (is_picture(path)) {
    draw(path, "--locus", "", locus.parameter, locus.values, {real, frequency});
    return;
  }
  text += "\n";
  for (std::size_t k = 0; k < locus.values.size(); ++k) {
    text += fmt::format("{:.17g}", locus.values[k]);
    for (const auto& branch : locus.branches)
      text += fmt::format(",{:.17g},{:.17g}", branch[k].real(), branch[k].imag());
    text += "\n";
  }
  write_file(path, text, "--locus");
}

}  // namespace gelenk
