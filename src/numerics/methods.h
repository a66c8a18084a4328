// The makers of integrators, one per file of this folder; make_integrator (integrator.cc) knows the names.
#pragma once

#include <memory>

#include "numerics/explicit_pair.h"

namespace gelenk {

std::unique_ptr<Integrator> make_rk2();
std::unique_ptr<Integrator> make_rk4();
std::unique_ptr<Integrator> make_abm4();
std::unique_ptr<ExplicitPair> make_dopri5();
std::unique_ptr<ExplicitPair> make_dop853();
std::unique_ptr<Integrator> make_cvode();
std::unique_ptr<Integrator> make_cvode_adams();
std::unique_ptr<Integrator> make_erk(int order);  // 4, 5, 6 or 8
std::unique_ptr<Integrator> make_ida();
std::unique_ptr<Integrator> make_automatic();

}  // namespace gelenk
