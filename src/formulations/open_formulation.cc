#include "formulations/open_formulation.h"

#include "elements/component_path.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/recursive/recursive.h"
#include "topology/leaves/partition.h"

namespace gelenk {

BuildOptions choose_open_build(const ModelTree& model) {
  BuildOptions options;
  options.ports.are_open = true;
  if (find_compiled(*model.root) != nullptr) options.hierarchy = Hierarchy::model;
  return options;
}

std::unique_ptr<Formulation> make_open_formulation(const System& system) {
  if (system.partition == nullptr) return make_recursive_formulation(system);
  return make_hierarchical_formulation(system, {.threads = 1});
}

}  // namespace gelenk
