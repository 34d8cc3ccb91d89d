// `tengen worker`: joins a running solve, on this host or another, and leaves it on SIGTERM.
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "cluster/command/build.h"
#include "cluster/command/options.h"
#include "cluster/launch/signals.h"
#include "cluster/run/engine_finder.h"
#include "cluster/run/run_commands.h"
#include "cluster/run/solve_input.h"
#include "worker/joined_port.h"
#include "worker/worker.h"

namespace tengen::cluster {
namespace {

constexpr int kMostWorkers = 1024;
constexpr std::chrono::milliseconds kLookAgainAfter{500};
// A connection may break while the run goes on: the worker looks for it again so long, also without
// --wait. Where it breaks soon again and again, the pauses double, and without --wait it gives up.
constexpr std::chrono::seconds kRejoinWithin{10};
constexpr std::chrono::seconds kBrief{10};
constexpr std::chrono::milliseconds kLongestPause{8000};
constexpr int kMostBrief = 8;
constexpr std::chrono::milliseconds kSignalsEvery{100};

struct Options {
  std::string join;
  int workers = 1;
  int threads = 0;  // 0: the cores, shared among the workers
  EngineOptions engine;
  double memory_gib = 0;
  bool memory_given = false;
  double wait_seconds = 0;
};

std::atomic<bool> leave_requested{false};

void request_leave(int /*signal*/) { leave_requested = true; }

Status check(const Options& options) {
  if (options.workers < 1 || options.workers > kMostWorkers) {
    return invalid_argument(
        fmt::format("--workers {}: give a number from 1 to {}", options.workers, kMostWorkers));
  }
  if (Status status = check_threads(options.threads); !status.ok()) return status;
  if (Status status = check_engine(options.engine); !status.ok()) return status;
  if (!(std::isfinite(options.wait_seconds) && options.wait_seconds >= 0)) {
    return invalid_argument(
        fmt::format("--wait {}: give a number of seconds", options.wait_seconds));
  }
  if (options.memory_given &&
      !(std::isfinite(options.memory_gib) &&
        options.memory_gib * kGiB >= static_cast<double>(kLeastMemoryBytes) * options.workers)) {
    return invalid_argument(fmt::format("--memory {}: give at least {:.3f} GiB", options.memory_gib,
                                        0.016 * options.workers));
  }
  return {};
}

std::uint64_t memory_per_worker(const Options& options) {
  if (options.memory_given) {
    return static_cast<std::uint64_t>(options.memory_gib * kGiB / options.workers);
  }
  const double of_cores = kGiB * std::max(1, options.threads);
  return static_cast<std::uint64_t>(
      std::min(of_cores, machine_memory_bytes() / 2 / options.workers));
}

// One worker, run after run as long as --wait allows. Returns its exit status.
class Joiner {
 public:
  explicit Joiner(const Options& options) : options_(options) {}

  int work() {
    look_until_ = worker::Clock::now() + wait();
    for (;;) {
      if (leave_requested) return kExitAnswered;
      const Status status = work_for_a_run();
      if (status.ok()) return kExitAnswered;
      const bool may_come =
          status.code() == StatusCode::kNotFound || status.code() == StatusCode::kUnavailable;
      if (!may_come || worker::Clock::now() >= look_until_) return report(status);
      if (!std::exchange(told_waiting_, true)) {
        std::fprintf(stderr, "tengen: waiting for a run: %s\n", status.message().c_str());
      }
      const auto look_again = worker::Clock::now() + pause_;
      while (!leave_requested && worker::Clock::now() < look_again) {
        std::this_thread::sleep_for(kSignalsEvery);
      }
    }
  }

 private:
  [[nodiscard]] worker::Clock::duration wait() const {
    return std::chrono::duration_cast<worker::Clock::duration>(
        std::chrono::duration<double>(std::min(options_.wait_seconds, 1e8)));
  }

  // The connection is gone, `lasted` after it was made.
  void note_loss(worker::Clock::duration lasted) {
    brief_ = lasted < kBrief ? brief_ + 1 : 0;
    pause_ = brief_ == 0 ? kLookAgainAfter : std::min(kLongestPause, 2 * pause_);
    const worker::Clock::duration rejoin =
        brief_ < kMostBrief ? pause_ + kRejoinWithin : worker::Clock::duration::zero();
    look_until_ = worker::Clock::now() + std::max(wait(), rejoin);
  }

