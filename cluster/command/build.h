// Which build of tengen this is. Coordinator and workers compare it: what two builds say to each
// other may mean different things to them, though the bytes have one format.
#pragma once

#include <string_view>

namespace tengen::cluster {

// "0.1.0 build 3fd2a4c81b09": the version, and a hash of the sources that are compiled, wherever
// they lie and with whatever compiler. The definition is generated (build.cmake).
[[nodiscard]] std::string_view build_name();

}  // namespace tengen::cluster
