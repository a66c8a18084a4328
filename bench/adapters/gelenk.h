// Gelenk's own formulations, as libraries to be measured.
#pragma once

#include <string>
#include <vector>

#include "library.h"

namespace gelenk::bench {

// What acts in the joints of a chain, as Modelica text in which %i is the number of the joint, %n its axis, %t the torque
// about it, %T that torque as a vector, %a and %b the frames before and behind the joint.
struct JointLoad {
  std::string joint;        // modification of the joint
  std::string parts;        // further components
  std::string connections;  // and equations
};
// A torque as Gelenk.Forces.Torque.
JointLoad torque_element();

// The chain in the formulation `recursive`, with this in all joints that have a torque.
std::unique_ptr<Mechanism> build_gelenk_chain(const Chain& chain, const JointLoad& load);

std::vector<const Library*> gelenk_libraries();

}  // namespace gelenk::bench
