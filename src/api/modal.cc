// Linear equations of an experiment's model, and their modes, as callers see them.
#include "gelenk/modal.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "analyses/globs.h"
#include "analyses/linearization.h"
#include "analyses/modes.h"
#include "analyses/signals.h"
#include "api/experiment_impl.h"

namespace gelenk {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Numbers2D convert(const Matrix& matrix) {
  Numbers2D numbers;
  numbers.rows = static_cast<std::size_t>(matrix.rows());
  numbers.columns = static_cast<std::size_t>(matrix.cols());
  const RowMajor by_rows = matrix;
  numbers.values.assign(by_rows.data(), by_rows.data() + by_rows.size());
  return numbers;
}

Matrix convert(const Numbers2D& numbers) {
  return Eigen::Map<const RowMajor>(numbers.values.data(), static_cast<Eigen::Index>(numbers.rows),
                                    static_cast<Eigen::Index>(numbers.columns));
}

// Inputs of the model, and forces along the speeds that are named.
std::vector<LinearInput> choose_inputs(const Experiment::Impl& impl,
                                       const std::vector<LinearEntry>& entries,
                                       const std::string& globs, std::vector<RunSignal>& names) {
  std::vector<LinearInput> chosen;
  const auto add = [&](const LinearInput& input, const RunSignal& name) {
    for (const RunSignal& known : names) {
      if (known.name == name.name) return;
    }
    chosen.push_back(input);
    names.push_back(name);
  };
  for (const std::string& glob : split_globs(globs)) {
    bool is_known = glob == "*" && !impl.inputs.empty();
    std::vector<std::string> all;
    for (std::size_t i = 0; i < impl.inputs.size(); ++i) {
      all.push_back(impl.inputs[i].name);
      if (!matches_glob(glob, impl.inputs[i].name)) continue;
      is_known = true;
      add({static_cast<int>(i), -1}, impl.inputs[i]);
    }
    for (std::size_t i = 0; i < impl.speeds.size() && glob != "*"; ++i) {
      const LinearEntry& speed = entries[impl.speeds.size() + i];
      all.push_back(speed.name);
      if (!matches_glob(glob, speed.name)) continue;
      is_known = true;
      add({-1, static_cast<int>(i)},
          {"load(" + speed.name + ")", speed.unit == "m/s" ? "N" : "N.m"});
    }
    if (is_known) continue;
    const std::string hint =
        glob == "*" || all.empty()
            ? "declare one in the model, as in 'input Real u;', or name the speed of a joint for a "
              "force there, as in 'hinge.w'"
            : suggest(glob, all);
    throw UserError({"unknown-input",
                     {},
                     "",
                     glob == "*" ? "the model has no inputs" : "no input matches '" + glob + "'",
                     hint});
  }
  return chosen;
}

LinearModel::Largest find_largest(const Vector& values, const std::vector<LinearEntry>& entries,
                                  std::size_t first) {
  LinearModel::Largest largest;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (!(std::abs(values[i]) > largest.value)) continue;
    largest = {std::abs(values[i]), entries[first + static_cast<std::size_t>(i)].name};
  }
  return largest;
}

// What an entry does against the one that is 1: "opposite", "90° ahead".
std::string describe_phase(std::complex<double> entry) {
  const double degrees = std::arg(entry) * 180 / std::numbers::pi;
  constexpr double near = 5.0;
  if (std::abs(degrees) < near) return "";
  if (std::abs(degrees) > 180 - near) return " opposite";
  return fmt::format(" {:.0f}° {}", std::abs(degrees), degrees > 0 ? "ahead" : "behind");
}

