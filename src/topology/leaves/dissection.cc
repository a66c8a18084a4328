// One cut is found in three steps.
//
// 1. Orders. Breadth-first search finds three vertices a, b, c far from each other. Vertices are put in order by
//    their distance d_a, and by d_a − d_c: on a grid the first gives diagonals, the second straight lines.
// 2. Sweeps. Vertices enter one by one, the last of the order first. After each of them, two sets are candidates
//    for a side: all that entered, and the connected piece that the last one belongs to. With union-find,
//      w(S ∪ v) = Σ w(S_i) + w(v)         c(S ∪ v) = Σ c(S_i) + c(v) − 2 e(v, S)                (1)
//    give the weight w and the cut c of a piece in nearly linear time, where S_i are the pieces that v joins, and
//    e is the weight of the edges from v to them. Along a ladder the first kind is best, in a tree the second: a piece
//    is a branch. Where v joins many small branches, some of them together are a candidate as well.
// 3. Refinement after Fiduccia and Mattheyses (1982): vertices at the border change sides, the most useful
//    first and each at most once, also where that does not help at once; the best state met is kept.
//
// The price of a candidate is 2 c + max(o_1, o_2) (2), where o_k is the weight of edges from side k
// to what was cut off before: the borders of both halves ought to be small, not this cut alone.
#include "topology/leaves/dissection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

#include "base/error.h"

namespace gelenk {

namespace {

// Least share of a side, of what is left beside the heaviest vertex. A sweep always meets such a
// cut, and in a tree with three branches at most there is one at a single edge.
constexpr double least_share = 1.0 / 3.0;

// The graph of one node of the dissection: its vertices counted from 0, neighbours of v at first[v]
// … first[v + 1].
struct Graph {
  std::vector<int> first, neighbour;
  std::vector<double> edge_weight;
  std::vector<double> weight;   // of the vertices
  std::vector<double> outside;  // weight of edges that were cut before
  double total = 0.0;
  double least = 0.0;  // what a side should weigh

  int size() const { return static_cast<int>(weight.size()); }
  int degree(int v) const { return first[v + 1] - first[v]; }
};

// How good a cut is: first balance, up to the least share; then the price; then more balance.
struct Merit {
  double lack = INFINITY, price = INFINITY, lighter = 0.0;

  bool operator<(const Merit& other) const {
    if (lack != other.lack) return lack < other.lack;
    if (price != other.price) return price < other.price;
    return lighter > other.lighter;
  }
};

Merit judge(const Graph& graph, double outside_total, double weight, double cut, double outside) {
  const double lighter = std::min(weight, graph.total - weight);
  // The lack is rounded, so that sums in different orders do not decide; the price is (2).
  const double lack = std::max(0.0, (graph.least - lighter) / graph.total);
  return {std::round(lack * 1e9) * 1e-9, 2 * cut + std::max(outside, outside_total - outside),
          lighter};
}

// A set of vertices that may become a side: those at `position` or behind it in an order; with
// `seeds`, of those only the pieces that the seeds belong to.
struct Candidate {
  Merit merit;
  int order = -1, position = 0;
  std::vector<int> seeds;
};

// Cuts one graph after the other, and keeps its memory between them.
class Bisection {
 public:
  // side[v]: 0 or 1. Both sides have vertices; the graph has two or more.
  void run(const Graph& graph, std::vector<char>& side) {
    graph_ = &graph;
    side.assign(graph.size(), 0);
    find_pieces();
    if (share_pieces(side)) return;
    outside_total_ = std::accumulate(graph.outside.begin(), graph.outside.end(), 0.0);
    cut_largest_piece(side);
    refine(side);
  }

 private:
  // ---- connected pieces -------------------------------------------------------------------------

  // Vertices at distance 0, 1, 2 … from `start`, nearest first; `distance` is −1 where it does not
  // lead.
  void search(int start, std::vector<int>& order, std::vector<int>& distance) const {
    const Graph& g = *graph_;
    distance.assign(g.size(), -1);
    order.clear();
    order.push_back(start);
    distance[start] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
      const int v = order[next];
      for (int k = g.first[v]; k < g.first[v + 1]; ++k) {
        const int u = g.neighbour[k];
        if (distance[u] >= 0) continue;
        distance[u] = distance[v] + 1;
        order.push_back(u);
      }
    }
  }

