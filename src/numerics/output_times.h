// The instants at which a run writes rows: start + i·interval, and the end.
#pragma once

namespace gelenk {

// The time as people write it: 0.3 for 3 × 0.1, where only the last bits differ.
double tidy(double t);

class OutputTimes {
 public:
  // end ≥ start, interval > 0
  OutputTimes(double start, double end, double interval);
  double start() const { return start_; }
  double end() const { return end_; }
  double interval() const { return interval_; }
  long count() const { return count_; }  // with start and end
  double at(long i) const;

 private:
  double start_, end_, interval_;
  long count_ = 1;
};

}  // namespace gelenk
