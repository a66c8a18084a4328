// Which joints share loops, wherever the model is cut, and how such loops move by themselves.
// Bodies are the vertices of a graph, ground one of them, and joints its edges. Its blocks are the
// smallest sets of joints that have no loop in common with others: fundamental loops that share a
// joint belong to one block. Blocks hang together at single bodies, so that one can move while all
// joints of the others stand still. With W the twist of a body, all taken at one point, p the body
// before it on the way from ground (or from a body that flies freely), and W⁰ the twists at hand,
//   W = W_p + (W⁰ − W⁰_p)   where the joint between them is in a block that moves, else W = W_p,         (1)
// and around each loop these differences add up to zero.
//
// In: leaves with a motion placed. Out: speeds of the whole system.
#pragma once

#include <vector>

#include "formulations/recursive/recursive_box.h"
#include "topology/leaves/partition.h"

namespace gelenk {

class LoopBlocks {
 public:
  // Both must outlive it; no leaf is compiled.
  LoopBlocks(const Partition& partition, const std::vector<RecursiveBox*>& leaves);

  int count() const { return count_; }
  // The block of a joint of a composite, and that of a tree joint's speed in a leaf.
  int of_joint(int composite, int joint) const { return of_joint_[composite][joint]; }
  int of_speed(int leaf, int speed) const;
  // A joint in no loop is a block by itself.
  bool has_loop(int block) const { return block >= 0 && has_loop_[block]; }

  // Fills the speeds with which the blocks so marked move as at the motion at hand while all others
  // rest. Returns how fast the fastest of their joints is then, in radians or lengths.
  double calc_motion(const std::vector<char>& moves, double length, Vector& speeds) const;

 private:
  struct Joint {
    int a, b;           // bodies; ground is 0
    Vec3<double> p_Bo;  // where it is on b, in axes of that
  };
  int body_at(const PartPort& at, const Composite& composite, Vec3<double>& p_Bo) const;
  void collect_joints();
  void walk();
  void join_loops();

  const Partition& partition_;
  const std::vector<RecursiveBox*>& leaves_;
  std::vector<int> first_;                  // by leaf: number of its body 1
  std::vector<Joint> joints_;               // those of leaves, then those of composites
  std::vector<std::vector<int>> of_joint_;  // by composite: number in joints_, then block
  int bodies_ = 1, count_ = 0;
  std::vector<int> order_;  // bodies, each after the one before it
  std::vector<int> before_;         // by body: the one before it; −1: none
  std::vector<int> over_;           // by body: the joint between these two
  std::vector<int> depth_;          // by body: how many are before it
  std::vector<char> has_loop_;      // by block
  std::vector<int> block_of_body_;  // that of the joint to the body before it; −1: none
};

}  // namespace gelenk
