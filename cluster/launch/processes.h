// Other processes of this host, as /proc shows them.
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

namespace tengen::cluster {

// Whether it runs or may run again: a process that has ended and waits for its parent does not.
[[nodiscard]] bool is_alive(pid_t process);
// Those whose parent it is, dead ones that wait for it included.
[[nodiscard]] std::vector<pid_t> children_of(pid_t process);
// Its rank, for a process that mpirun has started. Nothing for others, and for the dead.
[[nodiscard]] std::optional<int> mpi_rank_of(pid_t process);

}  // namespace tengen::cluster
