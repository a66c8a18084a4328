// States of experiments that are saved and come back to, in memory and as files.
#include "api/exact_state.h"
#include "api/experiment_impl.h"
#include "api/named_state.h"
#include "io/digest_text.h"

namespace gelenk {

namespace {

// What does not come back as it went out is told by its digest, before anything is taken from it.
std::string seal(const std::string& bytes) { return bytes + digest_text(bytes); }

std::string_view open_sealed(std::string_view sealed) {
  constexpr std::size_t length = 64;
  if (sealed.size() < length) throw DamagedBytes("it is too short");
  const std::string_view bytes = sealed.substr(0, sealed.size() - length);
  if (digest_text(bytes) != sealed.substr(bytes.size()))
    throw DamagedBytes("its bytes are not those that were saved");
  return bytes;
}

}  // namespace

std::string Experiment::Impl::describe_kind() const {
  return fmt::format("{} {} {} {} {} {}", model.name(), options.formulation, options.hierarchy,
                     options.integrator, coordinates.size(), speeds.size());
}

ExperimentState Experiment::Impl::save() {
  apply_inputs();
  need_stepper();
  ExperimentState state{time, {q.begin(), q.end()}, {v.begin(), v.end()}, input_values, ""};
  std::string kind = describe_kind(), inner = save_memory(*stepper);
  double begin = stepper->begin(), end = stepper->end();
  Memory memory;
  memory(kind, begin, end, is_given, inner);
  state.memory = seal(memory.bytes());
  return state;
}

void Experiment::Impl::take(const ExperimentState& state) {
  std::string kind, inner;
  double begin = 0, end = 0;
  std::vector<char> given = is_given;
  Memory memory(open_sealed(state.memory));
  memory(kind);
  if (kind != describe_kind())
    reject_use(
        "this state was saved by another experiment: " + kind + " instead of " + describe_kind(),
        "restore it in an experiment with the same model and options");
  memory(begin, end, given, inner);
  memory.finish();
  if (!std::isfinite(begin) || !std::isfinite(end) || !(end > begin))
    throw DamagedBytes("it holds a time that cannot be");
  stepper.reset();
  auto made = make_simulation(begin, end, get_present(), true);
  made->resume(inner);
  if (!made->y().allFinite()) throw DamagedBytes("it holds a state that cannot be");
  stepper = std::move(made);
  take_present(*stepper);
  is_given = given;
  const Quantities& quantities = machine->system().quantities;
  for (std::size_t i = 0; i < input_values.size(); ++i) {
    input_values[i] = formulation().laws().inputs()[quantities.first_input() + static_cast<int>(i)];
  }
  give_inputs();
}

void Experiment::Impl::restore(const ExperimentState& state) {
  const Busy busy(*this, "take another state");
  if (!has_started) start(std::nullopt);
  try {
    go([&] { take(state); });
  } catch (const DamagedBytes& damage) {
    reject_use(std::string("this state is damaged: ") + damage.what(), "save it again");
  }
}

// ---- states as files --------------------------------------------------------------------------------

StateFile::Texts Experiment::Impl::list_options() const {
  return list_exact_options(*machine, machine->choose_options({}), *table, "experiment");
}

void Experiment::Impl::write_state(const std::string& path) {
  StateFile file;
  file.memory = save().memory;
  file.digest = calc_model_digest(*machine);
  file.options = list_options();
  file.begin = stepper->begin();
  file.interval = stepper->interval();
  NamedState naming(*machine);
  naming.write_held(file);
  naming.write(time, stepper->y(), file);
  evaluated = Evaluated::nothing;
  write_state_file(file, path, "state");
}

StateFit Experiment::Impl::read_state(const std::string& path) {
  const StateFile file = read_state_file(path);
  StateFit fit;
  fit.differences = list_differences(file, calc_model_digest(*machine), list_options());
  fit.is_exact = fit.differences.empty();
  if (fit.is_exact) {
    restore({file.time, {}, {}, {}, file.memory});
    if (stepper->begins_anew()) {
      fit.is_exact = false;
      fit.differences.push_back("an integrator that begins anew");
    }
    return fit;
  }
  const Busy busy(*this, "take another state");
  go([&] {
    try {
      give_inputs();
      take_by_names(file, path, fit);
    } catch (...) {
      machine->set_discrete_starts({});
      throw;
    }
  });
  return fit;
}

void Experiment::Impl::take_by_names(const StateFile& file, const std::string& path,
                                     StateFit& fit) {
  NamedState::Start found = NamedState(*machine).find_start(file, file.time, path);
  machine->set_discrete_starts(found.discretes);
  make_stepper(file.time, found.assembly, false);
  machine->set_discrete_starts({});
  for (const auto& [name, value] : file.inputs) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].name != name) continue;
      input_values[i] = value;
      is_given[i] = 1;
    }
  }
  has_new_inputs = false;
  fit.missing = std::move(found.missing);
  fit.unknown = std::move(found.unknown);
}

}  // namespace gelenk
