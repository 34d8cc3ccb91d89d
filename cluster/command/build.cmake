# Writes OUTPUT, which defines build_name(): VERSION and a hash of the FILES, a list of names under
# SOURCE_DIR. No commit is asked for: a tarball has none, and a changed tree has another.
set(lines "")
foreach(name IN LISTS FILES)
  file(SHA256 ${SOURCE_DIR}/${name} hash)
  string(APPEND lines "${name} ${hash}\n")
endforeach()
string(SHA256 hash "${lines}")
string(SUBSTRING ${hash} 0 12 hash)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[#include "cluster/command/build.h"

namespace tengen::cluster {

std::string_view build_name() { return "@VERSION@ build @hash@"; }

}  // namespace tengen::cluster
]] @ONLY)
