#include "topology/axes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

#include "topology/classes.h"
#include "topology/system.h"

namespace gelenk {

bool is_flange(const Connector& connector) {
  const std::string& name = connector.class_name;
  return name.starts_with("Modelica.Mechanics.Rotational.Interfaces.") ||
         name.starts_with("Modelica.Mechanics.Translational.Interfaces.");
}

AxisElement make_given_flow(const Component& component, const Connector& flange) {
  AxisElement e;
  e.kind = AxisElement::Kind::force;
  e.turns = flange.class_name.starts_with("Modelica.Mechanics.Rotational.");
  e.flange_b = flange.name;
  const std::string flow = (component.path.empty() ? "" : component.path + ".") + flange.name +
                           (e.turns ? ".tau" : ".f");
  // A flow acts on the component: on a native one as it is, and of the user's the mechanism has the opposite.
  e.law = symbolic::Expression::variable(flow);
  if (!component.is_native()) e.law = symbolic::Expression::make(symbolic::Op::negate, {e.law});
  return e;
}

namespace {

using symbolic::Expression;
using symbolic::Op;

bool is_given(const Component& component, const std::string& connector) {
  return std::any_of(component.connectors.begin(), component.connectors.end(),
                     [&](const Connector& c) { return c.is_given && c.name == connector; });
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

class AxesBuilder {
 public:
  AxesBuilder(const AxisContents& contents, System& system)
      : contents_(contents), system_(system), axes_(system.axes) {}

  void run() {
    collect_flanges();
    if (flanges_.empty()) return;
    number_shafts();
    place_elements();
    find_fixed_shafts();
    form_trains();
    hold_trains();
    choose_carriers();
    drop_idle_joints();
    check_movable();
    add_bodies();
    check_holders();
    tie_joints();
    tie_gears();
    set_starts();
    drop_held_coordinates();
  }

 private:
  using Key = AxisContents::Key;

  // ---- shafts --------------------------------------------------------------------------------------

  int add_flange(const Key& key) {
    const auto [it, added] = flanges_.try_emplace(key, static_cast<int>(parent_.size()));
    if (added) {
      parent_.push_back(it->second);
      keys_.push_back(key);
    }
    return it->second;
  }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void collect_flanges() {
    for (const auto& [component, element] : contents_.elements) add_flanges(*component);
    collect_joints(*system_.root);
    collect_ports(*system_.root);
    for (const auto& [a, b, in] : contents_.connections) {
      const int i = find(add_flange(a)), j = find(add_flange(b));
      if (i != j) parent_[std::max(i, j)] = std::min(i, j);
    }
  }
  void add_flanges(const Component& component) {
    for (const Connector& c : component.connectors) {
      if (is_flange(c)) add_flange({&component, c.name});
    }
  }
  void collect_joints(Subsystem& sub) {
    for (std::size_t j = 0; j < sub.joints.size(); ++j) {
      const Component* component = sub.joints[j].component;
      if (component == nullptr || sub.joints[j].added || !has_axis_flange(*component)) continue;
      add_flanges(*component);
      joints_.push_back({&sub, static_cast<int>(j)});
    }
    for (auto& part : sub.parts) collect_joints(*part);
  }

  // Elsewhere compiled components are rotors among the elements (compiled_part.h).
  void collect_ports(const Subsystem& sub) {
    if (sub.loaded != nullptr && sub.is_leaf) add_flanges(*sub.component);
    for (const auto& part : sub.parts) collect_ports(*part);
  }
  void place_ports(const Subsystem& sub) {
    if (sub.loaded != nullptr && sub.is_leaf) {
      const auto& flanges = sub.loaded->flanges();
      for (std::size_t i = 0; i < flanges.size(); ++i) {
        const auto found = flanges_.find({sub.component, flanges[i].name});
        if (found != flanges_.end())
          axes_.ports.push_back({&sub, static_cast<int>(i), shaft_of_flange_[found->second]});
      }
    }
    for (const auto& part : sub.parts) place_ports(*part);
  }

  void number_shafts() {
    std::map<int, int> shaft_of;  // by set
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const auto [it, added] =
          shaft_of.try_emplace(find(static_cast<int>(i)), static_cast<int>(axes_.shafts.size()));
      if (added) axes_.shafts.emplace_back();
      for (const Connector& c : keys_[i].first->connectors) {
        if (c.name == keys_[i].second)
          axes_.shafts[it->second].turns =
              c.class_name.starts_with("Modelica.Mechanics.Rotational.");
      }
      axes_.flanges.push_back({keys_[i].first, keys_[i].second, it->second});
      shaft_of_flange_.push_back(it->second);
    }
    number_sets();
  }

  // A flange has an outer face, number 2 i, and that of a composite an inner one, 2 i + 1. A connect of the composite itself is
  // one of inner faces.
  void number_sets() {
    Classes faces(2 * static_cast<int>(keys_.size()));
    const auto face = [&](const Key& key, const Component* in) {
      return 2 * flanges_.at(key) + (key.first == in ? 1 : 0);
    };
    for (const auto& [a, b, in] : contents_.connections) faces.join(face(a, in), face(b, in));
    std::map<int, int> set_of;
    const auto number = [&](int i) {
      return set_of.try_emplace(faces.find(i), static_cast<int>(set_of.size())).first->second;
    };
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      PlacedFlange& flange = axes_.flanges[i];
      flange.outer = number(2 * static_cast<int>(i));
      if (!flange.component->is_native() && !is_given(*flange.component, flange.connector))
        flange.inner = number(2 * static_cast<int>(i) + 1);
    }
    axes_.sets = static_cast<int>(set_of.size());
  }
  int shaft_at(const Component& component, const std::string& connector) const {
    return connector.empty() ? -1 : shaft_of_flange_[flanges_.at({&component, connector})];
  }

