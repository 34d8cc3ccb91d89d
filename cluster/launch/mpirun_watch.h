// mpirun from its start to its end: what it says goes through, signals go to rank 0, and what hangs
// is ended.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "cluster/launch/mpirun_output.h"
#include "cluster/launch/run_directory.h"
#include "cluster/launch/start_watch.h"

namespace tengen::cluster {

class MpirunWatch {
 public:
  // `ranks`: so many are children of mpirun on this host, if that is known; else 0. `stderr_pipe`
  // is the reading end of its standard error. `signal` is set by a handler: 0 when there was none,
  // and again once it is passed on. All must outlive the watch.
  MpirunWatch(pid_t mpirun, int ranks, int stderr_pipe, const RunDirectory& directory,
              std::atomic<int>& signal);

  // mpirun's wait status. Call once.
  int wait();

  // Whether rank 0 has ever been there, and if not, why.
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] std::string reason() const;

 private:
  using Clock = std::chrono::steady_clock;

  void note_beginning();
  void pump(int timeout_millis);
  void pass_signal_on();
  [[nodiscard]] bool is_broken();
  void end_what_hangs();

  const pid_t mpirun_;
  const int pipe_;
  const RunDirectory& directory_;
  std::atomic<int>& signal_;
  MpirunOutput output_;
  bool begun_ = false;
  StartWatch start_;
  bool one_died_ = false;  // before the beginning
  std::optional<Clock::time_point> stop_asked_;
  std::optional<Clock::time_point> finished_;
};

}  // namespace tengen::cluster
