#include "compiled/loaded_component.h"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <system_error>

#include "base/error.h"
#include "compiled/component_file.h"
#include "compiled/memory_file.h"
#include "compiled/sha256.h"

namespace gelenk {

namespace {

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

// Sizes beyond these are mistakes of the component, not mechanisms.
constexpr int most_ports = 10'000, most_states = 10'000'000;

[[noreturn]] void fail(const std::string& file, const std::string& what, const char* hint) {
  throw UserError({"component", {}, "", "compiled component '" + file + "': " + what, hint});
}

constexpr const char* maker_hint = "this is a mistake in the component: tell its maker";

// Loads from a copy in memory, one for all files of the same bytes: a file that is written over while it is in use must
// not change the program that runs. Libraries stay loaded, since objects of their code may live to the end of the program, and
// so do the copies: the loader knows a library by its name, which a later copy must not have.
void* load_library(const std::string& bytes, const std::string& file) {
  static std::mutex mutex;
  static std::map<Digest, void*> loaded;
  // Never destroyed: see above.
  static auto& copies = *new std::vector<std::unique_ptr<MemoryFile>>;
  const std::lock_guard lock(mutex);
  void*& handle = loaded[calc_sha256(bytes)];
  if (handle != nullptr) return handle;
  const auto refuse = [&](const std::string& reason) {
    fail(file, "the system cannot load it: " + reason,
         "it may need libraries that are not installed here, or a newer system");
  };
  std::unique_ptr<MemoryFile> copy;
  try {
    copy = std::make_unique<MemoryFile>(bytes);
  } catch (const std::system_error& error) {
    refuse("there is no memory for it (" + error.code().message() + ")");
  }
  handle = dlopen(copy->path().c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* reason = dlerror();
    std::string text = reason != nullptr ? reason : "unknown reason";
    if (text.starts_with(copy->path() + ": ")) text.erase(0, copy->path().size() + 2);
    refuse(text);
  }
  copies.push_back(std::move(copy));
  return handle;
}

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
  const std::string bytes = read_component_bytes(file);
  check_component_file(bytes, file);
  const std::string absolute = std::filesystem::absolute(file).string();
  void* const handle = load_library(bytes, file);
  table_ = static_cast<const gelenk_component_table*>(dlsym(handle, GELENK_COMPONENT_SYMBOL));
  if (table_ == nullptr)
    fail(file, "the library in it does not show " GELENK_COMPONENT_SYMBOL, maker_hint);
  if (table_->magic != GELENK_COMPONENT_MAGIC || table_->version != GELENK_COMPONENT_VERSION ||
      table_->size != sizeof(gelenk_component_table))
    fail(file, "the library in it has another version of the interface",
         "ask its maker for a file made with this version of gelenk");

