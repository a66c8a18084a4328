// A formulation over black boxes whose ports are open: it takes part in a mechanism of which it
// knows nothing, and that mechanism sees of it what a composite sees of a part (black_box.h), with
// ports
//   A = D τ + r                                                                                 (1)
// of the bodies and shafts of the model's own connectors, those on ground among them. A compiled component is
// one (apps/component). What the formulation does besides, laws, ranks, modes, memory, is as if it
// ran alone (box_formulation.h); the differences are here:
//
//   evaluations, corrections   in two halves, up and down, at the times that others choose
//   events                     modes to be tried need accelerations of the whole, and impacts change
//                              speeds of all: those outside are asked for them (Outside), and call
//                              place, condense and release on the way
//   singular positions         are told (calc_nearness), and passed or missed by those outside
//                              (set_missing, accelerate)
//
// A state is what place was given last. The order of calls is that of gelenk/component.h.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "formulations/black_box.h"
#include "formulations/recursive/modes.h"
#include "topology/open_ports.h"

namespace gelenk {

class BoxFormulation;

enum class Nearness { regular, near, too_near };

class OpenPorts {
 public:
  // The formulation must outlive it; the open ports of its boxes are those of the list that are not
  // ground.
  OpenPorts(BoxFormulation& formulation, const OpenPortList& ports);

  int count() const { return static_cast<int>(ports_.size()); }
  const std::vector<OpenPortList::Frame>& frames() const { return frames_; }
  const std::vector<OpenPortList::Flange>& flanges() const { return flanges_; }
  // The whole system evaluates itself, with these q and v as the state of this formulation. An
  // impact also changes the speeds of all by what it finds. False where that cannot be computed.
  using Outside = std::function<bool(const Vector& q, const Vector& v, Loading loading)>;

  // Moves all that hangs together with a port so that the port's body has this pose and twist; what
  // is between its bodies stays as it is. False where it hangs on ground.
  bool move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, Vector& q, Vector& v);

  // The same for a shaft, with all that is tied to it without play. False where its position is fixed.
  bool move_flange(int flange, double x, double speed, Vector& q, Vector& v);

  // ---- up and down: false where something cannot be computed, and failure() of the formulation says why ------------

  void place(double t, const Eigen::Ref<const Vector>& q, const Eigen::Ref<const Vector>& v);
  const FrameMotion<double>& port(int i) const { return ports_[i].motion; }
  const AxisMotion& flange(int i) const { return flange_motions_[i]; }
  bool condense(Loading loading);
  // Of all ports, then of all flanges. On ground D has zeros, and so has it where loops inside hold a port fast: others
  // could not tell what is left there from motion.
  const Matrix& D() const { return D_; }
  const Vector& r() const { return r_; }
  bool release(const double* tau, double* qdot);
  bool is_uneven() const;

  bool factor(Metric metric);
  double calc_residual(Level level);
  void reduce();
  void correct(const double* tau, double* delta);
  void step(const Vector& delta, Vector& q) const;

  // Of the state condensed last; `sizes`, where it is not regular: how much motion a unit of each
  // speed of the singular loops is, zero for other speeds.
  Nearness calc_nearness(Vector& sizes) const;
  // No smooth way leads through the position ahead.
  void set_missing(bool misses);
  // In the place of those of the last release; port(i) has its share.
  void accelerate(const Eigen::Ref<const Vector>& vdot);

  // Of the state placed, and of the last release with all corrections since.
  double t() const { return t_; }
  const Vector& q() const;
  const Vector& v() const;
  const Vector& vdot() const { return vdot_; }

  // ---- events ----------------------------------------------------------------------------------------------

  void calc_indicators(double* indicators) const;
  bool start_events(double t, Vector& q, Vector& v, const Outside& outside);
  // changed: modes, discrete variables or the state are other ones than before.
  bool handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed,
                    const Outside& outside, bool& changed);

  // ---- for the formulation: while it handles an event ------------------------------------------------------

  bool can_ask() const { return outside_ != nullptr; }
  bool ask_for_accelerations(const Vector& q, const Vector& v, Vector& vdot);
  // `change`: of own speeds that are held.
  bool ask_for_impact(const Vector& q, const Vector& v, const Vector& change, Vector& all);

 private:
  struct Port {
    NodeIndex node;
    int box_port;  // number among the open ports of the boxes; −1: ground, which moves nowhere
    FrameMotion<double> motion = {};
  };

  class Asking;

  // A row of the interface as that of the boxes it comes from, times a factor: one, or the ratio of a flange to the train
  // that it stands on. Rows on ground have none.
  struct Row {
    int own, box;
    double factor;
  };
  int size() const { return 6 * count() + static_cast<int>(flanges_.size()); }
  void map_rows();
  void place_flanges();
  void spread_D();
  void spread_r();
  const Vector& gather(const double* tau);

  BoxFormulation& f_;
  std::vector<Port> ports_;
  const std::vector<OpenPortList::Frame> frames_;
  const std::vector<OpenPortList::Flange> flanges_;
  const std::vector<int> trains_;
  std::vector<AxisMotion> flange_motions_;
  std::vector<Row> rows_;
  std::optional<Islands> islands_;  // found when something is moved

  double t_ = 0.0;
  Loading loading_ = Loading::forces;
  Level level_ = Level::position;  // of the last residual
  Metric metric_ = Metric::mass;   // of the factors at hand
  bool projects_ = false;          // since the last factor; else it evaluates
  Matrix D_;
  Vector r_, vdot_, box_tau_;
  const Outside* outside_ = nullptr;  // while an event is handled
  const Vector* jumps_ =
      nullptr;  // of own speeds, while an impact of this formulation is evaluated
  Vector no_jumps_;
};

}  // namespace gelenk