  void find_pieces() {
    const Graph& g = *graph_;
    piece_.assign(g.size(), -1);
    piece_weight_.clear();
    piece_start_.clear();
    std::vector<int>& queue = order_[0];
    for (int start = 0; start < g.size(); ++start) {
      if (piece_[start] >= 0) continue;
      const int piece = static_cast<int>(piece_weight_.size());
      piece_start_.push_back(start);
      double weight = 0.0;
      queue.assign(1, start);
      piece_[start] = piece;
      for (std::size_t next = 0; next < queue.size(); ++next) {
        const int v = queue[next];
        weight += g.weight[v];
        for (int k = g.first[v]; k < g.first[v + 1]; ++k) {
          if (piece_[g.neighbour[k]] >= 0) continue;
          piece_[g.neighbour[k]] = piece;
          queue.push_back(g.neighbour[k]);
        }
      }
      piece_weight_.push_back(weight);
    }
    largest_ = static_cast<int>(std::max_element(piece_weight_.begin(), piece_weight_.end()) -
                                piece_weight_.begin());
  }

  // Heaviest pieces first, each to the lighter side. False when the largest has to be cut.
  bool share_pieces(std::vector<char>& side) {
    const Graph& g = *graph_;
    const int pieces = static_cast<int>(piece_weight_.size());
    if (pieces == 1) return false;
    if (piece_weight_[largest_] > g.total - g.least && count(largest_) > 1) return false;
    std::vector<int> by_weight(pieces);
    std::iota(by_weight.begin(), by_weight.end(), 0);
    std::stable_sort(by_weight.begin(), by_weight.end(),
                     [&](int i, int j) { return piece_weight_[i] > piece_weight_[j]; });
    std::vector<char> side_of(pieces, 0);
    double weight[2] = {0.0, 0.0};
    int number[2] = {0, 0};
    for (int piece : by_weight) {
      // Pieces without weight are shared out by number.
      const bool second = weight[1] != weight[0] ? weight[1] < weight[0] : number[1] < number[0];
      side_of[piece] = second;
      weight[second] += piece_weight_[piece];
      ++number[second];
    }
    for (int v = 0; v < g.size(); ++v) side[v] = side_of[piece_[v]];
    return true;
  }

  int count(int piece) const {
    return static_cast<int>(std::count(piece_.begin(), piece_.end(), piece));
  }

  // ---- candidates -------------------------------------------------------------------------------

  void cut_largest_piece(std::vector<char>& side) {
    choose_orders();
    best_ = {};
    for (int k = 0; k < orders_; ++k) sweep(k);
    GELENK_ASSERT(best_.order >= 0);
    take(best_, side);
    // The other pieces go to the lighter side.
    const Graph& g = *graph_;
    double weight[2] = {0.0, 0.0};
    for (int v = 0; v < g.size(); ++v) {
      if (piece_[v] == largest_) weight[static_cast<int>(side[v])] += g.weight[v];
    }
    const char lighter = weight[1] < weight[0];
    for (int v = 0; v < g.size(); ++v) {
      if (piece_[v] != largest_) side[v] = lighter;
    }
  }

