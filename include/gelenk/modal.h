// A model as linear equations about a state, and what they tell: modes, and responses to inputs at a frequency.
//
//   gelenk::Experiment experiment(gelenk::Model::from_file("DoublePendulum.mo"));
//   gelenk::LinearModel linear = gelenk::linearize(experiment, {.outputs = "tip.r_0[*]"});
//   for (const gelenk::Mode& mode : gelenk::calc_modes(linear)) mode.frequency;
//
//   ẋ = A x + B u,    y = C x + D u
//
// x, u and y are small changes from the present state. What x consists of are coordinates, speeds and states of the model's own
// equations that are independent of each other; in loops the others follow from them by `T`. Friction that sticks, stops that hold
// and locks stay as they are.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gelenk/experiment.h"
#include "gelenk/export.h"

namespace gelenk {

// By rows.
struct Numbers2D {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
  double operator()(std::size_t row, std::size_t column) const {
    return values[row * columns + column];
  }
};

struct LinearizeOptions {
  // Globs, separated by commas. Inputs: of the model, or speeds of joints, for a force or torque there beside what acts ("hinge.w");
  // "*": all inputs of the model. Outputs: signals. Empty: none.
  std::string inputs = {}, outputs = {};
};

// The equations about a state, with names: ẋ = A x + B u, y = C x + D u.
struct GELENK_EXPORT LinearModel {
  std::string model;
  double time = 0.0;
  std::vector<RunSignal> states, inputs, outputs;  // of x, u, y
  Numbers2D A, B, C, D;
  // Every small motion of the joints, every change of their speeds and of states: T x, with names, and the joint or state that each
  // belongs to.
  std::vector<RunSignal> motions;
  std::vector<std::string> owners;
  Numbers2D T;
  std::size_t directions = 0;     // of motion: so many entries of `motions`, then as many speeds
  std::vector<std::size_t> rows;  // of each state, its entry in `motions`
  std::vector<double>
      sizes;  // by which entries of `motions` compare: a length of the model for what slides
  // At the state itself: largest speed, acceleration and rate of a state, and of what. All zero: an equilibrium. Speeds alone: a steady
  // motion.
  struct Largest {
    double value = 0.0;
    std::string name;
  };
  Largest speed, acceleration, rate;
  bool is_steady() const;  // no accelerations and rates but by rounding
  bool is_at_rest() const;
  std::vector<std::string> held;  // by which component something is held
  double error = 0.0;             // estimated, of A, B, C and D against their rows
};

// A way in which a model moves by itself about a state, as exp(λ t).
struct Mode {
  enum class Kind {
    rigid,        // eigenvalue 0: it stays where it is put, or moves on
    oscillation,  // a pair of complex eigenvalues
    aperiodic,    // a real one
  };
  Kind kind = Kind::oscillation;
  std::complex<double> eigenvalue;  // 1/s; of a pair the one with positive imaginary part
  bool is_unstable = false;
  bool is_undamped = false;       // no damping but by rounding
  double frequency = 0.0;         // Hz: |λ|/2π; 0 for others than oscillations
  double damped_frequency = 0.0;  // Hz: Im λ/2π
  double damping = 0.0;           // ζ = −Re λ/|λ|, negative when unstable
  int multiplicity = 1;           // of the eigenvalue
  int chain = 1;  // more than one: defective, with growth by powers of time beside the exponential
  // By entry of LinearModel::motions: the shape, whose largest position is 1 with phase 0 (or else state, or speed).
  std::vector<std::complex<double>> shape;
  // Joints and states that take part, the largest share first; shares add up to one.
  std::vector<std::pair<std::string, double>> participation;
  std::string description;  // what moves, in words
};

// About the present state; where nothing has started, at the model's start. Throws InputError, and NumericsError where
// derivatives cannot be found.
GELENK_EXPORT LinearModel linearize(Experiment& experiment, const LinearizeOptions& options = {});

// In ascending order of |λ|; rigid ones first.
GELENK_EXPORT std::vector<Mode> calc_modes(const LinearModel& linear);

// G(i ω) = C (i ω I − A)⁻¹ B + D at each frequency, in Hz: by frequency, output, input. Infinite at the frequency of an undamped
// mode.
struct FrequencyResponse {
  std::vector<double> frequencies;
  std::size_t outputs = 0, inputs = 0;
  std::vector<std::complex<double>> values;
  std::complex<double> operator()(std::size_t frequency, std::size_t output,
                                  std::size_t input) const {
    return values[(frequency * outputs + output) * inputs + input];
  }
};
GELENK_EXPORT FrequencyResponse calc_frequency_response(const LinearModel& linear,
                                                        std::span<const double> frequencies);
// From a tenth of the slowest mode to ten times the fastest, evenly in their logarithms, with those of
// damped modes among them.
GELENK_EXPORT std::vector<double> choose_frequencies(const std::vector<Mode>& modes,
                                                     std::size_t count = 400);

// How modes change with a parameter: one branch for each that is not rigid, followed by its eigenvalue.
struct RootLocus {
  std::string parameter;
  std::vector<double> values;
  // By branch and value; those of a pair with positive imaginary part and real ones. NaN: no such mode at this value.
  std::vector<std::vector<std::complex<double>>> branches;
};
// From modes at each value of the parameter, in order.
GELENK_EXPORT RootLocus follow_modes(const std::string& parameter, std::vector<double> values,
                                     const std::vector<std::vector<Mode>>& modes);

// Texts of files. Matrices by rows.
GELENK_EXPORT std::string write_json(const LinearModel& linear, const std::vector<Mode>& modes);
GELENK_EXPORT std::string write_json(const RootLocus& locus);
// A, B, C, D with names of rows and columns: JSON, CSV one below the other, or a MAT-file of level 4, by the ending of the path.
GELENK_EXPORT void write_matrices(const LinearModel& linear, const std::string& path);
// Magnitude in dB and phase in degrees over the frequency: CSV, SVG or PNG, by the ending of the path.
GELENK_EXPORT void write_bode(const LinearModel& linear, const FrequencyResponse& response,
                              const std::string& path);
// Real part and frequency over the parameter: CSV, SVG or PNG.
GELENK_EXPORT void write_locus(const RootLocus& locus, const std::string& path);

}  // namespace gelenk
