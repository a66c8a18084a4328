#include "api/port_conditions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "analyses/assembly.h"
#include "formulations/recursive/recursive.h"

namespace gelenk {

namespace {

std::vector<std::string> list_ports(const Component& root) {
  std::vector<std::string> names;
  for (const Connector& c : root.connectors) {
    if (is_frame(c)) names.push_back(c.name);
  }
  return names;
}

UserError port_error(const std::string& message, const std::string& hint) {
  return UserError({"option", {}, "", message, hint});
}

std::string describe_ports(const Component& root, const std::vector<std::string>& names) {
  if (names.empty())
    return root.class_name +
           " has no connectors of class Frame_a or Frame_b of its own, and so no ports";
  std::string text = "the ports of " + root.class_name + " are ";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "'" : i + 1 == names.size() ? " and '" : ", '") + names[i] + "'";
  return names.size() == 1 ? "the port of " + root.class_name + " is '" + names[0] + "'" : text;
}

// "{fx, fy, fz, tx, ty, tz}" → (t, f)
Vec6<double> read_load(const std::string& name, const std::string& text) {
  const UserError wrong =
      port_error("port '" + name + "' cannot be '" + text + "'",
                 "write --port " + name +
                     "=fixed, =free, or six numbers for force and torque in world axes: '" + name +
                     "={0,0,-10, 0,0,0}'");
  std::string digits;
  for (char c : text) {
    if (c != ' ') digits += c;
  }
  if (digits.size() < 2 || digits.front() != '{' || digits.back() != '}') throw wrong;
  std::vector<double> numbers;
  const char* at = digits.data() + 1;
  const char* const end = digits.data() + digits.size() - 1;
  while (true) {
    double x = 0.0;
    const auto [next, failure] = std::from_chars(at + (at < end && *at == '+'), end, x);
    if (failure != std::errc() || !std::isfinite(x)) throw wrong;
    numbers.push_back(x);
    if (next == end) break;
    if (*next != ',') throw wrong;
    at = next + 1;
  }
  if (numbers.size() != 6) throw wrong;
  Vec6<double> F;
  F << numbers[3], numbers[4], numbers[5], numbers[0], numbers[1], numbers[2];
  return F;
}

// The added free motion by which each node of the root moves; ground: it stands there by joints of its own.
constexpr int ground = -1;
std::vector<int> find_free_motions(const Subsystem& root) {
  std::vector<int> by(root.nodes.size(), ground);
  std::vector<std::vector<NodeIndex>> nodes_of_part(root.parts.size());
  for (std::size_t n = 0; n < root.nodes.size(); ++n) {
    if (root.nodes[n].kind == Node::Kind::port)
      nodes_of_part[root.nodes[n].part].push_back(static_cast<NodeIndex>(n));
  }
  for (const Move& move : root.islands[0].walk) {
    if (move.kind == Move::Kind::joint) {
      by[move.to] = root.joints[move.index].added ? move.index : by[move.from];
      continue;
    }
    const Subsystem& part = *root.parts[move.index];
    for (NodeIndex n : nodes_of_part[move.index]) {
      if (part.island_of[part.ports[root.nodes[n].port]] == move.island) by[n] = by[move.from];
    }
  }
  return by;
}

// By node of the root: which piece it belongs to. Constraints and forces between pieces make them one, since how they stand
// to each other then matters. Piece `ground` also has all that states where it starts.
std::vector<int> find_pieces(const Subsystem& root) {
  std::vector<int> piece = find_free_motions(root);
  auto unite = [&](int a, int b) {
    std::replace(piece.begin(), piece.end(), std::max(a, b), std::min(a, b));
  };
  for (const JointEdge& edge : root.joints) {
    if (!edge.added)
      unite(piece[edge.F.node], piece[edge.M.node]);
    else if (edge.start.q_given)
      unite(piece[edge.M.node], ground);
  }
  for (const ForceEdge& edge : root.forces) {
    const bool on_one =
        std::visit([](const auto& force) { return !force.has_frame_a; }, edge.force);
    if (!on_one && !is_sensor(edge.force)) unite(piece[edge.a.node], piece[edge.b.node]);
  }
  return piece;
}

// Where the ports to be held are when nothing holds them.
void place_holds(const ModelTree& model, std::vector<RootPorts::Hold>& holds) {
  if (holds.empty()) return;
  const System free = build_system(model, {.positions_only = true});
  const std::unique_ptr<Formulation> formulation = make_recursive_formulation(free);
  const Assembly start = assemble(*formulation, model.experiment.start_time.value_or(0.0));
  formulation->eval_motion(start.q, start.v);
  const Subsystem& root = *free.root;
  const std::vector<int> piece_of = find_pieces(root);
  std::map<int, Pose<double>> shift;  // of pieces
  for (RootPorts::Hold& hold : holds) {
    for (const PlacedConnector& frame : root.frames) {
      if (frame.component != root.component || frame.connector != hold.connector) continue;
      if (!frame.placed) throw describe_empty_port(root, hold.connector);
      hold.X_WF = formulation->get_motion(root, frame.at.node).X * frame.at.X_NF;
      const int piece = piece_of[frame.at.node];
      if (piece == ground) continue;
      const auto [first, added] = shift.try_emplace(piece, hold.X_WF.inverse());
      hold.X_WF = added ? Pose<double>{} : first->second * hold.X_WF;
    }
  }
}

}  // namespace

RootPorts read_port_conditions(const ModelTree& model,
                               const std::vector<std::pair<std::string, std::string>>& conditions) {
  const std::vector<std::string> names = list_ports(*model.root);
  std::vector<std::string> seen;
  RootPorts ports;
  for (const auto& [name, condition] : conditions) {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw port_error("there is no port '" + name + "'", describe_ports(*model.root, names));
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      throw port_error("port '" + name + "' is given twice",
                       "a port is fixed, free or loaded; " + describe_ports(*model.root, names));
    }
    seen.push_back(name);
    if (condition == "fixed")
      ports.holds.push_back({name, {}});
    else if (condition != "free")
      ports.loads.push_back({name, read_load(name, condition)});
  }
  place_holds(model, ports.holds);
  return ports;
}

}  // namespace gelenk
