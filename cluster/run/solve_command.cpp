#include "cluster/run/solve_command.h"

#include <fmt/format.h>
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <iostream>
#include <memory>

#include "cluster/command/asked.h"
#include "cluster/command/board_look.h"
#include "cluster/command/build.h"
#include "cluster/command/command.h"
#include "cluster/launch/hostfile.h"
#include "cluster/launch/launch.h"
#include "cluster/launch/launched_rank.h"
#include "cluster/launch/signals.h"
#include "cluster/run/solve_input.h"
#include "cluster/run/solve_session.h"
#include "worker/transport.h"
#include "worker/watchdog.h"
#include "worker/worker.h"

namespace tengen::cluster {
namespace {

// Starting thousands of ranks takes seconds; who is in there longer waits for a dead one.
constexpr int kMpiInitSeconds = 60;

std::atomic<bool> stop_requested{false};

void request_stop(int /*signal*/) { stop_requested = true; }

// Of a coordinator without ranks: all its workers join.
class NoRanks : public worker::Port {
 public:
  [[nodiscard]] int rank() const override { return 0; }
  [[nodiscard]] int size() const override { return 1; }
  void send(int /*rank*/, std::string /*bytes*/) override {}
  std::optional<worker::Incoming> receive() override { return std::nullopt; }
  [[nodiscard]] bool sends_done() override { return true; }
  void forget(int /*rank*/) override {}
  [[nodiscard]] std::size_t backlog(int /*rank*/) const override { return 0; }
};

// The end of a rank. MPI_Finalize hangs when a rank is missing. Our launcher knows the status by
// another way, and ends who hangs; mpirun complains in words of its own about every rank that
// leaves without MPI_Finalize or with another status than 0.
[[noreturn]] void leave(int status, bool may_finalize) {
  std::cout.flush();
  std::fflush(nullptr);
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (may_finalize && initialized != 0) MPI_Finalize();
  _exit(started_by_launcher() ? 0 : status);
}

[[noreturn]] void run_coordinator_rank(const SolveOptions& options, const Game& game,
                                       worker::Port& port) {
  on_signals({SIGINT, SIGTERM}, request_stop);
  tell_launcher_process_id();
  int status = kExitBadInput;
  bool all_left = false;
  if (port.size() < 2 && !(options.workers_given && options.workers == 0)) {
    std::fprintf(stderr,
                 "tengen: one MPI rank cannot solve: start at least two, rank 0 coordinates; or\n"
                 "give --workers 0 and let workers join\n");
  } else {
    SolveSession session(options, game, port, stop_requested);
    status = session.run();
    all_left = session.end();
  }
  std::cout.flush();
  tell_launcher_exit_status(status);
  leave(status, all_left);
}

[[noreturn]] void run_worker_rank(const SolveOptions& options, const Game& game,
                                  worker::Port& port) {
  // The terminal's and mpirun's signals are for rank 0, which ends the workers in order.
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_IGN);
  worker::WorkerOptions worker;
  worker.prover.variant = static_cast<unsigned>(port.rank() - 1);
  // Rank 0 has refused too little of either; a worker that comes first must not fall over it.
  set_threads(std::max(0, options.threads), worker.prover);
  worker.prover.memory_bytes =
      std::max(memory_per_worker(options, port.size() - 1), kLeastMemoryBytes);
  worker.build = build_name();
  worker.finder = engine_finder(options.engine, game);
  const worker::WorkerReport end = worker::run_worker(port, game, worker);
  leave(end.end == worker::WorkerEnd::kStopped ? 0 : 1, end.all_present);
}

[[noreturn]] void run_rank(const SolveOptions& options, const Game& game) {
  follow_launcher();
  {
    // When a rank is killed in there, MPI lets the others wait in there for ever.
    const worker::Watchdog watchdog(kMpiInitSeconds);
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  }
  worker::Transport transport(MPI_COMM_WORLD);
  if (transport.rank() == worker::kCoordinatorRank) run_coordinator_rank(options, game, transport);
  run_worker_rank(options, game, transport);
}

int launch(SolveOptions options) {
  if (Status status = check_numbers(options); !status.ok()) return report(status);
  std::vector<std::string> hosts;
  if (!options.hostfile.empty()) {
    Result<std::vector<std::string>> read = read_hostfile(options.hostfile);
    if (!read.ok()) return report(read.status());
    hosts = std::move(read).value();
    if (options.workers_given && static_cast<std::size_t>(options.workers) < hosts.size()) {
      hosts.resize(static_cast<std::size_t>(options.workers));
    }
  }
  int workers = options.workers_given ? options.workers : 1;
  if (!hosts.empty()) workers = static_cast<int>(hosts.size());
  // A slot is a core.
  if (options.threads == 0) options.threads = hosts.empty() ? default_threads(workers) : 1;
  if (Status status = check_memory(options, workers); !status.ok()) return report(status);
  if (options.book.empty()) {
    return report(invalid_argument("--book: the name of the directory is empty"));
  }
  // Without touching the book. Locks are seen only by who opens it to write. Who does not name a
  // game means renju, whatever the book is for.
  const Result<const Game*> asked = asked_game(options.game);
  if (!asked.ok()) return report(asked.status());
  const Result<const Game*> found =
      asked_game({std::string(asked.value()->rules()), asked.value()->size()}, options.book);
  if (!found.ok()) return report(found.status());
  const Game& game = *found.value();
  Result<std::vector<NamedPosition>> positions = read_positions(game, options);
  if (!positions.ok()) return report(positions.status());
  if (workers == 0) {
    NoRanks none;
    run_coordinator_rank(options, game, none);
  }

  Launch run;
  run.arguments = {"--book",   options.book,
                   "--goal",   std::string(color_name(options.goal)),
                   "--rules",  std::string(game.rules()),
                   "--size",   std::to_string(game.size()),
                   "--listen", options.listen};
  if (options.seconds_given) {
    run.arguments.insert(run.arguments.end(), {"--time", fmt::format("{}", options.seconds)});
  }
  if (options.memory_given) {
    run.arguments.insert(run.arguments.end(), {"--memory", fmt::format("{}", options.memory_gib)});
  }
  if (options.json) run.arguments.emplace_back("--json");
  run.arguments.insert(run.arguments.end(), {"--threads", std::to_string(options.threads)});
  if (!options.engine.command.empty()) {
    run.arguments.insert(run.arguments.end(), {"--engine", options.engine.command, "--engine-time",
                                               fmt::format("{}", options.engine.seconds)});
  }
  if (options.log_jobs) run.arguments.emplace_back("--log-jobs");
  if (options.any_build) run.arguments.emplace_back("--any-build");
  for (const NamedPosition& position : positions.value()) run.positions.push_back(position.text);
  run.ranks = workers + 1;
  run.worker_hosts = std::move(hosts);
  run.interface = options.interface;
  run.look = to_text(look_of_output());
  const Result<int> status = run_under_mpirun(run);
  return status.ok() ? status.value() : report(status.status());
}

}  // namespace

int run_solve_command(const SolveOptions& options) {
  if (!inside_mpi()) return launch(options);
  // The book may not be where a worker is: under mpirun or Slurm the options alone tell.
  const Result<const Game*> game = asked_game(options.game);
  if (!game.ok()) return report(game.status());
  run_rank(options, *game.value());
}

}  // namespace tengen::cluster
