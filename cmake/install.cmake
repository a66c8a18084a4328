# What `cmake --install` puts where. Components, which become Debian packages (cmake/package.cmake):
#   library      libgelenk.so and what it needs to make compiled components
#   development  headers, files for find_package and pkg-config
#   program      the program with manual page, completion, examples and documents
# A build with GELENK_HWCAPS installs the first of them alone, into the folder where the dynamic
# linker looks for it on processors of that kind.
include(CMakePackageConfigHelpers)

set(library_folder "${CMAKE_INSTALL_LIBDIR}")
if(GELENK_HWCAPS)
  string(APPEND library_folder "/glibc-hwcaps/${GELENK_HWCAPS}")
endif()
install(TARGETS gelenk_component
  LIBRARY DESTINATION "${library_folder}/gelenk-${GELENK_SOVERSION}" COMPONENT library)
if(GELENK_HWCAPS)
  install(TARGETS gelenk_library
    LIBRARY DESTINATION "${library_folder}" COMPONENT library NAMELINK_SKIP)
  return()
endif()

# ---- library and headers ------------------------------------------------------------------------

install(TARGETS gelenk_library EXPORT GelenkTargets
  LIBRARY DESTINATION "${library_folder}" COMPONENT library NAMELINK_COMPONENT development
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY include/gelenk DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)

set(config_folder "${CMAKE_INSTALL_LIBDIR}/cmake/Gelenk")
install(EXPORT GelenkTargets NAMESPACE Gelenk::
  DESTINATION "${config_folder}" COMPONENT development)
configure_package_config_file(cmake/GelenkConfig.cmake.in "${PROJECT_BINARY_DIR}/GelenkConfig.cmake"
  INSTALL_DESTINATION "${config_folder}" PATH_VARS CMAKE_INSTALL_BINDIR)
# As the SONAME: what was written for 0.1 need not work with 0.2, what was written for 1.1 works
# with 1.2.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
else()
  set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/GelenkConfigVersion.cmake"
  COMPATIBILITY ${compatibility})
file(RELATIVE_PATH GELENK_PC_PREFIX
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/gelenk.pc.in "${PROJECT_BINARY_DIR}/gelenk.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/GelenkConfig.cmake"
              "${PROJECT_BINARY_DIR}/GelenkConfigVersion.cmake"
  DESTINATION "${config_folder}" COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/gelenk.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)

# ---- the program and its documents --------------------------------------------------------------

install(TARGETS gelenk RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)

# Manual page and completion are written by the program itself, from the same texts as its --help.
find_program(GELENK_GZIP gzip REQUIRED)
set(documents "${PROJECT_BINARY_DIR}/documents")
add_custom_command(
  OUTPUT "${documents}/gelenk.1.gz" "${documents}/gelenk.bash" "${documents}/_gelenk"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${documents}"
  COMMAND gelenk manual > "${documents}/gelenk.1"
  COMMAND "${GELENK_GZIP}" -9nf "${documents}/gelenk.1"
  COMMAND gelenk completion bash > "${documents}/gelenk.bash"
  COMMAND gelenk completion zsh > "${documents}/_gelenk"
  DEPENDS gelenk)
add_custom_target(gelenk_documents ALL DEPENDS
  "${documents}/gelenk.1.gz" "${documents}/gelenk.bash" "${documents}/_gelenk")
install(FILES "${documents}/gelenk.1.gz"
  DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${documents}/gelenk.bash" RENAME gelenk
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT program)
install(FILES "${documents}/_gelenk"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT program)

# Examples stand beside the documents' folder, not in it: small installations leave documents out.
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DATADIR}/gelenk" COMPONENT program)
install(DIRECTORY doc/ DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/gelenk" COMPONENT program)
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE NOTICE
  DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/gelenk" COMPONENT program)
