/* A component written by hand: one rigid body that moves freely, with two connectors on it. It
   shows all that the interface of gelenk/component.h asks for, and nothing else;
   doc/component-abi.md explains it.

   The port is the body itself, B, with its origin at the mass centre. Coordinates are p_WB and the
   quaternion (s, x, y, z) of R_WB, speeds are w_WB and v_WBo in world axes, so that the twist of
   the port is v with rotation first, and
       A = D tau + r      D = diag(J_W^-1, I/m)      r = (J_W^-1 (-w x J_W w), g)                                 (1)
   with J_W = R J R^T. Nothing is constrained inside: corrections are D tau alone.

   Build it and turn it into a component:
       cc -O2 -fPIC -shared -Iinclude -o free_body.so free_body.c -lm
       gelenk compile free_body.so -o free_body.gkc */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GELENK_COMPONENT_EXPORTS
#include "gelenk/component.h"

static const double mass = 2.0;
static const double moments[3] = {0.3, 0.5, 0.7}; /* about the axes of B */
/* Where the connectors are on B. */
static const double place_of[2][3] = {{0.0, 0.0, 0.0}, {0.0, -0.4, 0.0}};

struct gelenk_component {
  const char* message;
  int gravity_kind;
  double g[3], mu;
  /* Of the state placed. */
  double p[3], R[3][3], w[3], v[3], length;
  double quat[4];
  /* Of the last condense or factor. */
  double J_inverse[3][3], inverse_mass; /* in world axes */
  double r[6];
};

static int fail(gelenk_component* c, int code, const char* message) {
  c->message = message;
  return code;
}

static int open_body(const char* file, gelenk_component** c, char* message, size_t size) {
  (void)file;
  *c = calloc(1, sizeof(gelenk_component));
  if (*c != NULL) {
    (*c)->message = "";
    return GELENK_OK;
  }
  if (size > 0) snprintf(message, size, "there is not enough memory");
  return GELENK_MEMORY;
}

static void close_body(gelenk_component* c) { free(c); }

static const char* get_message(const gelenk_component* c) { return c->message; }

static int get_counts(gelenk_component* c, gelenk_counts* counts) {
  (void)c;
  counts->ports = 1;
  counts->port_frames = 2;
  counts->nq = 7;
  counts->nv = 6;
  counts->events = 0;
  counts->signals = 1;
  counts->inputs = 0;
  return GELENK_OK;
}

static int get_port_frame(gelenk_component* c, int32_t i, gelenk_port_frame* frame) {
  static const char* const names[2] = {"centre", "tip"};
  if (i < 0 || i > 1) return fail(c, GELENK_INPUT, "there are two connectors");
  memset(frame, 0, sizeof *frame);
  frame->name = names[i];
  frame->port = 0;
  frame->X_BF[0] = frame->X_BF[4] = frame->X_BF[8] = 1.0;
  memcpy(frame->X_BF + 9, place_of[i], sizeof place_of[i]);
  return GELENK_OK;
}

static int get_signal(gelenk_component* c, int32_t i, gelenk_signal* signal) {
  if (i != 0) return fail(c, GELENK_INPUT, "there is one signal");
  signal->name = "height";
  signal->unit = "m";
  signal->of_state = 1; /* a position: get_signals serves as outputs, too */
  return GELENK_OK;
}

static int set_gravity(gelenk_component* c, int32_t kind, const double* g, double mu) {
  c->gravity_kind = kind;
  memcpy(c->g, g, sizeof c->g);
  c->mu = mu;
  return GELENK_OK;
}

static int start_body(gelenk_component* c, double t, double* q, double* v) {
  int i;
  (void)c, (void)t;
  for (i = 0; i < 7; ++i) q[i] = i == 3;
  for (i = 0; i < 6; ++i) v[i] = 0.0;
  return GELENK_OK;
}