  void place_elements() {
    for (const auto& [component, element] : contents_.elements) {
      axes_.elements.push_back({component, element, shaft_at(*component, element.flange_a),
                                shaft_at(*component, element.flange_b),
                                shaft_at(*component, element.support)});
    }
    for (const JointRef& joint : joints_)
      axes_.joints.push_back({joint, shaft_at(component_of(joint), flanges_of(joint).axis)});
    place_ports(*system_.root);
  }

  static JointEdge& edge_of(const JointRef& ref) { return ref.sub->joints[ref.joint]; }
  static const Component& component_of(const JointRef& ref) { return *edge_of(ref).component; }
  static JointFlanges flanges_of(const JointRef& ref) { return find_flanges(component_of(ref)); }

  // ---- trains --------------------------------------------------------------------------------------

  // Shafts that ground or the support of a joint holds by itself, and where.
  void find_fixed_shafts() {
    for (const JointRef& joint : joints_)
      fixed_[shaft_at(component_of(joint), flanges_of(joint).support)] = 0.0;
    for (const PlacedAxisElement& e : axes_.elements) {
      if (e.element.kind == AxisElement::Kind::ground) fixed_[e.shaft_b] = e.element.position;
    }
  }
  bool is_fixed(int shaft) const { return fixed_.count(shaft) > 0; }

  // A gear whose housing moves: an equation between three shafts.
  bool has_moving_housing(const PlacedAxisElement& e) const {
    return e.element.kind == AxisElement::Kind::gear && e.shaft_s >= 0 && !is_fixed(e.shaft_s);
  }

  // x_b = factor · x_a + shift across a rigid part or gear.
  struct Link {
    const Component* component;
    int a, b;
    double factor, shift;
  };

