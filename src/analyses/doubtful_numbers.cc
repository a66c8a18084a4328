// Numbers that look as if they were meant in another unit: see explanation.h. None of these is wrong by itself; each is far from what the
// rest of the model is like.
#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "analyses/explanation.h"
#include "analyses/sentences.h"
#include "formulations/recursive/tree.h"

namespace gelenk {

namespace {

// Beyond this factor something is told.
constexpr double much_heavier = 1e5, much_larger = 30.0, much_longer = 300.0;

double calc_median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

template <typename Visit>
void visit_subsystems(const Subsystem& sub, const Visit& visit) {
  visit(sub);
  for (const auto& part : sub.parts) visit_subsystems(*part, visit);
}

// How far joints and mass centres are from the joint that carries their body, at most.
double measure_length(const Tree& tree) {
  double length = 0.0;
  for (const TreeBody& b : tree.bodies) {
    length = std::max(length, Eigen::Map<const Vec3<double>>(b.p_PF).norm());
    if (b.mass > 0)
      length = std::max(length, Eigen::Map<const Vec3<double>>(b.mc).norm() / b.mass);
  }
  return length;
}

void doubt_bodies(const System& system, double length, std::vector<std::string>& lines) {
  std::vector<double> masses;
  visit_subsystems(*system.root, [&](const Subsystem& sub) {
    for (const Group& group : sub.groups) {
      if (group.inertia.mass > 0) masses.push_back(group.inertia.mass);
    }
  });
  const double usual = calc_median(masses);
  visit_subsystems(*system.root, [&](const Subsystem& sub) {
    for (const Group& group : sub.groups) {
      const double m = group.inertia.mass;
      if (!(m > 0)) continue;
      if (masses.size() >= 3 && m > much_heavier * usual) {
        lines.push_back(fmt::format(
            "The mass of '{}', {:.4g} kg, is {:.1g} times that of most others: is it in grams?",
            group.name, m, m / usual));
      }
      const Eigen::SelfAdjointEigenSolver<Mat3<double>> solver(group.inertia.J_com,
                                                               Eigen::EigenvaluesOnly);
      const double radius = std::sqrt(std::max(0.0, solver.eigenvalues()[2]) / m);
      if (length > 0 && radius > much_larger * length) {
        lines.push_back(fmt::format(
            "The inertia of '{}' is that of a body of {:.3g} m about its centre, where nothing of the mechanism is "
            "longer than {:.3g} m: is it in kg.mm2 or g.cm2 where kg.m2 is meant?",
            group.name, radius, length));
      }
    }
  });
}

void doubt_lengths(const System& system, std::vector<std::string>& lines) {
  std::vector<double> lengths;
  const auto visit = [&](const auto& act) {
    visit_subsystems(*system.root, [&](const Subsystem& sub) {
      for (const PlacedConnector& frame : sub.frames) {
        if (!frame.placed || frame.borrowed || frame.at.node <= 0 ||
            sub.nodes[frame.at.node].kind != Node::Kind::group)
          continue;
        const double length = frame.at.X_NF.p.norm();
        if (length > 0) act(frame, length);
      }
    });
  };
  visit([&](const PlacedConnector&, double length) { lengths.push_back(length); });
  const double usual = calc_median(lengths);
  if (lengths.size() < 4) return;
  visit([&](const PlacedConnector& frame, double length) {
    if (length > much_longer * usual) {
      lines.push_back(fmt::format(
          "'{}.{}' is {:.4g} m from the mass centre of its body, {:.2g} times as far as most: is it in mm?",
          frame.component->path, frame.connector, length, length / usual));
    }
  });
}

// 90 rad are fourteen turns and a bit; who writes whole tens of them means degrees.
void doubt_angles(const System& system, std::vector<std::string>& lines) {
  visit_subsystems(*system.root, [&](const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) {
      std::visit(
          [&](const auto& joint) {
            if constexpr (requires { joint.fixed_axis(); }) {
              if (!joint.fixed_axis().turns) return;
              const double angle = edge.start.q[0];
              if (std::abs(angle) < 2 * std::numbers::pi || std::fmod(angle, 5.0) != 0.0) return;
              lines.push_back(fmt::format(
                  "The start angle of '{}' is {:.4g} rad: if degrees are meant, write "
                  "Modelica.Units.Conversions.from_deg({:.4g}).",
                  edge.name, angle, angle));
            }
          },
          edge.joint);
    }
  });
}

void doubt_gravity(const System& system, std::vector<std::string>& lines) {
  if (system.gravity.kind != Gravity::Kind::uniform) return;
  const double g = system.gravity.g.norm();
  if (g > 400.0)
    lines.push_back(
        fmt::format("Gravity is {:.4g} m/s2: is it in mm/s2 or cm/s2 where m/s2 is meant?", g));
}

}  // namespace

std::vector<std::string> find_doubtful_numbers(const System& system) {
  std::vector<std::string> lines;
  doubt_bodies(system, measure_length(build_tree(system)), lines);
  doubt_lengths(system, lines);
  doubt_angles(system, lines);
  doubt_gravity(system, lines);
  constexpr std::size_t most = 20;
  if (lines.size() > most) {
    const std::size_t rest = lines.size() - most;
    lines.resize(most);
    lines.push_back(fmt::format("… and {} more.", rest));
  }
  return lines;
}

}  // namespace gelenk
