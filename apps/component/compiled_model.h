// The model in the file of a compiled component, ready to be asked: a formulation with open ports,
// and what a run has beside its formulation: start values, signals with whole turns, how long steps
// may be, memory of these.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyses/assembly.h"
#include "analyses/signals.h"
#include "compiled/memory_file.h"
#include "compiled/payload.h"
#include "formulations/open_formulation.h"
#include "symbolic/time_scale.h"

namespace gelenk {

class CompiledModel {
 public:
  // Throws UserError where the payload is none that `gelenk compile` would make.
  explicit CompiledModel(ComponentPayload payload);

  const System& system() const { return system_; }
  Formulation& formulation() { return *formulation_; }
  OpenPorts& ports() { return *formulation_->open_ports(); }
  const std::vector<ComponentPayload::Export>& exports() const { return payload_.exports; }
  const std::vector<ComponentPayload::Input>& inputs() const { return payload_.inputs; }
  // A message without names of files that only this process knows.
  std::string hide_places(std::string message) const;

  // The field is a constant of a formulation: from here on there is another one.
  void set_gravity(const Gravity& gravity);
  void set_feedback(double rate);
  void set_inputs(const double* values);

  // Start values, at this time and with the inputs given last.
  const Assembly& find_start(double t);
  // Empty, or why it failed.
  std::string start_events(double t, Vector& q, Vector& v, const OpenPorts::Outside& outside);
  std::string handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed,
                           const OpenPorts::Outside& outside, bool& changed);
  double calc_longest_step(double t, double longest, double end);
  void accept(double t, const Vector& q, const Vector& v);
  void list_memory(Memory& memory) { memory(*formulation_, time_scale_, kept_inputs_, signals_); }

  // All that are shown, of the last release.
  void calc_signals(double* values);
  // Of the state placed: those that are of it.
  void calc_outputs(double* values);

 private:
  static ComponentPayload unpack(ComponentPayload payload,
                                 std::vector<std::shared_ptr<const MemoryFile>>& files);
  System build() const;
  void make_formulation();
  void keep_inputs();

  std::vector<std::shared_ptr<const MemoryFile>> files_;  // of the components inside
  ComponentPayload payload_;
  const BuildOptions build_;
  System system_;
  std::unique_ptr<Formulation> formulation_;
  SignalTable signals_;
  symbolic::TimeScale time_scale_;
  double feedback_ = 0.0;
  std::vector<double> inputs_;       // as given last
  std::vector<double> kept_inputs_;  // of the laws, of the state that the host kept last
  std::vector<double> values_;
  // The start values found last: a host asks more than once, and so do those around it.
  struct Start {
    double t;
    std::vector<double> inputs;
    Assembly assembly;
  };
  std::optional<Start> start_;
};

}  // namespace gelenk
