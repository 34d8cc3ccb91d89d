#include "cluster/solve_command.h"

#include <fmt/format.h>
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>

#include "book/query.h"
#include "book/store_files.h"
#include "cluster/command.h"
#include "cluster/launch.h"
#include "cluster/solve_report.h"
#include "coordinator/coordinator.h"
#include "coordinator/store_journal.h"
#include "worker/transport.h"
#include "worker/worker.h"

namespace tengen::cluster {
namespace {

constexpr const char* kRules = "renju";
constexpr int kBoardSize = 15;
constexpr int kMostWorkers = 1024;
constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
// A killed run's book may stay locked for a moment.
constexpr int kLockRetries = 25;
constexpr std::chrono::milliseconds kLockRetryInterval{200};

std::atomic<bool> stop_requested{false};

void request_stop(int /*signal*/) { stop_requested = true; }

int default_workers() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

Status check_numbers(const SolveOptions& options) {
  if (options.workers_given && (options.workers < 1 || options.workers > kMostWorkers)) {
    return invalid_argument(
        fmt::format("--workers {}: give a number from 1 to {}", options.workers, kMostWorkers));
  }
  if (options.seconds_given && !(std::isfinite(options.seconds) && options.seconds > 0)) {
    return invalid_argument(
        fmt::format("--time {}: give a positive number of seconds", options.seconds));
  }
  if (options.memory_given && !(std::isfinite(options.memory_gib) && options.memory_gib > 0)) {
    return invalid_argument(
        fmt::format("--memory {}: give a positive number of GiB", options.memory_gib));
  }
  return {};
}

// One part in so many of --memory is the coordinator's, for its tree.
constexpr std::uint64_t kCoordinatorShare = 8;

std::uint64_t memory_of_all(const SolveOptions& options, int workers) {
  const double machine =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  return static_cast<std::uint64_t>(options.memory_given ? options.memory_gib * kGiB
                                                         : std::min(workers * kGiB, machine / 2));
}

std::uint64_t memory_of_coordinator(const SolveOptions& options, int workers) {
  return memory_of_all(options, workers) / kCoordinatorShare;
}

std::uint64_t memory_per_worker(const SolveOptions& options, int workers) {
  return (memory_of_all(options, workers) - memory_of_coordinator(options, workers)) /
         static_cast<std::uint64_t>(workers);
}

Status check_memory(const SolveOptions& options, int workers) {
  if (memory_per_worker(options, workers) >= kLeastMemoryBytes) return {};
  const double least = workers * static_cast<double>(kLeastMemoryBytes) / kGiB * kCoordinatorShare /
                       (kCoordinatorShare - 1);
  const std::string given = options.memory_given ? fmt::format("--memory {}", options.memory_gib)
                                                 : std::string("half of this machine's memory");
  return invalid_argument(fmt::format("{} is too little for {} workers: they need at least {:.3f}",
                                      given, workers, least + 0.0005) +
                          " GiB");
}

struct NamedPosition {
  std::string text;  // as typed
  Position position;
};

Status parse_into(const Game& game, const std::string& where, const std::string& text,
                  std::vector<NamedPosition>& positions) {
  Result<AskedPosition> asked = parse_position(game, text);
  if (!asked.ok()) return {asked.status().code(), where + asked.status().message()};
  positions.push_back({trimmed(text), std::move(asked).value().position});
  return {};
}

// Arguments first, then the file, skipping empty lines and those that start with '#'.
Result<std::vector<NamedPosition>> read_positions(const Game& game, const SolveOptions& options) {
  std::vector<NamedPosition> positions;
  for (const std::string& text : options.positions) {
    if (Status status = parse_into(game, "", text, positions); !status.ok()) return status;
  }
  if (!options.file.empty()) {
    std::ifstream file;
    if (options.file != "-") {
      file.open(options.file);
      if (!file) return Status(StatusCode::kNotFound, "cannot read " + options.file);
    }
    std::istream& lines = options.file == "-" ? std::cin : file;
    const std::string name = options.file == "-" ? "standard input" : options.file;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      const std::string text = trimmed(line);
      if (text.empty() || text.front() == '#') continue;
      if (Status status = parse_into(game, fmt::format("{}:{}: ", name, number), text, positions);
          !status.ok()) {
        return status;
      }
    }
    if (lines.bad()) return Status(StatusCode::kIo, "cannot read " + name);
  }
  if (positions.empty()) return invalid_argument("no position is given: name one, or --file");
  return positions;
}

// Whether the book can be used, without touching it. Locks are seen only by who opens it to write.
Status check_book(const std::string& path) {
  std::error_code error;
  if (path.empty()) return invalid_argument("--book: the name of the directory is empty");
  const Result<book::PathState> state = book::inspect_path(path);
  if (!state.ok()) return state.status();
  if (state.value() != book::PathState::kDatabase) return {};  // one will be made there
  Result<std::unique_ptr<book::Store>> store = book::Store::open_read_only(path);
  if (!store.ok()) return store.status();
  if (store.value()->rules() != kRules || store.value()->size() != kBoardSize) {
    return {StatusCode::kIncompatible,
            fmt::format("book {} holds {} {}x{}; this command solves {} {}x{}", path,
                        store.value()->rules(), store.value()->size(), store.value()->size(),
                        kRules, kBoardSize, kBoardSize)};
  }
  return {};
}

Result<std::unique_ptr<book::Store>> open_book_for_writing(const std::string& path) {
  for (int attempt = 0;; ++attempt) {
    Result<std::unique_ptr<book::Store>> store =
        book::Store::open_for_writing(path, kRules, kBoardSize);
    const bool locked = !store.ok() && store.status().code() == StatusCode::kUnavailable;
    if (!locked || attempt >= kLockRetries || stop_requested) return store;
    std::this_thread::sleep_for(kLockRetryInterval);
  }
}

// Rank 0 between MPI_Init and the end.
class SolveSession {
 public:
  SolveSession(const SolveOptions& options, const Game& game, wire::Port& port)
      : options_(options), game_(game), port_(port) {}