  char message[2000] = "";
  int code = GELENK_INTERNAL;
  try {
    code = table_->open(absolute.c_str(), &component_, message, sizeof message);
  } catch (...) {
    fail(file, "it cannot be opened: it threw an exception", maker_hint);
  }
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
  require(call("counts", table_->counts, &counts_), "it does not tell its sizes");
  const gelenk_counts& n = counts_;
  require(n.ports >= 0 && n.ports <= most_ports && n.port_frames >= n.ports &&
              n.port_frames <= most_ports && n.nq >= 0 && n.nq <= most_states && n.nv >= 0 &&
              n.nv <= most_states && n.events >= 0 && n.events <= most_states && n.signals >= 0 &&
              n.signals <= most_states && n.inputs >= 0 && n.inputs <= most_states &&
              n.flanges >= 0 && n.flanges <= most_ports,
          "its sizes cannot be right");
  std::set<std::string> names;
  for (int i = 0; i < n.port_frames; ++i) {
    gelenk_port_frame frame{};
    require(call("port_frame", table_->port_frame, i, &frame) && frame.name != nullptr &&
                *frame.name != '\0',
            "it does not tell the names of its ports");
    require(names.insert(frame.name).second, "two of its ports have the same name");
    const Pose<double> X_BF = read_pose(frame.X_BF);
    require(frame.port >= 0 && frame.port < n.ports && is_pose(X_BF),
            "the place of a port cannot be right");
    port_frames_.push_back({frame.name, frame.port, X_BF});
  }
  for (int i = 0; i < n.signals; ++i) {
    gelenk_signal signal{};
    require(call("signal", table_->signal, i, &signal) && signal.name != nullptr &&
                *signal.name != '\0' && signal.unit != nullptr,
            "it does not tell the names of its signals");
    require(signal.of_state == 0 || table_->outputs != nullptr,
            "it has signals for laws, but does not tell their values");
    signals_.push_back({signal.name, signal.unit, signal.of_state != 0});
  }
  names.clear();
  for (int i = 0; i < n.inputs; ++i) {
    gelenk_input input{};
    require(table_->set_inputs != nullptr && table_->input != nullptr &&
                call("input", table_->input, i, &input) && input.name != nullptr &&
                *input.name != '\0' && input.unit != nullptr && std::isfinite(input.start),
            "it does not tell the names of its inputs");
    require(names.insert(input.name).second, "two of its inputs have the same name");
    inputs_.push_back({input.name, input.unit, input.start});
  }
  for (int i = 0; i < n.flanges; ++i) {
    gelenk_flange flange{};
    require(table_->flange != nullptr && call("flange", table_->flange, i, &flange) &&
                flange.name != nullptr && *flange.name != '\0',
            "it does not tell the names of its flanges");
    require(std::none_of(port_frames_.begin(), port_frames_.end(),
                         [&](const PortFrame& port) { return port.name == flange.name; }) &&
                std::none_of(flanges_.begin(), flanges_.end(),
                             [&](const Flange& other) { return other.name == flange.name; }),
            "two of its connectors have the same name");
    flanges_.push_back({flange.name, flange.turns != 0, (flange.fixed & GELENK_FIXED_POSITION) != 0,
                        (flange.fixed & GELENK_FIXED_SPEED) != 0});
  }
  poses_.resize(12 * n.ports + n.flanges);
  twists_.resize(row_count());
}

template <typename... Parameters, typename... Arguments>
bool LoadedComponent::call(const char* doing, int (*function)(gelenk_component*, Parameters...),
                           Arguments... arguments) {
  std::string reason;
  try {
    if (function(component_, arguments...) == GELENK_OK) return true;
    const char* message = table_->message(component_);
    reason = message != nullptr && *message != '\0' ? message : "no reason given";
  } catch (const std::exception& thrown) {
    reason = std::string("it threw an exception, ") + thrown.what();
  } catch (...) {
    reason = "it threw an exception";
  }
  failure_ = "compiled component '" + path_ + "' (" + file_ + "), " + doing + ": " + reason;
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
  return call("set_gravity", table_->set_gravity, kind, g.data(), mu);
}

bool LoadedComponent::start(double t, double* q, double* v) {
  return call("start", table_->start, t, q, v) && is_finite(q, counts_.nq, "start values") &&
         is_finite(v, counts_.nv, "start speeds");
}

bool LoadedComponent::move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, double* q,
                           double* v, bool& moved) {
  double pose[12];
  write_pose(X_WB, pose);
  std::int32_t flag = 0;
  if (!call("move", table_->move, port, pose, V_WB.data(), q, v, &flag)) return false;
  moved = flag != 0;
  return is_finite(q, counts_.nq, "start values") && is_finite(v, counts_.nv, "start speeds");
}

bool LoadedComponent::move_flange(int flange, double x, double speed, double* q, double* v,
                                  bool& moved) {
  std::int32_t flag = 0;
  if (!call("move", table_->move, counts_.ports + flange, &x, &speed, q, v, &flag)) return false;
  moved = flag != 0;
  return is_finite(q, counts_.nq, "start values") && is_finite(v, counts_.nv, "start speeds");
}

bool LoadedComponent::drive(double t, bool at_start, double* q, double* v) {
  return call("drive", table_->drive, t, at_start, q, v) &&
         is_finite(q, counts_.nq, "driven coordinates") &&
         is_finite(v, counts_.nv, "driven speeds");
}

