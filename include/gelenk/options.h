// How a model is computed, whoever asks for it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gelenk {

// How a model is computed. Every preset is right for someone who sets nothing.
struct ExperimentOptions {
  // "recursive", "hierarchical", "mixed"; "auto": "hierarchical" where an option below or a compiled component needs it,
  // else "recursive".
  std::string formulation = "auto";
  // Of the formulation "hierarchical": where the model is cut into components, "model", "auto" or "flat" (empty: "model");
  // threads (0: as many as the machine has); metric of the projection, "mass" or "euclidean".
  std::string hierarchy;
  int threads = 0;
  std::string metric = "mass";
  std::string integrator = "auto";
  std::string stabilization = "projection";  // "partition", "baumgarte", "none"
  // With stabilization "partition": coordinates to be kept independent, as "crank.phi, slider.s", one per degree of freedom;
  // empty: joints with StateSelect.always, else those that the loops suggest.
  std::string independent;
  // Local error allowed per entry of the state, atol + rtol |y|. Unset: rtol is the model's, else 1e-9; atol rtol/100.
  std::optional<double> rtol, atol;
  // Unset: 1 ms for integrators with a fixed step; for adaptive ones, which take it as their largest step, ten intervals
  // and a fiftieth of the run.
  std::optional<double> step;
  // Connectors of the model itself, where it is a part that runs alone, and what happens there: "fixed", "free" (as those
  // that are not named), or a constant force and torque in world axes, "{fx, fy, fz, tx, ty, tz}".
  std::vector<std::pair<std::string, std::string>> ports;
  // Folders whose compiled components may be loaded, beside the folder of the model and those inside it. They are programs.
  std::vector<std::string> trusted;
};

}  // namespace gelenk
