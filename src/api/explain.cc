#include "gelenk/explain.h"

#include "analyses/explanation.h"
#include "api/component_files.h"
#include "api/machine.h"
#include "api/model_impl.h"

namespace gelenk {

Explanation explain(const Model& model, const ExperimentOptions& options,
                    std::optional<double> start_time) {
  const Model::Impl& impl = Model::Access::get(model);
  const Machine machine(impl.tree, impl.home(), options);
  const double t = start_time.value_or(machine.model().experiment.start_time.value_or(0.0));
  // Loops and freedoms are those along the joints of the whole.
  const bool is_cut = machine.system().partition != nullptr;
  const std::unique_ptr<Machine::Joined> joined =
      is_cut && find_compiled(*machine.model().root) == nullptr ? machine.make_joined() : nullptr;
  Formulation& formulation = joined ? *joined->formulation : machine.formulation();
  const std::optional<Assembly> own = joined ? std::nullopt : machine.find_start(t);
  const Assembly start = own ? *own : assemble(formulation, t);

  Explanation explanation;
  explanation.model = machine.model().root->class_name;
  for (const auto* list : {&machine.model().warnings, &machine.system().warnings}) {
    for (const Diagnostic& warning : *list)
      explanation.warnings.push_back(format(warning, "warning"));
  }
  const auto add = [&](const char* title, std::vector<std::string> lines) {
    if (!lines.empty()) explanation.sections.push_back({title, std::move(lines)});
  };
  add("Mechanism", explain_mechanism(formulation, start));
  add("Equations", explain_equations(formulation));
  add("Start", explain_start(formulation, start));
  if (formulation.system().partition == nullptr)
    add("Doubtful", find_doubtful_numbers(formulation.system()));
  return explanation;
}

}  // namespace gelenk
