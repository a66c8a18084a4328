// What moves, and what ties it: see explanation.h.
#include <cmath>
#include <map>

#include "analyses/explanation.h"
#include "analyses/freedoms.h"
#include "analyses/sentences.h"
#include "analyses/state_names.h"
#include "formulations/recursive/frame_on_body.h"

namespace gelenk {

namespace {

constexpr std::size_t most_loops = 12, most_freedoms = 24;

// What stands free moves by a joint that topology adds: a body in space, a shaft about its axis.
bool is_free_body(const JointEdge& edge) { return edge.added && edge.nv() == 6; }

std::string describe_joint(const JointEdge& edge) {
  return (edge.added && !is_free_body(edge) ? "shaft of " : "") + edge.name;
}

// ---- the tree of components ----------------------------------------------------------------------------

struct Contents {
  int bodies = 0, joints = 0, speeds = 0;
};

Contents count_contents(const Subsystem& sub) {
  Contents all;
  for (const Group& group : sub.groups) all.bodies += static_cast<int>(group.bodies.size());
  for (const JointEdge& edge : sub.joints) {
    all.joints += !edge.added && edge.component != nullptr && !edge.closes_only();
    if (edge.in_tree) all.speeds += edge.nv();
  }
  for (const auto& part : sub.parts) {
    const Contents inside = count_contents(*part);
    all.bodies += inside.bodies;
    all.joints += inside.joints;
    all.speeds += inside.speeds;
  }
  return all;
}

void describe_parts(const Subsystem& sub, std::size_t depth, std::vector<std::string>& lines) {
  constexpr std::size_t deepest = 3, most_parts = 12;
  if (depth > deepest) return;
  std::size_t told = 0;
  for (const auto& part : sub.parts) {
    const Contents inside = count_contents(*part);
    if (inside.bodies + inside.joints + inside.speeds == 0) continue;  // equations
    if (++told > most_parts) {
      lines.push_back(std::string(2 * depth, ' ') + "… and more");
      return;
    }
    lines.push_back(fmt::format(
        "{}{}: {}, {}, {}", std::string(2 * depth, ' '), part->path,
        count(static_cast<std::size_t>(inside.bodies), "body", "bodies"),
        count(static_cast<std::size_t>(inside.joints), "joint", "joints"),
        count(static_cast<std::size_t>(inside.speeds), "speed", "speeds")));
    describe_parts(*part, depth + 1, lines);
  }
}

// ---- what a row of a joint says ------------------------------------------------------------------------

std::string describe_direction(const Vec3<double>& d) {
  const auto tidy = [](double x) { return std::abs(x) < 1e-6 ? 0.0 : x; };
  return fmt::format("({:.3g}, {:.3g}, {:.3g})", tidy(d.x()), tidy(d.y()), tidy(d.z()));
}

// Of the twist of M in F, in F axes: a row that holds a displacement, or a turn, in some direction.
std::string describe_row(const Vec6<double>& row, const std::optional<FixedAxis>& axis) {
  const bool moves = row.tail<3>().norm() > 1e-9 * row.norm();
  const Vec3<double> part = moves ? row.tail<3>() : row.head<3>();
  if (part.norm() == 0.0) return "nothing at this position";
  const Vec3<double> d = part.normalized();
  const char* const what = moves ? "translation" : "rotation";
  if (axis) {
    const double along = std::abs(d.dot(axis->n.normalized()));
    if (along > 1 - 1e-6) return fmt::format("{} {} its own axis", what, moves ? "along" : "about");
    if (along < 1e-6) return fmt::format("{} across its axis", what);
  }
  return fmt::format("{} {} {} of its frame_a", what, moves ? "along" : "about",
                     describe_direction(d));
}

// A joint that closes a loop, at the position of the formulation.
class Closing {
 public:
  Closing(Formulation& f, const Subsystem& sub, const JointEdge& edge) : edge_(edge) {
    const Pose<double> X_WF = f.get_motion(sub, edge.F.node).X * edge.F.X_NF,
                       X_WM = f.get_motion(sub, edge.M.node).X * edge.M.X_NF;
    const Pose<double> X_FM = X_WF.inverse() * X_WM;
    std::visit(
        [&](const auto& joint) {
          C_ = joint.template calc_C<double>(X_FM);
          if constexpr (requires { joint.fixed_axis(); }) axis_ = joint.fixed_axis();
        },
        edge.joint);
  }
  std::string describe(int row) const {
    return describe_row(C_.row(row).transpose(), axis_);
  }

