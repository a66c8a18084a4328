// The table of functions that a compiled component shows (include/gelenk/component.h), for models
// of ours: each function calls the formulation with open ports of the model, and turns a failure
// into a code and a sentence.
#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "base/bytes.h"
#include "base/error.h"
#include "compiled/component_file.h"
#include "compiled/payload.h"
#include "compiled_model.h"
#include "gelenk/component.h"

using gelenk::CompiledModel;
using gelenk::Vector;

struct gelenk_component {
  std::unique_ptr<CompiledModel> model;
  std::string message;
  Vector q, v, work;  // scratch
};

namespace {

struct NumericalFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Runs `work` and puts the reason of a failure into `message`.
template <typename Work>
int guard(std::string& message, Work&& work) noexcept {
  try {
    try {
      message.clear();
      work();
      return GELENK_OK;
    } catch (const NumericalFailure& failure) {
      message = failure.what();
      return GELENK_NUMERICS;
    } catch (const gelenk::UserError& error) {
      message = error.diagnostics().at(0).message;
      return GELENK_INPUT;
    } catch (const gelenk::DamagedBytes& damage) {
      message = std::string("the model in the file cannot be used: ") + damage.what();
      return GELENK_INPUT;
    } catch (const std::bad_alloc&) {
      message = "there is not enough memory";
      return GELENK_MEMORY;
    } catch (const std::exception& error) {
      message = error.what();
      return GELENK_INTERNAL;
    }
  } catch (...) {
    return GELENK_INTERNAL;
  }
}

template <typename Work>
int call(gelenk_component* c, Work&& work) noexcept {
  const int code = guard(c->message, [&] { work(*c->model); });
  if (code == GELENK_OK) return code;
  try {
    c->message = c->model->hide_places(c->message);
  } catch (...) {
    c->message.clear();
  }
  return code;
}

// What cannot be computed at this state.
void succeed(CompiledModel& m, bool done) {
  if (!done) throw NumericalFailure(m.formulation().failure());
}
void succeed(const std::string& failure) {
  if (!failure.empty()) throw NumericalFailure(failure);
}

Eigen::Map<const Vector> view(const double* x, int n) { return {x, n}; }
void copy_out(const Vector& from, double* to) { std::copy(from.begin(), from.end(), to); }

void require(bool fine, const char* what) {
  if (!fine) throw gelenk::UserError({"component", {}, "", what, ""});
}

// Without a path the library looks for itself.
std::string find_own_file() {
  Dl_info info{};
  require(dladdr(reinterpret_cast<const void*>(&find_own_file), &info) != 0 &&
              info.dli_fname != nullptr,
          "the library cannot find its own file");
  return info.dli_fname;
}

int open_component(const char* file, gelenk_component** c, char* message, size_t size) {
  *c = nullptr;
  std::string reason;
  const int code = guard(reason, [&] {
    const std::string path = file != nullptr ? file : find_own_file();
    const std::string payload =
        gelenk::check_component_file(gelenk::read_component_bytes(path), path);
    auto made = std::make_unique<gelenk_component>();
    made->model = std::make_unique<CompiledModel>(gelenk::read_payload(payload));
    *c = made.release();
  });
  if (code != GELENK_OK && message != nullptr && size > 0) {
    const std::size_t n = std::min(reason.size(), size - 1);
    std::memcpy(message, reason.data(), n);
    message[n] = '\0';
  }
  return code;
}

void close_component(gelenk_component* c) { delete c; }

const char* get_message(const gelenk_component* c) { return c->message.c_str(); }

int get_counts(gelenk_component* c, gelenk_counts* counts) {
  return call(c, [&](CompiledModel& m) {
    counts->ports = m.ports().count();
    counts->port_frames = static_cast<int32_t>(m.ports().frames().size());
    counts->nq = m.system().nq;
    counts->nv = m.system().nv;
    counts->events = m.formulation().event_count();
    counts->signals = static_cast<int32_t>(m.exports().size());
    counts->inputs = static_cast<int32_t>(m.inputs().size());
    counts->flanges = static_cast<int32_t>(m.ports().flanges().size());
  });
}

void write_pose(const gelenk::Pose<double>& X, double* x) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) x[3 * i + j] = X.R(i, j);
    x[9 + i] = X.p[i];
  }
}

gelenk::Pose<double> read_pose(const double* x) {
  gelenk::Pose<double> X;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) X.R(i, j) = x[3 * i + j];
    X.p[i] = x[9 + i];
  }
  return X;
}