  // Fills order_ with vertices of the largest piece, and position_ with their places therein.
  void choose_orders() {
    const Graph& g = *graph_;
    // a: from anywhere to the farthest vertex, and once more.
    search(piece_start_[largest_], order_[0], d_a_);
    int a = farthest(order_[0], d_a_);
    search(a, order_[0], d_a_);
    a = farthest(order_[0], d_a_);
    search(a, order_[0], d_a_);
    const int b = farthest(order_[0], d_a_);
    search(b, order_[1], d_b_);
    orders_ = 2;
    // c, where the graph is wide: far from both ends.
    if (static_cast<long>(order_[0].size()) > 4l * d_a_[b]) {
      int c = a;
      for (int v : order_[0]) {
        const int far = std::min(d_a_[v], d_b_[v]), before = std::min(d_a_[c], d_b_[c]);
        if (far > before || (far == before && g.degree(v) < g.degree(c))) c = v;
      }
      search(c, order_[2], d_b_);
      const int least = -d_b_[a];
      buckets_.assign(d_a_[c] - least + 2, 0);
      for (int v : order_[0]) ++buckets_[d_a_[v] - d_b_[v] - least + 1];
      std::partial_sum(buckets_.begin(), buckets_.end(), buckets_.begin());
      for (int v : order_[0]) order_[2][buckets_[d_a_[v] - d_b_[v] - least]++] = v;
      orders_ = 3;
    }
    for (int k = 0; k < orders_; ++k) {
      position_[k].resize(g.size());
      for (std::size_t p = 0; p < order_[k].size(); ++p)
        position_[k][order_[k][p]] = static_cast<int>(p);
    }
  }

  // Among the vertices at the largest distance, one with the fewest neighbours.
  int farthest(const std::vector<int>& order, const std::vector<int>& distance) const {
    int best = order.back();
    for (auto v = order.rbegin(); v != order.rend() && distance[*v] == distance[best]; ++v) {
      if (graph_->degree(*v) < graph_->degree(best)) best = *v;
    }
    return best;
  }

  int root_of(int v) {
    while (leader_[v] != v) v = leader_[v] = leader_[leader_[v]];
    return v;
  }

  // Vertices of order k enter from its end; candidates better than best_ become best_.
  void sweep(int k) {
    const Graph& g = *graph_;
    const std::vector<int>& order = order_[k];
    const std::vector<int>& position = position_[k];
    leader_.resize(g.size());
    met_.assign(g.size(), -1);
    weight_.resize(g.size());
    cut_.resize(g.size());
    outside_.resize(g.size());
    double all_weight = 0.0, all_cut = 0.0, all_outside = 0.0;
    auto consider = [&](int p, double weight, double cut, double outside, int seed) {
      const Merit merit = judge(g, outside_total_, weight, cut, outside);
      if (!(merit < best_.merit)) return;
      best_.merit = merit;
      best_.order = k;
      best_.position = p;
      best_.seeds.clear();
      if (seed >= 0) best_.seeds.push_back(seed);
    };
    for (int p = static_cast<int>(order.size()) - 1; p > 0; --p) {
      const int v = order[p];
      joined_.clear();
      double degree = 0.0, inside = 0.0;
      for (int e = g.first[v]; e < g.first[v + 1]; ++e) {
        degree += g.edge_weight[e];
        if (position[g.neighbour[e]] < p) continue;
        inside += g.edge_weight[e];
        const int piece = root_of(g.neighbour[e]);
        if (met_[piece] == p) continue;
        met_[piece] = p;
        joined_.push_back(piece);
      }
      leader_[v] = v;
      weight_[v] = g.weight[v];
      cut_[v] = degree - 2 * inside;
      outside_[v] = g.outside[v];
      bool small = joined_.size() > 1;
      for (int piece : joined_) {
        weight_[v] += weight_[piece];
        cut_[v] += cut_[piece];
        outside_[v] += outside_[piece];
        small = small && weight_[piece] < g.least;
      }
      if (small && weight_[v] > g.total - g.least) consider_branches(k, p);
      for (int piece : joined_) leader_[piece] = v;  // (1)
      all_weight += g.weight[v];
      all_cut += degree - 2 * inside;
      all_outside += g.outside[v];
      consider(p, weight_[v], cut_[v], outside_[v], v);
      consider(p, all_weight, all_cut, all_outside, -1);
    }
  }

