// An error that the user can fix: in the model, in an option, in a file. what() is the whole message.
#pragma once

#include <exception>

#include "gelenk/export.h"

namespace gelenk {

class GELENK_EXPORT InputError : public std::exception {};

}  // namespace gelenk
