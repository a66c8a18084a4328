/* The binary interface between a host and a compiled component: what a shared library must offer to
   take part in a mechanism that knows nothing of it but its ports. Plain C99; doc/component-abi.md
   derives the equations and gives an example. The library exports one symbol, gelenk_component_abi,
   a table of functions.

   Conventions
     All numbers are in SI units. Matrices are row-major. Axes are those of the world.
     A port is a body. Its motion and the loads on it are taken about the body's origin Bo, which
     the component chooses:
       pose   12 numbers   R_WB (3 x 3, takes components in B to those in the world), then p_WB
       twist   6 numbers   w_WB, then v_WBo: rotation first
       A       6 numbers   the time derivative of the twist; its last three: acceleration of Bo
       tau     6 numbers   moment about Bo, then force, on the component, from outside
     A flange is a shaft, which turns about one axis or slides along it:
       x       1 number    position, an angle or a length
       speed   1 number
       a       1 number    acceleration
       tau     1 number    torque or force along the motion, on the component, from outside
     Ports follow one another in arrays, and flanges follow all ports. With p ports, f flanges and
     n = 6 p + f rows: poses[12 p + f], twists[n], r[n], tau[n], D[n][n].
     A state is (q, v) and, between events, modes that the component keeps. q holds the coordinates
     and after them further states z. Arrays q and qdot have nq entries; v, vdot and delta have nv.

   The equation of a component, for a state placed:
       A = D tau + r        D symmetric and positive semidefinite, independent of tau          (1)

   Order of the calls
     open, then the questions (counts, port_frame, signal, input), set_gravity, start; then
       place -> outputs -> set_inputs -> place -> condense -> release -> signals   an evaluation, with
         (residual -> accelerate -> reduce -> correct) after release as often as it takes to refine it
       place -> factor, then (place -> residual -> reduce -> correct) as often as needed
     A call to place makes what the later ones of its row said before invalid, but for the factors.
     Apart from its inputs and its memory a component keeps nothing in mind: the same state gives the same
     answers, whatever was asked before. Memory is what changes only in start_events, handle_event and
     accept: modes, discrete variables, what it has learnt on its way. The host may save it, go on
     elsewhere, and restore it.

   Failure
     Every function returns 0 (GELENK_OK) or a code below; message then tells why, until the next
     call. No exception and no signal crosses the border. After a failure the component can be asked
     again, for another state. Calls to one component never overlap; different components may be
     called by different threads at once. */
#ifndef GELENK_COMPONENT_H
#define GELENK_COMPONENT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GELENK_COMPONENT_MAGIC 0x434b4c47u /* "GLKC", little-endian */
#define GELENK_COMPONENT_VERSION 6u

enum gelenk_result {
  GELENK_OK = 0,
  GELENK_INPUT = 1, /* what was given cannot be used: file, number of a port, order of the calls */
  GELENK_NUMERICS = 2, /* no finite answer at this state */
  GELENK_MEMORY = 3,
  GELENK_INTERNAL = 4 /* a mistake of the component itself */
};

enum gelenk_level { GELENK_POSITION = 0, GELENK_VELOCITY = 1, GELENK_ACCELERATION = 2 };

/* What accelerations are: those under all loads, or changes of speed in an impact, in which finite
   loads and velocities play no part (r then comes from speeds that the component itself makes jump). */
enum gelenk_loading { GELENK_FORCES = 0, GELENK_IMPACT = 1 };

/* In which sense corrections are the smallest: of kinetic energy, or with mass and inertia one. */
enum gelenk_metric { GELENK_MASS = 0, GELENK_EUCLIDEAN = 1 };

/* How near a singular position is, where bars of a loop come in line: far; so near that its equations
   give too few digits of the accelerations; so near that they give none. */
enum gelenk_nearness { GELENK_REGULAR = 0, GELENK_NEAR = 1, GELENK_TOO_NEAR = 2 };

enum gelenk_fixed { GELENK_FIXED_POSITION = 1, GELENK_FIXED_SPEED = 2 };

enum gelenk_gravity_kind { GELENK_NO_GRAVITY = 0, GELENK_UNIFORM = 1, GELENK_POINT = 2 };

typedef struct gelenk_component gelenk_component; /* the component's own */

typedef struct gelenk_counts {
  int32_t ports;
  int32_t port_frames; /* connectors; several may stand on one port */
  int32_t nq, nv;
  int32_t events;
  int32_t signals;
  int32_t inputs;
  int32_t flanges;
} gelenk_counts;

/* A connector of the component. */
typedef struct gelenk_port_frame {
  const char* name; /* valid until close */
  int32_t port;
  double X_BF[12]; /* pose of its frame F on the port's body B: R_BF, then p_BF */
} gelenk_port_frame;

