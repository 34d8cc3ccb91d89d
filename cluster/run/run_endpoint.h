// Where a run can be reached while it lasts: the gate for joiners and for `tengen status`, and the
// join file in the book's directory that tells where it is.
#pragma once

#include <memory>
#include <string>

#include "solver/base/status.h"
#include "solver/game/game.h"
#include "worker/gate.h"
#include "worker/join_file.h"

namespace tengen::cluster {

class RunEndpoint {
 public:
  // `listen` as in worker::GateOptions. Errors: the gate's and the join file's. REQUIRES: this
  // process holds the book's lock, so that no other run has its join file there.
  static Result<std::unique_ptr<RunEndpoint>> open(const std::string& book_directory,
                                                   const std::string& listen, std::uint32_t run,
                                                   int first_rank, const Game& game);
  // Removes the join file.
  ~RunEndpoint();
  RunEndpoint(const RunEndpoint&) = delete;
  RunEndpoint& operator=(const RunEndpoint&) = delete;

  [[nodiscard]] worker::Gate& gate() { return *gate_; }
  // "10.0.0.1:4711"
  [[nodiscard]] std::string where() const;

 private:
  RunEndpoint(std::unique_ptr<worker::Gate> gate, std::string path)
      : gate_(std::move(gate)), path_(std::move(path)) {}

  std::unique_ptr<worker::Gate> gate_;
  const std::string path_;
};

}  // namespace tengen::cluster
