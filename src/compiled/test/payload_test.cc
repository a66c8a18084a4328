// What a component computes from, with components inside.
#include "compiled/payload.h"

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "base/error.h"
#include "compiled/component_file.h"

namespace gelenk {
namespace {

class PayloadTest : public ::testing::Test {
 protected:
  PayloadTest() : library_(read_component_bytes(GELENK_TEST_COMPONENTS "/free_body.so")) {}

  std::string store(const std::vector<std::string>& files) const {
    ComponentPayload payload;
    payload.model.root = std::make_unique<Component>();
    payload.files = files;
    return store_payload(payload);
  }
  // A component with so many levels below it; that of level 0 is one without a payload.
  std::string make_file(int levels) const {
    return make_component_file(library_, levels == 0 ? "" : store({make_file(levels - 1)}));
  }
  const std::string library_;
};

TEST_F(PayloadTest, FilesInsideAreAsTheyWere) {
  const std::vector<std::string> files = {make_file(0), make_file(2)};
  const ComponentPayload payload = read_payload(store(files));
  EXPECT_EQ(payload.files, files);
  EXPECT_EQ(count_levels(payload), 3);
}

TEST_F(PayloadTest, LevelsEnd) {
  EXPECT_EQ(count_levels(read_payload(store({make_file(most_levels - 1)}))), most_levels);
  EXPECT_THROW(read_payload(store({make_file(most_levels)})), DamagedBytes);
  EXPECT_THROW(store({make_file(most_levels + 1)}), DamagedBytes);
}

// The number of levels stands first; a wrong one would let them go on.
TEST_F(PayloadTest, LevelsAreThoseThatItSays) {
  for (const int levels : {0, 1, 3}) {
    std::string bytes = store({make_file(1)});
    bytes[0] = static_cast<char>(levels);
    EXPECT_THROW(read_payload(bytes), DamagedBytes) << levels;
  }
}

TEST_F(PayloadTest, AFileInsideIsACompleteComponent) {
  for (const std::string& file : {std::string("nothing"), library_, make_file(0).substr(1)})
    EXPECT_THROW(store({file}), UserError);
  std::string bytes = store({make_file(0)});
  bytes[bytes.size() / 2] ^= 1;
  EXPECT_THROW(read_payload(bytes), UserError);
}

}  // namespace
}  // namespace gelenk
