#include "cluster/run/solve_session.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "book/query/answer_json.h"
#include "book/store/store.h"
#include "cluster/command/board_look.h"
#include "cluster/command/build.h"
#include "cluster/command/command.h"
#include "cluster/launch/launched_rank.h"
#include "coordinator/store_journal.h"
#include "worker/messages.h"

namespace tengen::cluster {
namespace {

// Where the answers are read.
BoardLook look_of_answers() {
  const std::optional<std::string> launcher = launchers_look();
  return launcher ? look_from(*launcher) : look_of_output();
}

// A killed run's book may stay locked for a moment.
constexpr int kLockRetries = 25;
constexpr std::chrono::milliseconds kLockRetryInterval{200};

}  // namespace

int SolveSession::run() {
  Result<std::vector<NamedPosition>> positions = read_positions(game_, options_);
  if (!positions.ok()) return report(positions.status());
  const int workers = ranks_.size() - 1;
  if (Status status = check_numbers(options_); !status.ok()) return report(status);
  if (Status status = check_memory(options_, workers); !status.ok()) return report(status);
  Result<std::unique_ptr<book::Store>> store = open_book();
  if (!store.ok()) return report(store.status());
  Result<std::uint32_t> run = store.value()->begin_run(worker::host_name());
  if (!run.ok()) return report(run.status());
  run_ = run.value();
  Result<std::unique_ptr<RunEndpoint>> endpoint =
      RunEndpoint::open(options_.book, options_.listen, run_, ranks_.size(), game_);
  if (!endpoint.ok()) return report(endpoint.status());
  endpoint_ = std::move(endpoint).value();
  return solve_all(*store.value(), positions.value());
}

Result<std::unique_ptr<book::Store>> SolveSession::open_book() {
  for (int attempt = 0;; ++attempt) {
    Result<std::unique_ptr<book::Store>> store =
        book::Store::open_for_writing(options_.book, game_.rules(), game_.size());
    const bool locked = !store.ok() && store.status().code() == StatusCode::kUnavailable;
    if (!locked || attempt >= kLockRetries || stop_) return store;
    std::this_thread::sleep_for(kLockRetryInterval);
  }
}

int SolveSession::solve_all(book::Store& store, const std::vector<NamedPosition>& positions) {
  const int workers = ranks_.size() - 1;
  log_.emplace(coordinator::run_log_path(options_.book, run_));
  log_->write("start", {{"run", run_},
                        {"version", book::tengen_version()},
                        {"build", build_name()},
                        {"host", worker::host_name()},
                        {"listen", endpoint_->where()},
                        {"worker_count", workers}});
  port_.emplace(ranks_, endpoint_->gate());
  coordinator::StoreJournal journal(store, run_);
  coordinator::CoordinatorOptions limits =
      coordinator::options_within(memory_of_coordinator(options_, workers));
  if (!options_.any_build) limits.pool.build = build_name();
  limits.pool.roster.await_joiners = workers == 0;
  limits.check_threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const Result<book::NaiveGame> known = book::naive_game(game_.rules(), game_.size());
  if (!known.ok()) return report(known.status());
  coordinator_.emplace(*port_, game_, journal,
                       coordinator::verifying_judges(journal, known.value()), stop_, limits);
  endpoint_->gate().answer_status([this] { return status_text(); });
  int exit_status = kExitAnswered;
  for (const NamedPosition& position : positions) {
    Result<SolvedPosition> solved = solve(store, position);
    if (!solved.ok()) {
      exit_status = report(solved.status());
      log_->write("error", {{"message", solved.status().message()}});
      break;
    }
    if (solved.value().report.verdict == Verdict::kUnknown) exit_status = kExitUnknown;
    // What goes to standard error comes through mpirun in its own time: this does not wait for the
    // line of progress to be cleared there.
    if (!options_.json && look_of_answers().colours && progress_on_terminal()) {
      std::cout << "\r\033[K";
    }
    std::cout << (options_.json ? solve_json(game_, solved.value()) : solve_text(solved.value()))
              << std::endl;
    if (!options_.json) std::cout << solve_board(solved.value(), look_of_answers()) << std::flush;
  }
  endpoint_->gate().answer_status(nullptr);
  all_left_ = coordinator_->dismiss_workers(/*may_resume=*/stop_);
  dismissed_ = true;
  coordinator_.reset();
  log_->write("end", {{"exit_status", exit_status}});
  return exit_status;
}

bool SolveSession::end() {
  if (dismissed_) return all_left_;
  const worker::Message stop = worker::Stop{true, false, ""};
  for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, worker::encode(stop));
  return worker::drain_sends(ranks_, std::chrono::seconds(1));
}