  int run() {
    Result<std::vector<NamedPosition>> positions = read_positions(game_, options_);
    if (!positions.ok()) return report(positions.status());
    const int workers = port_.size() - 1;
    if (Status status = check_numbers(options_); !status.ok()) return report(status);
    if (Status status = check_memory(options_, workers); !status.ok()) return report(status);
    Result<std::unique_ptr<book::Store>> store = open_book_for_writing(options_.book);
    if (!store.ok()) return report(store.status());
    Result<std::uint32_t> run = store.value()->begin_run(wire::host_name());
    if (!run.ok()) return report(run.status());
    coordinator::StoreJournal journal(*store.value(), run.value());
    coordinator::CoordinatorOptions limits =
        coordinator::options_within(memory_of_coordinator(options_, workers));
    limits.pool.version = book::tengen_version();
    coordinator_.emplace(port_, game_, journal, stop_requested, limits);
    int exit_status = kExitAnswered;
    for (const NamedPosition& position : positions.value()) {
      Result<SolvedPosition> solved = solve(*store.value(), position);
      if (!solved.ok()) {
        exit_status = report(solved.status());
        break;
      }
      if (solved.value().report.verdict == Verdict::kUnknown) exit_status = kExitUnknown;
      std::cout << (options_.json ? solve_json(game_, solved.value()) : solve_text(solved.value()))
                << std::endl;
    }
    all_left_ = coordinator_->dismiss_workers();
    dismissed_ = true;
    coordinator_.reset();
    return exit_status;
  }

  // Sends the workers home when run() failed before there was a coordinator. True when all ranks
  // are leaving in order.
  bool end() {
    if (dismissed_) return all_left_;
    const wire::Message stop = wire::Stop{true, ""};
    for (int rank = 1; rank < port_.size(); ++rank) port_.send(rank, wire::encode(stop));
    const auto give_up_at = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    wire::BackOff back_off;
    while (!port_.sends_done() && wire::Clock::now() < give_up_at) {
      port_.pause(back_off.next());
    }
    return port_.sends_done();
  }

 private:
  Result<SolvedPosition> solve(book::Store& store, const NamedPosition& named) {
    SolvedPosition solved{named.text, named.position, options_.goal, {}};
    const auto begin = std::chrono::steady_clock::now();
    Result<book::QueryAnswer> known = book::query(store, game_, named.position, options_.goal);
    if (!known.ok()) return known.status();
    // A query also sees wins that follow from rules and fours; without a record of the position
    // itself nothing could be verified or exported, so those are solved.
    Result<bool> recorded = has_record(store, named.position);
    if (!recorded.ok()) return recorded.status();
    if (known.value().status != Verdict::kUnknown && recorded.value()) {
      const book::QueryAnswer& answer = known.value();
      solved.report.verdict = answer.status;
      solved.report.best = answer.best;
      solved.report.distance_plies = answer.distance_plies;
      solved.report.workers = port_.size() - 1;
      solved.report.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      return solved;
    }
    coordinator::ProgressPrinter printer(named.text, progress_on_terminal());
    const coordinator::Watcher watcher{
        [&](const coordinator::Progress& progress) { printer.show(progress); },
        [&](const std::string& line) { printer.note(line); }};
    Result<coordinator::SolveReport> done = coordinator_->solve(
        named.position, options_.goal, options_.seconds_given ? options_.seconds : 0, watcher);
    if (!done.ok()) return done.status();
    solved.report = done.value();
    return solved;
  }

