// Takes the user's names out of a model, for compiled components: instances, connectors and
// variables of the user's own classes get numbers, the same wherever they occur, also in
// expressions and connections. Names of classes, texts and what is not needed to compute the motion
// are removed. What stays is the vocabulary of the library (native classes with their parameters,
// variables and connectors, insides of its composites), and the connectors of the model itself: its
// ports.
#pragma once

#include <memory>
#include <string>

#include "model/component.h"

namespace gelenk {

class HiddenNames {
 public:
  explicit HiddenNames(const Component& root);
  ~HiddenNames();

  // New name of a quantity, "left.beam.phi" or "pre left.p[2]".
  std::string rename(const std::string& path) const;

  // Gives `model`, whose root was given to the constructor, the new names.
  void apply(ModelTree& model) const;

 private:
  struct Scope;
  std::unique_ptr<Scope> root_;
};

}  // namespace gelenk