static void calc_rotation(const double* quat, double R[3][3]) {
  const double s = quat[0], x = quat[1], y = quat[2], z = quat[3];
  R[0][0] = 1 - 2 * (y * y + z * z);
  R[0][1] = 2 * (x * y - s * z);
  R[0][2] = 2 * (x * z + s * y);
  R[1][0] = 2 * (x * y + s * z);
  R[1][1] = 1 - 2 * (x * x + z * z);
  R[1][2] = 2 * (y * z - s * x);
  R[2][0] = 2 * (x * z - s * y);
  R[2][1] = 2 * (y * z + s * x);
  R[2][2] = 1 - 2 * (x * x + y * y);
}

/* The quaternion of a rotation: its largest entry first, so that nothing is divided by a small
   number. */
static void calc_quaternion(const double* R, double* quat) {
  const double t[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8],
                       1 - R[0] - R[4] + R[8]};
  int k = 0, i;
  double f;
  for (i = 1; i < 4; ++i) {
    if (t[i] > t[k]) k = i;
  }
  f = 0.5 / sqrt(t[k]);
  quat[0] = k == 0 ? t[0] * f : (k == 1 ? R[7] - R[5] : k == 2 ? R[2] - R[6] : R[3] - R[1]) * f;
  quat[1] = k == 1 ? t[1] * f : (k == 0 ? R[7] - R[5] : k == 2 ? R[1] + R[3] : R[2] + R[6]) * f;
  quat[2] = k == 2 ? t[2] * f : (k == 0 ? R[2] - R[6] : k == 1 ? R[1] + R[3] : R[5] + R[7]) * f;
  quat[3] = k == 3 ? t[3] * f : (k == 0 ? R[3] - R[1] : k == 1 ? R[2] + R[6] : R[5] + R[7]) * f;
}

static int move_body(gelenk_component* c, int32_t port, const double* pose, const double* twist,
                     double* q, double* v, int32_t* moved) {
  if (port != 0) return fail(c, GELENK_INPUT, "there is one port");
  memcpy(q, pose + 9, 3 * sizeof *q);
  calc_quaternion(pose, q + 3);
  memcpy(v, twist, 6 * sizeof *v);
  *moved = 1;
  return GELENK_OK;
}

static int drive_body(gelenk_component* c, double t, int32_t at_start, double* q, double* v) {
  (void)c, (void)t, (void)at_start, (void)q, (void)v; /* nothing is driven */
  return GELENK_OK;
}

static int place_body(gelenk_component* c, double t, const double* q, const double* v,
                      double* poses, double* twists) {
  int i;
  (void)t;
  memcpy(c->p, q, sizeof c->p);
  c->length = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
  if (!(c->length > 0.1)) return fail(c, GELENK_NUMERICS, "the quaternion has no direction");
  for (i = 0; i < 4; ++i) c->quat[i] = q[3 + i] / c->length;
  calc_rotation(c->quat, c->R);
  memcpy(c->w, v, sizeof c->w);
  memcpy(c->v, v + 3, sizeof c->v);
  memcpy(poses, c->R, sizeof c->R);
  memcpy(poses + 9, c->p, sizeof c->p);
  memcpy(twists, v, 6 * sizeof *v);
  return GELENK_OK;
}