/* A shaft of the component, with a connector of its own. */
typedef struct gelenk_flange {
  const char* name; /* valid until close */
  int32_t turns;    /* 1: it turns, 0: it slides */
  int32_t fixed;    /* what of its start is fixed inside, where the host has to follow: a sum of
                       GELENK_FIXED_POSITION and GELENK_FIXED_SPEED, or 0 */
} gelenk_flange;

/* A quantity that the component shows. */
typedef struct gelenk_signal {
  const char* name; /* valid until close */
  const char* unit; /* may be empty, never null */
  int32_t
      of_state; /* 1: follows from time and state alone, neither from accelerations and loads nor
                       from inputs, so that laws of the host may read it (see outputs); else 0 */
} gelenk_signal;

/* A number that the host gives, by a law of its own. */
typedef struct gelenk_input {
  const char* name; /* valid until close */
  const char* unit; /* may be empty, never null */
  double start;     /* what it is before the host has given it */
} gelenk_input;

/* Asks the host for an evaluation of the whole system, at the state that it has stored and with the
   modes that all components have at present: the host calls place, condense and release of every
   component, also of the one that asks. With GELENK_IMPACT the host adds what release gives to the
   speeds of all components, also to those of the one that asks. */
typedef int (*gelenk_evaluate)(void* context, int32_t loading);

