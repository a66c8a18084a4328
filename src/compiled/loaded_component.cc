#include "compiled/loaded_component.h"

#include <dlfcn.h>

#include <cmath>
#include <exception>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "compiled/component_file.h"

namespace gelenk {

namespace {

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

// Sizes beyond these are mistakes of the component, not mechanisms.
constexpr int most_ports = 10'000, most_states = 10'000'000;

[[noreturn]] void fail(const std::string& file, const std::string& what, const char* hint) {
  throw UserError({"component", {}, "", "compiled component '" + file + "': " + what, hint});
}

constexpr const char* maker_hint = "this is a mistake in the component: tell its maker";

Pose<double> read_pose(const double* x) {
  return {Eigen::Map<const RowMajor3>(x), Eigen::Map<const Vec3<double>>(x + 9)};
}

void write_pose(const Pose<double>& X, double* x) {
  Eigen::Map<RowMajor3>(x, 3, 3) = X.R;
  Eigen::Map<Vec3<double>>(x + 9) = X.p;
}

bool is_pose(const Pose<double>& X) {
  return (X.R.transpose() * X.R - Mat3<double>::Identity()).norm() < 1e-8 &&
         X.R.determinant() > 0 && X.p.allFinite();
}

// C has no exceptions: what the host throws waits until the component has returned.
struct Callback {
  const LoadedComponent::Evaluate& evaluate;
  std::exception_ptr thrown;

  static int call(void* context, std::int32_t loading) {
    auto& self = *static_cast<Callback*>(context);
    try {
      return self.evaluate(static_cast<gelenk_loading>(loading)) ? GELENK_OK : GELENK_NUMERICS;
    } catch (...) {
      self.thrown = std::current_exception();
      return GELENK_INTERNAL;
    }
  }
};

}  // namespace

LoadedComponent::LoadedComponent(const std::string& file, std::string path)
    : file_(file), path_(std::move(path)) {
  check_component_file(read_component_bytes(file), file);
  // A path with a slash is not searched for. A library stays loaded: objects of its code may live
  // to the end of the program.
  const std::string absolute = std::filesystem::absolute(file).string();
  void* handle = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* reason = dlerror();
    fail(file, std::string("the system cannot load it: ") + (reason ? reason : "unknown reason"),
         "it may need libraries that are not installed here, or a newer system");
  }
  library_ = std::shared_ptr<void>(handle, dlclose);
  table_ = static_cast<const gelenk_component_table*>(dlsym(handle, GELENK_COMPONENT_SYMBOL));
  if (table_ == nullptr)
    fail(file, "the library in it does not show " GELENK_COMPONENT_SYMBOL, maker_hint);
  if (table_->magic != GELENK_COMPONENT_MAGIC || table_->version != GELENK_COMPONENT_VERSION ||
      table_->size != sizeof(gelenk_component_table))
    fail(file, "the library in it has another version of the interface",
         "ask its maker for a file made with this version of gelenk");

  char message[2000] = "";
  const int code = table_->open(absolute.c_str(), &component_, message, sizeof message);
  message[sizeof message - 1] = '\0';
  if (code != GELENK_OK || component_ == nullptr)
    fail(file, std::string("it cannot be opened: ") + message, "ask its maker");
  try {
    read_description();
  } catch (...) {
    table_->close(component_);
    throw;
  }
}

LoadedComponent::~LoadedComponent() { table_->close(component_); }