static void cross(const double* a, const double* b, double* c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* R diag(d) R^T a */
static void apply_in_world(double R[3][3], const double* d, const double* a, double* result) {
  int i, k;
  result[0] = result[1] = result[2] = 0.0;
  for (k = 0; k < 3; ++k) {
    const double local = d[k] * (R[0][k] * a[0] + R[1][k] * a[1] + R[2][k] * a[2]);
    for (i = 0; i < 3; ++i) result[i] += R[i][k] * local;
  }
}

static void calc_field(const gelenk_component* c, double* field) {
  int i;
  const double distance = sqrt(c->p[0] * c->p[0] + c->p[1] * c->p[1] + c->p[2] * c->p[2]);
  for (i = 0; i < 3; ++i) {
    field[i] = c->gravity_kind == GELENK_UNIFORM ? c->g[i]
               : c->gravity_kind == GELENK_POINT
                   ? -c->mu * c->p[i] / (distance * distance * distance)
                   : 0.0;
  }
}

/* D, which is kept for the way down. */
static void calc_D(gelenk_component* c, const double* inverse_moments, double inverse_mass,
                   double* D) {
  int i, k;
  memset(D, 0, 36 * sizeof *D);
  c->inverse_mass = inverse_mass;
  for (k = 0; k < 3; ++k) {
    const double unit[3] = {k == 0, k == 1, k == 2};
    double column[3];
    apply_in_world(c->R, inverse_moments, unit, column);
    for (i = 0; i < 3; ++i) c->J_inverse[i][k] = D[6 * i + k] = column[i];
    D[6 * (3 + k) + 3 + k] = inverse_mass;
  }
}

static int condense_body(gelenk_component* c, int32_t loading, double* D, double* r) {
  const double inverse[3] = {1 / moments[0], 1 / moments[1], 1 / moments[2]};
  double spin[3], torque[3];
  calc_D(c, inverse, 1 / mass, D);
  memset(c->r, 0, sizeof c->r);
  if (loading == GELENK_FORCES) {
    apply_in_world(c->R, moments, c->w, spin);
    cross(spin, c->w, torque); /* -w x J w */
    apply_in_world(c->R, inverse, torque, c->r);
    calc_field(c, c->r + 3);
  }
  memcpy(r, c->r, sizeof c->r);
  return GELENK_OK;
}

static int factor_body(gelenk_component* c, int32_t metric, double* D) {
  const double inverse[3] = {1 / moments[0], 1 / moments[1], 1 / moments[2]};
  const double one[3] = {1, 1, 1};
  const int euclidean = metric == GELENK_EUCLIDEAN;
  calc_D(c, euclidean ? one : inverse, euclidean ? 1 : 1 / mass, D);
  return GELENK_OK;
}

/* D tau */
static void calc_response(const gelenk_component* c, const double* tau, double* A) {
  int i;
  for (i = 0; i < 3; ++i) {
    A[i] = c->J_inverse[i][0] * tau[0] + c->J_inverse[i][1] * tau[1] + c->J_inverse[i][2] * tau[2];
    A[3 + i] = tau[3 + i] * c->inverse_mass;
  }
}

/* How the quaternion changes with the angular velocity w, in world axes. */
static void calc_quaternion_rate(const double* quat, const double* w, double* rate) {
  double turned[3];
  int i;
  cross(w, quat + 1, turned);
  rate[0] = -0.5 * (w[0] * quat[1] + w[1] * quat[2] + w[2] * quat[3]);
  for (i = 0; i < 3; ++i) rate[1 + i] = 0.5 * (quat[0] * w[i] + turned[i]);
}

static int release_body(gelenk_component* c, const double* tau, double* qdot, double* vdot) {
  int i;
  calc_response(c, tau, vdot);
  for (i = 0; i < 6; ++i) vdot[i] += c->r[i];
  memcpy(qdot, c->v, sizeof c->v);
  calc_quaternion_rate(c->quat, c->w, qdot + 3);
  return GELENK_OK;
}

static int get_residual(gelenk_component* c, int32_t level, double* largest) {
  (void)c, (void)level;
  *largest = 0.0;
  return GELENK_OK;
}

static int reduce_body(gelenk_component* c, double* r) {
  (void)c;
  memset(r, 0, 6 * sizeof *r);
  return GELENK_OK;
}

static int correct_body(gelenk_component* c, const double* tau, double* delta) {
  calc_response(c, tau, delta);
  return GELENK_OK;
}

static int step_body(gelenk_component* c, const double* delta, double* q) {
  double rate[4], length = 0.0;
  int i;
  (void)c;
  for (i = 0; i < 3; ++i) q[i] += delta[3 + i];
  calc_quaternion_rate(q + 3, delta, rate);
  for (i = 0; i < 4; ++i) q[3 + i] += rate[i];
  for (i = 0; i < 4; ++i) length += q[3 + i] * q[3 + i];
  for (i = 0; i < 4; ++i) q[3 + i] /= sqrt(length);
  return GELENK_OK;
}

static int get_events(gelenk_component* c, double* indicators) {
  (void)c, (void)indicators;
  return GELENK_OK;
}

static int get_event_signs(gelenk_component* c, int32_t* signs) {
  (void)c, (void)signs;
  return GELENK_OK;
}

static int start_events(gelenk_component* c, double t, double* q, double* v,
                        gelenk_evaluate evaluate, void* context) {
  (void)c, (void)t, (void)q, (void)v, (void)evaluate, (void)context;
  return GELENK_OK;
}

static int handle_event(gelenk_component* c, double t, double* q, double* v, const int32_t* crossed,
                        gelenk_evaluate evaluate, void* context, int32_t* changed) {
  (void)c, (void)t, (void)q, (void)v, (void)crossed, (void)evaluate, (void)context;
  *changed = 0;
  return GELENK_OK;
}

static int get_signals(gelenk_component* c, double* values) {
  values[0] = c->p[1];
  return GELENK_OK;
}

static int get_energy(gelenk_component* c, double* kinetic, double* potential) {
  double spin[3];
  const double distance = sqrt(c->p[0] * c->p[0] + c->p[1] * c->p[1] + c->p[2] * c->p[2]);
  apply_in_world(c->R, moments, c->w, spin);
  *kinetic = 0.5 * (c->w[0] * spin[0] + c->w[1] * spin[1] + c->w[2] * spin[2]) +
             0.5 * mass * (c->v[0] * c->v[0] + c->v[1] * c->v[1] + c->v[2] * c->v[2]);
  *potential = c->gravity_kind == GELENK_UNIFORM
                   ? -mass * (c->g[0] * c->p[0] + c->g[1] * c->p[1] + c->g[2] * c->p[2])
               : c->gravity_kind == GELENK_POINT ? -mass * c->mu / distance
                                                 : 0.0;
  return GELENK_OK;
}

static int get_drift(gelenk_component* c, double* position, double* velocity) {
  *position = fabs(c->length * c->length - 1.0);
  *velocity = 0.0;
  return GELENK_OK;
}

const gelenk_component_table gelenk_component_abi = {GELENK_COMPONENT_MAGIC,
                                                     GELENK_COMPONENT_VERSION,
                                                     sizeof(gelenk_component_table),
                                                     0,
                                                     open_body,
                                                     close_body,
                                                     get_message,
                                                     get_counts,
                                                     get_port_frame,
                                                     get_signal,
                                                     set_gravity,
                                                     start_body,
                                                     move_body,
                                                     drive_body,
                                                     place_body,
                                                     condense_body,
                                                     release_body,
                                                     factor_body,
                                                     get_residual,
                                                     reduce_body,
                                                     correct_body,
                                                     step_body,
                                                     get_events,
                                                     get_event_signs,
                                                     start_events,
                                                     handle_event,
                                                     get_signals,
                                                     get_energy,
                                                     get_drift,
                                                     NULL, /* no inputs: input, */
                                                     NULL, /* set_inputs, */
                                                     get_signals, /* outputs */
                                                     NULL, /* no loops: singular, */
                                                     NULL, /* miss, */
                                                     NULL, /* accelerate, */
                                                     NULL /* set_feedback */,
                                                     NULL /* longest_step */,
                                                     NULL /* uneven */,
                                                     NULL /* no memory: accept, */,
                                                     NULL /* save, */,
                                                     NULL /* restore */,
                                                     NULL /* no flanges */};