  static Result<bool> has_record(const book::Store& store, const Position& position) {
    for (const Color goal : {Color::kBlack, Color::kWhite}) {
      Result<std::optional<book::StoredProof>> found = store.find(position, goal);
      if (!found.ok()) return found.status();
      if (found.value().has_value()) return true;
    }
    return false;
  }

  const SolveOptions& options_;
  const Game& game_;
  wire::Port& port_;
  std::optional<coordinator::Coordinator> coordinator_;
  bool dismissed_ = false;
  bool all_left_ = false;
};

// The end of a rank: MPI_Finalize hangs when a rank is missing, and is not needed under our
// launcher.
[[noreturn]] void leave(int status, bool may_finalize) {
  std::cout.flush();
  std::fflush(nullptr);
  if (may_finalize && !started_by_launcher()) MPI_Finalize();
  _exit(status);
}

[[noreturn]] void run_coordinator_rank(const SolveOptions& options, const Game& game,
                                       wire::Port& port) {
  struct sigaction action {};
  action.sa_handler = request_stop;
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
  tell_launcher_process_id();
  int status = kExitBadInput;
  bool all_left = false;
  if (port.size() < 2) {
    std::fprintf(stderr,
                 "tengen: one MPI rank cannot solve: start at least two, rank 0 coordinates\n");
  } else {
    SolveSession session(options, game, port);
    status = session.run();
    all_left = session.end();
  }
  std::cout.flush();
  tell_launcher_exit_status(status);
  leave(status, all_left);
}

[[noreturn]] void run_worker_rank(const SolveOptions& options, const Game& game, wire::Port& port) {
  // The terminal's and mpirun's signals are for rank 0, which ends the workers in order.
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_IGN);
  wire::WorkerOptions worker;
  worker.prover.variant = static_cast<unsigned>(port.rank() - 1);
  // Rank 0 has refused too little; a worker that comes first must not fall over it.
  worker.prover.memory_bytes =
      std::max(memory_per_worker(options, port.size() - 1), kLeastMemoryBytes);
  worker.version = book::tengen_version();
  const wire::WorkerEnd end = wire::run_worker(port, game, worker).end;
  const bool told = end == wire::WorkerEnd::kStopped || end == wire::WorkerEnd::kFinished;
  leave(told ? 0 : 1, end == wire::WorkerEnd::kFinished);
}

[[noreturn]] void run_rank(const SolveOptions& options, const Game& game) {
  follow_launcher();
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  wire::Transport transport(MPI_COMM_WORLD);
  if (transport.rank() == wire::kCoordinatorRank) run_coordinator_rank(options, game, transport);
  run_worker_rank(options, game, transport);
}

int launch(const SolveOptions& options, const Game& game) {
  const int workers = options.workers_given ? options.workers : default_workers();
  if (Status status = check_numbers(options); !status.ok()) return report(status);
  if (Status status = check_memory(options, workers); !status.ok()) return report(status);
  Result<std::vector<NamedPosition>> positions = read_positions(game, options);
  if (!positions.ok()) return report(positions.status());
  if (Status status = check_book(options.book); !status.ok()) return report(status);

  std::vector<std::string> arguments = {"--book", options.book, "--goal",
                                        std::string(color_name(options.goal))};
  if (options.seconds_given) {
    arguments.insert(arguments.end(), {"--time", fmt::format("{}", options.seconds)});
  }
  if (options.memory_given) {
    arguments.insert(arguments.end(), {"--memory", fmt::format("{}", options.memory_gib)});
  }
  if (options.json) arguments.emplace_back("--json");
  std::vector<std::string> texts;
  for (const NamedPosition& position : positions.value()) texts.push_back(position.text);
  return run_under_mpirun(arguments, texts, workers + 1);
}

}  // namespace

int run_solve_command(const SolveOptions& options) {
  const Result<const Game*> game = find_game(kRules, kBoardSize);
  if (!game.ok()) return report(game.status());
  if (inside_mpi()) run_rank(options, *game.value());
  return launch(options, *game.value());
}

}  // namespace tengen::cluster
