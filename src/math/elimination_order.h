// In which order the unknowns of a sparse symmetric system are eliminated, and which of them together. Vertices are small
// sets of unknowns that stay together (the rows of one joint); edges say which of them meet in the matrix. Eliminating a
// vertex ties all its neighbours to one another. The vertex that is tied to the fewest unknowns goes first (minimum degree,
// Tinney and Walker 1967); vertices that then see the same neighbours become one block, so that what is dense stays dense.
//
// Which of equal vertices goes first is for their numbers to say: the same graph always gives the same blocks.
#pragma once

#include <set>
#include <vector>

namespace gelenk {

// Eliminated together: a dense system that changes `others`.
struct EliminationBlock {
  std::vector<int> members;  // ascending
  std::vector<int> others;   // vertices that are still there and meet it, ascending
};

class CouplingGraph {
 public:
  // Adds a vertex of so many unknowns and returns its number.
  int add_vertex(int unknowns);
  // Ties all of these to one another.
  void couple(const std::vector<int>& vertices);
  // Attaches a vertex to another one, which is not to be taken out: until the vertex is, it meets that one and all that this meets, but need not be tied
  // to it. So vertices that are attached to the same one do not meet each other. Where none is left, that one is gone, too.
  void attach(int vertex, int to);
  // Takes these out, in the order of the blocks returned.
  std::vector<EliminationBlock> eliminate(const std::vector<int>& vertices);

  bool are_coupled(int a, int b) const { return neighbours_[a].count(b) > 0; }
  int degree(int vertex) const { return degree_[vertex]; }  // unknowns of its neighbours

 private:
  void tie(int a, int b);
  void untie(int a, int b);
  std::vector<int> list_met(int vertex) const;
  int count_met(int vertex) const;

  std::vector<int> unknowns_, degree_;
  std::vector<std::set<int>> neighbours_;
  std::vector<std::vector<int>> attached_;  // by vertex: to which others
  std::vector<std::set<int>> users_;        // by vertex: those attached to it
  std::vector<char> has_had_users_;
};

}  // namespace gelenk