int get_port_frame(gelenk_component* c, int32_t i, gelenk_port_frame* frame) {
  return call(c, [&](CompiledModel& m) {
    require(i >= 0 && i < static_cast<int32_t>(m.ports().frames().size()), "no such connector");
    const auto& own = m.ports().frames()[i];
    frame->name = own.name.c_str();
    frame->port = own.port;
    write_pose(own.X_BF, frame->X_BF);
  });
}

int get_flange(gelenk_component* c, int32_t i, gelenk_flange* flange) {
  return call(c, [&](CompiledModel& m) {
    require(i >= 0 && i < static_cast<int32_t>(m.ports().flanges().size()), "no such flange");
    const auto& own = m.ports().flanges()[i];
    flange->name = own.name.c_str();
    flange->turns = own.turns ? 1 : 0;
    flange->fixed = (own.has_fixed_position ? GELENK_FIXED_POSITION : 0) |
                    (own.has_fixed_speed ? GELENK_FIXED_SPEED : 0);
  });
}

int get_signal(gelenk_component* c, int32_t i, gelenk_signal* signal) {
  return call(c, [&](CompiledModel& m) {
    require(i >= 0 && i < static_cast<int32_t>(m.exports().size()), "no such signal");
    signal->name = m.exports()[i].name.c_str();
    signal->unit = m.exports()[i].unit.c_str();
    signal->of_state = m.exports()[i].of_state ? 1 : 0;
  });
}

int set_gravity(gelenk_component* c, int32_t kind, const double* g, double mu) {
  return call(c, [&](CompiledModel& m) {
    gelenk::Gravity gravity;
    gravity.kind = kind == GELENK_UNIFORM ? gelenk::Gravity::Kind::uniform
                   : kind == GELENK_POINT ? gelenk::Gravity::Kind::point
                                          : gelenk::Gravity::Kind::none;
    gravity.g = {g[0], g[1], g[2]};
    gravity.mu = mu;
    m.set_gravity(gravity);
  });
}

int start(gelenk_component* c, double t, double* q, double* v) {
  return call(c, [&](CompiledModel& m) {
    const gelenk::Assembly& assembly = m.find_start(t);
    copy_out(assembly.q, q);
    copy_out(assembly.v, v);
  });
}

int move(gelenk_component* c, int32_t port, const double* pose, const double* twist, double* q,
         double* v, int32_t* moved) {
  return call(c, [&](CompiledModel& m) {
    const int flange = port - m.ports().count();
    require(port >= 0 && flange < static_cast<int>(m.ports().flanges().size()), "no such port");
    c->q = view(q, m.system().nq);
    c->v = view(v, m.system().nv);
    const bool could =
        flange >= 0 ? m.ports().move_flange(flange, *pose, *twist, c->q, c->v)
                    : m.ports().move(port, read_pose(pose),
                                     Eigen::Map<const gelenk::Vec6<double>>(twist), c->q, c->v);
    *moved = could ? 1 : 0;
    if (!could) return;
    copy_out(c->q, q);
    copy_out(c->v, v);
  });
}

int drive(gelenk_component* c, double t, int32_t at_start, double* q, double* v) {
  return call(c, [&](CompiledModel& m) {
    c->q = view(q, m.system().nq);
    c->v = view(v, m.system().nv);
    if (at_start != 0)
      m.formulation().place_start(t, c->q, c->v);
    else
      m.formulation().place_driven(t, c->q, c->v);
    copy_out(c->q, q);
    copy_out(c->v, v);
  });
}

int place(gelenk_component* c, double t, const double* q, const double* v, double* poses,
          double* twists) {
  return call(c, [&](CompiledModel& m) {
    m.ports().place(t, view(q, m.system().nq), view(v, m.system().nv));
    for (int i = 0; i < m.ports().count(); ++i) {
      write_pose(m.ports().port(i).X, poses + 12 * i);
      std::copy_n(m.ports().port(i).V.data(), 6, twists + 6 * i);
    }
    for (std::size_t i = 0; i < m.ports().flanges().size(); ++i) {
      const gelenk::AxisMotion& flange = m.ports().flange(static_cast<int>(i));
      poses[12 * m.ports().count() + i] = flange.x;
      twists[6 * m.ports().count() + i] = flange.v;
    }
  });
}

