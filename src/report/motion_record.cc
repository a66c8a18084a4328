#include "report/motion_record.h"

#include <bit>
#include <cstring>

namespace gelenk {

namespace {

Pose<double> find_pose(const Scene::Mover& mover, const Formulation& formulation,
                       const std::vector<double>& values) {
  if (!mover.along_x) return formulation.get_motion(*mover.sub, mover.at.node).X * mover.at.X_NF;
  const double position = values[static_cast<std::size_t>(mover.along_x->column)];
  Pose<double> X = Pose<double>::translation(mover.along_x->base);
  if (mover.along_x->turns)
    X.R = rotation_about<double>(Vec3<double>::UnitX(), position);
  else
    X.p[0] += position;
  return X;
}

}  // namespace

const std::vector<float>& RowTaker::take(const Formulation& formulation,
                                         const std::vector<double>& values) {
  float* at = row_.data();
  for (const Scene::Mover& mover : scene_.movers) {
    const Pose<double> X_WM = find_pose(mover, formulation, values);
    const Vec4<double> q = quaternion_of(X_WM.R);
    const double before = at[6] * q[0] + at[3] * q[1] + at[4] * q[2] + at[5] * q[3];
    const double sign = before < 0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; ++i) at[i] = static_cast<float>(X_WM.p[i]);
    for (int i = 0; i < 3; ++i) at[3 + i] = static_cast<float>(sign * q[1 + i]);
    at[6] = static_cast<float>(sign * q[0]);
    at += 7;
  }
  for (const Scene::SignalEntry& signal : scene_.signals)
    *at++ = static_cast<float>(values[signal.column]);
  return row_;
}

void MotionRecord::add(double time, const std::vector<float>& row) {
  GELENK_ASSERT(row.size() == columns_);
  time_.push_back(time);
  values_.insert(values_.end(), row.begin(), row.end());
}

namespace {

static_assert(std::endian::native == std::endian::little, "chunks are little-endian");

template <typename T>
char* put(char* at, T value) {
  std::memcpy(at, &value, sizeof value);
  return at + sizeof value;
}

}  // namespace

std::string MotionRecord::write_chunk(std::size_t from) const {
  const std::size_t first = std::min(from, rows()), count = rows() - first;
  std::string chunk(8 + count * (sizeof(double) + columns_ * sizeof(float)), '\0');
  char* at = chunk.data();
  at = put(at, static_cast<std::uint32_t>(count));
  at = put(at, static_cast<std::uint32_t>(columns_));
  for (std::size_t row = first; row < rows(); ++row) at = put(at, time_[row]);
  for (std::size_t column = 0; column < columns_; ++column) {
    for (std::size_t row = first; row < rows(); ++row)
      at = put(at, values_[row * columns_ + column]);
  }
  return chunk;
}

}  // namespace gelenk