std::string describe_shape(const LinearModel& linear, const Mode& mode) {
  const std::size_t d = linear.directions, n = linear.motions.size();
  // The entry that is one is a position, else a state, else a speed.
  constexpr double rounding = 1e-9;
  std::size_t first = 0, last = 0;
  for (const auto& [from, to] :
       {std::pair(std::size_t(0), d), std::pair(2 * d, n), std::pair(d, 2 * d)}) {
    const bool has_one = std::any_of(
        mode.shape.begin() + static_cast<long>(from), mode.shape.begin() + static_cast<long>(to),
        [](std::complex<double> z) { return std::abs(z - 1.0) < rounding; });
    if (!has_one) continue;
    first = from;
    last = to;
    break;
  }
  std::vector<std::size_t> moving;
  constexpr double little = 0.02;
  for (std::size_t i = first; i < last; ++i) {
    if (std::abs(mode.shape[i]) > little) moving.push_back(i);
  }
  std::stable_sort(moving.begin(), moving.end(), [&](std::size_t x, std::size_t y) {
    return std::abs(mode.shape[x]) > std::abs(mode.shape[y]) * (1 + rounding);
  });
  std::string text;
  constexpr std::size_t most_named = 5;
  for (std::size_t k = 0; k < std::min(most_named, moving.size()); ++k) {
    const std::complex<double> entry = mode.shape[moving[k]];
    text += fmt::format("{}{} {:.3g}{}", k > 0 ? ", " : "", linear.motions[moving[k]].name,
                        std::abs(entry), describe_phase(entry));
  }
  if (moving.size() > most_named) text += fmt::format(" and {} more", moving.size() - most_named);
  return text;
}

std::string describe_kind(const Mode& mode) {
  if (mode.kind == Mode::Kind::rigid) {
    if (mode.chain == 1) return "stays where it is put";
    return mode.chain == 2 ? "moves on at constant speed" : "moves on ever faster";
  }
  std::string text = mode.kind == Mode::Kind::oscillation
                         ? (mode.is_unstable   ? "unstable oscillation"
                            : mode.is_undamped ? "undamped oscillation"
                                               : "damped oscillation")
                         : (mode.is_unstable ? "unstable, without oscillation" : "dies out");
  if (mode.chain > 1) text += fmt::format(", defective with a chain of {}", mode.chain);
  return text;
}

}  // namespace

bool LinearModel::is_steady() const {
  double stiffest = 1.0;
  for (double entry : A.values) stiffest = std::max(stiffest, std::abs(entry));
  // What a displacement by this would do.
  constexpr double displacement = 1e-8;
  return acceleration.value <= displacement * stiffest && rate.value <= displacement * stiffest;
}

bool LinearModel::is_at_rest() const { return is_steady() && speed.value <= 1e-8; }

LinearModel linearize(Experiment& experiment, const LinearizeOptions& options) {
  Experiment::Impl& impl = ExperimentAccess::get(experiment);
  const Experiment::Impl::Busy busy(impl, "be linearised");
  impl.prepare_evaluation();
  LinearModel linear;
  linear.model = impl.model.name();
  linear.time = impl.time;
  Formulation& f = impl.formulation();
  const std::vector<LinearEntry> entries = list_linear_entries(f.system());
  const std::vector<LinearInput> inputs =
      choose_inputs(impl, entries, options.inputs, linear.inputs);
  std::vector<Signal> outputs;
  if (!split_globs(options.outputs).empty()) {
    SignalTable table(impl.machine->system(), options.outputs);
    outputs = table.selected();
    for (const Signal& signal : outputs) linear.outputs.push_back({signal.name, signal.unit});
  }
  const Linearization l = linearize(f, impl.time, impl.q, impl.v, inputs, outputs);
  impl.evaluated = Experiment::Impl::Evaluated::nothing;
  if (!l.failure.empty()) throw NumericsError(l.failure);

  for (const LinearEntry& entry : entries) {
    linear.motions.push_back({entry.name, entry.unit});
    linear.owners.push_back(entry.owner);
  }
  linear.directions = static_cast<std::size_t>(f.system().nv);
  for (int row : l.rows) {
    linear.rows.push_back(static_cast<std::size_t>(row));
    linear.states.push_back(linear.motions[static_cast<std::size_t>(row)]);
  }
  linear.A = convert(l.A);
  linear.B = convert(l.B);
  linear.C = convert(l.C);
  linear.D = convert(l.D);
  linear.T = convert(l.T);
  linear.sizes.assign(l.sizes.begin(), l.sizes.end());
  linear.speed = find_largest(l.v, entries, linear.directions);
  linear.acceleration = find_largest(l.vdot, entries, linear.directions);
  linear.rate = find_largest(l.zdot, entries, 2 * linear.directions);
  for (const HeldSpeed& held : l.held) linear.held.push_back(held.holder);
  linear.error = l.error;
  return linear;
}

