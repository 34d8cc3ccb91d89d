// What mpirun is started with.
#pragma once

#include <string>
#include <vector>

#include "cluster/launch/launch.h"
#include "cluster/launch/run_directory.h"

namespace tengen::cluster {

// Its words, the program's last.
[[nodiscard]] std::vector<std::string> mpirun_command(const Launch& launch,
                                                      const RunDirectory& directory);
// What the command refers to: the positions, and the hosts where any are named. Errors: kIo.
Status write_launch_files(const Launch& launch, const RunDirectory& directory);
// Its environment. The last variable is kMpirunVariable, with room for mpirun's process id, which
// is known only after fork().
[[nodiscard]] std::vector<std::string> mpirun_environment(const Launch& launch,
                                                          const RunDirectory& directory);

}  // namespace tengen::cluster
