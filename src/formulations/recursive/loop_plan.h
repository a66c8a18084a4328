// Where each constraint equation lives in the tree. A row couples one or two bodies (and perhaps single
// joint coordinates). In the recursion towards the root it travels along from there, as a wrench per unit of
// its multiplier, up to the lowest body that carries all it touches, and is eliminated there: a loop is
// nobody's business outside of the subtree that contains it, and a chain of many small loops costs what a
// chain costs.
//
// A joint that carries no inertia of its own (a massless link at the end of a branch that a loop holds)
// cannot be eliminated when the recursion passes it. Its acceleration then travels along as a further
// unknown with the equation Sᵀ(I a + P) = τ, and is found together with the multipliers.
//
// Constant; the numbers are in LoopData.
#pragma once

#include <span>
#include <vector>

#include "formulations/recursive/tree.h"

namespace gelenk {

// What a set of rows touches.
struct RowSet {
  int count = 0;                  // rows
  std::vector<BodyIndex> bodies;  // that its wrenches act on; ground may be among them
  std::vector<int> speeds;        // single speeds that it touches
  bool plain = true;              // never has a compliance or a fraction (LoopData)
};

struct LoopPlan {
  struct Slot {
    int row;
    int parent;  // slot of the same row at the parent body; −1: eliminated at this body
  };
  struct Place {
    int first_slot = 0, slots = 0;
    int eliminated = 0;  // of these, eliminated here: they stand first
    int born = 0;  // of these, deferred speeds of the joint that carries this body: they stand last
    int first_W = 0;  // in LoopData::W, of nv entries for each slot
    // Where Λ of a pair of slots is: first_Lambda + an entry of a table, packed lower triangle, that places of one
    // pattern share.
    int first_Lambda = 0, first_pair = 0;
    int elimination = -1;  // number of the elimination
  };
  // One elimination: a dense system of `rows` unknowns, seen by `others` rows that travel on.
  struct Elimination {
    BodyIndex body;
    int rows, others;
    int first_Y, first_Z;  // rows, rows × others
    bool indefinite;       // deferred speeds take part
    bool plain;            // none of its rows has a compliance or a fraction (LoopData)
  };

  int rows = 0;  // constraint rows, then one for each deferred speed
  int constraints = 0;
  std::vector<Place> places;  // by body
  std::vector<Slot> slots;
  std::vector<int> pairs;  // tables of all patterns
  int pair_count = 0, W_count = 0, Y_count = 0, Z_count = 0, largest = 0;
  std::vector<Elimination> eliminations;
  std::vector<int> deferred;                      // speed of each deferred row
  std::vector<char> is_deferred;                  // by speed
  std::vector<BodyIndex> eliminated_at;           // by row
  std::vector<std::vector<int>> slots_of_bodies;  // by row set and entry of its bodies: first slot

  // Ports (port_rows.h): bodies that the outside acts on. By body, those that pass it on their way to ground; at
  // ground all of them.
  struct PortSlot {
    int port;
    int W;  // first of nv entries in PortRows::W
  };
  std::vector<BodyIndex> ports;
  std::vector<PortSlot> port_slots;
  std::vector<int> first_port_slot;  // by body, and one more
  int port_W_count = 0;
  std::vector<int> meetings;  // of a port and a row at some body: port · rows + row
  std::span<const PortSlot> ports_at(BodyIndex body) const {
    return {port_slots.data() + first_port_slot[body],
            port_slots.data() + first_port_slot[body + 1]};
  }

  int find_slot(BodyIndex body, int row) const;
  int pair(const Place& place, int a, int b) const {  // slots counted from the place's first
    if (a < b) std::swap(a, b);
    return place.first_Lambda + pairs[place.first_pair + a * (a + 1) / 2 + b];
  }
};

LoopPlan plan_loops(const Tree& tree, const std::vector<RowSet>& sets,
                    const std::vector<BodyIndex>& ports = {});

}  // namespace gelenk