  void form_trains() {
    std::vector<Link> links;
    std::vector<std::vector<int>> links_of(axes_.shafts.size());
    for (const PlacedAxisElement& e : axes_.elements) {
      const bool rigid = e.element.kind == AxisElement::Kind::inertia;
      if (!rigid && e.element.kind != AxisElement::Kind::gear) continue;
      if (has_moving_housing(e)) continue;  // tie_gears
      for (int shaft : {e.shaft_a, e.shaft_b})
        links_of[shaft].push_back(static_cast<int>(links.size()));
      const double factor = rigid ? 1.0 : 1.0 / e.element.ratio;
      const double housing = rigid || e.shaft_s < 0 ? 0.0 : fixed_.at(e.shaft_s);
      links.push_back({e.component, e.shaft_a, e.shaft_b, factor,
                       rigid ? e.element.length : (1.0 - factor) * housing});
    }
    for (std::size_t first = 0; first < axes_.shafts.size(); ++first) {
      if (axes_.shafts[first].train >= 0) continue;
      const int train = static_cast<int>(axes_.trains.size());
      axes_.trains.emplace_back();
      axes_.shafts[first].train = train;
      std::vector<int> queue = {static_cast<int>(first)};
      for (std::size_t next = 0; next < queue.size(); ++next) {
        const int at = queue[next];
        for (int l : links_of[at]) {
          const Link& link = links[l];
          const Shaft& from = axes_.shafts[at];
          const bool forward = link.a == at;
          const int to = forward ? link.b : link.a;
          const double ratio = forward ? link.factor * from.ratio : from.ratio / link.factor;
          const double offset = forward ? link.factor * from.offset + link.shift
                                        : (from.offset - link.shift) / link.factor;
          Shaft& other = axes_.shafts[to];
          if (other.train < 0) {
            other.train = train;
            other.ratio = ratio;
            other.offset = offset;
            queue.push_back(to);
          } else {
            check_same(other, ratio, offset, *link.component);
          }
        }
      }
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      Train& train = axes_.trains[axes_.shafts[shaft_of_flange_[i]].train];
      if (train.name.empty()) train.name = keys_[i].first->path;
    }
    for (const PlacedAxisElement& e : axes_.elements) {
      if (e.element.kind != AxisElement::Kind::inertia) continue;
      const Shaft& shaft = axes_.shafts[e.shaft_a];
      train_at(e.shaft_a).inertia += e.element.inertia * shaft.ratio * shaft.ratio;
    }
  }
  Train& train_at(int shaft) { return axes_.trains[axes_.shafts[shaft].train]; }

  static void check_same(const Shaft& shaft, double ratio, double offset,
                         const Component& component) {
    if (std::abs(shaft.ratio - ratio) <= 1e-12 * std::abs(ratio) &&
        std::abs(shaft.offset - offset) <= 1e-12 * (1 + std::abs(offset)))
      return;
    throw component.error(
        "locked-shaft",
        "gears or rods form a loop that contradicts itself: one way round turns " +
            number(ratio / shaft.ratio) + " times as far as the other",
        "check ratio and L of the elements in this loop, or open it by a spring");
  }

  // ---- ground and drives ---------------------------------------------------------------------------

  void hold_trains() {
    for (const JointRef& joint : joints_) {
      const Component& component = component_of(joint);
      hold(shaft_at(component, flanges_of(joint).support), {0.0, {}, 0.0}, component, false);
    }
    for (const PlacedAxisElement& e : axes_.elements) {
      if (e.element.kind == AxisElement::Kind::ground)
        hold(e.shaft_b, {e.element.position, {}, 0.0}, *e.component, false);
    }
    for (const PlacedAxisElement& e : axes_.elements) {
      if (e.element.kind != AxisElement::Kind::drive) continue;
      double base = 0.0;
      if (e.shaft_a >= 0) {
        const Train& support = train_at(e.shaft_a);
        if (support.holder == nullptr || support.driven) {
          throw e.component->error(
              "unsupported", "the support of this drive is not fixed, which is not supported yet",
              "connect support to the support of a joint or to a Fixed, or set useSupport = false");
        }
        base = position_of(e.shaft_a);
      }
      hold(e.shaft_b, {e.element.law, e.element.drive, base}, *e.component, true);
    }
  }

