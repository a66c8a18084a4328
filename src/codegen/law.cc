#include "codegen/law.h"

#include <unordered_map>

#include "topology/quantities/signal_catalog.h"

namespace gelenk::codegen {

namespace {

class LawRecorder {
 public:
  LawRecorder(const System& system, const LawArguments& arguments, const std::string& owner)
      : system_(system), arguments_(arguments), owner_(owner) {}

  Recorded record(const symbolic::Expression& e) {
    if (e.is_constant()) return e.constant_value();
    const auto known = known_.find(e.id());
    if (known != known_.end()) return known->second;
    Recorded result;
    switch (e.op()) {
      case Op::time: result = arguments_.time; break;
      case Op::input: result = record_input(e.number()); break;
      case Op::variable: refuse("reads '" + e.name() + "'");
      case Op::call: refuse("calls a table or another function with data of its own");
      default: {
        Recorded operands[3];
        GELENK_ASSERT(e.operands().size() <= 3);
        for (std::size_t i = 0; i < e.operands().size(); ++i) operands[i] = record(e.operands()[i]);
        result = Recorded::make(e.op(), operands[0], operands[1], operands[2]);
      }
    }
    known_.emplace(e.id(), result);
    return result;
  }

 private:
  Recorded record_input(int number) const {
    const Quantities& quantities = system_.quantities;
    const int input = number - quantities.first_input(),
              signal = number - quantities.first_signal();
    if (input >= 0 && input < static_cast<int>(quantities.inputs.size()))
      return arguments_.inputs[static_cast<std::size_t>(input)];
    if (signal >= 0 && signal < static_cast<int>(quantities.signals.size()))
      return record_signal(quantities.signals[static_cast<std::size_t>(signal)]);
    if (number < quantities.first_before()) refuse("reads a variable that changes at events");
    refuse("depends on equations that have to be solved");
  }

  Recorded record_signal(const Signal& s) const {
    switch (s.kind) {
      case Signal::Kind::q: return arguments_.q[s.sub->joints[s.joint()].q + s.i];
      case Signal::Kind::v: return arguments_.v[s.sub->joints[s.joint()].v + s.i];
      case Signal::Kind::flange_position: return record_flange(s).x;
      case Signal::Kind::flange_speed: return record_flange(s).v;
      case Signal::Kind::zero: return 0.0;
      default: refuse("reads '" + s.name + "'");
    }
  }
  ShaftMotion record_flange(const Signal& s) const {
    return record_shaft(system_, system_.axes.flanges[s.flange()].shaft, arguments_);
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw UserError(
        {"unsupported",
         {},
         owner_,
         "a law of this component " + what + ", which generated code does not have yet",
         "laws may be of time, inputs of the model, and coordinates and speeds of joints "
         "and shafts; or give the law from outside, as an input of the model"});
  }

  const System& system_;
  const LawArguments& arguments_;
  const std::string& owner_;
  std::unordered_map<const void*, Recorded> known_;
};

}  // namespace

Recorded record_law(const symbolic::Expression& law, const System& system,
                    const LawArguments& arguments, const std::string& owner) {
  return LawRecorder(system, arguments, owner).record(system.quantities.resolve(law));
}

ShaftMotion record_shaft(const System& system, int shaft, const LawArguments& arguments) {
  ShaftMotion motion;
  if (shaft < 0) return motion;
  const Shaft& of = system.axes.shafts[shaft];
  motion.x = of.offset;
  const JointRef& carrier = system.axes.trains[of.train].carrier;
  if (carrier.joint < 0) return motion;
  const JointEdge& edge = carrier.sub->joints[carrier.joint];
  motion.speed = edge.v;
  motion.ratio = of.ratio;
  motion.x += Recorded(of.ratio) * arguments.q[edge.q];
  motion.v = Recorded(of.ratio) * arguments.v[edge.v];
  return motion;
}

}  // namespace gelenk::codegen
