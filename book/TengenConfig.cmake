# For find_package(Tengen): the targets Tengen::book, and Tengen::c of the C library.
include(CMakeFindDependencyMacro)
find_dependency(RocksDB CONFIG)
find_dependency(fmt)
find_dependency(nlohmann_json)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/TengenTargets.cmake)
