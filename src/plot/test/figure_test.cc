#include "plot/figure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelenk {
namespace {

struct Data {
  std::vector<double> time, wave, line;
  explicit Data(int n) {
    for (int i = 0; i <= n; ++i) {
      time.push_back(2.0 * i / n);
      wave.push_back(std::sin(10 * time.back()));
      line.push_back(time.back());
    }
  }
  Figure figure() const {
    return {"A <title> & more",
            "time in s",
            0.0,
            2.0,
            {{"in rad", {{"a.phi", &time, &wave}, {"b<c>", &time, &line}}},
             {"", {{"line", &time, &line}}}},
            480,
            0};
  }
};

const Sheet::Line& find_curve(const Sheet& sheet, int clip) {
  for (const Sheet::Line& line : sheet.lines) {
    if (line.clip == clip) return line;
  }
  throw std::out_of_range("no curve");
}

// The straight line is one on paper: from the lower left corner to the upper right one of its pane.
TEST(Figure, CurvesStandWhereTheirAxesSay) {
  const Data data(100);
  const Sheet sheet = lay_out(data.figure());
  ASSERT_EQ(sheet.clips.size(), 2u);
  const Sheet::Box& box = sheet.clips[1];
  const Sheet::Line& line = find_curve(sheet, 1);
  EXPECT_NEAR(line.points.front().x, box.x, 1e-9);
  EXPECT_NEAR(line.points.front().y, box.y + box.height - 1, 1e-9);
  EXPECT_NEAR(line.points.back().x, box.x + box.width, 1e-9);
  EXPECT_NEAR(line.points.back().y, box.y + 1, 1e-9);
  for (const Sheet::Text& text : sheet.texts) {
    EXPECT_GE(text.at.x, 0);
    EXPECT_LE(text.at.x, sheet.width);
    EXPECT_LE(text.at.y, sheet.height);
  }
}

TEST(Figure, ManyRowsMakeNoLargeFile) {
  const Data data(200000);
  const Sheet sheet = lay_out(data.figure());
  const Sheet::Line& wave = find_curve(sheet, 0);
  EXPECT_LT(wave.points.size(), 10000u);
  double low = 1e9, high = -1e9;
  for (const Sheet::Point& p : wave.points) {
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  // Nothing of its height is lost: sin reaches −1 and 1, the line 2, on an axis from −1 to 2.
  const Sheet::Box& box = sheet.clips[0];
  EXPECT_NEAR(high, box.y + box.height - 1, 1e-3);
  EXPECT_NEAR((high - low) / (box.height - 2), 2.0 / 3, 1e-3);
}

TEST(Figure, GapsWhereAValueIsMissing) {
  Data data(100);
  data.line[50] = std::numeric_limits<double>::quiet_NaN();
  const Sheet sheet = lay_out(data.figure());
  int pieces = 0;
  for (const Sheet::Line& line : sheet.lines) pieces += line.clip == 1;
  EXPECT_EQ(pieces, 2);
}

TEST(Svg, TextsAreEscaped) {
  const Data data(10);
  const std::string svg = write_svg(lay_out(data.figure()));
  EXPECT_NE(svg.find(">A &lt;title&gt; &amp; more</text>"), std::string::npos);
  EXPECT_NE(svg.find(">b&lt;c&gt;</text>"), std::string::npos);
  EXPECT_EQ(svg.find("<c>"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Png, HasTheSizeOfTheSheet) {
  const Data data(10);
  const Sheet sheet = lay_out(data.figure());
  const std::string png = write_png(sheet, 2);
  ASSERT_GT(png.size(), 24u);
  EXPECT_EQ(png.substr(0, 4), "\x89PNG");
  auto read = [&](int at) {
    unsigned value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png[at + i]);
    return value;
  };
  EXPECT_EQ(read(16), std::lround(2 * sheet.width));
  EXPECT_EQ(read(20), std::lround(2 * sheet.height));
}

}  // namespace
}  // namespace gelenk
