#include "api/whole_mechanism.h"

#include "analyses/transfer.h"
#include "api/component_files.h"

namespace gelenk {

WholeMechanism::WholeMechanism(Experiment::Impl& impl, const char* what) : impl_(impl) {
  if (const Component* compiled = find_compiled(*impl.machine->model().root)) {
    throw compiled->error(
        "unsupported",
        std::string(what) +
            " needs all masses and joints, which a compiled component does not show",
        "put the text of the component in its place");
  }
  joined_ = impl.machine->make_joined();
  give_held(impl, *joined_);
}

void WholeMechanism::give_held(Experiment::Impl& impl, Machine::Joined& joined) {
  for (std::size_t i = 0; i < impl.input_values.size(); ++i) {
    if (impl.is_given[i]) joined.formulation->set_input(static_cast<int>(i), impl.input_values[i]);
  }
  if (!impl.has_started) return;
  std::vector<Quantities::Discrete>& discretes = joined.system.quantities.discretes;
  for (std::size_t i = 0; i < discretes.size(); ++i)
    discretes[i].start = impl.formulation().laws().of_discrete(static_cast<int>(i));
}

Assembly WholeMechanism::find_start(double time) const {
  if (!impl_.has_started) return assemble(formulation(), time);
  Assembly at = impl_.get_present();
  if (impl_.machine->system().partition == nullptr) return at;
  return transfer(at, impl_.formulation(), system(), time);
}

Assembly WholeMechanism::give_back(const Vector& q, const Vector& v, double time) const {
  Assembly at = impl_.get_present();
  at.q = q;
  at.v = v;
  if (impl_.machine->system().partition == nullptr) return at;
  return transfer(at, formulation(), impl_.machine->system(), time);
}

WholeMechanism::Variant WholeMechanism::make_variant(Experiment::Impl& impl, const Model& model) {
  const Model::Impl& read = Model::Access::get(model);
  Variant variant;
  variant.machine = std::make_unique<Machine>(read.tree, read.home(), impl.options);
  variant.joined = variant.machine->make_joined();
  give_held(impl, *variant.joined);
  return variant;
}

}  // namespace gelenk
