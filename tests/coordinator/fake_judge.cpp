#include "tests/coordinator/fake_judge.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "solver/game/symmetry.h"
#include "tests/fake_game.h"

namespace tengen::test {

Result<book::Settlement> FakeJudge::settle(std::span<const ProofRecord> records) {
  std::vector<ProofRecord> sorted(records.begin(), records.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const ProofRecord& a, const ProofRecord& b) {
    return a.position.stone_count() > b.position.stone_count();
  });
  settled_.clear();
  book::Settlement settlement;
  for (ProofRecord& record : sorted) {
    const bool attacker = record.position.to_move == record.goal;
    std::optional<Win> found;
    if (!attacker) {
      found = value(record.position, record.goal).value();
    } else if (fake_game().effect(record.position, record.move) == MoveEffect::kWins) {
      found = {record.move, 1};
    } else {
      found = value(after_move(record.position, record.move), record.goal).value();
      if (found) ++found->distance_plies;
    }
    if (!found) {
      settlement.faults.push_back({0, "it does not win " + format_position(record.position)});
      continue;
    }
    record.distance_plies = found->distance_plies;
    settled_.insert({{encode_position(record.position), record.goal}, record});
    settlement.records.push_back(record);
  }
  return settlement;
}

Result<std::optional<Win>> FakeJudge::value(const Position& position, Color goal) {
  using Value = std::optional<Win>;
  if (position.to_move == goal) {
    for (const Move move : fake_game().legal_moves(position)) {
      if (fake_game().effect(position, move) == MoveEffect::kWins) {
        return Value(Win{move, 1});
      }
    }
    const Canonical canonical = canonicalize(position);
    const std::pair key(encode_position(canonical.position), goal);
    const auto record = settled_.find(key);
    const auto stored = journal_.facts.find(key);
    if (record == settled_.end() && stored == journal_.facts.end()) return Value();
    const ProofRecord& found = record != settled_.end() ? record->second : stored->second;
    const Symmetry back = canonical.canonical_from_input.inverse();
    return Value(Win{back.apply(found.move, position.size), found.distance_plies});
  }
  Win longest{kNoMove, 0};
  for (const Move reply : fake_game().legal_moves(position)) {
    if (fake_game().effect(position, reply) != MoveEffect::kContinues) return Value();
    const Value after = value(after_move(position, reply), goal).value();
    if (!after) return Value();
    longest.distance_plies = std::max(longest.distance_plies, after->distance_plies + 1);
  }
  return Value(longest);
}

coordinator::JudgeFactory fake_judges(MemoryJournal& journal) {
  return [&journal](int /*threads*/) { return std::make_unique<FakeJudge>(journal); };
}

}  // namespace tengen::test