 private:
  const JointEdge& edge_;
  Matrix C_;
  std::optional<FixedAxis> axis_;
};

// What redundant rows would hold, and of which joints.
std::vector<std::string> describe_redundant(Formulation& f, const std::vector<int>& redundant,
                                            const std::vector<std::string>& row_names) {
  std::map<int, std::pair<const Subsystem*, int>> first_rows;  // of closing joints
  int next = 0;
  const auto look = [&](const Subsystem& sub, auto&& self) -> void {
    for (int j = 0; j < static_cast<int>(sub.joints.size()); ++j) {
      if (sub.joints[j].in_tree) continue;
      first_rows[next] = {&sub, j};
      next += sub.joints[j].nc();
    }
    next += static_cast<int>(sub.coordinate_rows.size());
    for (const auto& part : sub.parts) self(*part, self);
  };
  look(*f.system().root, look);
  const auto describe = [&](int row) -> std::string {
    auto at = first_rows.upper_bound(row);
    if (at == first_rows.begin() || row >= next) return "its equation";
    --at;
    const auto [sub, joint] = at->second;
    return row - at->first < sub->joints[joint].nc()
               ? Closing(f, *sub, sub->joints[joint]).describe(row - at->first)
               : "its equation";
  };
  // What one joint has, and then which joints have the same.
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (std::size_t i = 0; i < redundant.size();) {
    const std::string& name = row_names[redundant[i]];
    std::vector<std::pair<std::string, int>> said;
    for (; i < redundant.size() && row_names[redundant[i]] == name; ++i) {
      const std::string what = describe(redundant[i]);
      const auto same =
          std::find_if(said.begin(), said.end(), [&](const auto& s) { return s.first == what; });
      if (same == said.end())
        said.emplace_back(what, 1);
      else
        ++same->second;
    }
    std::vector<std::string> parts;
    for (const auto& [what, times] : said)
      parts.push_back(times > 1 ? fmt::format("{} ({})", what, times) : what);
    const std::string all = list(parts);
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.first == all; });
    if (group == groups.end())
      groups.push_back({all, {name}});
    else
      group->second.push_back(name);
  }
  std::vector<std::string> lines;
  for (const auto& [what, names] : groups) lines.push_back(what + ": of " + list(names));
  return lines;
}

// ---- loops ---------------------------------------------------------------------------------------------

std::string name_carrier(const Tree& tree, BodyIndex body) {
  const JointEdge* edge = tree.carriers[body].edge;
  return edge == nullptr ? "" : describe_joint(*edge);
}

std::vector<std::string> describe_loops(const System& system, const Tree& tree) {
  std::vector<std::string> lines;
  std::size_t loops = 0;
  const auto look = [&](const Subsystem& sub, auto&& self) -> void {
    for (const JointEdge& edge : sub.joints) {
      if (edge.in_tree || edge.nc() == 0 || edge.component == nullptr) continue;
      if (++loops > most_loops) continue;
      BodyIndex a = place_frame(tree, sub, edge.F).body, b = place_frame(tree, sub, edge.M).body;
      const BodyIndex top = tree.find_common_ancestor(a, b);
      std::vector<std::string> joints{edge.name};
      for (; b != top; b = tree.bodies[b].parent) joints.push_back(name_carrier(tree, b));
      std::vector<std::string> down;
      for (; a != top; a = tree.bodies[a].parent) down.push_back(name_carrier(tree, a));
      joints.insert(joints.end(), down.rbegin(), down.rend());
      lines.push_back("Loop: " + list(joints, 10) + ".");
    }
    for (const auto& part : sub.parts) self(*part, self);
  };
  look(*system.root, look);
  if (loops > most_loops) lines.push_back(fmt::format("… and {} more loops.", loops - most_loops));
  return lines;
}