  double position_of(int shaft) {
    const Shaft& s = axes_.shafts[shaft];
    return s.ratio * train_at(shaft).law.constant_value() + s.offset;
  }

  // What prescribes the motion of y − base, y being the position of a shaft.
  struct Prescribed {
    Expression law;
    AxisDrive drive;
    double base;
  };

  // The law for y' = factor · y + shift instead of y, as the order of the drive has it.
  static Expression transform(const Expression& law, const AxisDrive& drive, double factor,
                              double shift) {
    const double share = drive.order == 0 ? 1.0 : drive.order == 1 ? 0.0 : drive.k_x;
    return Expression::make(Op::add,
                            {Expression::make(Op::multiply, {factor, law}), share * shift});
  }

  void hold(int shaft, const Prescribed& by_law, const Component& by, bool drives) {
    const Shaft& s = axes_.shafts[shaft];
    Train& train = train_at(shaft);
    // From y − base to x = (y − offset)/ratio.
    const Expression x =
        transform(by_law.law, by_law.drive, 1.0 / s.ratio, (by_law.base - s.offset) / s.ratio);
    if (train.holder != nullptr) {
      const bool agrees = !drives && !train.driven &&
                          std::abs(train.law.constant_value() - x.constant_value()) <= 1e-12;
      if (agrees) return;
      throw by.error("held-twice",
                     "'" + by.path + "' and '" + train.holder->path +
                         "' both prescribe the position of one shaft",
                     "leave one of them out, or put a spring between them");
    }
    train.holder = &by;
    train.driven = drives;
    train.law = x;
    train.drive = by_law.drive;
  }

  // ---- coordinates ---------------------------------------------------------------------------------

  void choose_carriers() {
    for (const AxisJoint& j : axes_.joints) {
      Train& train = train_at(j.shaft);
      if (train.carrier.joint >= 0 || !edge_of(j.joint).in_tree) continue;
      train.carrier = j.joint;
      // x becomes the joint's coordinate.
      const Shaft at = axes_.shafts[j.shaft];
      rescale(axes_.shafts[j.shaft].train, at.ratio, at.offset);
    }
  }

  // A new x' = ratio x + offset as coordinate of the train.
  void rescale(int t, double ratio, double offset) {
    for (Shaft& s : axes_.shafts) {
      if (s.train != t) continue;
      s.ratio /= ratio;
      s.offset -= s.ratio * offset;
    }
    Train& train = axes_.trains[t];
    train.inertia /= ratio * ratio;
    train.law = transform(train.law, train.drive, ratio, offset);
  }

  // A joint that closes a loop, or a line, with nothing on its axis flange: there is no shaft.
  void drop_idle_joints() {
    std::vector<int> loads(axes_.trains.size(), 0);
    auto count = [&](int shaft) { return shaft < 0 ? 0 : ++loads[axes_.shafts[shaft].train]; };
    for (const PlacedAxisElement& e : axes_.elements) {
      count(e.shaft_a);
      count(e.shaft_b);
      count(e.shaft_s);
    }
    for (const AxisJoint& j : axes_.joints) count(j.shaft);
    for (const FlangePort& port : axes_.ports) count(port.shaft);
    auto is_idle = [&](int shaft) {
      const int train = axes_.shafts[shaft].train;
      return axes_.trains[train].carrier.joint < 0 && loads[train] == 1 && has_joint(shaft);
    };
    std::vector<bool> idle(axes_.shafts.size());
    for (std::size_t s = 0; s < idle.size(); ++s) idle[s] = is_idle(static_cast<int>(s));
    for (const AxisJoint& j : axes_.joints) {
      if (!idle[j.shaft] || flanges_of(j.joint).axis != "flange_b") continue;
      const Component& line = component_of(j.joint);
      if (loads[axes_.shafts[shaft_at(line, "flange_a")].train] > 0) {
        throw line.error("unsupported", "flange_a is connected, but flange_b is not",
                         "connect what acts along the line to flange_b, or between both flanges");
      }
    }
    std::erase_if(axes_.joints, [&](const AxisJoint& j) { return idle[j.shaft]; });
    std::erase_if(axes_.flanges, [&](const PlacedFlange& f) { return idle[f.shaft]; });
  }

