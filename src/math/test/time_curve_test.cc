#include "math/tables/time_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelenk {
namespace {

constexpr double never = std::numeric_limits<double>::max();

TimeCurve make(Extrapolation e, TimeEvents events = TimeEvents::always, double start = -1e9,
               double shift = 0.0, Smoothness s = Smoothness::linear) {
  return TimeCurve(Curve({0, 1, 1, 3}, {0, 1, 4, 0}, s, e), start, shift, events);
}

// From event to event, as a simulation goes.
std::vector<double> list_events(const TimeCurve& curve, double from, double until) {
  std::vector<double> events;
  for (double t = curve.find_next_event(from); t < until; t = curve.find_next_event(t))
    events.push_back(t);
  return events;
}

using Times = std::vector<double>;

TEST(TimeCurve, HasEventsWhereItBendsOrJumps) {
  EXPECT_EQ(list_events(make(Extrapolation::hold), -2, 10), (Times{0, 1, 3}));
  EXPECT_EQ(list_events(make(Extrapolation::last_two_points), -2, 10), (Times{1}));
  EXPECT_EQ(list_events(make(Extrapolation::hold, TimeEvents::at_discontinuities), -2, 10),
            (Times{1}));
  EXPECT_EQ(list_events(make(Extrapolation::hold, TimeEvents::never), -2, 10), Times{});
  EXPECT_EQ(list_events(make(Extrapolation::periodic), 0, 7.5), (Times{1, 3, 4, 6, 7}));
  EXPECT_EQ(list_events(make(Extrapolation::hold, TimeEvents::always, 2, 0.5), 0, 10),
            (Times{2, 3.5}));
}

// Each event is found once, also where times are scaled by what has no finite binary form.
TEST(TimeCurve, FindsEachEventOnceInSpiteOfRounding) {
  const TimeCurve curve = make(Extrapolation::periodic);
  constexpr double scale = 0.1;
  double t = 0.0;
  int count = 0;
  for (; count < 1000; ++count) t = curve.find_next_event(t * scale / scale) * scale / scale;
  EXPECT_NEAR(t, 1500.0, 1e-9) << "two events in each period of 3";
}

TEST(TimeCurve, IsSmoothUntilTheEventThatIsWaitedFor) {
  const TimeCurve curve = make(Extrapolation::hold);
  EXPECT_DOUBLE_EQ(curve.eval(0.5, 1.0, 0), 0.5);
  EXPECT_DOUBLE_EQ(curve.eval(1.0, 1.0, 0), 1.0) << "before the jump";
  EXPECT_DOUBLE_EQ(curve.eval(1.25, 1.0, 0), 1.25) << "a step that looks beyond";
  EXPECT_DOUBLE_EQ(curve.eval(1.0, 3.0, 0), 4.0) << "after the jump";
  EXPECT_DOUBLE_EQ(curve.eval(2.0, 3.0, 1), -2.0);
  EXPECT_DOUBLE_EQ(curve.eval(4.0, never, 0), 0.0);
  EXPECT_DOUBLE_EQ(curve.eval(-1.0, 0.0, 0), 0.0);
}

TEST(TimeCurve, RepeatsFromPeriodToPeriod) {
  const TimeCurve curve = make(Extrapolation::periodic);
  for (double k : {0.0, 3.0, 6.0, 300.0, -6.0}) {
    EXPECT_NEAR(curve.eval(k + 0.5, k + 1.0, 0), 0.5, 1e-12);
    EXPECT_NEAR(curve.eval(k + 1.0, k + 1.0, 0), 1.0, 1e-12);
    EXPECT_NEAR(curve.eval(k + 1.0, k + 3.0, 0), 4.0, 1e-12);
    EXPECT_NEAR(curve.eval(k + 3.0, k + 3.0, 0), 0.0, 1e-12);
  }
  const TimeCurve smooth(
      Curve({0, 1, 2, 3}, {0, 1, 4, 0}, Smoothness::akima, Extrapolation::periodic), -1e9, 0.0,
      TimeEvents::never);
  EXPECT_NEAR(smooth.eval(31.5, never, 0), smooth.eval(1.5, never, 0), 1e-12);
}

TEST(TimeCurve, IsZeroBeforeItStartsAndShifted) {
  const TimeCurve curve = make(Extrapolation::hold, TimeEvents::always, 2.0, 1.0);
  EXPECT_DOUBLE_EQ(curve.find_next_event(0.0), 2.0);
  EXPECT_DOUBLE_EQ(curve.eval(1.0, 2.0, 0), 0.0);
  EXPECT_DOUBLE_EQ(curve.eval(2.0, 2.0, 0), 0.0);
  EXPECT_DOUBLE_EQ(curve.eval(3.0, 4.0, 0), 2.0);
}

TEST(TimeCurve, HasItsEventsThoughItStartedLongAgo) {
  const TimeCurve curve = make(Extrapolation::hold, TimeEvents::always, -1e60);
  EXPECT_DOUBLE_EQ(curve.find_next_event(0.5), 1.0);
  EXPECT_DOUBLE_EQ(curve.eval(0.5, 1.0, 0), 0.5);
}

TEST(TimeCurve, BoundsAreThoseOfWhatIsSeen) {
  const TimeCurve curve = make(Extrapolation::hold);
  const symbolic::Interval value = curve.bound({0.5, 1.5}, 1.0, 0),
                           bend = curve.bound({0.5, 1.5}, 1.0, 2);
  EXPECT_DOUBLE_EQ(value.low, 0.5);
  EXPECT_DOUBLE_EQ(value.high, 1.5);
  EXPECT_TRUE(bend.is_zero());
}

}  // namespace
}  // namespace gelenk