Result<SolvedPosition> SolveSession::solve(book::Store& store, const NamedPosition& named) {
  SolvedPosition solved{named.text, named.position, options_.goal, {}};
  Result<std::optional<coordinator::SolveReport>> known = look_up(store, named.position);
  if (!known.ok()) return known.status();
  if (known.value()) {
    solved.report = *known.value();
    return solved;
  }
  solving_ = named.text;
  log_->write("solve", {{"position", format_position(named.position)},
                        {"asked", named.text},
                        {"goal", color_name(options_.goal)}});
  coordinator::ProgressPrinter printer(named.text, progress_on_terminal());
  Result<coordinator::SolveReport> done =
      coordinator_->solve(named.position, options_.goal,
                          options_.seconds_given ? options_.seconds : 0, watcher(printer));
  if (!done.ok()) return done.status();
  solved.report = done.value();
  log_->solved(solved.report);
  return solved;
}

// A record of the position itself: without one nothing could be verified or exported.
Result<std::optional<coordinator::SolveReport>> SolveSession::look_up(const book::Store& store,
                                                                      const Position& position) {
  const auto begin = worker::Clock::now();
  for (const Color winner : {options_.goal, opponent(options_.goal)}) {
    // After a pass the loser may pass too, and it is a draw, which no record knows of.
    if (position.after_pass && position.to_move != winner) continue;
    Result<std::optional<book::StoredProof>> found = store.find(position, winner);
    if (!found.ok()) return found.status();
    if (!found.value()) continue;
    coordinator::SolveReport report;
    report.verdict = winner == options_.goal ? Verdict::kProven : Verdict::kDisproven;
    report.best = found.value()->move;
    report.distance_plies = found.value()->distance_plies;
    report.workers = ranks_.size() - 1;
    report.seconds = std::chrono::duration<double>(worker::Clock::now() - begin).count();
    return std::optional(report);
  }
  return std::optional<coordinator::SolveReport>();
}

coordinator::Watcher SolveSession::watcher(coordinator::ProgressPrinter& printer) {
  coordinator::Watcher watcher;
  watcher.progress = [this, &printer](const coordinator::Progress& progress) {
    printer.show(progress);
    log_->progress(progress);
  };
  watcher.worker = [this, &printer](const coordinator::WorkerEvent& event) {
    // That those who were started with us are there is no news.
    const bool expected =
        event.change == coordinator::WorkerChange::kJoined && event.rank < ranks_.size();
    if (!expected) printer.note(describe(event));
    log_->worker(event);
  };
  watcher.set_aside = [this, &printer](const coordinator::SetAside& aside) {
    printer.note("set aside, since " + std::to_string(aside.deaths) +
                 " workers in a row died on it: " + format_position(aside.position));
    log_->set_aside(aside);
  };
  if (options_.log_jobs) {
    watcher.job = [this](const coordinator::JobEvent& job) { log_->job(job); };
  }
  return watcher;
}

std::string SolveSession::status_text() const {
  nlohmann::ordered_json json = {{"run", run_},
                                 {"version", book::tengen_version()},
                                 {"build", build_name()},
                                 {"host", worker::host_name()},
                                 {"listen", endpoint_->where()},
                                 {"asked", solving_}};
  json.update(to_json(coordinator_->status()));
  return book::json_text(json);
}

}  // namespace tengen::cluster