  // Ok when there is nothing left to do.
  Status work_for_a_run() {
    const Result<worker::JoinFile> file = worker::read_join_file(options_.join);
    if (!file.ok()) return file.status();
    const Result<const Game*> found = find_game(file.value().rules, file.value().size);
    if (!found.ok())
      return {StatusCode::kIncompatible, options_.join + ": " + found.status().message()};
    const Game& game = *found.value();
    Result<std::unique_ptr<worker::JoinedPort>> port = worker::JoinedPort::connect(file.value());
    if (!port.ok()) return port.status();
    const std::string run = fmt::format("run {} on {}", file.value().run, file.value().host);
    std::fprintf(stderr, "tengen: worker %d of %s\n", port.value()->rank(), run.c_str());
    told_waiting_ = false;
    worker::WorkerOptions worker;
    worker.build = build_name();
    worker.prover.variant = static_cast<unsigned>(port.value()->rank() - 1);
    set_threads(options_.threads, worker.prover);
    worker.prover.memory_bytes = memory_per_worker(options_);
    worker.leave = &leave_requested;
    worker.finder = engine_finder(options_.engine, game);
    const auto begin = worker::Clock::now();
    const worker::WorkerReport end = worker::run_worker(*port.value(), game, worker);
    look_until_ = worker::Clock::now() + wait();
    switch (end.end) {
      case worker::WorkerEnd::kStopped:
        if (!end.may_resume || options_.wait_seconds <= 0) return {};
        return {StatusCode::kUnavailable, run + " was stopped"};
      case worker::WorkerEnd::kLeft:
        return {};
      case worker::WorkerEnd::kRefused:
        return {StatusCode::kIncompatible, run + " has no use for this worker: " + end.reason};
      case worker::WorkerEnd::kSilence:
        note_loss(worker::Clock::now() - begin);
        if (!end.reason.empty()) return {StatusCode::kUnavailable, run + ": " + end.reason};
        return {StatusCode::kUnavailable, run + " has ended or cannot be reached any more"};
      case worker::WorkerEnd::kFault:
        break;
    }
    return {StatusCode::kIo, "this worker has failed: " + end.reason};
  }

  const Options& options_;
  worker::Clock::time_point look_until_;
  bool told_waiting_ = false;
  std::chrono::milliseconds pause_ = kLookAgainAfter;
  int brief_ = 0;  // connections in a row that broke soon
};

// Starts the workers as children and waits for all; signals are passed on to them.
int run_many(const Options& options) {
  const pid_t parent = getpid();
  std::vector<pid_t> children;
  for (int i = 0; i < options.workers; ++i) {
    const pid_t child = fork();
    if (child < 0) {
      report({StatusCode::kIo, "cannot start a process: " + std::string(std::strerror(errno))});
      leave_requested = true;
      break;
    }
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent) _exit(0);
      const int status = Joiner(options).work();
      std::fflush(nullptr);
      _exit(status);
    }
    children.push_back(child);
  }
  int worst = kExitAnswered;
  bool passed_on = false;
  while (!children.empty()) {
    if (leave_requested && !std::exchange(passed_on, true)) {
      for (const pid_t child : children) kill(child, SIGTERM);
    }
    int status = 0;
    const pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended <= 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    std::erase(children, ended);
    worst = std::max(worst, WIFEXITED(status) ? WEXITSTATUS(status) : kExitBadBook);
  }
  return worst;
}

int run_worker_command(Options options) {
  if (Status status = check(options); !status.ok()) return report(status);
  if (options.threads == 0) options.threads = default_threads(options.workers);
  on_signals({SIGINT, SIGTERM, SIGHUP}, request_leave);
  if (options.workers > 1) return run_many(options);
  return Joiner(options).work();
}

}  // namespace

void add_worker_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("worker", "join a running solve");
  command
      ->add_option("--join", options->join,
                   "the run's join file, or the book's directory, where it lies")
      ->required()
      ->type_name("PATH");
  command->add_option("--workers", options->workers, "workers; default: 1")->type_name("N");
  command
      ->add_option("--threads", options->threads,
                   "cores of each worker, which search together on one table;\n"
                   "default: all of this machine, shared among the workers")
      ->type_name("N");
  CLI::Option* const memory =
      add_memory_option(*command, "--memory", options->memory_gib, "tables of all these workers");
  command
      ->add_option("--engine", options->engine.command,
                   "an engine of the Gomocup or Yixin protocol that names moves to try first")
      ->type_name("COMMAND")
      ->envname("TENGEN_ENGINE");
  add_time_option(*command, "--engine-time", options->engine.seconds,
                  "for a question to it; default: 10");
  add_time_option(*command, "--wait", options->wait_seconds,
                  "look for a run so long, also when one was lost; default: 0");
  command->footer(
      "Ctrl-C or SIGTERM hands the job back and leaves. Exit status 0: the run has ended, or\n"
      "the worker was asked to leave.\n"
      "Example: tengen worker --join my.book --workers 8 --wait 600");
  command->callback([options, memory, &action] {
    options->memory_given = memory->count() > 0;
    action = [options] { return run_worker_command(*options); };
  });
}

}  // namespace tengen::cluster
