// Motion sensors against numerical differences of what they measure, and angles against the
// rotation that they describe.
#include <gtest/gtest.h>

#include <random>

#include "elements/library.h"
#include "elements/registry.h"
#include "modelica/reader.h"

namespace gelenk {
namespace {

MotionSensor read_sensor(const std::string& declaration) {
  const ModelTree model = modelica::read_model_text(
      "test.mo",
      "model M\n  import Modelica.Mechanics.MultiBody.Sensors;\n"
      "  import Modelica.Mechanics.MultiBody.Types.{ResolveInFrameA, ResolveInFrameAB};\n"
      "  inner Modelica.Mechanics.MultiBody.World world;\n  Sensors." +
          declaration + ";\nend M;\n",
      element_library());
  return std::get<MotionSensor>(std::get<AnyForce>(make_element(*model.root->find_part("p"))));
}

SignalBuffer measure(const MotionSensor& sensor, const FrameMotion<double>& a,
                     const FrameMotion<double>& b) {
  SignalBuffer values;
  sensor.calc_signals(a, b, {}, values);
  return values;
}

Vec3<double> vector_at(const SignalBuffer& values, int i) {
  return {values[i], values[i + 1], values[i + 2]};
}

Vec3<double> random_vector(std::mt19937& random) {
  std::normal_distribution<double> n;
  return {n(random), n(random), n(random)};
}

FrameMotion<double> random_motion(std::mt19937& random) {
  FrameMotion<double> m;
  m.X = {rotation_about<double>(random_vector(random).normalized(), 1.7), random_vector(random)};
  m.V << random_vector(random), random_vector(random);
  m.A << random_vector(random), random_vector(random);
  return m;
}

// The frame a little later, to second order in h.
FrameMotion<double> moved(const FrameMotion<double>& m, double h) {
  const Vec3<double> turn = h * m.w() + 0.5 * h * h * m.alpha();
  FrameMotion<double> later = m;
  later.X.R = rotation_about<double>(turn.normalized(), turn.norm()) * m.X.R;
  later.X.p += h * m.v() + 0.5 * h * h * m.a();
  later.V += h * m.A;
  return later;
}

TEST(Sensor, DerivativesAreThoseOfTheMeasuredComponents) {
  std::mt19937 random(31);
  const double h = 1e-4;
  for (const std::string axes : {"world", "frame_a", "frame_b"}) {
    for (const std::string after : {"world", "frame_a", "frame_b"}) {
      const MotionSensor sensor = read_sensor(
          "RelativeSensor p(get_r_rel = true, get_v_rel = true, get_a_rel = true, get_w_rel = "
          "true, get_z_rel = true, resolveInFrame = ResolveInFrameAB." +
          axes + ", resolveInFrameAfterDifferentiation = ResolveInFrameAB." + after + ")");
      ASSERT_EQ(sensor.signal_names().size(), 15u);
      EXPECT_EQ(sensor.signal_names()[8], "a_rel[3]");
      for (int i = 0; i < 5; ++i) {
        const FrameMotion<double> a = random_motion(random), b = random_motion(random);
        auto rotation = [&](const std::string& name) {
          if (name == "world") return Mat3<double>(Mat3<double>::Identity());
          return name == "frame_a" ? a.X.R : b.X.R;
        };
        const Mat3<double> turn = rotation(after).transpose() * rotation(axes);
        const auto now = measure(sensor, a, b);
        const auto next = measure(sensor, moved(a, h), moved(b, h));
        const auto before = measure(sensor, moved(a, -h), moved(b, -h));
        auto slope = [&](int k) {
          return Vec3<double>(turn * (vector_at(next, k) - vector_at(before, k)) / (2 * h));
        };
        const Vec3<double> curvature =
            turn * (vector_at(next, 0) - 2 * vector_at(now, 0) + vector_at(before, 0)) / (h * h);
        EXPECT_LT((rotation(axes) * vector_at(now, 0) - (b.X.p - a.X.p)).norm(), 1e-12);
        EXPECT_LT((rotation(axes) * vector_at(now, 9) - (b.w() - a.w())).norm(), 1e-12);
        EXPECT_LT((vector_at(now, 3) - slope(0)).norm(), 1e-5) << axes << " " << after;
        EXPECT_LT((vector_at(now, 6) - curvature).norm(), 1e-5) << axes << " " << after;
        EXPECT_LT((vector_at(now, 12) - slope(9)).norm(), 1e-5) << axes << " " << after;
      }
    }
  }
}

TEST(Sensor, AnglesDescribeTheRotationAndFollowTheGuess) {
  std::mt19937 random(32);
  for (const std::string sequence : {"{1, 2, 3}", "{3, 1, 3}", "{2, 1, 3}"}) {
    for (const std::string guess : {"0", "2.8"}) {
      const MotionSensor sensor =
          read_sensor("RelativeAngles p(sequence = " + sequence + ", guessAngle1 = " + guess + ")");
      for (int i = 0; i < 10; ++i) {
        const FrameMotion<double> a = random_motion(random), b = random_motion(random);
        const Vec3<double> angles = vector_at(measure(sensor, a, b), 0);
        const Mat3<double> R = rotation_of_sequence(sensor.sequence, angles);
        EXPECT_LT((R - a.X.R.transpose() * b.X.R).norm(), 1e-12) << sequence;
        const double other =
            angles[0] > 0 ? angles[0] - std::acos(-1.0) : angles[0] + std::acos(-1.0);
        EXPECT_LE(std::abs(angles[0] - sensor.guess_angle), std::abs(other - sensor.guess_angle));
      }
    }
  }
}

TEST(Sensor, RefusesWhatItCannotMeasure) {
  EXPECT_THROW(read_sensor("AbsoluteAngles p(sequence = {1, 1, 2})"), UserError);
}

}  // namespace
}  // namespace gelenk