// Names and sizes, which are believed from here on.
void LoadedComponent::read_description() {
  auto require = [&](bool fine, const char* what) {
    if (!fine) fail(file_, what, maker_hint);
  };
  require(succeeded(table_->counts(component_, &counts_), "counts"), "it does not tell its sizes");
  const gelenk_counts& n = counts_;
  require(n.ports >= 0 && n.ports <= most_ports && n.port_frames >= n.ports &&
              n.port_frames <= most_ports && n.nq >= 0 && n.nq <= most_states && n.nv >= 0 &&
              n.nv <= most_states && n.events >= 0 && n.events <= most_states && n.signals >= 0 &&
              n.signals <= most_states,
          "its sizes cannot be right");
  std::set<std::string> names;
  for (int i = 0; i < n.port_frames; ++i) {
    gelenk_port_frame frame{};
    require(succeeded(table_->port_frame(component_, i, &frame), "port_frame") &&
                frame.name != nullptr && *frame.name != '\0',
            "it does not tell the names of its ports");
    require(names.insert(frame.name).second, "two of its ports have the same name");
    const Pose<double> X_BF = read_pose(frame.X_BF);
    require(frame.port >= 0 && frame.port < n.ports && is_pose(X_BF),
            "the place of a port cannot be right");
    port_frames_.push_back({frame.name, frame.port, X_BF});
  }
  for (int i = 0; i < n.signals; ++i) {
    gelenk_signal signal{};
    require(succeeded(table_->signal(component_, i, &signal), "signal") && signal.name != nullptr &&
                *signal.name != '\0' && signal.unit != nullptr,
            "it does not tell the names of its signals");
    signals_.push_back({signal.name, signal.unit});
  }
  poses_.resize(12 * n.ports);
  twists_.resize(6 * n.ports);
}

bool LoadedComponent::succeeded(int code, const char* doing) {
  if (code == GELENK_OK) return true;
  const char* reason = table_->message(component_);
  failure_ = "compiled component '" + path_ + "' (" + file_ + "), " + doing + ": " +
             (reason != nullptr && *reason != '\0' ? reason : "no reason given");
  return false;
}

bool LoadedComponent::is_finite(const double* values, int count, const char* what) {
  for (int i = 0; i < count; ++i) {
    if (std::isfinite(values[i])) continue;
    failure_ = "compiled component '" + path_ + "' (" + file_ +
               ") gives a number that is not finite: " + what + ", entry " + std::to_string(i + 1);
    return false;
  }
  return true;
}

bool LoadedComponent::set_gravity(gelenk_gravity_kind kind, const Vec3<double>& g, double mu) {
  return succeeded(table_->set_gravity(component_, kind, g.data(), mu), "set_gravity");
}

bool LoadedComponent::start(double t, double* q, double* v) {
  return succeeded(table_->start(component_, t, q, v), "start") &&
         is_finite(q, counts_.nq, "start values") && is_finite(v, counts_.nv, "start speeds");
}

bool LoadedComponent::move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, double* q,
                           double* v, bool& moved) {
  double pose[12];
  write_pose(X_WB, pose);
  std::int32_t flag = 0;
  if (!succeeded(table_->move(component_, port, pose, V_WB.data(), q, v, &flag), "move"))
    return false;
  moved = flag != 0;
  return is_finite(q, counts_.nq, "start values") && is_finite(v, counts_.nv, "start speeds");
}

bool LoadedComponent::drive(double t, bool at_start, double* q, double* v) {
  return succeeded(table_->drive(component_, t, at_start, q, v), "drive") &&
         is_finite(q, counts_.nq, "driven coordinates") &&
         is_finite(v, counts_.nv, "driven speeds");
}

bool LoadedComponent::place(double t, const double* q, const double* v,
                            FrameMotion<double>* ports) {
  if (!succeeded(table_->place(component_, t, q, v, poses_.data(), twists_.data()), "place") ||
      !is_finite(poses_.data(), 12 * counts_.ports, "poses of ports") ||
      !is_finite(twists_.data(), 6 * counts_.ports, "twists of ports"))
    return false;
  for (int i = 0; i < counts_.ports; ++i) {
    ports[i].X = read_pose(poses_.data() + 12 * i);
    ports[i].V = Eigen::Map<const Vec6<double>>(twists_.data() + 6 * i);
  }
  return true;
}