int condense(gelenk_component* c, int32_t loading, double* D, double* r) {
  return call(c, [&](CompiledModel& m) {
    succeed(m, m.ports().condense(loading == GELENK_IMPACT ? gelenk::Loading::impact
                                                           : gelenk::Loading::forces));
    std::copy_n(m.ports().D().data(), m.ports().D().size(), D);
    copy_out(m.ports().r(), r);
  });
}

int release(gelenk_component* c, const double* tau, double* qdot, double* vdot) {
  return call(c, [&](CompiledModel& m) {
    succeed(m, m.ports().release(tau, qdot));
    copy_out(m.ports().vdot(), vdot);
  });
}

int factor(gelenk_component* c, int32_t metric, double* D) {
  return call(c, [&](CompiledModel& m) {
    succeed(m, m.ports().factor(metric == GELENK_EUCLIDEAN ? gelenk::Metric::euclidean
                                                           : gelenk::Metric::mass));
    std::copy_n(m.ports().D().data(), m.ports().D().size(), D);
  });
}

int residual(gelenk_component* c, int32_t level, double* largest) {
  return call(c, [&](CompiledModel& m) {
    *largest = m.ports().calc_residual(level == GELENK_VELOCITY       ? gelenk::Level::velocity
                                       : level == GELENK_ACCELERATION ? gelenk::Level::acceleration
                                                                      : gelenk::Level::position);
  });
}

int reduce(gelenk_component* c, double* r) {
  return call(c, [&](CompiledModel& m) {
    m.ports().reduce();
    copy_out(m.ports().r(), r);
  });
}

int correct(gelenk_component* c, const double* tau, double* delta) {
  return call(c, [&](CompiledModel& m) { m.ports().correct(tau, delta); });
}

int step(gelenk_component* c, const double* delta, double* q) {
  return call(c, [&](CompiledModel& m) {
    c->q = view(q, m.system().nq);
    c->v = view(delta, m.system().nv);
    m.ports().step(c->v, c->q);
    copy_out(c->q, q);
  });
}

int events(gelenk_component* c, double* indicators) {
  return call(c, [&](CompiledModel& m) { m.ports().calc_indicators(indicators); });
}

int event_signs(gelenk_component* c, int32_t* signs) {
  return call(c, [&](CompiledModel& m) {
    std::vector<int> own(m.formulation().event_count());
    m.formulation().get_event_signs(own);
    std::copy(own.begin(), own.end(), signs);
  });
}

// The host's evaluation, as the formulation asks for it: what the host has stored is written first.
gelenk::OpenPorts::Outside make_outside(double* q, double* v, gelenk_evaluate evaluate,
                                        void* context) {
  return [=](const Vector& q_now, const Vector& v_now, gelenk::Loading loading) {
    copy_out(q_now, q);
    copy_out(v_now, v);
    return evaluate(context, loading == gelenk::Loading::impact ? GELENK_IMPACT : GELENK_FORCES) ==
           GELENK_OK;
  };
}

// The host calls other functions of the component while an event is handled: the state has vectors
// of its own.
int start_events(gelenk_component* c, double t, double* q, double* v, gelenk_evaluate evaluate,
                 void* context) {
  return call(c, [&](CompiledModel& m) {
    Vector q_now = view(q, m.system().nq), v_now = view(v, m.system().nv);
    succeed(m.start_events(t, q_now, v_now, make_outside(q, v, evaluate, context)));
    copy_out(q_now, q);
    copy_out(v_now, v);
  });
}

int handle_event(gelenk_component* c, double t, double* q, double* v, const int32_t* crossed,
                 gelenk_evaluate evaluate, void* context, int32_t* changed) {
  return call(c, [&](CompiledModel& m) {
    Vector q_now = view(q, m.system().nq), v_now = view(v, m.system().nv);
    bool has_changed = false;
    succeed(m.handle_event(t, q_now, v_now, {crossed, crossed + m.formulation().event_count()},
                           make_outside(q, v, evaluate, context), has_changed));
    copy_out(q_now, q);
    copy_out(v_now, v);
    *changed = has_changed ? 1 : 0;
  });
}

int signals(gelenk_component* c, double* values) {
  return call(c, [&](CompiledModel& m) { m.calc_signals(values); });
}

int energy(gelenk_component* c, double* kinetic, double* potential) {
  return call(c, [&](CompiledModel& m) {
    const gelenk::Energy energy = m.formulation().calc_energy();
    *kinetic = energy.kinetic;
    *potential = energy.potential;
  });
}

int drift(gelenk_component* c, double* position, double* velocity) {
  return call(c, [&](CompiledModel& m) {
    const gelenk::Drift drift = m.formulation().calc_drift();
    *position = drift.position;
    *velocity = drift.velocity;
  });
}

