// A judge for tests of the coordinator with the fake game.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>

#include "coordinator/judge.h"
#include "tests/coordinator/simulation.h"

namespace tengen::test {

// Judges the fake game by its rules, one reply deep: what a record rests on must be in the journal,
// among the same records, or a win in one move.
class FakeJudge : public coordinator::Judge {
 public:
  // The journal must outlive the judge.
  explicit FakeJudge(MemoryJournal& journal) : journal_(journal) {}
  Result<book::Settlement> settle(std::span<const ProofRecord> records) override;
  Result<std::optional<Win>> value(const Position& position, Color goal) override;
  [[nodiscard]] bool allows(const Position& /*position*/, Move /*move*/) const override {
    return true;
  }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return after_move(position, move);
  }

 private:
  MemoryJournal& journal_;
  std::map<std::pair<std::string, Color>, ProofRecord> settled_;
};

coordinator::JudgeFactory fake_judges(MemoryJournal& journal);

}  // namespace tengen::test
