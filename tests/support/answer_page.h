// The schema of an answer in JSON is the table on its page: all keys stand there.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace gelenk::testing {

// Keys of the answer, and of the objects in its lists, stand in `…` on doc/analyses/PAGE.
inline void expect_documented(const nlohmann::json& json, const std::string& page) {
  std::ifstream in(std::string(GELENK_SOURCE_DIR) + "/doc/analyses/" + page);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  ASSERT_FALSE(text.empty()) << page;
  const auto expect_key = [&](const std::string& key) {
    EXPECT_NE(text.find("`" + key + "`"), std::string::npos) << page << ": " << key;
  };
  for (const auto& [key, value] : json.items()) {
    expect_key(key);
    if (!value.is_array() || value.empty() || !value[0].is_object()) continue;
    for (const auto& [inner, ignored] : value[0].items()) expect_key(inner);
  }
}

}  // namespace gelenk::testing