  // A force on a shaft that has neither inertia nor a joint: nothing says how it moves.
  void check_movable() {
    for (const PlacedAxisElement& e : axes_.elements) {
      std::vector<std::pair<int, std::string>> acts_on;
      if (e.element.kind == AxisElement::Kind::force || e.element.kind == AxisElement::Kind::sensor)
        acts_on = {{e.shaft_a, e.element.flange_a}, {e.shaft_b, e.element.flange_b}};
      else if (e.element.kind == AxisElement::Kind::inertia)
        acts_on = {{e.shaft_s, e.element.support}};  // housing of a bearing
      for (const auto& [shaft, flange] : acts_on) {
        if (shaft < 0) continue;
        const Train& train = train_at(shaft);
        if (train.holder != nullptr || train.inertia > 0 || has_joint(shaft) || has_gear(shaft) ||
            find_port(axes_.shafts[shaft].train) >= 0)
          continue;
        throw e.component->error("massless",
                                 flange + " of '" + e.component->path +
                                     "' is on a shaft that has no inertia, no joint and no support",
                                 e.element.turns
                                     ? "connect an Inertia, a Fixed or the axis of a joint there"
                                     : "connect a Mass, a Fixed or the axis of a joint there");
      }
    }
  }
  // The first flange of a compiled component on a train; −1: none.
  int find_port(int train) const {
    for (std::size_t p = 0; p < axes_.ports.size(); ++p) {
      if (axes_.shafts[axes_.ports[p].shaft].train == train) return static_cast<int>(p);
    }
    return -1;
  }
  bool has_joint(int shaft) const {
    for (const AxisJoint& j : axes_.joints) {
      if (axes_.shafts[j.shaft].train == axes_.shafts[shaft].train) return true;
    }
    return false;
  }

  // Whether a gear with a moving housing is on the train of this shaft.
  bool has_gear(int shaft) const {
    const int train = axes_.shafts[shaft].train;
    for (const PlacedAxisElement& e : axes_.elements) {
      if (!has_moving_housing(e)) continue;
      for (int s : {e.shaft_a, e.shaft_b, e.shaft_s}) {
        if (axes_.shafts[s].train == train) return true;
      }
    }
    return false;
  }

  // Trains without a tree joint get a body of their own, unless ground alone is on them or nothing at all.
  void add_bodies() {
    for (std::size_t t = 0; t < axes_.trains.size(); ++t) {
      Train& train = axes_.trains[t];
      if (train.carrier.joint >= 0) {
        train.driven = train.holder != nullptr;
        continue;
      }
      int shaft = 0;
      while (axes_.shafts[shaft].train != static_cast<int>(t)) ++shaft;
      const bool is_tied = has_joint(shaft) || (has_gear(shaft) && train.holder == nullptr);
      const int port = find_port(static_cast<int>(t));
      if (port >= 0 && !is_tied && train.holder == nullptr && !(train.inertia > 0)) {
        // x becomes the position of that flange.
        const Shaft at = axes_.shafts[axes_.ports[port].shaft];
        rescale(static_cast<int>(t), at.ratio, at.offset);
        train.port = port;
        continue;
      }
      if (!is_tied && !train.driven && (train.holder != nullptr || !(train.inertia > 0))) continue;
      train.driven = train.holder != nullptr;
      train.carrier = add_body(static_cast<int>(t));
    }
  }

