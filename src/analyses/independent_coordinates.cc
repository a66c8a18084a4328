#include "analyses/independent_coordinates.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>

#include "base/error.h"

namespace gelenk {

namespace {

constexpr double rank_tolerance = 1e-9;

[[noreturn]] void reject(const std::string& message, const std::string& hint) {
  throw UserError({"option", {}, "", message, hint});
}

struct Coordinate {
  std::string name;
  int v;  // index
};

// Names of a joint's coordinates, per speed. Where coordinates are more than speeds (Euler parameters), the speeds' names.
std::vector<Coordinate> list_names(const JointEdge& edge) {
  const JointNames names = std::visit([](const auto& joint) { return joint.names(); }, edge.joint);
  std::vector<Coordinate> list;
  auto add = [&](const std::vector<std::string>& of) {
    for (std::size_t i = 0; i < of.size() && static_cast<int>(i) < edge.nv(); ++i) {
      if (!of[i].empty()) list.push_back({edge.name + "." + of[i], edge.v + static_cast<int>(i)});
    }
  };
  if (edge.nq() == edge.nv()) {
    add(names.q);
    add(names.q_alias);
  } else {
    add(names.v);
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Coordinate& a, const Coordinate& b) { return a.v < b.v; });
  return list;
}

void collect(const Subsystem& sub, std::vector<Coordinate>& tree, std::vector<Coordinate>& loops) {
  for (const JointEdge& edge : sub.joints) {
    std::vector<Coordinate>& list = edge.in_tree ? tree : loops;
    for (Coordinate& coordinate : list_names(edge)) list.push_back(std::move(coordinate));
  }
  for (const auto& part : sub.parts) collect(*part, tree, loops);
}

std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    const std::size_t first = name.find_first_not_of(" \t"), last = name.find_last_not_of(" \t");
    if (first != std::string::npos) list.push_back(name.substr(first, last - first + 1));
    begin = end + 1;
  }
  return list;
}

