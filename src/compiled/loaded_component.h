// A compiled component in use: the host's side of the interface of include/gelenk/component.h.
// Whatever is wrong with the file is found before anything of it is executed, and thrown as a
// UserError. What fails later is told by false, and failure() says why, with the path of the
// component in the host's model; so is a number that is not finite.
//
// What the functions do, and in which order they are called, is stated in component.h; vectors here
// have the sizes that are given there.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gelenk/component.h"
#include "math/axis_motion.h"
#include "math/spatial.h"

namespace gelenk {

class LoadedComponent {
 public:
  // `path`: of the component in the model, for messages. Throws UserError.
  LoadedComponent(const std::string& file, std::string path);
  ~LoadedComponent();
  LoadedComponent(const LoadedComponent&) = delete;
  LoadedComponent& operator=(const LoadedComponent&) = delete;

  struct PortFrame {
    std::string name;
    int port;
    Pose<double> X_BF;
  };
  struct Flange {
    std::string name;
    bool turns;                                // else it slides
    bool has_fixed_position, has_fixed_speed;  // at the start
  };
  struct ShownSignal {
    std::string name, unit;
    bool of_state;  // laws may read it
  };
  struct Input {
    std::string name, unit;
    double start;
  };
  const std::string& file() const { return file_; }
  const std::string& path() const { return path_; }
  int port_count() const { return counts_.ports; }
  int nq() const { return counts_.nq; }
  int nv() const { return counts_.nv; }
  int event_count() const { return counts_.events; }
  const std::vector<PortFrame>& port_frames() const { return port_frames_; }
  const std::vector<Flange>& flanges() const { return flanges_; }
  const std::vector<ShownSignal>& shown_signals() const { return signals_; }
  const std::vector<Input>& inputs() const { return inputs_; }

  bool set_gravity(gelenk_gravity_kind kind, const Vec3<double>& g, double mu);
  bool start(double t, double* q, double* v);
  bool move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, double* q, double* v,
            bool& moved);
  bool move_flange(int flange, double x, double speed, double* q, double* v, bool& moved);
  bool drive(double t, bool at_start, double* q, double* v);

  // Fills pose and twist of ports[i], position and speed of flanges[i].
  bool place(double t, const double* q, const double* v, FrameMotion<double>* ports,
             AxisMotion* flanges);
  bool condense(gelenk_loading loading, Matrix& D, Vector& r);
  bool release(const Vector& tau, double* qdot, double* vdot);

  bool factor(gelenk_metric metric, Matrix& D);
  bool residual(gelenk_level level, double& largest);
  bool reduce(Vector& r);
  bool correct(const Vector& tau, double* delta);
  bool step(const double* delta, double* q);

  // False when the host cannot evaluate. What it throws passes through.
  using Evaluate = std::function<bool(gelenk_loading)>;
  bool events(double* indicators);
  bool event_signs(int* signs);
  bool start_events(double t, double* q, double* v, const Evaluate& evaluate);
  bool handle_event(double t, double* q, double* v, const int* crossed, const Evaluate& evaluate,
                    bool& changed);

  bool set_inputs(const double* values);
  bool outputs(double* values);

  bool singular(gelenk_nearness& nearness, double* sizes);
  bool miss(bool misses);
  bool uneven(bool& uneven);
  // Fills the accelerations of ports[i] and flanges[i].
  bool accelerate(const double* vdot, FrameMotion<double>* ports, AxisMotion* flanges);
  bool set_feedback(double rate);
  // step: `longest` where the component has no wish.
  bool longest_step(double t, double longest, double end, double& step);

  // A state that the run keeps.
  bool accept(double t, const double* q, const double* v);
  // What the component has in mind; a component without memory has no bytes.
  bool save(std::string& bytes);
  bool restore(std::string_view bytes);

  bool signals(double* values);
  bool energy(double& kinetic, double& potential);
  bool drift(double& position, double& velocity);

  const std::string& failure() const { return failure_; }

 private:
  void read_description();
  // Calls a function of the table; `doing` is its name. False where it fails or throws.
  template <typename... Parameters, typename... Arguments>
  bool call(const char* doing, int (*function)(gelenk_component*, Parameters...),
            Arguments... arguments);
  bool is_finite(const double* values, int count, const char* what);

  std::string file_, path_, failure_;
  const gelenk_component_table* table_ = nullptr;
  gelenk_component* component_ = nullptr;
  gelenk_counts counts_{};
  std::vector<PortFrame> port_frames_;
  std::vector<Flange> flanges_;
  std::vector<ShownSignal> signals_;
  std::vector<Input> inputs_;
  int row_count() const { return 6 * counts_.ports + counts_.flanges; }
  std::vector<double> poses_, twists_;  // of ports and flanges; accelerations as twists
};

}  // namespace gelenk