  // What sticks needs a coordinate of its own.
  void check_holders() {
    for (const PlacedAxisElement& e : axes_.elements) {
      if (e.element.holder.kind == AxisHolder::Kind::none) continue;
      for (int shaft : {e.shaft_a, e.shaft_b, e.shaft_s}) {
        if (shaft < 0 || train_at(shaft).port < 0) continue;
        throw e.component->error(
            "massless",
            "'" + e.component->path +
                "' holds a shaft that has no inertia but that of a compiled component",
            e.element.turns ? "connect an Inertia there" : "connect a Mass there");
      }
    }
  }

  // The first shaft of a train has x as its position: it says whether x turns.
  JointRef add_body(int t) {
    const Train& train = axes_.trains[t];
    bool turns = true;
    for (std::size_t s = axes_.shafts.size(); s-- > 0;) {
      if (axes_.shafts[s].train == t) turns = axes_.shafts[s].turns;
    }
    Subsystem& root = *system_.root;
    const NodeIndex node = static_cast<NodeIndex>(root.nodes.size());
    Group group;
    group.name = train.name;
    root.groups.push_back(group);
    root.nodes.push_back(
        {Node::Kind::group, static_cast<GroupIndex>(root.groups.size()) - 1, -1, -1});
    JointEdge edge;
    if (turns)
      edge.joint = Revolute(Vec3<double>::UnitZ());
    else
      edge.joint = Prismatic(Vec3<double>::UnitZ());
    edge.name = train.name;
    edge.F = {0, {}};
    edge.M = {node, {}};
    edge.in_tree = edge.added = true;
    root.joints.push_back(edge);
    const int index = static_cast<int>(root.joints.size()) - 1;
    root.islands[0].nodes.push_back(node);
    root.island_of.push_back(0);
    root.islands[0].walk.push_back({Move::Kind::joint, index, 0, node, false, 0});
    return {&root, index};
  }

  // (2) for the joints that do not carry their train.
  void tie_joints() {
    for (const AxisJoint& j : axes_.joints) {
      const Shaft& shaft = axes_.shafts[j.shaft];
      const JointRef& carrier = axes_.trains[shaft.train].carrier;
      if (carrier.sub == j.joint.sub && carrier.joint == j.joint.joint) continue;
      TrainRow row;
      row.terms = {{j.joint, 1.0}, {carrier, -shaft.ratio}};
      row.constant = shaft.offset;
      row.name = edge_of(j.joint).name;
      row.component = edge_of(j.joint).component;
      system_.rows.push_back(row);
    }
  }

  // (2) for gears whose housing moves: x_a − ratio x_b + (ratio − 1) x_s = 0.
  void tie_gears() {
    for (const PlacedAxisElement& e : axes_.elements) {
      if (!has_moving_housing(e)) continue;
      TrainRow row;
      row.name = e.component->path;
      row.component = e.component;
      const std::pair<int, double> shafts[] = {
          {e.shaft_a, 1.0}, {e.shaft_b, -e.element.ratio}, {e.shaft_s, e.element.ratio - 1.0}};
      for (const auto& [shaft, coefficient] : shafts) {
        const Shaft& s = axes_.shafts[shaft];
        const JointRef& carrier = axes_.trains[s.train].carrier;
        if (carrier.joint < 0) {
          row.constant -= coefficient * position_of(shaft);
          continue;
        }
        row.constant -= coefficient * s.offset;
        auto same = std::find_if(row.terms.begin(), row.terms.end(), [&](const TrainRow::Term& t) {
          return t.joint.sub == carrier.sub && t.joint.joint == carrier.joint;
        });
        if (same == row.terms.end()) same = row.terms.insert(same, {carrier, 0.0});
        same->coefficient += coefficient * s.ratio;
      }
      system_.rows.push_back(row);
    }
  }

