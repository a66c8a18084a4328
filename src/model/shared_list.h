// A list that several components hold together until one of them changes it. In a large model most components are
// copies of few: what these say is stored once.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace gelenk {

template <typename T>
class SharedList {
 public:
  SharedList() = default;
  SharedList(std::vector<T> list)  // NOLINT(google-explicit-constructor): it is that list
      : list_(list.empty() ? nullptr : std::make_shared<std::vector<T>>(std::move(list))) {}

  std::size_t size() const { return list_ ? list_->size() : 0; }
  bool empty() const { return size() == 0; }
  const T* begin() const { return list_ ? list_->data() : nullptr; }
  const T* end() const { return begin() + size(); }
  const T& operator[](std::size_t index) const { return (*list_)[index]; }
  const T& back() const { return list_->back(); }

  // Whether both are one list in memory.
  bool is_same(const SharedList& other) const { return list_ == other.list_; }

  // The list to be changed: first made one of its own where others hold it too.
  std::vector<T>& edit() {
    if (!list_)
      list_ = std::make_shared<std::vector<T>>();
    else if (list_.use_count() > 1)
      list_ = std::make_shared<std::vector<T>>(*list_);
    return *list_;
  }

 private:
  std::shared_ptr<std::vector<T>> list_;  // null where it is empty and always was
};

}  // namespace gelenk
