// The server of `gelenk view`: doc/report-format.md, "Live".
#pragma once

#include <memory>
#include <string>

#include "gelenk/view.h"

namespace gelenk {

class ViewServer {
 public:
  // Listens from now on. Throws UserError when that is not possible.
  explicit ViewServer(const ViewOptions& options);
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;

  int port() const;
  std::string url() const;
  // Looks whether the model's files have changed, and tells the pages.
  void watch();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// A body above this size, in bytes, is refused.
inline constexpr std::size_t largest_body = 1'000'000;

}  // namespace gelenk