  // Start values of rotors, masses, drives and (against ground) springs become those of the coordinate,
  // unless the joint that carries it has its own. What a drive's law gives at the start is not for topology.
  void set_starts() {
    for (const PlacedAxisElement& e : axes_.elements) {
      if (e.element.kind == AxisElement::Kind::inertia) {
        set_start(e, e.shaft_a, 0.5 * e.element.length, 1.0);
      } else if (e.element.kind == AxisElement::Kind::drive) {
        set_start(e, e.shaft_b, e.shaft_a < 0 ? 0.0 : -position_of(e.shaft_a), 1.0);
      } else if (e.element.kind == AxisElement::Kind::force) {
        if (!e.element.x_start.fixed && !e.element.v_start.fixed) continue;
        auto is_ground = [&](int shaft) {
          return shaft < 0 || (train_at(shaft).holder != nullptr && !train_at(shaft).driven);
        };
        auto position = [&](int shaft) { return shaft < 0 ? 0.0 : position_of(shaft); };
        if (is_ground(e.shaft_a) && e.shaft_b >= 0) {
          set_start(e, e.shaft_b, -position(e.shaft_a), 1.0);
        } else if (is_ground(e.shaft_b) && e.shaft_a >= 0) {
          set_start(e, e.shaft_a, -position(e.shaft_b), -1.0);
        } else {
          throw e.component->error(
              "unsupported",
              "the start value of a spring or damper between two moving shafts "
              "cannot be fixed yet",
              "fix the start values of the shafts instead");
        }
      }
    }
  }

  // The element's value is sign · (position of the shaft + shift).
  void set_start(const PlacedAxisElement& e, int shaft, double shift, double sign) {
    const Shaft& s = axes_.shafts[shaft];
    const Train& train = axes_.trains[s.train];
    if (train.carrier.joint < 0 || (train.driven && train.drive.order == 0)) return;
    JointStart& start = edge_of(train.carrier).start;
    auto set = [&](const AxisStart& from, double value, double& to, bool& fixed, bool given) {
      if (from.fixed && fixed && std::abs(to - value) > 1e-12 * (1 + std::abs(to))) {
        throw e.component->error("start",
                                 "its fixed start value contradicts that of '" +
                                     edge_of(train.carrier).name + "', which is on the same shaft",
                                 "leave one of them free (fixed = false)");
      }
      if (fixed || (!from.fixed && (given || !from.given))) return;
      to = value;
      fixed = from.fixed;
    };
    set(e.element.x_start, (sign * e.element.x_start.value - shift - s.offset) / s.ratio,
        start.q[0], start.q_fixed[0], start.q_given);
    set(e.element.v_start, sign * e.element.v_start.value / s.ratio, start.v[0], start.v_fixed[0],
        start.v[0] != 0.0);
    start.q_given = start.q_given || (edge_of(train.carrier).added && e.element.x_start.given);
  }

  // A train that nothing moves stands where it is held.
  void drop_held_coordinates() {
    for (Shaft& s : axes_.shafts) {
      const Train& train = axes_.trains[s.train];
      if (train.carrier.joint >= 0 || train.port >= 0) continue;
      s.offset += s.ratio * train.law.constant_value();
      s.ratio = 0.0;
    }
  }

  const AxisContents& contents_;
  System& system_;
  Axes& axes_;
  std::map<Key, int> flanges_;
  std::vector<Key> keys_;
  std::vector<int> parent_, shaft_of_flange_;
  std::vector<JointRef> joints_;
  std::map<int, double> fixed_;  // by shaft
};

}  // namespace

JointFlanges find_flanges(const Component& joint) {
  const JointFlanges known[] = {{"axis", "support"}, {"flange_b", "flange_a"}};
  for (const JointFlanges& flanges : known) {
    for (const Connector& c : joint.connectors) {
      if (c.name == flanges.axis && is_flange(c)) return flanges;
    }
  }
  return {};
}

void build_axes(const AxisContents& contents, System& system) {
  AxesBuilder(contents, system).run();
}

}  // namespace gelenk