std::string count(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

class Finder {
 public:
  Finder(Formulation& formulation, const Vector& q, const Vector& v)
      : undriven_(list_undriven(formulation.system())) {
    collect(*formulation.system().root, tree_, loops_);
    formulation.eval_motion(q, v);
    Closure closure;
    formulation.eval_closure(closure);
    if (closure.g.size() == 0) {
      reject("the mechanism has no loops: all its coordinates are independent",
             "leave the independent coordinates out");
    }
    find_motions(closure);
  }

  std::vector<int> find(const std::vector<std::string>& names) {
    for (const std::string& name : names) chosen_.push_back(find_one(name));
    if (static_cast<Eigen::Index>(names.size()) != Z_.cols()) {
      reject(fmt::format("{} named as independent, but the mechanism has {} at the start",
                         count(names.size(), "coordinate is", "coordinates are"),
                         count(Z_.cols(), "degree of freedom", "degrees of freedom")),
             suggest_choice());
    }
    check_independence(names);
    return chosen_;
  }

 private:
  // Z of (1), with rows of zeros for driven coordinates.
  void find_motions(const Closure& closure) {
    std::vector<int> columns;
    for (std::size_t j = 0; j < undriven_.size(); ++j) {
      if (undriven_[j]) columns.push_back(static_cast<int>(j));
    }
    const Matrix whole = closure.G;
    Matrix G(whole.rows(), columns.size());
    for (Eigen::Index i = 0; i < G.rows(); ++i) {
      const double size = closure.natural[i] > 0 ? closure.natural[i] : 1.0;
      for (std::size_t j = 0; j < columns.size(); ++j) G(i, j) = whole(i, columns[j]) / size;
    }
    Eigen::FullPivLU<Matrix> lu;
    lu.setThreshold(rank_tolerance);
    lu.compute(G);
    Z_ = Matrix::Zero(undriven_.size(), lu.dimensionOfKernel());
    if (Z_.cols() == 0) return;
    const Matrix kernel = lu.kernel();
    for (std::size_t j = 0; j < columns.size(); ++j) Z_.row(columns[j]) = kernel.row(j);
  }

  int find_one(const std::string& name) const {
    auto same = [&](const Coordinate& c) { return c.name == name; };
    const auto found = std::find_if(tree_.begin(), tree_.end(), same);
    if (found == tree_.end()) {
      if (std::any_of(loops_.begin(), loops_.end(), same)) {
        reject("the coordinate '" + name + "' belongs to a joint that closes a loop",
               "coordinates of such joints follow from the others: choose among " + list_free());
      }
      std::vector<std::string> all;
      for (const Coordinate& c : tree_) all.push_back(c.name);
      reject("there is no coordinate '" + name + "'", suggest(name, all));
    }
    if (!undriven_[found->v]) {
      reject("the coordinate '" + name + "' is moved by a law",
             "leave it out: only coordinates that can move freely are independent");
    }
    if (std::find(chosen_.begin(), chosen_.end(), found->v) != chosen_.end())
      reject("the coordinate '" + name + "' is named twice", "name each coordinate once");
    return found->v;
  }

  // (1): elimination from the first name on; a row without a pivot left depends on those before it.
  void check_independence(const std::vector<std::string>& names) {
    Matrix rows(chosen_.size(), Z_.cols());
    for (std::size_t i = 0; i < chosen_.size(); ++i) rows.row(i) = Z_.row(chosen_[i]);
    const double size = Z_.cwiseAbs().maxCoeff();
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      Eigen::Index pivot = 0;
      if (rows.row(i).cwiseAbs().maxCoeff(&pivot) <= rank_tolerance * size) {
        const std::string hint = suggest_choice();
        if (i == 0 || Z_.row(chosen_[i]).cwiseAbs().maxCoeff() <= rank_tolerance * size)
          reject("the coordinate '" + names[i] +
                     "' cannot be independent: the loops hold it where it is at the start",
                 hint);
        reject(fmt::format("the coordinate '{}' cannot be independent: it follows from '{}'",
                           names[i], fmt::join(names.begin(), names.begin() + i, "', '")),
               hint);
      }
      for (Eigen::Index k = i + 1; k < rows.rows(); ++k)
        rows.row(k) -= rows.row(i) * (rows(k, pivot) / rows(i, pivot));
    }
  }

  // A choice that would do, with as many of the given names as possible.
  std::string suggest_choice() const {
    if (Z_.cols() == 0) return "leave the independent coordinates out: nothing can move";
    Matrix weighted = Z_.transpose();
    // Those named first count most.
    for (std::size_t i = 0; i < chosen_.size(); ++i)
      weighted.col(chosen_[i]) *= 1e4 / static_cast<double>(1 + i);
    const Eigen::FullPivLU<Matrix> lu(weighted);
    std::vector<std::string> names;
    for (Eigen::Index k = 0; k < Z_.cols(); ++k) {
      const int j = lu.permutationQ().indices()[k];
      const auto named =
          std::find_if(tree_.begin(), tree_.end(), [&](const Coordinate& c) { return c.v == j; });
      if (named == tree_.end()) return "choose among " + list_free();
      names.push_back(named->name);
    }
    return fmt::format("for example '{}'", fmt::join(names, ","));
  }

  // What can move, shortened when long.
  std::string list_free() const {
    std::string text;
    int listed = 0, last = -1;
    for (const Coordinate& c : tree_) {
      if (!undriven_[c.v] || c.v == last) continue;
      last = c.v;  // one name each
      if (++listed > 8) return text + ", …";
      text += (text.empty() ? "'" : ", '") + c.name + "'";
    }
    return text;
  }

  std::vector<bool> undriven_;
  std::vector<Coordinate> tree_, loops_;
  Matrix Z_;
  std::vector<int> chosen_;
};

}  // namespace

std::vector<bool> list_undriven(const System& system) {
  std::vector<bool> undriven(system.nv, true);
  for (const Train& train : system.axes.trains) {
    if (train.driven) undriven[train.carrier.sub->joints[train.carrier.joint].v] = false;
  }
  return undriven;
}

std::vector<int> find_independent(Formulation& formulation, const Vector& q, const Vector& v,
                                  const std::string& names) {
  return Finder(formulation, q, v).find(split(names));
}

}  // namespace gelenk
