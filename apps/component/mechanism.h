// The inside of a compiled component: a mechanism with ports, of which a host does not know more than
// include/gelenk/component.h says. It is one RecursiveBox over the model of the file; loads on the
// ports come from the host, and so do, at events, accelerations under the modes to be tried.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "analyses/signals.h"
#include "compiled/payload.h"
#include "formulations/recursive/recursive_box.h"
#include "symbolic/time_scale.h"

namespace gelenk {

class NumericalFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class PortedMechanism final : public Formulation {
 public:
  // Throws UserError when a port has no mass to stand on.
  explicit PortedMechanism(ComponentPayload payload);

  struct PortFrame {
    std::string name;
    int port;
    Pose<double> X_BF;
  };
  const std::vector<PortFrame>& port_frames() const { return port_frames_; }
  // A shaft of the model with a connector of the model itself.
  struct Flange {
    std::string name;
    bool turns;
    bool has_fixed_position, has_fixed_speed;
    const JointEdge* carrier;  // null: ground holds it
    double ratio, offset;      // position = ratio · coordinate of the carrier + offset
    int box_flange;            // number among the flanges of the box; −1: without carrier
    AxisMotion motion = {};
  };
  const std::vector<Flange>& flanges() const { return flanges_; }
  int size() const { return 6 * port_count() + static_cast<int>(flanges_.size()); }
  const std::vector<ComponentPayload::Export>& exports() const { return payload_.exports; }
  const std::vector<ComponentPayload::Input>& inputs() const { return payload_.inputs; }
  int port_count() const { return static_cast<int>(ports_.size()); }
  int nq() const { return system_.nq; }
  int nv() const { return system_.nv; }

  void set_gravity(const Gravity& gravity);
  void start(double t, double* q, double* v);
  // False where the port is tied to ground.
  bool move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, double* q, double* v);
  // False where its position is fixed.
  bool move_flange(int flange, double x, double speed, double* q, double* v) const;
  void drive(double t, bool at_start, double* q, double* v);

  // All of these throw NumericalFailure; they are called in the order that component.h gives.
  void place(double t, const double* q, const double* v);
  const FrameMotion<double>& port(int i) const { return ports_[i].motion; }
  void condense(Loading loading);
  const Matrix& D() const { return D_; }
  const Vector& r() const { return r_; }
  void release(const double* tau, double* qdot, double* vdot);
  // Of the state condensed last; `sizes` where it is not regular.
  gelenk_nearness calc_nearness(double* sizes) const;
  void set_missing(bool misses) {
    box_->ranks().leave_out(misses ? 0.0 : LoopRanks::singular_fraction);
  }
  // In the place of those of the last release; ports have theirs.
  void accelerate(const double* vdot);
  bool set_feedback(double rate) override;
  void factor(Metric metric);
  double calc_residual(Level level);
  bool is_uneven() const { return box_->is_uneven(); }
  void reduce();
  void correct(const double* tau, double* delta);
  void step(const double* delta, double* q) const;

  // The host evaluates the whole system, this mechanism included.
  using Outside = std::function<bool(Loading)>;
  void calc_indicators(double* indicators);
  void get_event_signs(int* signs) const;
  void start_events(double t, double* q, double* v, const Outside& outside);
  double calc_longest_step(double t, double longest, double end) override {
    return time_scale_.calc_step(t, kept_inputs_.data(), longest, end);
  }
  // Whether modes or state have changed.
  bool handle_event(double t, double* q, double* v, const int* crossed, const Outside& outside);

  void calc_signals(double* values);
  void set_input(int input, double value) override { laws_.set_input(input, value); }
  void set_inputs(const double* values);
  // Of the state placed: exports that are of it.
  void calc_outputs(double* values);

  // ---- for assembly and signals: the mechanism by itself ---------------------------------------

  const System& system() const override { return system_; }
  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override;
  void eval_motion(const Vector& q, const Vector& v) override;
  void eval_closure(Closure& closure) override;
  void place_driven(double t, Vector& q, Vector& v) override;
  void place_start(double t, Vector& q, Vector& v) override;
  bool project(Vector& q, Vector& v) override;
  void accept(double t, const Vector& q, const Vector& v) override;
  void list_memory(Memory& memory) override;
  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override;
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override;
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override;
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override;
  const Laws& laws() const override { return laws_; }
  double get_axis_force(int element) const override;
  Drift calc_drift() override;
  Energy calc_energy() override;
  std::string failure() const override { return failure_; }
  int event_count() const override;
  int count_redundant() const override { return box_->count_redundant(); }

 private:
  struct Port {
    NodeIndex node;
    int box_port;  // number among the ports of the box; −1: ground, which moves nowhere
    FrameMotion<double> motion = {};
  };

  void find_ports();
  void find_flanges();
  std::vector<FlangeOnSpeed> list_box_flanges() const;
  // Rows of the box and of the interface, in pairs: ports and flanges that something moves.
  void map_rows();
  void make_box();
  void learn_ranks();
  void end_event(double t, const double* q, const double* v);
  void keep_inputs() {
    kept_inputs_.assign(laws_.inputs(), laws_.inputs() + system_.quantities.input_count());
  }
  void spread_D();
  void spread_r();
  Vector gather(const double* tau) const;
  void read_ports();
  struct ModeState;
  std::vector<ModeState> list_modes() const;
  Modes::Evaluate evaluate_at(double* q, double* v, const Vector& q_now, const Vector& v_now,
                              const Outside& outside);
  Modes::Impact impact_at(double* q, double* v, const Vector& q_now, const Vector& v_now,
                          const Outside& outside);
  void check_modes(const std::string& failure) const;

  ComponentPayload payload_;
  System system_;
  std::vector<Port> ports_;
  std::vector<NodeIndex> box_nodes_;
  std::vector<PortFrame> port_frames_;
  std::vector<Flange> flanges_;
  std::vector<std::pair<int, int>> rows_;
  Laws laws_;
  symbolic::TimeScale time_scale_;
  mutable std::unique_ptr<RecursiveBox> box_;  // reactions are computed when asked for
  SignalTable signals_;

  // Of the state placed, and of the last release.
  double t_ = 0.0;
  Level level_ = Level::position;  // of the last residual
  Vector q_, v_, vdot_;
  Matrix D_;
  Vector r_;
  Loading loading_ = Loading::forces;
  Metric metric_ = Metric::mass;  // of the factors at hand
  bool projects_ = false;         // since the last factor; else it evaluates
  double feedback_ = 0.0;
  std::vector<double> inputs_;       // as given last
  std::vector<double> kept_inputs_;  // of the laws, of the state that the host kept last
  Vector corrected_q_;  // where the last correction ended; empty: none since the last accept
  const Vector* jumps_ = nullptr;  // of own speeds, while an impact of this mechanism is evaluated
  Vector no_jumps_;
  std::string failure_;
  std::vector<double> values_;
  mutable std::vector<std::vector<FrameMotion<double>>> motions_;
};

}  // namespace gelenk
