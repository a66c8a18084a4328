// The version stands in CMakeLists.txt, project(VERSION), and comes from there.
#include "gelenk/version.h"

namespace gelenk {

const char* version() { return GELENK_VERSION; }

}  // namespace gelenk
