// What a worker asks of a game's solver: prove that `goal` wins a position, within limits, and hand
// back certified records. See PROOF.md: a claim is (rules, position, side to move, goal, verdict).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "solver/game/position.h"

namespace tengen {

enum class Verdict : std::uint8_t { kUnknown = 0, kProven = 1, kDisproven = 2 };

enum class RecordKind : std::uint8_t {
  kTree =
      0,  // attacker to move: `move` wins, every reply is answered by other records or a short VCF
  kVcfLeaf = 1,    // attacker to move: `move` starts a VCF that is found again instead of stored
  kAllReplies = 2  // defender to move: every legal reply is answered; move is kNoMove
};

// Pairs that may be taken in a game: each gives two points back.
constexpr int kMostPairsTaken = 2 * kPairsToWin;

// No proof that `goal` wins the position takes more plies: each stone takes an empty point, and
// at most one pass comes before the next; or there are no passes, and pairs taken give points back.
[[nodiscard]] inline int most_plies(const Position& position, Color /*goal*/) {
  const int empty = position.size * position.size - static_cast<int>(position.stone_count());
  return std::max(2 * empty, empty + 2 * kMostPairsTaken);
}
[[nodiscard]] inline bool is_possible_distance(const Position& position, Color goal, int plies) {
  return plies >= 1 && plies <= most_plies(position, goal);
}

// One certified fact: `goal` wins `position`.
struct ProofRecord {
  Position position;  // canonical
  Color goal = Color::kBlack;
  Move move = kNoMove;     // in the canonical frame
  int distance_plies = 0;  // upper bound of the proof in hand; is_possible_distance()
  RecordKind kind = RecordKind::kTree;
  friend bool operator==(const ProofRecord&, const ProofRecord&) = default;
};

// A move that somebody suggests to the side to move. It proves nothing.
struct Hint {
  Position position;
  Move move = kNoMove;
  bool wins = false;  // somebody says so
  friend bool operator==(const Hint&, const Hint&) = default;
};

// Proof and disproof numbers, in expected-effort units; saturate at kInfiniteNumber.
constexpr std::uint32_t kInfiniteNumber = 1'000'000'000;
// The nearest number that says neither proven nor disproven.
constexpr std::uint32_t open_number(std::uint64_t number) {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(number, 1, kInfiniteNumber - 1));
}

// What a finished job says of one move of the position it was given.
struct ChildOutcome {
  Move move = kNoMove;  // in the frame of the position that was asked
  Verdict verdict = Verdict::kUnknown;
  std::uint32_t proof_number = 1;
  std::uint32_t disproof_number = 1;
  int distance_plies = 0;  // of the proof, when proven
};

struct SolveLimits {
  std::uint64_t nodes = 0;  // 0: no limit
  double seconds = 0;       // 0: no limit
  // A prover that is given another number than last time (0 at first) forgets what it has not
  // proven and goes another way. At 0 it has a searcher for each of its cores, above all it has.
  std::uint32_t attempt = 0;
  // Nodes by the clock, up to what certifying takes: nodes of the calling thread's searcher,
  // each as often as searchers share a core. 0: no limit.
  std::uint64_t clock_nodes = 0;
};

struct SolveOutcome {
  // kProven only when certified against every legal reply. kDisproven only when the other side's
  // win is certified (or nothing is left to play).
  Verdict verdict = Verdict::kUnknown;
  std::uint32_t proof_number = 1;
  std::uint32_t disproof_number = 1;
  Move best = kNoMove;     // attacker to move: the winning or most promising move
  int distance_plies = 0;  // when proven
  // Attacker to move: candidate moves, most promising first (not exhaustive: every move that is not
  // listed may be added later). Defender to move: every legal reply, up to the position's own
  // symmetries, pass included; proven ones are certified.
  std::vector<ChildOutcome> children;
  // Certified since the last call, children before parents: together with all records handed out or
  // learned before, every answer to every reply is in it or is a short VCF. May hold facts that the
  // asked position does not need, also when the verdict is kUnknown. A call that has no room for
  // more of them ends early. A record may be handed out again once the prover has forgotten it.
  std::vector<ProofRecord> records;
  std::uint64_t nodes = 0;
  std::uint64_t clock_nodes = 0;  // as SolveLimits has it
  std::uint64_t expansions = 0;   // of the nodes: positions searched, without the fours of VCF
  double seconds = 0;
  double certify_seconds = 0;  // part of `seconds` spent on certifying
};

// A solver with its tables. Owned by one thread. Tables are kept between calls.
class Prover {
 public:
  virtual ~Prover() = default;

  // Tries to prove that `goal` wins `position`. `stop` is polled every millisecond or so of work;
  // when it returns true the call comes back soon with what it has. Deterministic for equal call
  // sequences when only limits.nodes is set. REQUIRES: position came from Game::parse() or
  // Game::play() and is not decided yet.
  virtual SolveOutcome solve(const Position& position, Color goal, const SolveLimits& limits,
                             const std::function<bool()>& stop) = 0;

  // Takes over facts that were certified elsewhere. REQUIRES: canonical positions.
  virtual void learn(std::span<const ProofRecord> facts) = 0;

  // Moves to try first, the most important first: a prover may leave out those for which it has no
  // room. Nothing is proven by them; a wrong one costs time.
  virtual void take_hints(std::span<const Hint> /*hints*/) {}

  // Gives their room back.
  virtual void forget_hints() {}
};

// With less a prover is of no use.
constexpr std::uint64_t kLeastMemoryBytes = std::uint64_t{16} << 20;

struct ProverOptions {
  // For all that a prover keeps, the records of one call included. A hard limit: with little of it
  // the prover forgets and searches again. REQUIRES: at least kLeastMemoryBytes.
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  // Provers of different variants search differently, so that several at work on one position do
  // not repeat each other. Each is deterministic.
  unsigned variant = 0;
  // Cores for this prover. With one the prover is deterministic, if there is one searcher too.
  // REQUIRES: at least 1.
  int threads = 1;
  // So many search together at most, the caller's thread among them: as many as there are threads,
  // or more where one may be stuck. REQUIRES: at least `threads`.
  int searchers = 1;
  // The searchers work one at a time, a thousand nodes each in turns: deterministic, however many.
  bool in_turns = false;
};

}  // namespace tengen