int get_input(gelenk_component* c, int32_t i, gelenk_input* input) {
  return call(c, [&](CompiledModel& m) {
    require(i >= 0 && i < static_cast<int32_t>(m.inputs().size()), "no such input");
    input->name = m.inputs()[i].name.c_str();
    input->unit = m.inputs()[i].unit.c_str();
    input->start = m.inputs()[i].start;
  });
}

int set_inputs(gelenk_component* c, const double* values) {
  return call(c, [&](CompiledModel& m) { m.set_inputs(values); });
}

int outputs(gelenk_component* c, double* values) {
  return call(c, [&](CompiledModel& m) { m.calc_outputs(values); });
}

int singular(gelenk_component* c, int32_t* nearness, double* sizes) {
  return call(c, [&](CompiledModel& m) {
    c->work.resize(m.system().nv);
    const gelenk::Nearness near = m.ports().calc_nearness(c->work);
    *nearness = near == gelenk::Nearness::regular ? GELENK_REGULAR
                : near == gelenk::Nearness::near  ? GELENK_NEAR
                                                  : GELENK_TOO_NEAR;
    if (near != gelenk::Nearness::regular) copy_out(c->work, sizes);
  });
}

int miss(gelenk_component* c, int32_t misses) {
  return call(c, [&](CompiledModel& m) { m.ports().set_missing(misses != 0); });
}

int accelerate(gelenk_component* c, const double* vdot, double* A) {
  return call(c, [&](CompiledModel& m) {
    m.ports().accelerate(view(vdot, m.system().nv));
    for (int i = 0; i < m.ports().count(); ++i)
      std::copy_n(m.ports().port(i).A.data(), 6, A + 6 * i);
    for (std::size_t i = 0; i < m.ports().flanges().size(); ++i)
      A[6 * m.ports().count() + i] = m.ports().flange(static_cast<int>(i)).a;
  });
}

int set_feedback(gelenk_component* c, double rate) {
  return call(c, [&](CompiledModel& m) { m.set_feedback(rate); });
}

int longest_step(gelenk_component* c, double t, double longest, double end, double* step) {
  return call(c, [&](CompiledModel& m) { *step = m.calc_longest_step(t, longest, end); });
}

int uneven(gelenk_component* c, int32_t* uneven) {
  return call(c, [&](CompiledModel& m) { *uneven = m.ports().is_uneven() ? 1 : 0; });
}

int accept(gelenk_component* c, double t, const double* q, const double* v) {
  return call(c, [&](CompiledModel& m) {
    c->q = view(q, m.system().nq);
    c->v = view(v, m.system().nv);
    m.accept(t, c->q, c->v);
  });
}

int save(gelenk_component* c, unsigned char* bytes, size_t capacity, size_t* size) {
  return call(c, [&](CompiledModel& m) {
    const std::string memory = gelenk::save_memory(m);
    *size = memory.size();
    if (memory.size() <= capacity) std::copy(memory.begin(), memory.end(), bytes);
  });
}

int restore(gelenk_component* c, const unsigned char* bytes, size_t size) {
  const int code = call(c, [&](CompiledModel& m) {
    gelenk::restore_memory(m, {reinterpret_cast<const char*>(bytes), size});
  });
  if (code == GELENK_INPUT) c->message = "the memory given is not one of this component";
  return code;
}

}  // namespace

extern "C" const gelenk_component_table gelenk_component_abi = {GELENK_COMPONENT_MAGIC,
                                                                GELENK_COMPONENT_VERSION,
                                                                sizeof(gelenk_component_table),
                                                                0,
                                                                open_component,
                                                                close_component,
                                                                get_message,
                                                                get_counts,
                                                                get_port_frame,
                                                                get_signal,
                                                                set_gravity,
                                                                start,
                                                                move,
                                                                drive,
                                                                place,
                                                                condense,
                                                                release,
                                                                factor,
                                                                residual,
                                                                reduce,
                                                                correct,
                                                                step,
                                                                events,
                                                                event_signs,
                                                                start_events,
                                                                handle_event,
                                                                signals,
                                                                energy,
                                                                drift,
                                                                get_input,
                                                                set_inputs,
                                                                outputs,
                                                                singular,
                                                                miss,
                                                                accelerate,
                                                                set_feedback,
                                                                longest_step,
                                                                uneven,
                                                                accept,
                                                                save,
                                                                restore,
                                                                get_flange};
