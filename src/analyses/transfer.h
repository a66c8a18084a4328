// From the coordinates of one choice of tree joints to those of another: both systems are built from one model with
// the same components, and every body is where it was. How initial values found along the joints of the whole mechanism become those of
// components with coordinates of their own.
#pragma once

#include "analyses/assembly.h"

namespace gelenk {

// Initial values of a system with a partition: components that move on their own say nothing of how they start. The
// whole is assembled with coordinates along its joints, where start values are given, and every component is
// then placed where that has it. `options` are those that the formulation's system was built with.
//
// A compiled component stands still in itself at first. Where a loop leads through one it may have to give way, which
// the projection of `formulation` then sees to.
Assembly assemble_apart(const ModelTree& model, const BuildOptions& options,
                        Formulation& formulation, double start_time = 0.0);

// `from` has the state of `assembly`; `to` is the other system. States z are taken over; what the assembly tells
// about the whole is left as it is.
// Compiled components start as they do by themselves at `start_time`, moved to where the other system has them.
Assembly transfer(const Assembly& assembly, Formulation& from, const System& to, double start_time);

}  // namespace gelenk