typedef struct gelenk_component_table {
  uint32_t magic;   /* GELENK_COMPONENT_MAGIC */
  uint32_t version; /* GELENK_COMPONENT_VERSION: another one is another table */
  uint32_t size;    /* sizeof(gelenk_component_table) */
  uint32_t reserved;

  /* Makes a component of the file that the library itself is (or stands in). On failure *c is null
     and the reason is in message, cut to `size` bytes with its final zero. */
  int (*open)(const char* file, gelenk_component** c, char* message, size_t size);
  void (*close)(gelenk_component* c);
  /* Why the last call failed; never null. */
  const char* (*message)(const gelenk_component* c);

  int (*counts)(gelenk_component* c, gelenk_counts* counts);
  int (*port_frame)(gelenk_component* c, int32_t i, gelenk_port_frame* frame);
  int (*signal)(gelenk_component* c, int32_t i, gelenk_signal* signal);

  /* The host's field: acceleration g[3] everywhere, or mu/r^2 towards the world's origin. */
  int (*set_gravity)(gelenk_component* c, int32_t kind, const double* g, double mu);

  /* Start values at time t: the component by itself, where it says it stands. */
  int (*start)(gelenk_component* c, double t, double* q, double* v);
  /* Moves the component as a whole, by coordinates that are free, so that the body of a port has
     that pose and twist; what is between its bodies stays as it is. *moved is 0 where it cannot,
     since it stands on ground. Port ports + i is flange i: its position and speed are one number
     each, and what is tied to it without play moves along; *moved is 0 where its position is fixed,
     or nothing lets it move. */
  int (*move)(gelenk_component* c, int32_t port, const double* pose, const double* twist, double* q,
              double* v, int32_t* moved);
  /* Sets coordinates and speeds that a law of time prescribes; with at_start = 1 also those that it
     gives only there. The host calls it before every evaluation at another time; place takes q and v
     as they are. */
  int (*drive)(gelenk_component* c, double t, int32_t at_start, double* q, double* v);

  /* Up, 1: motion of the ports. */
  int (*place)(gelenk_component* c, double t, const double* q, const double* v, double* poses,
               double* twists);
  /* Up, 2: D and r of (1) for the state placed. */
  int (*condense)(gelenk_component* c, int32_t loading, double* D, double* r);
  /* Down: loads on the ports are known, and give the derivatives of the state (in an impact: vdot is
     the change of v, and qdot is not used). */
  int (*release)(gelenk_component* c, const double* tau, double* qdot, double* vdot);

  /* Projection. The smallest correction delta that takes the component's own residuals to zero moves
     its ports by
         D tau + r        D of factor, r of reduce, tau multipliers of constraints outside     (2)
     factor: D in a metric, for the state placed. residual: of the state placed; the largest. reduce:
     r for the residuals computed last. correct: delta for given tau.
     Refinement, by the factors of condense: the residuals of GELENK_ACCELERATION are what the derivatives
     of v, the loads inside and the tau of release, with all corrections since, leave over of all
     equations; correct adds delta and tau to these. */
  int (*factor)(gelenk_component* c, int32_t metric, double* D);
  int (*residual)(gelenk_component* c, int32_t level, double* largest);
  int (*reduce)(gelenk_component* c, double* r);
  int (*correct)(gelenk_component* c, const double* tau, double* delta);
  /* Moves q by delta, along tangents where coordinates are not free; Euler parameters keep length
     one. Speeds are corrected by the host: v + delta. */
  int (*step)(gelenk_component* c, const double* delta, double* q);

  /* Events: a change of sign of an indicator is one. Indicators belong to the state placed and,
     where forces decide, to the last release; signs[i] is the sign, 1 or -1, that indicator i has
     while the present modes hold. */
  int (*events)(gelenk_component* c, double* indicators);
  int (*event_signs)(gelenk_component* c, int32_t* signs);
  /* Takes modes that fit the state, and holds them from now on. May change the state. q and v are
     what the host has stored of this component, here and in handle_event: a component that has
     changed them writes them before it calls evaluate. */
  int (*start_events)(gelenk_component* c, double t, double* q, double* v, gelenk_evaluate evaluate,
                      void* context);
  /* Indicator i changed to the sign crossed[i]; 0: it did not. May change the state. *changed is 1
     where modes or state are other ones than before; the host then asks all components again, with
     zeros, until none changes. */
  int (*handle_event)(gelenk_component* c, double t, double* q, double* v, const int32_t* crossed,
                      gelenk_evaluate evaluate, void* context, int32_t* changed);

  /* Of the last release. */
  int (*signals)(gelenk_component* c, double* values);
  /* Of the state placed. */
  int (*energy)(gelenk_component* c, double* kinetic, double* potential);
  /* Largest residuals of the component's own constraints and of the lengths of Euler parameters. */
  int (*drift)(gelenk_component* c, double* position, double* velocity);

  /* What follows may be null in a component without inputs (input, set_inputs), without signals that
     are of_state (outputs), without loops inside (the others).

     set_inputs: values of all inputs, from the next place on until they are given again. The host
     gives them before every evaluation, by laws that may have read outputs of this component and of
     others; they must not jump but at events of the host. outputs: values[signals] of the state
     placed, those that are of_state; the others are not used. */
  int (*input)(gelenk_component* c, int32_t i, gelenk_input* input);
  int (*set_inputs)(gelenk_component* c, const double* values);
  int (*outputs)(gelenk_component* c, double* values);

  /* Singular positions. Where bars of a loop come in line its equations are dependent for an instant,
     and accelerations cannot be had from them. They are smooth all the same on the way that the
     mechanism takes, so the host finds them from states beside it: it moves and closes the state
     there (step, factor ... correct), asks for accelerations, and interpolates.
     singular: of the state condensed last (GELENK_FORCES), one of gelenk_nearness; and, unless it is
     GELENK_REGULAR, sizes[nv], how much motion a unit of each speed of that loop is, in radians or in
     lengths of the component, with 0 for speeds of others. Near a singular position a component leaves
     the row that has become dependent out of its factors. */
  int (*singular)(gelenk_component* c, int32_t* nearness, double* sizes);
  /* misses = 1: no smooth way leads through the position ahead (bars that are not quite equal), and the
     row is kept in however small it is; 0: as at the start. */
  int (*miss)(gelenk_component* c, int32_t misses);
  /* The accelerations that the host has found beside the state, in the place of those of the last
     release: for signals, and for A[6 p], those of the ports. */
  int (*accelerate)(gelenk_component* c, const double* vdot, double* A);
  /* Accelerations of the component's own constraints are not zero but -2 rate g' - rate^2 g, which lets
     residuals g of positions decay where nothing else holds them (Baumgarte); 0 at the start. */
  int (*set_feedback)(gelenk_component* c, double rate);

  /* May be null in a component without laws of time. The longest step from t, more than 0 and at most
     `longest`, in a run until `end`, in which nothing is stepped over that laws inside do by time alone:
     where all stands still, errors of a step say nothing about that. With the inputs given last and in
     the modes held. */
  int (*longest_step)(gelenk_component* c, double t, double longest, double end, double* step);

  /* May be null: never. *uneven is 1 where the accelerations of the state condensed last want a
     refinement, since inertias differ so much that factors lose digits. The host may refine at other
     states, too. */
  int (*uneven)(gelenk_component* c, int32_t* uneven);

  /* May be null in a component that learns nothing from step to step. The host keeps this state, the end
     of a step, with the inputs given last; states that it only tries are never told here. */
  int (*accept)(gelenk_component* c, double t, const double* q, const double* v);
  /* May be null, both or none, in a component without any memory. save: *size is the number of bytes that
     the memory takes; they are written where they do not exceed `capacity` (0: bytes may be null). restore:
     takes bytes that save of the same component has written, maybe in another process; GELENK_INPUT where
     they are not, and then the memory is as before. */
  int (*save)(gelenk_component* c, unsigned char* bytes, size_t capacity, size_t* size);
  int (*restore)(gelenk_component* c, const unsigned char* bytes, size_t size);

  /* May be null in a component without flanges. */
  int (*flange)(gelenk_component* c, int32_t i, gelenk_flange* flange);
} gelenk_component_table;

#ifdef GELENK_COMPONENT_EXPORTS
#define GELENK_COMPONENT_API __attribute__((visibility("default")))
#else
#define GELENK_COMPONENT_API
#endif
extern GELENK_COMPONENT_API const gelenk_component_table gelenk_component_abi;
#define GELENK_COMPONENT_SYMBOL "gelenk_component_abi"

#ifdef __cplusplus
}
#endif

#endif
