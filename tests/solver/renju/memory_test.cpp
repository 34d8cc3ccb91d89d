// What a prover allocates is counted here, by way of operator new: a program of its own.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "solver/game/game.h"
#include "solver/game/symmetry.h"

namespace {

std::atomic<std::size_t> live_bytes = 0;
std::atomic<std::size_t> peak_bytes = 0;

void* count(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  const std::size_t live = live_bytes += malloc_usable_size(block);
  std::size_t peak = peak_bytes;
  while (peak < live && !peak_bytes.compare_exchange_weak(peak, live)) {
  }
  return block;
}

void release(void* block) {
  if (block != nullptr) live_bytes -= malloc_usable_size(block);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t bytes) { return count(std::malloc(bytes)); }
void* operator new[](std::size_t bytes) { return count(std::malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return count(std::aligned_alloc(static_cast<std::size_t>(alignment), bytes));
}
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t) noexcept { release(block); }

namespace tengen {
namespace {

// Some 450 records, more than the least prover keeps room for in one call.
constexpr const char* kPosition =
    "k5d6k6l6m6d7e7j7l7e8f8h8i8k8f9k9g10h10j11/l5c6i6n6i7k7m7g8j8e9g9h9i9j9f10k10g11h11i11/b";

TEST(Memory, AProverStaysWithinItsBudgetAndStillProves) {
  const Game& game = *find_game("renju", 15).value();
  const Position position = game.parse(kPosition).value();
  for (const auto& [budget, searchers] :
       {std::pair{kLeastMemoryBytes, 1}, std::pair{std::uint64_t{100} << 20, 1},
        std::pair{std::uint64_t{200} << 20, 3}}) {
    const std::size_t before = live_bytes;
    peak_bytes = live_bytes.load();
    const std::unique_ptr<Prover> prover =
        game.make_prover({.memory_bytes = budget, .searchers = searchers});
    SolveOutcome outcome;
    for (int call = 0; call < 20 && outcome.verdict != Verdict::kProven; ++call) {
      outcome = prover->solve(position, Color::kBlack, {.nodes = 1'000'000, .seconds = 0}, {});
    }
    EXPECT_EQ(outcome.verdict, Verdict::kProven);
    // A position that keeps it busy until its tables are full.
    prover->solve(game.parse("h8h9").value(), Color::kBlack, {.nodes = 400'000, .seconds = 0}, {});
    EXPECT_LE(peak_bytes - before, budget);
    EXPECT_GT(peak_bytes - before, budget / 2) << "the budget is there to be used";
  }
}

// Facts of elsewhere, far more than fit.
TEST(Memory, LearningForgetsInsteadOfGrowing) {
  const Game& game = *find_game("renju", 15).value();
  const std::size_t before = live_bytes;
  peak_bytes = live_bytes.load();
  const std::unique_ptr<Prover> prover = game.make_prover({.memory_bytes = kLeastMemoryBytes});
  ProofRecord record{{}, Color::kBlack, 0, 9, RecordKind::kTree};
  record.position.black = {112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123};
  const Position stones = record.position;
  for (Move a = 15; a < 100; ++a) {
    for (Move b = 101; b < 110; ++b) {
      for (Move c = 130; c < 210; ++c) {
        record.position = stones;
        record.position.white = {a, b, c};
        record.position = canonicalize(record.position).position;
        prover->learn({&record, 1});
      }
    }
  }
  EXPECT_LE(peak_bytes - before, kLeastMemoryBytes);
}

}  // namespace
}  // namespace tengen
