// The mechanisms that every library is measured on, as plain numbers: no library's types, so that
// modules compiled with other options can share them.
//
// A chain hangs from ground. Link i has a frame B_i; its parent P is link i−1, or ground. A revolute
// joint stands in a frame F that is fixed on P, and B_i coincides with F at angle zero:
//   X_PB = X_PF · Rot(axis, q_i)          X_PF = (Rot(turn_axis, turn_angle), p_PF)                 (1)
// The first F is ground. Gravity acts along −y of ground with `gravity`. Torque tau_i acts on link i about its axis, and
// with the opposite sign on P.
//
// In a chain of rings, a ball joint ties the tip of every tenth link to the body from which the ring
// began: a point of link 10k + 10 to a point of link 10k.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace gelenk::bench {

using Triple = std::array<double, 3>;

constexpr double gravity = 9.81;  // m/s²
constexpr int links_per_ring = 10;

struct Link {
  Triple p_PF;                      // in axes of the parent
  Triple turn_axis = {1, 0, 0};     // of the constant rotation, in axes of the parent
  double turn_angle = 0.0;          // rad
  bool about_x = false;             // joint axis: x of F, or z
  double mass = 1.0;                // kg
  Triple com;                       // mass centre, in B
  std::array<double, 6> inertia{};  // about the mass centre, in B: xx yy zz xy xz yz
};

// Links are counted from 0 here; −1 is ground.
struct Ball {
  int base, tip;         // links
  Triple p_base, p_tip;  // points that the joint holds together, in the frames of the links
};

struct State {
  std::vector<double> q, v;  // one per link
};

struct Chain {
  std::string kind;
  std::vector<Link> links;
  std::vector<Ball> balls;
  std::vector<double> tau;    // the same in every state
  std::vector<State> states;  // of rings: closed, with velocities that keep them closed

  int size() const { return static_cast<int>(links.size()); }
};

// `kind`: aligned (X_PF without rotation), generic (with one for every link), passive (generic, without
// torques), or rings (generic, and closed by ball joints; n is a multiple of ten). The same numbers in
// every run.
Chain make_chain(const std::string& kind, int n);

}  // namespace gelenk::bench