bool LoadedComponent::place(double t, const double* q, const double* v, FrameMotion<double>* ports,
                            AxisMotion* flanges) {
  if (!call("place", table_->place, t, q, v, poses_.data(), twists_.data()) ||
      !is_finite(poses_.data(), static_cast<int>(poses_.size()), "poses of ports") ||
      !is_finite(twists_.data(), row_count(), "twists of ports"))
    return false;
  for (int i = 0; i < counts_.flanges; ++i) {
    flanges[i].x = poses_[12 * counts_.ports + i];
    flanges[i].v = twists_[6 * counts_.ports + i];
  }
  for (int i = 0; i < counts_.ports; ++i) {
    ports[i].X = read_pose(poses_.data() + 12 * i);
    ports[i].V = Eigen::Map<const Vec6<double>>(twists_.data() + 6 * i);
  }
  return true;
}

// D is symmetric: its rows are its columns.
bool LoadedComponent::condense(gelenk_loading loading, Matrix& D, Vector& r) {
  const int n = row_count();
  D.resize(n, n);
  r.resize(n);
  return call("condense", table_->condense, loading, D.data(), r.data()) &&
         is_finite(D.data(), n * n, "D") && is_finite(r.data(), n, "r");
}

bool LoadedComponent::release(const Vector& tau, double* qdot, double* vdot) {
  return call("release", table_->release, tau.data(), qdot, vdot) &&
         is_finite(qdot, counts_.nq, "derivatives of coordinates and states") &&
         is_finite(vdot, counts_.nv, "accelerations");
}

bool LoadedComponent::factor(gelenk_metric metric, Matrix& D) {
  const int n = row_count();
  D.resize(n, n);
  return call("factor", table_->factor, metric, D.data()) && is_finite(D.data(), n * n, "D");
}

bool LoadedComponent::residual(gelenk_level level, double& largest) {
  return call("residual", table_->residual, level, &largest) && is_finite(&largest, 1, "residual");
}

bool LoadedComponent::reduce(Vector& r) {
  r.resize(row_count());
  return call("reduce", table_->reduce, r.data()) &&
         is_finite(r.data(), static_cast<int>(r.size()), "corrections of ports");
}

bool LoadedComponent::correct(const Vector& tau, double* delta) {
  return call("correct", table_->correct, tau.data(), delta) &&
         is_finite(delta, counts_.nv, "corrections");
}

bool LoadedComponent::step(const double* delta, double* q) {
  return call("step", table_->step, delta, q) && is_finite(q, counts_.nq, "corrected coordinates");
}

bool LoadedComponent::events(double* indicators) {
  return call("events", table_->events, indicators) &&
         is_finite(indicators, counts_.events, "indicators of events");
}

bool LoadedComponent::event_signs(int* signs) {
  return call("event_signs", table_->event_signs, signs);
}

bool LoadedComponent::start_events(double t, double* q, double* v, const Evaluate& evaluate) {
  Callback callback{evaluate, {}};
  const bool done = call("start_events", table_->start_events, t, q, v, &Callback::call, &callback);
  if (callback.thrown) std::rethrow_exception(callback.thrown);
  return done && is_finite(q, counts_.nq, "coordinates") && is_finite(v, counts_.nv, "speeds");
}

bool LoadedComponent::handle_event(double t, double* q, double* v, const int* crossed,
                                   const Evaluate& evaluate, bool& changed) {
  Callback callback{evaluate, {}};
  std::int32_t flag = 0;
  const bool done = call("handle_event", table_->handle_event, t, q, v, crossed, &Callback::call,
                         &callback, &flag);
  if (callback.thrown) std::rethrow_exception(callback.thrown);
  changed = flag != 0;
  return done && is_finite(q, counts_.nq, "coordinates after an event") &&
         is_finite(v, counts_.nv, "speeds after an event");
}

bool LoadedComponent::set_inputs(const double* values) {
  return inputs_.empty() || call("set_inputs", table_->set_inputs, values);
}

bool LoadedComponent::outputs(double* values) {
  if (table_->outputs == nullptr) return true;
  if (!call("outputs", table_->outputs, values)) return false;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    if (signals_[i].of_state && !is_finite(values + i, 1, signals_[i].name.c_str())) return false;
  }
  return true;
}

