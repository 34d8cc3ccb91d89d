// Rank 0 of `tengen solve`: opens the book and the door for joiners, solves one position after the
// other, and sends the workers home.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "cluster/run/run_endpoint.h"
#include "cluster/run/solve_input.h"
#include "cluster/run/solve_report.h"
#include "coordinator/coordinator.h"
#include "coordinator/run_log.h"
#include "worker/coordinator_port.h"
#include "worker/port.h"

namespace tengen::book {
class Store;
}

namespace tengen::cluster {

class SolveSession {
 public:
  // `ranks` is the port to the workers that were started with this process, if any. `stop` is set
  // by signal handlers. All must outlive the session.
  SolveSession(const SolveOptions& options, const Game& game, worker::Port& ranks,
               const std::atomic<bool>& stop)
      : options_(options), game_(game), ranks_(ranks), stop_(stop) {}

  // Returns the command's exit status. Call once.
  int run();

  // Sends the workers home when run() failed before there was a coordinator. True when all ranks
  // are leaving in order.
  bool end();

 private:
  Result<std::unique_ptr<book::Store>> open_book();
  // All positions, with a coordinator.
  int solve_all(book::Store& store, const std::vector<NamedPosition>& positions);
  Result<SolvedPosition> solve(book::Store& store, const NamedPosition& named);
  // What the book knows already, if it knows the answer.
  Result<std::optional<coordinator::SolveReport>> look_up(const book::Store& store,
                                                          const Position& position);
  [[nodiscard]] coordinator::Watcher watcher(coordinator::ProgressPrinter& printer);
  [[nodiscard]] std::string status_text() const;

  const SolveOptions& options_;
  const Game& game_;
  worker::Port& ranks_;
  const std::atomic<bool>& stop_;
  std::uint32_t run_ = 0;
  std::string solving_;  // as typed
  std::unique_ptr<RunEndpoint> endpoint_;
  std::optional<worker::CoordinatorPort> port_;
  std::optional<coordinator::RunLog> log_;
  std::optional<coordinator::Coordinator> coordinator_;
  bool dismissed_ = false;
  bool all_left_ = false;
};

}  // namespace tengen::cluster
