#include "compiled_model.h"

#include <algorithm>

#include "analyses/transfer.h"
#include "base/bytes.h"
#include "elements/component_path.h"
#include "formulations/motion_signals.h"

namespace gelenk {

namespace {

void require(bool fine, const char* what) {
  if (!fine) throw UserError({"component", {}, "", what, ""});
}

}  // namespace

CompiledModel::CompiledModel(ComponentPayload payload)
    : payload_(unpack(std::move(payload), files_)),
      build_(choose_open_build(payload_.model)),
      system_(build()),
      signals_(system_),
      time_scale_(list_lasting_laws(system_)) {
  make_formulation();
  std::string globs;
  for (const ComponentPayload::Export& e : payload_.exports)
    globs += (globs.empty() ? "" : ",") + e.signal;
  if (!globs.empty()) signals_.select(globs);
  require(globs.empty() || signals_.selected_names().size() == payload_.exports.size(),
          "the signals that it shows are not those of its model");
  const std::vector<Quantities::Input>& inputs = system_.quantities.inputs;
  require(std::equal(inputs.begin(), inputs.end(), payload_.inputs.begin(), payload_.inputs.end(),
                     [](const auto& own, const auto& told) { return own.name == told.variable; }),
          "its inputs are not those of its model");
}

// Files inside become files that can be opened, and the model has their paths.
ComponentPayload CompiledModel::unpack(ComponentPayload payload,
                                       std::vector<std::shared_ptr<const MemoryFile>>& files) {
  for (const std::string& file : payload.files) files.push_back(MemoryFile::share(file));
  payload.files.clear();
  visit_compiled(*payload.model.root, [&](Component& c) {
    const std::string number = find_component_path(c).string();
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (number != std::to_string(i + 1)) continue;
      set_component_path(c, files[i]->path());
      return;
    }
    throw DamagedBytes("it refers to a component that it does not hold");
  });
  return payload;
}

System CompiledModel::build() const {
  try {
    return build_system(payload_.model, build_);
  } catch (const UserError& error) {
    const Diagnostic& d = error.diagnostics().at(0);
    throw UserError({d.code, {}, "", hide_places(d.message), ""});
  }
}

std::string CompiledModel::hide_places(std::string message) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const std::string& path = files_[i]->path();
    const std::string name = "number " + std::to_string(i + 1) + " inside";
    for (std::size_t at; (at = message.find(path)) != std::string::npos;)
      message.replace(at, path.size(), name);
  }
  if (message.ends_with(',')) message.pop_back();  // of a sentence that goes on with the time
  return message;
}

void CompiledModel::make_formulation() {
  formulation_ = make_open_formulation(system_);
  if (!inputs_.empty()) set_inputs(std::vector<double>(inputs_).data());
  formulation_->set_feedback(feedback_);
  keep_inputs();
}

void CompiledModel::set_gravity(const Gravity& gravity) {
  gelenk::set_gravity(system_, gravity);
  make_formulation();
}

void CompiledModel::set_feedback(double rate) {
  feedback_ = rate;
  formulation_->set_feedback(rate);
}

void CompiledModel::set_inputs(const double* values) {
  for (std::size_t i = 0; i < payload_.inputs.size(); ++i)
    formulation_->set_input(static_cast<int>(i), values[i]);
  inputs_.assign(values, values + payload_.inputs.size());
}

void CompiledModel::keep_inputs() {
  const double* inputs = formulation_->laws().inputs();
  kept_inputs_.assign(inputs, inputs + system_.quantities.input_count());
}

const Assembly& CompiledModel::find_start(double t) {
  if (start_ && start_->t == t && start_->inputs == inputs_) return start_->assembly;
  start_ = {t, inputs_,
            system_.partition == nullptr
                ? assemble(*formulation_, t)
                : assemble_apart(payload_.model, build_, *formulation_, t)};
  return start_->assembly;
}

std::string CompiledModel::start_events(double t, Vector& q, Vector& v,
                                        const OpenPorts::Outside& outside) {
  signals_.start_angles();
  time_scale_.start();
  if (!ports().start_events(t, q, v, outside)) return formulation_->failure();
  keep_inputs();
  return formulation_->laws().find_broken_limit();
}

std::string CompiledModel::handle_event(double t, Vector& q, Vector& v,
                                        const std::vector<int>& crossed,
                                        const OpenPorts::Outside& outside, bool& changed) {
  time_scale_.renew();
  if (!ports().handle_event(t, q, v, crossed, outside, changed)) return formulation_->failure();
  keep_inputs();
  return "";
}

double CompiledModel::calc_longest_step(double t, double longest, double end) {
  return std::min(time_scale_.calc_step(t, kept_inputs_.data(), longest, end),
                  formulation_->calc_longest_step(t, longest, end));
}

void CompiledModel::accept(double t, const Vector& q, const Vector& v) {
  formulation_->accept(t, q, v);
  keep_inputs();
  if (!signals_.follows_angles()) return;
  formulation_->eval_motion(q, v);
  signals_.follow(*formulation_, t, q, v);
}

void CompiledModel::calc_signals(double* values) {
  if (payload_.exports.empty()) return;
  OpenPorts& p = ports();
  signals_.calc_values(*formulation_, p.t(), p.q(), p.v(), p.vdot(), values_);
  std::copy(values_.begin(), values_.end(), values);
}

void CompiledModel::calc_outputs(double* values) {
  const Laws& laws = formulation_->laws();
  const Vector &q = ports().q(), &v = ports().v();
  for (std::size_t i = 0; i < payload_.exports.size(); ++i) {
    if (!payload_.exports[i].of_state) continue;
    const Signal& signal = signals_.selected()[i];
    switch (signal.kind) {
      case Signal::Kind::state: values[i] = q[system_.first_state() + signal.quantity()]; break;
      case Signal::Kind::discrete: values[i] = laws.of_discrete(signal.quantity()); break;
      case Signal::Kind::variable: values[i] = laws.of_variable(signal.quantity()); break;
      default: values[i] = calc_motion_signal(signal, *formulation_, system_, q.data(), v.data());
    }
  }
}

}  // namespace gelenk
