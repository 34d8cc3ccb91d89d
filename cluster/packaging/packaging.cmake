# Man pages, completion, the unit of `tengen serve`, and with CPack the Debian packages `tengen` (the command), `libtengen0`
# (the library of C) and `libtengen-dev` (what programs need to be built with it or with that of C++, for
# find_package(Tengen)): cluster/packaging/make_deb.sh.
include(GNUInstallDirs)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(pages ${CMAKE_CURRENT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/bash/tengen
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/help_pages.py $<TARGET_FILE:tengen> ${pages}
          ${TENGEN_FULL_VERSION}
  DEPENDS tengen ${CMAKE_CURRENT_LIST_DIR}/help_pages.py
  COMMENT "Making man pages and completion from --help" VERBATIM)
add_custom_target(tengen_pages ALL DEPENDS ${pages}/bash/tengen)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # packing builds no tests
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME tengen)
install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${pages}/bash/tengen DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/tengen-serve.service DESTINATION lib/systemd/system)

# Debian wants both in each package, and the second in a form of its own.
include(${CMAKE_CURRENT_LIST_DIR}/contact.cmake)
set(contact "${TENGEN_CONTACT}")
execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%cD OUTPUT_VARIABLE changed
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT changed)
  string(TIMESTAMP changed "%a, %d %b %Y %H:%M:%S +0000" UTC)
endif()
file(CONFIGURE OUTPUT ${pages}/changelog @ONLY CONTENT
"tengen (@TENGEN_FULL_VERSION@) unstable; urgency=medium

  * What has changed is told in CHANGELOG.md of the package tengen.

 -- @contact@  @changed@
")
execute_process(COMMAND gzip -9nc ${pages}/changelog OUTPUT_FILE ${pages}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
foreach(package IN ITEMS tengen:tengen lib:libtengen0 dev:libtengen-dev)
  string(REPLACE ":" ";" package ${package})
  list(GET package 0 component)
  list(GET package 1 name)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} RENAME copyright
    COMPONENT ${component})
  install(FILES ${pages}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/tengen)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/book/starter DESTINATION ${CMAKE_INSTALL_DATADIR}/tengen
  FILES_MATCHING PATTERN *.proof.xz)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tengen)
set(CPACK_PACKAGE_VERSION ${TENGEN_FULL_VERSION})
set(CPACK_PACKAGE_CONTACT "${contact}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tengen lib dev)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_TENGEN_PACKAGE_NAME tengen)
set(CPACK_DEBIAN_TENGEN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TENGEN_DESCRIPTION "prover and opening book for renju
Proves renju openings with workers on one machine or on many, keeps what is
proven in a book, and answers, checks and exports it. With a web explorer and
an engine for boards.")
set(CPACK_DEBIAN_TENGEN_PACKAGE_SHLIBDEPS ON)
if(TENGEN_MPI)
  set(CPACK_DEBIAN_TENGEN_PACKAGE_DEPENDS openmpi-bin)
endif()
set(CPACK_DEBIAN_TENGEN_PACKAGE_SUGGESTS "bash-completion, openssh-client")

set(CPACK_DEBIAN_LIB_PACKAGE_NAME libtengen0)
set(CPACK_DEBIAN_LIB_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIB_DESCRIPTION "probe library of the renju book for C
A shared library for programs that ask a book of Tengen.")
set(CPACK_DEBIAN_LIB_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(WRITE ${pages}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIB_PACKAGE_CONTROL_EXTRA ${pages}/triggers)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libtengen-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION "probe library of the renju book
Headers and libraries for C++ and C programs that ask a book of Tengen.")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "libtengen0 (= ${TENGEN_FULL_VERSION}), librocksdb-dev, libfmt-dev, nlohmann-json3-dev")
include(CPack)
