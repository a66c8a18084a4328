// Curves, curves of time, surfaces and random generators as functions that expressions call (symbolic/function.h). The derivative
// of a lookup is a lookup of the derivative.
#pragma once

#include <memory>

#include "math/tables/random_generator.h"
#include "math/tables/surface.h"
#include "math/tables/time_curve.h"
#include "symbolic/function.h"

namespace gelenk {

symbolic::FunctionPtr make_lookup(std::shared_ptr<const Curve> curve, int order = 0);  // of u
// Of the time and the next event.
symbolic::FunctionPtr make_lookup(std::shared_ptr<const TimeCurve> curve, int order = 0);
symbolic::FunctionPtr make_next_event(std::shared_ptr<const TimeCurve> curve);  // of the time
symbolic::FunctionPtr make_lookup(std::shared_ptr<const Surface> surface, int order_x = 0,
                                  int order_y = 0);  // of x and y
// Of a state: the number that is drawn, which = −1, or one of the next state's.
symbolic::FunctionPtr make_draw(RandomGenerator generator, int which);

// Again from what kind() and list_numbers() of one of these gave; null where that is damaged.
symbolic::FunctionPtr restore_function(const std::string& kind, const std::vector<double>& numbers);

}  // namespace gelenk
