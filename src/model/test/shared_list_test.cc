#include "model/shared_list.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

TEST(SharedList, ChangesOfOneHolderAreItsOwn) {
  SharedList<int> a(std::vector<int>{1, 2});
  SharedList<int> b = a;
  EXPECT_TRUE(a.is_same(b));
  b.edit().push_back(3);
  EXPECT_FALSE(a.is_same(b));
  EXPECT_EQ(a.size(), 2u);
  EXPECT_EQ(b[2], 3);
  EXPECT_TRUE(SharedList<int>().empty());
  EXPECT_EQ(SharedList<int>().begin(), SharedList<int>().end());
}

}  // namespace
}  // namespace gelenk
