#include "cluster/launch/mpirun_watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "cluster/launch/processes.h"

namespace tengen::cluster {
namespace {

// After rank 0 has left its status or was killed, or was asked to stop, mpirun gets so long to end
// by itself.
constexpr std::chrono::seconds kEndWithin{5};
constexpr std::chrono::seconds kStopWithin{15};
constexpr int kPollMillis = 50;

void write_to_stderr(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

MpirunWatch::MpirunWatch(pid_t mpirun, int ranks, int stderr_pipe, const RunDirectory& directory,
                         std::atomic<int>& signal)
    : mpirun_(mpirun),
      pipe_(stderr_pipe),
      directory_(directory),
      signal_(signal),
      output_(write_to_stderr),
      start_(mpirun, ranks) {}

int MpirunWatch::wait() {
  for (;;) {
    pump(kPollMillis);
    note_beginning();
    int wait_status = 0;
    if (waitpid(mpirun_, &wait_status, WNOHANG) == mpirun_) {
      pump(0);
      note_beginning();
      return wait_status;
    }
    pass_signal_on();
    end_what_hangs();
  }
}

std::string MpirunWatch::reason() const {
  const std::string said = output_.reason();
  return said.empty() && one_died_ ? "one of their processes has ended at once" : said;
}

void MpirunWatch::note_beginning() {
  if (begun_ || !read_number(directory_.file(kProcessIdFile))) return;
  begun_ = true;
  output_.begin();
}

void MpirunWatch::pump(int timeout_millis) {
  pollfd ready{pipe_, POLLIN, 0};
  std::array<char, 4096> buffer{};
  while (poll(&ready, 1, timeout_millis) > 0) {
    const ssize_t count = read(pipe_, buffer.data(), buffer.size());
    if (count <= 0) {
      // End of file: mpirun is about to end; do not spin until it does.
      usleep(static_cast<useconds_t>(timeout_millis) * 1000);
      return;
    }
    output_.take({buffer.data(), static_cast<std::size_t>(count)});
    timeout_millis = 0;
  }
}

void MpirunWatch::pass_signal_on() {
  if (signal_ == 0) return;
  if (!stop_asked_) stop_asked_ = Clock::now();
  // Rank 0 may still be starting: try again until it has told its process id.
  const std::optional<int> rank0 = read_number(directory_.file(kProcessIdFile));
  if (!rank0 || *rank0 <= 1) return;
  kill(*rank0, SIGTERM);
  signal_ = 0;
}

// Rank 0 was killed: a worker that is stopped would keep mpirun for ever. Or any rank before the
// beginning: the others wait for it in MPI_Init.
bool MpirunWatch::is_broken() {
  const std::optional<int> rank0 = read_number(directory_.file(kRank0File));
  if (rank0 && !is_alive(*rank0)) return true;
  if (begun_) return false;
  // What it did before one died is looked at last.
  one_died_ = start_.one_died(rank0.has_value()) && !read_number(directory_.file(kProcessIdFile));
  return one_died_;
}

void MpirunWatch::end_what_hangs() {
  if (!finished_ && (read_number(directory_.file(kStatusFile)) || is_broken())) {
    finished_ = Clock::now();
  }
  const bool overdue = (finished_ && Clock::now() - *finished_ > kEndWithin) ||
                       (stop_asked_ && Clock::now() - *stop_asked_ > kStopWithin);
  if (!overdue) return;
  // The ranks follow by themselves: see follow_launcher().
  kill(mpirun_, SIGKILL);
}

}  // namespace tengen::cluster
