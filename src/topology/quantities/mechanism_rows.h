// The mechanism among the equations: with accelerations A of the ports where equations act on it and loads L there,
//   A = D L + r.                                                                                      (1)
// Each row reads all loads. To the passes that is told by a quantity more, H, that stands for what all loads do together:
//   A_i, L_i and H occur in row i,      H and all L in one equation more,
// so that a thousand ports are a few thousand entries. When blocks are sorted, one holds H. If it holds rows, too, loads in it depend on
// accelerations in it, and its rows are written as (1), with D and r as names of quantities that are found with the motion. All other
// accelerations follow from loads, as every acceleration of the mechanism does.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "equations/aliases.h"
#include "equations/flat_equations.h"

namespace gelenk {

// Names of entries of D and r.
std::string name_response(const std::string& acceleration, const std::string& load);
std::string name_rest(const std::string& acceleration);
bool is_of_response(const std::string& name);

class MechanismRows {
 public:
  // Quantities: a load that equations give, and the acceleration it acts on, −1 if nothing reads how that port moves.
  void add_port(equations::FlatEquations& flat, int load, int acceleration);
  // Loads of which a row says what comes of them: they occur, even where no equation reads them.
  std::vector<int> list_answered_loads() const;

  // After aliases are found and used: what the passes see.
  void add_rows(equations::FlatEquations& flat, std::vector<char>& is_active,
                const equations::Aliases& aliases);
  bool is_row(int equation) const { return equation >= first_row_ && equation <= last_row_; }
  bool is_sum(int quantity) const { return quantity == sum_; }

  // Equations and quantities of a block with rows: what is left to be solved, each equation with a quantity; empty where the block is a single
  // row. False: no equation is left for some quantity.
  bool write_block(equations::FlatEquations& flat, const std::vector<int>& equations,
                   const std::vector<int>& quantities, std::vector<std::pair<int, int>>& pairs);
  // Names of A and L of that block.
  std::vector<std::string> accelerations, loads;

 private:
  struct Port {
    int load, acceleration;
    symbolic::Expression L;  // with aliases used
  };
  std::vector<Port> ports_;
  std::vector<int> port_of_row_;
  int first_row_ = 0, last_row_ = -1, sum_ = -1;
};

}  // namespace gelenk