  // Branches that meet in one vertex, each too light alone: the heaviest together.
  void consider_branches(int k, int p) {
    const Graph& g = *graph_;
    std::stable_sort(joined_.begin(), joined_.end(),
                     [&](int i, int j) { return weight_[i] > weight_[j]; });
    double weight = 0.0, cut = 0.0, outside = 0.0;
    for (std::size_t i = 0; i < joined_.size() && weight < g.least; ++i) {
      weight += weight_[joined_[i]];
      cut += cut_[joined_[i]];
      outside += outside_[joined_[i]];
      const Merit merit = judge(g, outside_total_, weight, cut, outside);
      if (merit < best_.merit)
        best_ = {merit, k, p + 1, std::vector<int>(joined_.begin(), joined_.begin() + i + 1)};
    }
  }

  // The candidate's vertices become side 1.
  void take(const Candidate& candidate, std::vector<char>& side) const {
    const Graph& g = *graph_;
    const std::vector<int>& order = order_[candidate.order];
    const std::vector<int>& position = position_[candidate.order];
    if (candidate.seeds.empty()) {
      for (std::size_t p = candidate.position; p < order.size(); ++p) side[order[p]] = 1;
      return;
    }
    std::vector<int> queue = candidate.seeds;
    for (int v : queue) side[v] = 1;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (int e = g.first[queue[next]]; e < g.first[queue[next] + 1]; ++e) {
        const int u = g.neighbour[e];
        if (side[u] || position[u] < candidate.position) continue;
        side[u] = 1;
        queue.push_back(u);
      }
    }
  }

  // ---- refinement -------------------------------------------------------------------------------

  void refine(std::vector<char>& side) {
    for (int pass = 0; pass < 8; ++pass) {
      if (!refine_once(side)) return;
    }
  }

  // True when the cut became cheaper.
  bool refine_once(std::vector<char>& side) {
    const Graph& g = *graph_;
    double weight[2] = {0.0, 0.0}, scale = 0.0;
    int number[2] = {0, 0};
    // Most useful first, then the smaller number; what has changed meanwhile is left in the queue
    // and skipped.
    std::priority_queue<std::pair<double, int>> queue;
    gain_.resize(g.size());
    moved_.assign(g.size(), 0);
    for (int v = 0; v < g.size(); ++v) {
      weight[static_cast<int>(side[v])] += g.weight[v];
      ++number[static_cast<int>(side[v])];
      // Its gain is what the cut loses when it changes sides.
      gain_[v] = 0.0;
      bool at_border = false;
      for (int e = g.first[v]; e < g.first[v + 1]; ++e) {
        const bool cut = side[g.neighbour[e]] != side[v];
        gain_[v] += cut ? g.edge_weight[e] : -g.edge_weight[e];
        at_border = at_border || cut;
        scale = std::max(scale, g.edge_weight[e]);
      }
      if (at_border) queue.emplace(gain_[v], -v);
    }
    const double least = std::min({weight[0], weight[1], g.least});
    const std::size_t patience = 16 + queue.size();
    history_.clear();
    std::size_t best = 0;
    double sum = 0.0, best_sum = 0.0;
    while (!queue.empty() && history_.size() < best + patience) {
      const auto [gain, negative] = queue.top();
      queue.pop();
      const int v = -negative, from = side[v];
      if (moved_[v] || gain != gain_[v]) continue;
      if (weight[from] - g.weight[v] < least || number[from] == 1) continue;
      moved_[v] = 1;
      side[v] = static_cast<char>(1 - from);
      weight[from] -= g.weight[v];
      weight[1 - from] += g.weight[v];
      --number[from];
      ++number[1 - from];
      history_.push_back(v);
      sum += gain;
      if (sum > best_sum + 1e-9 * scale) {
        best_sum = sum;
        best = history_.size();
      }
      for (int e = g.first[v]; e < g.first[v + 1]; ++e) {
        const int u = g.neighbour[e];
        if (moved_[u]) continue;
        gain_[u] += side[u] == side[v] ? -2 * g.edge_weight[e] : 2 * g.edge_weight[e];
        queue.emplace(gain_[u], -u);
      }
    }
    for (std::size_t i = best; i < history_.size(); ++i)
      side[history_[i]] = static_cast<char>(1 - side[history_[i]]);
    return best > 0;
  }