// ---- freedoms ------------------------------------------------------------------------------------------

std::string describe_ratio(double ratio, const std::string& of, const std::string& per) {
  std::string text = fmt::format("{:.4g}", ratio);
  if (of != per) text += " " + of + " per " + per;
  return text;
}

std::vector<std::string> describe_freedoms(const Freedoms& found, const Tree& tree,
                                           const StateNames& names) {
  std::vector<std::string> lines;
  std::size_t told = 0;
  int last_free = -1;
  for (std::size_t i = 0; i < found.freedoms.size(); ++i) {
    const Freedom& freedom = found.freedoms[i];
    const BodyIndex body = tree.body_of_speed[freedom.speed];
    const JointEdge* edge = tree.carriers[body].edge;
    // All that a body that nothing holds does is one line.
    if (edge != nullptr && is_free_body(*edge) && freedom.followers.empty()) {
      if (body == last_free) continue;
      last_free = body;
      int n = 0;
      for (const Freedom& other : found.freedoms)
        n += tree.body_of_speed[other.speed] == body && other.followers.empty();
      if (++told <= most_freedoms)
        lines.push_back(fmt::format("Nothing holds {}: {} of its 6 speeds are free.", edge->name, n));
      continue;
    }
    if (++told > most_freedoms) continue;
    const NamedEntry& own = names.v[freedom.speed];
    std::string line = (freedom.is_given ? "Moved by a law: " : "Freedom: ") +
                       (edge != nullptr && edge->added ? describe_joint(*edge) : own.name);
    if (!freedom.followers.empty()) {
      std::vector<std::string> followers;
      for (const auto& [speed, ratio] : freedom.followers)
        followers.push_back(fmt::format("{} ({})", names.v[speed].name,
                                        describe_ratio(ratio, names.v[speed].unit, own.unit)));
      line += ", and with it " + list(followers);
    }
    lines.push_back(line + ".");
  }
  if (told > most_freedoms) lines.push_back(fmt::format("… and {} more.", told - most_freedoms));
  return lines;
}

void describe_blocked(const std::vector<int>& blocked, const Tree& tree, const StateNames& names,
                      std::vector<std::string>& lines) {
  std::vector<std::string> joints, single;
  for (std::size_t i = 0; i < blocked.size();) {
    const BodyIndex body = tree.body_of_speed[blocked[i]];
    std::size_t end = i;
    while (end < blocked.size() && tree.body_of_speed[blocked[end]] == body) ++end;
    if (end - i == tree.bodies[body].nv) {
      joints.push_back(name_carrier(tree, body));
    } else {
      for (std::size_t k = i; k < end; ++k) single.push_back(names.v[blocked[k]].name);
    }
    i = end;
  }
  if (!joints.empty()) {
    lines.push_back("Cannot move, since loops hold them: " + list(joints) +
                    ". If one should, look at the directions of the joints in its loop.");
  }
  if (!single.empty()) lines.push_back("Of other joints, loops hold still: " + list(single) + ".");
}

// Rank at a position close by that the loops allow, where nothing cancels by chance; −1 where there is none.
int find_rank_beside(Formulation& f, const Assembly& start, const Freedoms& here,
                     const std::vector<char>& is_given) {
  if (here.freedoms.empty()) return here.rank;
  Vector delta = Vector::Zero(f.system().nv);
  double size = 1e-3;
  for (const Freedom& freedom : here.freedoms) {
    size *= -0.83;
    const double step = 1e-3 + size;
    delta[freedom.speed] += step;
    for (const auto& [speed, ratio] : freedom.followers) delta[speed] += step * ratio;
  }
  Vector q = start.q, v = Vector::Zero(start.v.size());
  step_coordinates(*f.system().root, delta, q);
  f.eval_motion(q, v);
  if (!f.project(q, v)) return -1;
  f.eval_motion(q, v);
  Closure closure;
  f.eval_closure(closure);
  if (closure.g.size() > 0 && closure.g.cwiseAbs().maxCoeff() > 1e-9) return -1;
  return find_freedoms(closure, is_given).rank;
}

