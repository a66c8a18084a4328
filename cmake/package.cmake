# Debian packages by CPack, called by ./gelenk package: one for each component of
# cmake/install.cmake. They run on any processor that Debian runs on (preset package, GELENK_ARCH
# none); the library stands there a second time, for processors of x86-64-v3 (preset package-v3),
# and the dynamic linker takes that one where it runs.
if(GELENK_HWCAPS)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gelenk)
set(CPACK_PACKAGE_VENDOR "The Gelenk authors")
set(CPACK_PACKAGE_CONTACT "The Gelenk authors")
set(CPACK_PACKAGE_HOMEPAGE_URL "${PROJECT_HOMEPAGE_URL}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_SOURCE_DIR}/build/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gelenk)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "libgelenk${GELENK_SOVERSION}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgelenk-dev)
# The Python module joins here as soon as there is one: component python, package python3-gelenk.
if(TARGET gelenk_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-gelenk)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
  set(CPACK_COMPONENT_PYTHON_DEPENDS library)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
    "The module for Python: models, experiments and results of Gelenk.")
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENT_PROGRAM_DEPENDS library)
set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "libgelenk-dev")

# Below the line that all of them have, PROJECT_DESCRIPTION.
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
  "Simulates mechanisms of rigid bodies, joints, springs and drives, with closed loops,
from models in Modelica text; with reports, figures, compiled components and a page
that shows a model and runs it.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
  "The shared library: what programs that were built with Gelenk need to run.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "Headers of the library, and files for find_package(Gelenk) and pkg-config.")

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  install(FILES LICENSE RENAME copyright COMPONENT ${component}
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
endforeach()

set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};gelenk;ALL;/")
if(GELENK_PACKAGE_BESIDE AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${GELENK_PACKAGE_BESIDE};gelenk;ALL;/")
endif()
include(CPack)