  const Graph* graph_ = nullptr;
  double outside_total_ = 0.0;
  std::vector<int> piece_, piece_start_;  // of each vertex; a vertex of each piece
  std::vector<double> piece_weight_;
  int largest_ = 0;
  int orders_ = 0;
  std::vector<int> order_[3], position_[3], d_a_, d_b_, buckets_;
  Candidate best_;
  std::vector<int> leader_, joined_,
      met_;  // of the union-find; pieces that meet; where they did last
  std::vector<double> weight_, cut_, outside_;  // of the piece that a leader leads
  std::vector<double> gain_;
  std::vector<char> moved_;
  std::vector<int> history_;
};

}  // namespace

std::vector<DissectionNode> dissect(int vertices, const std::vector<double>& weights,
                                    const std::vector<GraphEdge>& edges, double leaf_weight) {
  GELENK_ASSERT(static_cast<int>(weights.size()) == vertices);
  // Edges of each vertex, as in Graph.
  std::vector<int> first(vertices + 1, 0), neighbour;
  std::vector<double> edge_weight;
  for (const GraphEdge& edge : edges) {
    GELENK_ASSERT(edge.a >= 0 && edge.a < vertices && edge.b >= 0 && edge.b < vertices);
    if (edge.a == edge.b) continue;
    ++first[edge.a + 1];
    ++first[edge.b + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  neighbour.resize(first.back());
  edge_weight.resize(first.back());
  std::vector<int> next(first.begin(), first.end() - 1);
  for (const GraphEdge& edge : edges) {
    if (edge.a == edge.b) continue;
    for (const auto& [from, to] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
      neighbour[next[from]] = to;
      edge_weight[next[from]++] = edge.weight;
    }
  }

  std::vector<DissectionNode> nodes(1, {-1, -1, -1, {}});
  nodes[0].vertices.resize(vertices);
  std::iota(nodes[0].vertices.begin(), nodes[0].vertices.end(), 0);
  std::vector<double> outside(vertices, 0.0);
  std::vector<int> local(vertices, -1);  // number of a vertex in the graph at hand
  std::vector<char> side;
  Graph graph;
  Bisection bisection;
  std::vector<int> open = {0};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    const std::vector<int>& members = nodes[node].vertices;
    const int n = static_cast<int>(members.size());
    graph.weight.clear();
    graph.outside.clear();
    graph.total = 0.0;
    double heaviest = 0.0;
    for (int i = 0; i < n; ++i) {
      local[members[i]] = i;
      graph.weight.push_back(weights[members[i]]);
      graph.outside.push_back(outside[members[i]]);
      graph.total += weights[members[i]];
      heaviest = std::max(heaviest, weights[members[i]]);
    }
    graph.least = least_share * (graph.total - heaviest);
    if (n < 2 || graph.total <= leaf_weight) {
      for (int v : members) local[v] = -1;
      continue;
    }
    graph.first.assign(1, 0);
    graph.neighbour.clear();
    graph.edge_weight.clear();
    for (int v : members) {
      for (int k = first[v]; k < first[v + 1]; ++k) {
        if (local[neighbour[k]] < 0) continue;
        graph.neighbour.push_back(local[neighbour[k]]);
        graph.edge_weight.push_back(edge_weight[k]);
      }
      graph.first.push_back(static_cast<int>(graph.neighbour.size()));
    }
    bisection.run(graph, side);

    DissectionNode children[2] = {{node, -1, -1, {}}, {node, -1, -1, {}}};
    for (int i = 0; i < n; ++i) {
      local[members[i]] = -1;
      children[static_cast<int>(side[i])].vertices.push_back(members[i]);
      for (int k = graph.first[i]; k < graph.first[i + 1]; ++k) {
        if (side[graph.neighbour[k]] != side[i]) outside[members[i]] += graph.edge_weight[k];
      }
    }
    nodes[node].vertices = {};
    nodes[node].first_child = static_cast<int>(nodes.size());
    nodes[node].second_child = nodes[node].first_child + 1;
    for (DissectionNode& child : children) {
      open.push_back(static_cast<int>(nodes.size()));
      nodes.push_back(std::move(child));
    }
  }
  return nodes;
}

}  // namespace gelenk
