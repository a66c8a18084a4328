#include "math/sparse_lu.h"

#include <suitesparse/klu.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace gelenk {

struct SparseLu::Impl {
  std::vector<int> first, rows;
  std::vector<double> values;
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  int size() const { return static_cast<int>(first.size()) - 1; }

  ~Impl() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
};

SparseLu::SparseLu(std::vector<int> first, std::vector<int> rows)
    : impl_(std::make_unique<Impl>()) {
  impl_->first = std::move(first);
  impl_->rows = std::move(rows);
  impl_->values.resize(impl_->rows.size());
  klu_defaults(&impl_->common);
  impl_->symbolic =
      klu_analyze(impl_->size(), impl_->first.data(), impl_->rows.data(), &impl_->common);
}
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;
SparseLu::~SparseLu() = default;

bool SparseLu::factor(std::span<const double> values) {
  GELENK_ASSERT(values.size() == impl_->rows.size());
  if (impl_->symbolic == nullptr) return false;  // singular whatever the numbers are
  std::copy(values.begin(), values.end(), impl_->values.begin());
  // Pivots of the last factors serve as long as they do not get small beside what they stand with.
  constexpr double weak = 1e-10;
  if (impl_->numeric != nullptr &&
      klu_refactor(impl_->first.data(), impl_->rows.data(), impl_->values.data(), impl_->symbolic,
                   impl_->numeric, &impl_->common) &&
      impl_->common.status == KLU_OK &&
      klu_rcond(impl_->symbolic, impl_->numeric, &impl_->common) && impl_->common.rcond > weak)
    return true;
  klu_free_numeric(&impl_->numeric, &impl_->common);
  impl_->numeric = klu_factor(impl_->first.data(), impl_->rows.data(), impl_->values.data(),
                              impl_->symbolic, &impl_->common);
  return impl_->numeric != nullptr && impl_->common.status == KLU_OK &&
         klu_rcond(impl_->symbolic, impl_->numeric, &impl_->common) && impl_->common.rcond > 1e-30;
}

void SparseLu::solve(std::span<double> b) {
  klu_solve(impl_->symbolic, impl_->numeric, impl_->size(), 1, b.data(), &impl_->common);
}

}  // namespace gelenk
