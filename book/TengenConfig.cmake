# For find_package(Tengen): the target Tengen::book.
include(CMakeFindDependencyMacro)
find_dependency(RocksDB CONFIG)
find_dependency(fmt)
find_dependency(spdlog)
find_dependency(LibLZMA)
find_dependency(nlohmann_json)
include(${CMAKE_CURRENT_LIST_DIR}/TengenTargets.cmake)
