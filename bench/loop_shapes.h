// Mechanisms with loops in shapes that are hard to keep cheap, of any size, as Modelica text. As in large_models.h, each
// closes where all its joints are at zero and moves under gravity.
#pragma once

#include <string>

namespace gelenk::bench {

// Four-bars that have nothing but ground in common; three bodies each.
std::string write_separate_four_bars(int bodies);
// The same on one table that turns.
std::string write_carousel(int bodies);
// Windows in a row on ground: posts that are hinged to ground, each joined to the next by a beam. The beams may be without
// mass.
std::string write_windows(int bodies, bool has_light_beams = false);
// A square of links that are pinned together in parallelograms, hung up at one corner.
std::string write_grid(int bodies);
// Platforms that stand on `legs` legs each; a leg is two bodies between a universal and a spherical joint.
std::string write_platforms(int bodies, int legs);
// A mast of pieces that stand on one another by spherical joints, each held by `guys` legs from the ground.
std::string write_mast(int bodies, int guys);
// Pairs of wheels on ground that are geared together by GearConstraint.
std::string write_gears(int bodies);
// Four-bars on ground whose cranks one linear relation ties together.
std::string write_spanning_relation(int bodies);
// One half is a chain, the other four-bars and windows on ground.
std::string write_mixed(int bodies);

}  // namespace gelenk::bench
