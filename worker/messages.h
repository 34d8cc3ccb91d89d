// What coordinator and workers say to each other. One message is one byte string: the prefix "TGN",
// the wire version, the message type, then the fields as a Boost.Serialization binary archive
// without header (native byte order: both ends run the same build; Hello would not decode
// otherwise).
//
// A conversation: the worker says Hello and then a Heartbeat every fraction of a second; the
// coordinator sends Hints, Facts and Jobs, and KeepAlive when it has nothing to say. Every Job gets
// exactly one Answer, also when it was cancelled. Stop ends the worker, which says Bye; a worker
// that wants to leave answers its job with what it has and says Bye by itself.
//
// Positions and moves are in the canonical frame throughout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/base/status.h"
#include "solver/game/prover.h"

namespace tengen::worker {

constexpr std::uint8_t kWireVersion = 9;

struct Hello {
  std::string build;  // of the program: its version and what it was made from
  std::string host;
  std::int32_t process_id = 0;
  std::string rules;
  std::int32_t board_size = 15;
  friend bool operator==(const Hello&, const Hello&) = default;
};

// Prove that `goal` wins `position` within `limits`.
struct Job {
  std::uint64_t id = 0;
  Position position;
  Color goal = Color::kBlack;
  SolveLimits limits;
};

// The one reply to a job. Its records are certified.
struct Answer {
  std::uint64_t job_id = 0;
  SolveOutcome outcome;
  std::uint64_t peak_memory_bytes = 0;  // the worker's largest resident set since its start
  bool handed_back = false;             // not done: the worker was asked to leave
};

// Certified elsewhere; the worker's prover may rely on them.
struct Facts {
  std::vector<ProofRecord> records;
};

// Suggested moves for the worker's prover to try first.
struct Hints {
  bool first = false;  // the prover is to forget those it has
  std::vector<Hint> hints;
};

// End that job soon and answer with what there is. Unknown ids are ignored.
struct Cancel {
  std::uint64_t job_id = 0;
};

// Worker to coordinator: alive. `busy_seconds` and `nodes` are totals since the start.
struct Heartbeat {
  std::uint64_t job_id = 0;  // 0: idle
  double busy_seconds = 0;
  std::uint64_t nodes = 0;
};

// Coordinator to worker: alive.
struct KeepAlive {};

// Coordinator to worker: leave.
struct Stop {
  // All ranks are there, so that MPI_Finalize will not hang.
  bool all_present = false;
  // The run was interrupted and may be started again: who waits for runs should stay.
  bool may_resume = false;
  std::string refusal;  // why the worker cannot serve this run, one line; empty at a run's end
};

// Worker to coordinator: leaving; the fault that makes it leave is one line, empty when it was
// told or asked to.
struct Bye {
  std::string fault;
};

using Message =
    std::variant<Hello, Job, Answer, Facts, Cancel, Heartbeat, KeepAlive, Stop, Bye, Hints>;

[[nodiscard]] std::string encode(const Message& message);

// kIncompatible for another wire version, kCorruption for anything encode() cannot have written.
// Memory use is bounded by a small multiple of bytes.size(), whatever the bytes claim.
Result<Message> decode(std::string_view bytes);

}  // namespace tengen::worker
