// Where each constraint equation lives in the tree. A row couples one or two bodies (and perhaps single
// joint coordinates). In the recursion towards the root it travels along from there, as a wrench per unit of
// its multiplier, up to the lowest body that carries all it touches, and is eliminated there: a loop is
// nobody's business outside of the subtree that contains it, and a chain of many small loops costs what a
// chain costs.
//
// Rows that end at one body (ground above all) meet in Λ only where they passed the same joint on their way, or the joint of
// a loop that was eliminated between them. A joint that moves by a law couples nothing. So the rows of one place are
// eliminated in blocks, in an order that keeps Λ sparse (math/elimination_order.h): loops that have nothing but ground in
// common do not know of each other, and a row of windows on ground is eliminated window by window.
//
// Where many rows come together at one body on their way (a platform on sixty legs), what is behind it is the same for all:
// a wrench on that body. Six rows of the body itself, a hub, then travel on in their place, and theirs stay behind. At the end each row is
//   row + Kᵀ (rows of the hub)                                                                      (1)
// with its wrench K at the hub. Rows that have nothing but the hub in common are so eliminated one set after the other, at a cost that
// is proportional to their number. A hub may stand behind another one.
//
// A joint that carries no inertia of its own, or hardly any beside others of its loop (a massless link at the end of a
// branch that a loop holds), cannot be eliminated when the recursion passes it. Its acceleration then travels along as a further
// unknown with the equation Sᵀ(I a + P) = τ, and is found together with the multipliers.
//
// Constant; the numbers are in LoopData.
#pragma once

#include <span>
#include <utility>
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

// Where the outside acts: on a body, or on the one speed of the joint that carries it.
struct PortPlace {
  BodyIndex body;
  double ratio = 0.0;  // of a flange: its speed per speed of the joint; 0: a frame on the body
};

struct LoopPlan {
  // Where Λ of pairs of slots is: first_Lambda + an entry of a table, packed lower triangle, that equal patterns share.
  struct Pairs {
    int first_Lambda = 0, table = 0;
  };
  struct Slot {
    int row;
    int parent;  // slot of the same row at the parent body; −1: eliminated at this body
  };
  struct Place {
    int first_slot = 0, slots = 0;
    int eliminated = 0;  // of these, eliminated here: they stand first, by elimination
    int born = 0;  // of these, deferred speeds of the joint that carries this body: they stand last
    int parked = 0;   // behind these: rows that stay at their hub, and rows of hubs where they end
    int first_W = 0;  // in LoopData::W, of nv entries for each slot
    bool couples =
        true;     // the joint that carries this body moves freely, and ties what passes it together
    Pairs pairs;  // of the slots that go on, where they are coupled
    int first_elimination = 0, eliminations = 0;  // in the order of the way outwards
  };
  // One elimination: a dense system of `rows` unknowns, seen by `others` rows that stay or travel on.
  struct Elimination {
    BodyIndex body;
    int first_slot;  // of its rows, which stand together
    int rows, others;
    int first_other;          // in other_slots
    int first_Y, first_Z;     // rows, rows × others
    Pairs pairs;              // of rows, then others
    int group;                // of eliminations at one body whose loops have joints in common
    bool indefinite;          // deferred speeds take part
    bool plain;               // none of its rows has a compliance or a fraction (LoopData)
    int first_share, shares;  // rows that stayed at hubs
  };
  // A body whose six rows travel in place of others. Its rows are unit torques and forces about its origin.
  struct Hub {
    BodyIndex body;
    int first_row;
    int first_slot;        // at its body
    int first_outer_slot;  // where its rows stay at the next hub; −1: they go to the end
  };
  // What a row of an elimination has of a hub, (1). K stands in a slot; without one it is that of the share before, taken
  // further by the rows of that one's hub.
  struct Share {
    int row;  // of the elimination
    int hub;
    int other;  // the first row of the hub among the others of the elimination
    int slot;   // −1: none
  };

  int rows = 0;  // constraint rows, then one for each deferred speed, then six for each hub
  int constraints = 0;
  std::vector<Place> places;  // by body
  std::vector<Slot> slots;
  std::vector<int> pair_tables;  // of all patterns
  std::vector<int>
      other_slots;  // of eliminations, counted from their first slot; shared by pattern
  int pair_count = 0, W_count = 0, Y_count = 0, Z_count = 0, groups = 0;
  int largest = 0, most_others = 0;               // of all eliminations
  std::vector<Elimination> eliminations;          // places in ascending order
  std::vector<Hub> hubs;                          // an inner one before the one that it stays at
  std::vector<Share> shares;                      // of eliminations
  std::vector<int> deferred;                      // speed of each deferred row
  std::vector<char> is_deferred;                  // by speed
  std::vector<BodyIndex> eliminated_at;           // by row
  std::vector<int> elimination_of;                // by row; of a hub's row: of one that stays there
  std::vector<std::vector<int>> slots_of_bodies;  // by row set and entry of its bodies: first slot

  // Ports (port_rows.h): where the outside acts. By body, those that pass it on their way to ground; at
  // ground all of them.
  struct PortSlot {
    int port;
    int W;  // first of nv entries in PortRows::W
    double
        ratio;  // of a flange that acts on the joint of this body; 0: what passes has come from outwards
  };
  std::vector<PortPlace> ports;
  std::vector<PortSlot> port_slots;
  std::vector<int> first_port_slot;  // by body, and one more
  int port_W_count = 0;
  std::vector<int> meetings;  // of a port and a row at some body: port · rows + row
  std::span<const PortSlot> ports_at(BodyIndex body) const {
    return {port_slots.data() + first_port_slot[body],
            port_slots.data() + first_port_slot[body + 1]};
  }

  int find_slot(BodyIndex body, int row) const;
  // Where Λ of two slots that go on is; both counted from the first of these.
  int pair(const Place& place, int a, int b) const { return pair(place.pairs, a, b); }
  // The same at an elimination: rows, then others.
  int pair(const Elimination& e, int a, int b) const { return pair(e.pairs, a, b); }
  // Slot of the r-th of the others.
  int other(const Elimination& e, int r) const {
    return e.first_slot + other_slots[e.first_other + r];
  }

 private:
  int pair(const Pairs& pairs, int a, int b) const {
    if (a < b) std::swap(a, b);
    return pairs.first_Lambda + pair_tables[pairs.table + a * (a + 1) / 2 + b];
  }
};

// A body is a hub where so many rows come together from so many sides. Fewer are cheaper as one dense block.
struct HubRule {
  int least_rows = 30, least_sides = 4;
};

LoopPlan plan_loops(const Tree& tree, const std::vector<RowSet>& sets,
                    const std::vector<PortPlace>& ports = {}, const HubRule& rule = {});

}  // namespace gelenk
