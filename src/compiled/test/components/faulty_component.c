/* A component that does wrong what the name of its file says: for tests of the host. Otherwise a
   body that stays where it is: one port, no coordinates but one state. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GELENK_COMPONENT_EXPORTS
#include "gelenk/component.h"

struct gelenk_component {
  char fault[64];
};

static int has(const gelenk_component* c, const char* fault) {
  return strcmp(c->fault, fault) == 0;
}

static int open_it(const char* file, gelenk_component** c, char* message, size_t size) {
  const char* name = strrchr(file, '/');
  const char* end;
  name = name == NULL ? file : name + 1;
  end = strchr(name, '.');
  *c = NULL;
  if (strncmp(name, "refuses", 7) == 0) {
    snprintf(message, size, "it is not in the mood");
    return GELENK_INPUT;
  }
  *c = calloc(1, sizeof(gelenk_component));
  if (*c == NULL) return GELENK_MEMORY;
  if (end != NULL && end - name < 63) memcpy((*c)->fault, name, (size_t)(end - name));
  return GELENK_OK;
}
static void close_it(gelenk_component* c) { free(c); }
static const char* message(const gelenk_component* c) {
  return has(c, "speechless") ? NULL : "the wheel has come off";
}
static int counts(gelenk_component* c, gelenk_counts* n) {
  n->ports = has(c, "negative") ? -1 : 1;
  n->port_frames = has(c, "same-names") ? 2 : 1;
  n->nq = has(c, "huge") ? 2000000000 : 1;
  n->nv = 0;
  n->events = 1;
  n->signals = has(c, "no-signal") || has(c, "no-outputs") ? 1 : 0;
  n->inputs = has(c, "no-input") ? 1 : 0;
  return has(c, "countless") ? GELENK_INTERNAL : GELENK_OK;
}
static int port_frame(gelenk_component* c, int32_t i, gelenk_port_frame* frame) {
  (void)i;
  memset(frame, 0, sizeof *frame);
  frame->name = has(c, "nameless") ? NULL : "frame";
  frame->port = has(c, "lost-port") ? 7 : 0;
  frame->X_BF[0] = frame->X_BF[4] = frame->X_BF[8] = has(c, "crooked") ? 2.0 : 1.0;
  return GELENK_OK;
}
static int signal_it(gelenk_component* c, int32_t i, gelenk_signal* signal) {
  (void)i;
  signal->name = signal->unit = "m";
  signal->of_state = 1;
  return has(c, "no-outputs") ? GELENK_OK : GELENK_INPUT;
}
static int set_gravity(gelenk_component* c, int32_t kind, const double* g, double mu) {
  (void)c, (void)kind, (void)g, (void)mu;
  return GELENK_OK;
}
static int start(gelenk_component* c, double t, double* q, double* v) {
  (void)t, (void)v;
  q[0] = has(c, "nan-start") ? NAN : 0.0;
  return GELENK_OK;
}
static int move(gelenk_component* c, int32_t port, const double* pose, const double* twist,
                double* q, double* v, int32_t* moved) {
  (void)c, (void)port, (void)pose, (void)twist, (void)q, (void)v;
  *moved = 0;
  return GELENK_OK;
}
static int drive(gelenk_component* c, double t, int32_t at_start, double* q, double* v) {
  (void)c, (void)t, (void)at_start, (void)q, (void)v;
  return GELENK_OK;
}
static int place(gelenk_component* c, double t, const double* q, const double* v, double* poses,
                 double* twists) {
  (void)t, (void)q, (void)v;
  memset(poses, 0, 12 * sizeof *poses);
  memset(twists, 0, 6 * sizeof *twists);
  poses[0] = poses[4] = poses[8] = 1.0;
  if (has(c, "nan-twist")) twists[4] = NAN;
  return has(c, "fails") || has(c, "speechless") ? GELENK_NUMERICS : GELENK_OK;
}
static int condense(gelenk_component* c, int32_t loading, double* D, double* r) {
  (void)loading;
  memset(D, 0, 36 * sizeof *D);
  memset(r, 0, 6 * sizeof *r);
  if (has(c, "infinite-D")) D[7] = INFINITY;
  return GELENK_OK;
}
static int release(gelenk_component* c, const double* tau, double* qdot, double* vdot) {
  (void)c, (void)tau, (void)vdot;
  qdot[0] = 0.0;
  return GELENK_OK;
}
static int residual(gelenk_component* c, int32_t level, double* largest) {
  (void)c, (void)level;
  *largest = 0.0;
  return GELENK_OK;
}
static int factor(gelenk_component* c, int32_t metric, double* D) {
  (void)c, (void)metric;
  memset(D, 0, 36 * sizeof *D);
  return GELENK_OK;
}
static int reduce(gelenk_component* c, double* r) {
  (void)c;
  memset(r, 0, 6 * sizeof *r);
  return GELENK_OK;
}
static int correct(gelenk_component* c, const double* tau, double* delta) {
  (void)c, (void)tau, (void)delta;
  return GELENK_OK;
}
static int step(gelenk_component* c, const double* delta, double* q) {
  (void)c, (void)delta, (void)q;
  return GELENK_OK;
}
static int events(gelenk_component* c, double* indicators) {
  (void)c;
  indicators[0] = 1.0;
  return GELENK_OK;
}
static int event_signs(gelenk_component* c, int32_t* signs) {
  (void)c;
  signs[0] = 1;
  return GELENK_OK;
}
static int start_events(gelenk_component* c, double t, double* q, double* v,
                        gelenk_evaluate evaluate, void* context) {
  (void)c, (void)t, (void)q, (void)v;
  return evaluate(context, GELENK_FORCES);
}
static int handle_event(gelenk_component* c, double t, double* q, double* v, const int32_t* crossed,
                        gelenk_evaluate evaluate, void* context, int32_t* changed) {
  (void)c, (void)t, (void)v;
  q[0] += 1.0;
  *changed = crossed[0] < 0;
  return evaluate(context, GELENK_FORCES);
}
static int signals(gelenk_component* c, double* values) {
  (void)c, (void)values;
  return GELENK_OK;
}
static int energy(gelenk_component* c, double* kinetic, double* potential) {
  (void)c;
  *kinetic = *potential = 0.0;
  return GELENK_OK;
}
static int drift(gelenk_component* c, double* position, double* velocity) {
  (void)c;
  *position = *velocity = 0.0;
  return GELENK_OK;
}
static int singular(gelenk_component* c, int32_t* nearness, double* sizes) {
  (void)sizes;
  *nearness = has(c, "strange") ? 17 : GELENK_REGULAR;
  return has(c, "singular-fails") ? GELENK_NUMERICS : GELENK_OK;
}

#ifndef TABLE_VERSION
#define TABLE_VERSION GELENK_COMPONENT_VERSION
#endif
const gelenk_component_table gelenk_component_abi = {GELENK_COMPONENT_MAGIC,
                                                     TABLE_VERSION,
                                                     sizeof(gelenk_component_table),
                                                     0,
                                                     open_it,
                                                     close_it,
                                                     message,
                                                     counts,
                                                     port_frame,
                                                     signal_it,
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
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     singular,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL,
                                                     NULL};