// Null: a component without loops.
bool LoadedComponent::singular(gelenk_nearness& nearness, double* sizes) {
  nearness = GELENK_REGULAR;
  if (table_->singular == nullptr) return true;
  std::int32_t value = GELENK_REGULAR;
  if (!call("singular", table_->singular, &value, sizes)) return false;
  if (value == GELENK_REGULAR) return true;
  nearness = value == GELENK_NEAR ? GELENK_NEAR : GELENK_TOO_NEAR;
  return is_finite(sizes, counts_.nv, "sizes of speeds");
}

bool LoadedComponent::miss(bool misses) {
  return table_->miss == nullptr || call("miss", table_->miss, misses ? 1 : 0);
}

bool LoadedComponent::uneven(bool& uneven) {
  uneven = false;
  if (table_->uneven == nullptr) return true;
  std::int32_t value = 0;
  if (!call("uneven", table_->uneven, &value)) return false;
  uneven = value != 0;
  return true;
}

bool LoadedComponent::accelerate(const double* vdot, FrameMotion<double>* ports,
                                 AxisMotion* flanges) {
  if (table_->accelerate == nullptr) return true;
  if (!call("accelerate", table_->accelerate, vdot, twists_.data()) ||
      !is_finite(twists_.data(), row_count(), "accelerations of ports"))
    return false;
  for (int i = 0; i < counts_.flanges; ++i) flanges[i].a = twists_[6 * counts_.ports + i];
  for (int i = 0; i < counts_.ports; ++i)
    ports[i].A = Eigen::Map<const Vec6<double>>(twists_.data() + 6 * i);
  return true;
}

bool LoadedComponent::set_feedback(double rate) {
  return table_->set_feedback == nullptr || call("set_feedback", table_->set_feedback, rate);
}

bool LoadedComponent::longest_step(double t, double longest, double end, double& step) {
  step = longest;
  if (table_->longest_step == nullptr) return true;
  double wanted = longest;
  if (!call("longest_step", table_->longest_step, t, longest, end, &wanted) ||
      !is_finite(&wanted, 1, "longest step"))
    return false;
  if (!(wanted > 0)) {
    failure_ = "its longest step is not more than 0";
    return false;
  }
  step = std::min(step, wanted);
  return true;
}

bool LoadedComponent::accept(double t, const double* q, const double* v) {
  return table_->accept == nullptr || call("accept", table_->accept, t, q, v);
}

bool LoadedComponent::save(std::string& bytes) {
  bytes.clear();
  if (table_->save == nullptr) return true;
  std::size_t size = 0;
  if (!call("save", table_->save, nullptr, std::size_t{0}, &size)) return false;
  constexpr std::size_t most = std::size_t{1} << 32;
  if (size > most) {
    failure_ = "its memory is larger than 4 GiB";
    return false;
  }
  bytes.resize(size);
  std::size_t written = 0;
  if (!call("save", table_->save, reinterpret_cast<unsigned char*>(bytes.data()), size, &written))
    return false;
  if (written == size) return true;
  failure_ = "the size of its memory changes while it is saved";
  return false;
}

bool LoadedComponent::restore(std::string_view bytes) {
  if (table_->restore == nullptr) {
    if (bytes.empty()) return true;
    failure_ = "it has no memory that could be restored";
    return false;
  }
  return call("restore", table_->restore, reinterpret_cast<const unsigned char*>(bytes.data()),
              bytes.size());
}

bool LoadedComponent::signals(double* values) { return call("signals", table_->signals, values); }

bool LoadedComponent::energy(double& kinetic, double& potential) {
  return call("energy", table_->energy, &kinetic, &potential) &&
         is_finite(&kinetic, 1, "kinetic energy") && is_finite(&potential, 1, "potential energy");
}

bool LoadedComponent::drift(double& position, double& velocity) {
  return call("drift", table_->drift, &position, &velocity) &&
         is_finite(&position, 1, "drift of positions") &&
         is_finite(&velocity, 1, "drift of velocities");
}

}  // namespace gelenk
