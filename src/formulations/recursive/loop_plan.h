// Where each constraint equation lives in the tree. A row couples one or two bodies (and perhaps
// single joint coordinates). In the recursion towards the root it travels along from there, as a
// wrench per unit of its multiplier, up to the lowest body that carries all it touches, and is
// eliminated there: a loop is nobody's business outside of the subtree that contains it, and a
// chain of many small loops costs what a chain costs.
//
// Rows that end at one body (ground above all) meet in Λ only where they passed the same joint on
// their way, or the joint of a loop that was eliminated between them. A joint that moves by a law
// couples nothing. So the rows of one place are eliminated in blocks, in an order that keeps Λ
// sparse (math/elimination_order.h): loops that have nothing but ground in common do not know of
// each other, and a row of windows on ground is eliminated window by window.
//
// Where many rows come together at one body on their way (a platform on sixty legs), what is behind
// that body is the same for all of them: a wrench on the body. Six rows of the body itself then
// travel on in their place, the body is a hub, and the rows that arrived stay behind. At the end
// each of them is
//   row + Kᵀ (rows of the hub)                                                                 (1)
// with its wrench K at the hub. Rows that have nothing but the hub in common are so eliminated one
// set after the other, at a cost that is proportional to their number. A hub may stand behind
// another one.
//
// A joint that carries no inertia of its own, or hardly any beside others of its loop (a massless
// link at the end of a branch that a loop holds), cannot be eliminated when the recursion passes
// it. Its acceleration is deferred: it travels along as a further unknown with the equation
//   Sᵀ(I a + P) = τ                                                                            (2)
// and is found together with the multipliers.
//
// A plan is made once for a tree and never changes. It holds numbers of rows, bodies and places in
// arrays; the arrays themselves, which change with every state, are in LoopData.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "formulations/recursive/tree.h"

namespace gelenk {

// Rows that touch the same bodies and speeds: those of one closing joint, or of one relation.
struct RowSet {
  int count = 0;                  // rows
  std::vector<BodyIndex> bodies;  // that its wrenches act on; ground may be among them
  std::vector<int> speeds;        // single speeds that it touches
  bool plain = true;              // none ever has a compliance or a fraction (LoopData)
};

// Where the world outside acts on the tree: on a body, or on the one speed of the joint that
// carries it.
struct PortPlace {
  BodyIndex body;
  double ratio = 0.0;  // of a flange: its speed per speed of the joint; 0: a frame on the body
};

struct LoopPlan {
  // Where LoopData::Lambda has the entries of a set of n rows among each other. Pair i of their
  // packed lower triangle, n (n + 1) / 2 entries, is at first_Lambda + pair_tables[table + i]. The
  // table says only which pairs are one entry, so that places of the same pattern share it.
  struct Pairs {
    int first_Lambda = 0, table = 0;
  };
  // A row at one of the bodies that it passes.
  struct Slot {
    int row;
    int parent;  // slot of the same row at the parent body; −1: eliminated at this body
  };
  // The rows at one body. Their slots stand together, in the order: eliminated here (one
  // elimination after the other), passing on, deferred speeds of the joint that carries the body,
  // parked.
  struct Place {
    int first_slot = 0;
    int slots = 0;       // but for those that are parked
    int eliminated = 0;  // of the slots: eliminated here
    int born = 0;        // of the slots: deferred speeds of the joint that carries this body
    int parked = 0;      // rows that stay at this hub, and rows of hubs where they end
    int first_W = 0;     // in LoopData::W, of nv entries for each slot
    // The joint that carries this body moves freely: rows that pass it act on one another through
    // it.
    bool couples = true;
    Pairs pairs;  // of the slots that pass on, where they are coupled
    // In the order of the way outwards, which is the reverse of that in which they are done.
    int first_elimination = 0, eliminations = 0;
  };
  // One elimination: a dense system of `rows` unknowns. `others` are the rows at the same body that
  // meet them in Λ and are eliminated later, here or further inwards.
  struct Elimination {
    BodyIndex body;
    int first_slot;  // of its rows, which stand together
    int rows, others;
    int first_other;          // in other_slots
    int first_Y;              // in LoopData::Y, y and independent, `rows` entries
    int first_Z;              // in LoopData::Z, rows × others entries
    Pairs pairs;              // of its rows, then of the others
    int group;                // number of the set of eliminations whose loops have joints in common
    bool indefinite;          // deferred speeds take part: the matrix is not definite
    bool plain;               // none of its rows has a compliance or a fraction (LoopData)
    int first_share, shares;  // in `shares`: what its rows that stayed at hubs have of these
  };
  // A body whose six rows travel in place of others. Its rows are unit torques and forces about its
  // origin, in world axes.
  struct Hub {
    BodyIndex body;
    int first_row;
    int first_slot;        // of its rows at its own body
    int first_outer_slot;  // of its rows at the next hub, where they stay; −1: they go to the end
  };
  // What a row of an elimination has of a hub, equation (1). Its wrench K at the hub is in a slot.
  // A row that has already been replaced at an inner hub has no slot at an outer one: its K there
  // is that of the share before this one, taken further by the rows of the inner hub (find_shares
  // in hub_passage.h).
  struct Share {
    int row;    // counted from the first of the elimination
    int hub;    // in `hubs`
    int other;  // the first of the hub's six rows, counted among the others of the elimination
    int slot;   // of K; −1: none
  };

