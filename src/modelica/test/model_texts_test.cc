// What people read of a model: descriptions, and the parameters that may be set.
#include <gtest/gtest.h>

#include <map>

#include "modelica/reader.h"

namespace gelenk::modelica {
namespace {

ModelTexts read(const std::string& text, const ReadOptions& options = {}) {
  ModelTexts texts;
  read_model_text("test.mo", text, Library{}, options, &texts);
  return texts;
}

std::map<std::string, std::string> values_of(const ModelTexts& texts) {
  std::map<std::string, std::string> values;
  for (const auto& setting : texts.settings) values[setting.path] = setting.value;
  return values;
}

const std::string text = R"(
model M "The whole"
  type Kind = enumeration(one, two);
  model Part "A part by its class"
    parameter Real x[2, 2] = {{1, 2}, {3, 4.5}} "A matrix";
    parameter Modelica.Units.SI.Length l = 0.1 "A length";
    parameter Real size = 1 "Drawing";
  protected
    parameter Real hidden = 1;
  end Part;
  Part a "The first", b[2](each l = 3);
  constant Real c = 1;
  final parameter Real f = 2;
  parameter Boolean on = true;
  parameter Integer n = 7;
  parameter String s = "say \"a\\b\"";
  parameter Kind k = Kind.two;
  Real v(start = 1) = a.l*2 "A variable";
  Modelica.Units.SI.Angle z(start = 3) "A state";
equation
  der(z) = 1;
end M;
)";

TEST(ModelTexts, DescriptionsByPath) {
  const ModelTexts texts = read(text);
  EXPECT_EQ(texts.comments.at(""), "The whole");
  EXPECT_EQ(texts.comments.at("a"), "The first");
  EXPECT_EQ(texts.comments.at("b[2].l"), "A length");
  EXPECT_EQ(texts.comments.at("v"), "A variable");
  EXPECT_EQ(texts.comments.count("n"), 0u);
}

TEST(ModelTexts, ParametersThatMayBeSet) {
  const std::map<std::string, std::string> expected = {{"a.x", "{{1, 2}, {3, 4.5}}"},
                                                       {"a.l", "0.1"},
                                                       {"b[1].x", "{{1, 2}, {3, 4.5}}"},
                                                       {"b[1].l", "3"},
                                                       {"b[2].l", "3"},
                                                       {"b[2].x", "{{1, 2}, {3, 4.5}}"},
                                                       {"on", "true"},
                                                       {"n", "7"},
                                                       {"s", "\"say \\\"a\\\\b\\\"\""},
                                                       {"k", "M.Kind.two"},
                                                       {"z.start", "3"}};
  const ModelTexts texts = read(text);
  EXPECT_EQ(values_of(texts), expected);
  EXPECT_EQ(texts.settings[0].type, "Real[2,2]");
  EXPECT_EQ(texts.settings[1].unit, "m");
  EXPECT_EQ(texts.settings[1].component, "a");
  EXPECT_TRUE(texts.settings[1].choices.empty());
}

TEST(ModelTexts, EnumerationsTellTheirChoices) {
  for (const auto& setting : read(text).settings) {
    if (setting.path == "k")
      EXPECT_EQ(setting.choices, (std::vector<std::string>{"M.Kind.one", "M.Kind.two"}));
    else
      EXPECT_TRUE(setting.choices.empty()) << setting.path;
  }
}

TEST(ModelTexts, StartValuesMayBeSetWhereTheyHold) {
  const ModelTexts texts = read(text);
  EXPECT_EQ(texts.settings.back().path, "z.start");
  EXPECT_EQ(texts.settings.back().unit, "rad");
  EXPECT_EQ(texts.comments.at("z.start"), "Start value: A state");
  EXPECT_EQ(values_of(read(text, {"", {{"z.start", "4"}}})).at("z.start"), "4");
}

// Each value, given back as a setting, is the value.
TEST(ModelTexts, ValuesReadBack) {
  const ModelTexts texts = read(text);
  ReadOptions options;
  for (const auto& setting : texts.settings)
    options.settings.emplace_back(setting.path, setting.value);
  EXPECT_EQ(values_of(read(text, options)), values_of(texts));
}

}  // namespace
}  // namespace gelenk::modelica
