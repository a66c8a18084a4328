// How positions of a model move, for analyses that are told so: coordinates of joints ("hinge.phi"), positions of flanges, points of
// frames ("arm.frame_b.r_0[1]").
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gelenk {

// One of: a file, columns, laws; or none, where the model's own drives are all that moves.
struct Motion {
  // CSV: time, and columns with names of positions, as `gelenk run --output` writes them. Columns of their speeds and accelerations
  // ("hinge.w", "hinge.a") count as they are; what is not there comes from a curve of degree five through the positions.
  std::string file;
  // The same as numbers.
  std::vector<double> time;
  std::vector<std::pair<std::string, std::vector<double>>> columns;
  // Names, and expressions of time as Modelica has them: "0.5*sin(2*pi*time)". Speeds and accelerations are their exact derivatives.
  std::vector<std::pair<std::string, std::string>> laws;
  // Instants of laws and drives. Unset: from the experiment's present time on, to the end that the model's annotation has, else for 1 s; 500
  // intervals.
  std::optional<double> t_start, t_end, interval;
};

}  // namespace gelenk
