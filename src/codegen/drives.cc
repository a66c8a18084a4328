#include "codegen/drives.h"

#include "symbolic/derivative.h"

namespace gelenk::codegen {

Drives place_driven(const System& system, LawArguments& arguments) {
  Drives drives;
  drives.is_driven.assign(arguments.v.size(), 0);
  drives.acceleration.assign(arguments.v.size(), 0.0);
  for (const Train& train : system.axes.trains) {
    if (!train.driven) continue;
    if (system.quantities.depends_on_inputs(system.quantities.resolve(train.law))) {
      throw UserError({"unsupported",
                       {},
                       train.holder->path,
                       "the law of this drive depends on inputs of the model, whose derivatives "
                       "generated code would need",
                       "give the drive a law of time; or leave it out: the function id gives the "
                       "force for any motion of the joint"});
    }
    std::vector<Recorded> laws;  // and derivatives, up to the acceleration
    symbolic::Expression law = system.quantities.resolve(train.law);
    for (int order = train.drive.order; order <= 2; ++order) {
      laws.push_back(record_law(law, system, arguments, train.holder->path));
      if (order < 2) law = symbolic::differentiate(law);
    }
    const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
    Recorded &q = arguments.q[edge.q], &v = arguments.v[edge.v];
    if (train.drive.order == 0) q = laws[0];
    if (train.drive.order < 2) v = laws[train.drive.order == 0 ? 1 : 0];
    drives.is_driven[edge.v] = 1;
    drives.acceleration[edge.v] =
        laws.back() - Recorded(train.drive.k_x) * q - Recorded(train.drive.k_v) * v;
  }
  return drives;
}

}  // namespace gelenk::codegen