std::vector<Mode> calc_modes(const LinearModel& linear) {
  const Vector sizes =
      Eigen::Map<const Vector>(linear.sizes.data(), static_cast<Eigen::Index>(linear.sizes.size()));
  std::vector<Mode> modes;
  for (const EigenMode& found : calc_modes(convert(linear.A), convert(linear.T), sizes,
                                           static_cast<int>(linear.directions), linear.error)) {
    Mode& mode = modes.emplace_back();
    const std::complex<double> lambda = found.eigenvalue;
    const double size = std::abs(lambda);
    const double rounding = std::clamp(10 * linear.error, 1e-9, 1e-7) * size;
    mode.eigenvalue = lambda;
    mode.kind = size == 0            ? Mode::Kind::rigid
                : lambda.imag() != 0 ? Mode::Kind::oscillation
                                     : Mode::Kind::aperiodic;
    mode.is_unstable = lambda.real() > rounding;
    mode.is_undamped = std::abs(lambda.real()) <= rounding;
    mode.multiplicity = found.multiplicity;
    mode.chain = found.chain;
    if (size > 0) mode.damping = -lambda.real() / size;
    if (mode.kind == Mode::Kind::oscillation) {
      mode.frequency = size / (2 * std::numbers::pi);
      mode.damped_frequency = lambda.imag() / (2 * std::numbers::pi);
    }
    mode.shape.assign(found.shape.begin(), found.shape.end());
    std::map<std::string, double> shares;
    std::vector<std::string> order;
    for (std::size_t i = 0; i < linear.owners.size(); ++i) {
      if (shares.try_emplace(linear.owners[i], 0.0).second) order.push_back(linear.owners[i]);
      shares[linear.owners[i]] += found.participation[static_cast<Eigen::Index>(i)];
    }
    constexpr double little = 1e-6;
    for (const std::string& owner : order) {
      if (shares[owner] > little) mode.participation.emplace_back(owner, shares[owner]);
    }
    std::stable_sort(mode.participation.begin(), mode.participation.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second * (1 + 1e-9); });
    mode.description = describe_kind(mode) + ": " + describe_shape(linear, mode);
  }
  return modes;
}

FrequencyResponse calc_frequency_response(const LinearModel& linear,
                                          std::span<const double> frequencies) {
  FrequencyResponse response;
  response.frequencies.assign(frequencies.begin(), frequencies.end());
  response.outputs = linear.outputs.size();
  response.inputs = linear.inputs.size();
  const Matrix A = convert(linear.A), B = convert(linear.B), C = convert(linear.C),
               D = convert(linear.D);
  using ComplexMatrix = Eigen::MatrixXcd;
  const Eigen::Index n = A.rows();
  for (double frequency : frequencies) {
    check_finite(frequency, "a frequency");
    const std::complex<double> s(0.0, 2 * std::numbers::pi * frequency);
    ComplexMatrix G = D.cast<std::complex<double>>();
    if (n > 0) {
      const ComplexMatrix resolvent =
          s * ComplexMatrix::Identity(n, n) - A.cast<std::complex<double>>();
      G += C * resolvent.partialPivLu().solve(B.cast<std::complex<double>>());
    }
    for (Eigen::Index i = 0; i < G.rows(); ++i) {
      for (Eigen::Index j = 0; j < G.cols(); ++j) response.values.push_back(G(i, j));
    }
  }
  return response;
}

std::vector<double> choose_frequencies(const std::vector<Mode>& modes, std::size_t count) {
  double low = INFINITY, high = 0.0;
  std::vector<double> list;
  for (const Mode& mode : modes) {
    const double frequency = std::abs(mode.eigenvalue) / (2 * std::numbers::pi);
    if (frequency == 0) continue;
    low = std::min(low, frequency);
    high = std::max(high, frequency);
    // Not where the response is infinite.
    if (mode.kind == Mode::Kind::oscillation && !mode.is_undamped)
      list.push_back(mode.damped_frequency);
  }
  if (high == 0) low = high = 1.0;
  low /= 10;
  high *= 10;
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back(
        low * std::pow(high / low, static_cast<double>(i) /
                                       static_cast<double>(std::max<std::size_t>(1, count - 1))));
  }
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace gelenk