// D is symmetric: its rows are its columns.
bool LoadedComponent::condense(gelenk_loading loading, Matrix& D, Vector& r) {
  const int n = 6 * counts_.ports;
  D.resize(n, n);
  r.resize(n);
  return succeeded(table_->condense(component_, loading, D.data(), r.data()), "condense") &&
         is_finite(D.data(), n * n, "D") && is_finite(r.data(), n, "r");
}

bool LoadedComponent::release(const Vector& tau, double* qdot, double* vdot) {
  return succeeded(table_->release(component_, tau.data(), qdot, vdot), "release") &&
         is_finite(qdot, counts_.nq, "derivatives of coordinates and states") &&
         is_finite(vdot, counts_.nv, "accelerations");
}

bool LoadedComponent::factor(gelenk_metric metric, Matrix& D) {
  const int n = 6 * counts_.ports;
  D.resize(n, n);
  return succeeded(table_->factor(component_, metric, D.data()), "factor") &&
         is_finite(D.data(), n * n, "D");
}

bool LoadedComponent::residual(gelenk_level level, double& largest) {
  return succeeded(table_->residual(component_, level, &largest), "residual") &&
         is_finite(&largest, 1, "residual");
}

bool LoadedComponent::reduce(Vector& r) {
  r.resize(6 * counts_.ports);
  return succeeded(table_->reduce(component_, r.data()), "reduce") &&
         is_finite(r.data(), static_cast<int>(r.size()), "corrections of ports");
}

bool LoadedComponent::correct(const Vector& tau, double* delta) {
  return succeeded(table_->correct(component_, tau.data(), delta), "correct") &&
         is_finite(delta, counts_.nv, "corrections");
}

bool LoadedComponent::step(const double* delta, double* q) {
  return succeeded(table_->step(component_, delta, q), "step") &&
         is_finite(q, counts_.nq, "corrected coordinates");
}

bool LoadedComponent::events(double* indicators) {
  return succeeded(table_->events(component_, indicators), "events") &&
         is_finite(indicators, counts_.events, "indicators of events");
}

bool LoadedComponent::event_signs(int* signs) {
  return succeeded(table_->event_signs(component_, signs), "event_signs");
}

bool LoadedComponent::start_events(double t, double* q, double* v, const Evaluate& evaluate) {
  Callback callback{evaluate, {}};
  const int code = table_->start_events(component_, t, q, v, &Callback::call, &callback);
  if (callback.thrown) std::rethrow_exception(callback.thrown);
  return succeeded(code, "start_events") && is_finite(q, counts_.nq, "coordinates") &&
         is_finite(v, counts_.nv, "speeds");
}

bool LoadedComponent::handle_event(double t, double* q, double* v, const int* crossed,
                                   const Evaluate& evaluate, bool& changed) {
  Callback callback{evaluate, {}};
  std::int32_t flag = 0;
  const int code =
      table_->handle_event(component_, t, q, v, crossed, &Callback::call, &callback, &flag);
  if (callback.thrown) std::rethrow_exception(callback.thrown);
  changed = flag != 0;
  return succeeded(code, "handle_event") &&
         is_finite(q, counts_.nq, "coordinates after an event") &&
         is_finite(v, counts_.nv, "speeds after an event");
}

bool LoadedComponent::signals(double* values) {
  return succeeded(table_->signals(component_, values), "signals");
}

bool LoadedComponent::energy(double& kinetic, double& potential) {
  return succeeded(table_->energy(component_, &kinetic, &potential), "energy") &&
         is_finite(&kinetic, 1, "kinetic energy") && is_finite(&potential, 1, "potential energy");
}

bool LoadedComponent::drift(double& position, double& velocity) {
  return succeeded(table_->drift(component_, &position, &velocity), "drift") &&
         is_finite(&position, 1, "drift of positions") &&
         is_finite(&velocity, 1, "drift of velocities");
}

}  // namespace gelenk