  int rows = 0;  // constraint rows, then one for each deferred speed, then six for each hub
  int constraints = 0;        // of these, constraint rows
  std::vector<Place> places;  // by body
  std::vector<Slot> slots;
  std::vector<int> pair_tables;  // those of all patterns, one behind the other
  // Slots of the others of eliminations, counted from the first slot of the elimination.
  // Eliminations of one pattern share a piece of this list.
  std::vector<int> other_slots;
  int pair_count = 0, W_count = 0, Y_count = 0, Z_count = 0;  // lengths of arrays of LoopData
  int groups = 0;
  int largest = 0, most_others = 0;       // most rows and most others that an elimination has
  std::vector<Elimination> eliminations;  // bodies in ascending order
  std::vector<Hub> hubs;                  // an inner one before the one that it stays at
  std::vector<Share> shares;              // by elimination
  std::vector<int> deferred;              // speed of each deferred row
  std::vector<char> is_deferred;          // by speed
  std::vector<BodyIndex> eliminated_at;   // by row
  // By row. A hub's row is never eliminated: here it has an elimination of rows that stay at the
  // hub.
  std::vector<int> elimination_of;
  std::vector<std::vector<int>> slots_of_bodies;  // by row set and entry of its bodies: first slot

  // Ports (port_rows.h), where the world outside acts. Each body has a slot for every port whose
  // way to ground passes it; ground has one for each port there is.
  struct PortSlot {
    int port;
    int W;         // first of nv entries in PortRows::W
    double ratio;  // of a flange that acts on the joint of this body; 0: the port is further out
  };
  std::vector<PortPlace> ports;
  std::vector<PortSlot> port_slots;
  std::vector<int> first_port_slot;  // by body, and one more
  int port_W_count = 0;              // length of PortRows::W
  // Pairs of a port and a row that pass one body, each as port · rows + row.
  std::vector<int> meetings;
  std::span<const PortSlot> ports_at(BodyIndex body) const {
    return {port_slots.data() + first_port_slot[body],
            port_slots.data() + first_port_slot[body + 1]};
  }

  int find_slot(BodyIndex body, int row) const;
  // Where LoopData::Lambda has the entry of two slots that pass on; both counted from the first
  // that does.
  int pair(const Place& place, int a, int b) const { return pair(place.pairs, a, b); }
  // The same at an elimination, counted through its rows and then the others.
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

// A body becomes a hub where at least so many rows come together from at least so many sides. Fewer
// are cheaper as one dense block. Tests choose smaller numbers.
struct HubRule {
  int least_rows = 30, least_sides = 4;
};

LoopPlan plan_loops(const Tree& tree, const std::vector<RowSet>& sets,
                    const std::vector<PortPlace>& ports = {}, const HubRule& rule = {});

}  // namespace gelenk
