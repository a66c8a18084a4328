// What small disturbances of a state of rest do: they die out, go on, or grow. From the eigenvalues of
//   ẋ = u,   u̇ = v̇(x, u, z) on the independent coordinates,   ż = f(x, u, z)                         (1)
// by central differences along the motions that are free there (rest_space.h), with modes as they are held.
#pragma once

#include "analyses/rest_space.h"

namespace gelenk {

enum class Stability { unknown, stable, marginal, unstable };

struct RestDirections {
  Matrix motions;                // N of RestSpace, at the state
  std::vector<int> independent;  // of its rows
  Matrix states;                 // directions that equations leave to z, orthonormal
  Matrix insensitive;            // of (x, z): what may be moved without any change of forces
};

// `space` is placed at q, which has z behind the coordinates. Unknown where accelerations are not determined.
Stability calc_rest_stability(Formulation& formulation, RestSpace& space, double time,
                              const Vector& q, const RestDirections& directions);

// A small motion (x, z) out of q, back on all equations. False: there is no way back.
bool move_by(Formulation& formulation, RestSpace& space, double time, const RestDirections& by,
             const Vector& x, Vector& q);

}  // namespace gelenk