void list_joints(const Subsystem& sub, std::vector<std::string>& tree,
                 std::vector<std::string>& closing) {
  for (const JointEdge& edge : sub.joints) {
    if (edge.in_tree && edge.nv() > 0) tree.push_back(describe_joint(edge));
    if (!edge.in_tree && edge.component != nullptr && edge.nc() > 0) closing.push_back(edge.name);
  }
  for (const auto& part : sub.parts) list_joints(*part, tree, closing);
}

}  // namespace

std::vector<std::string> explain_mechanism(Formulation& f, const Assembly& start) {
  const System& system = f.system();
  std::vector<std::string> lines;
  if (system.nv == 0 && system.counts.bodies == 0) return {"There is no mechanism."};
  lines.push_back(fmt::format(
      "{}, {}, {}{}.", count(static_cast<std::size_t>(system.counts.bodies), "body", "bodies"),
      count(static_cast<std::size_t>(system.counts.joints), "joint", "joints"),
      count(static_cast<std::size_t>(system.partition ? start.loops : system.counts.closing_joints),
            "loop", "loops"),
      start.degrees_of_freedom < 0
          ? ""
          : ", " + count(static_cast<std::size_t>(start.degrees_of_freedom), "degree of freedom",
                         "degrees of freedom")));
  describe_parts(*system.root, 1, lines);
  std::vector<std::string> tree_joints, closing;
  list_joints(*system.root, tree_joints, closing);
  if (!tree_joints.empty())
    lines.push_back(fmt::format(
        "Joints with coordinates ({}): {}.",
        count(static_cast<std::size_t>(system.nv), "speed", "speeds"), list(tree_joints)));
  if (!closing.empty()) lines.push_back(fmt::format("Joints that close loops: {}.", list(closing)));
  if (start.degrees_of_freedom < 0) return lines;  // nobody knows what is inside

  const Tree tree = build_tree(system);
  for (std::string& line : describe_loops(system, tree)) lines.push_back(std::move(line));
  if (start.closure_rows > 0) {
    lines.push_back(fmt::format(
        "They are {}, of which {} independent.",
        count(static_cast<std::size_t>(start.closure_rows), "equation", "equations"),
        start.rank == 1 ? "1 is" : fmt::format("{} are", start.rank)));
  }
  f.eval_motion(start.q, start.v);
  Closure closure;
  f.eval_closure(closure);
  const Freedoms found = find_freedoms(closure, tree.driven);
  const StateNames names = list_state_names(system);
  const std::vector<std::string> redundant =
      describe_redundant(f, found.redundant_rows, list_closure_names(system));
  if (!redundant.empty()) {
    for (std::size_t i = 0; i < std::min(redundant.size(), most_loops); ++i)
      lines.push_back("Redundant, since the others imply it: " + redundant[i] + ".");
    lines.push_back("Motion does not depend on that. Loads along it, in these joints and in those of their "
                    "loops, are not determined: results show the smallest ones. All other loads are.");
  }
  const int beside = found.rows_left_out > 0 ? -1 : find_rank_beside(f, start, found, tree.driven);
  if (beside > found.rank) {
    lines.push_back(fmt::format(
        "The start is a singular position: {} independent here, {} a little beside it, so that the mechanism "
        "has {} here that it loses as soon as it moves.",
        found.rank == 1 ? "1 of the equations is"
                        : fmt::format("{} of the equations are", found.rank), beside,
        count(static_cast<std::size_t>(beside - found.rank), "freedom", "freedoms")));
  } else if (found.least_pivot < 1e-3 && found.least_speed >= 0) {
    lines.push_back(fmt::format(
        "The start is near a singular position: what decides {} is {:.1g} of the rest of its loop.",
        names.v[found.least_speed].name, found.least_pivot));
  }
  describe_blocked(found.blocked, tree, names, lines);
  if (found.rows_left_out > 0) {
    lines.push_back(fmt::format("How {} hang together was not looked into: they are too many at one place.",
                                count(static_cast<std::size_t>(found.rows_left_out), "equation",
                                      "equations")));
  }
  for (std::string& line : describe_freedoms(found, tree, names)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace gelenk
