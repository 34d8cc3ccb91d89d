// A claim checked in a game that is not five in a row (plain_game.h): every reply is played on
// whole positions, and met by a record, by the end of the game or by a short win.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "book/verifier/claim_check.h"
#include "book/verifier/plain_game.h"

namespace tengen::book {

class PlainClaimChecker final : public ClaimChecker {
 public:
  // As FiveClaimChecker's. REQUIRES: game.plain is set.
  PlainClaimChecker(const NaiveGame& game, Color attacker, const ProofLookup& lookup,
                    std::function<bool()> stopped, ClaimScope scope);

  ClaimReport check(const Claim& claim) override;
  std::optional<Win> short_win(const Position& position) override;
  ClaimReport reach(const Position& root) override;

 private:
  // The position after the record's move; nothing, and a hole, where that does not go on.
  std::optional<Position> after_record(const Claim& claim);
  void meet_replies(const Position& position, std::optional<std::int64_t> claimed_distance);
  // The plies that the longest of the defender's moves needs, as far as is known. `depth` is how
  // many moves of his come before, in the same turn.
  int longest_reply(const Position& position, int depth);
  void check_distance(std::int64_t needed, std::optional<std::int64_t> claimed);
  // In how many plies the attacker, to move there, wins.
  std::optional<int> look_up(const Position& position, int depth);
  std::optional<int> leaf(const Position& position, int depth);
  Reached reached(const Position& position) const;
  void add_hole(std::string reason);

  const NaiveGame game_;
  const Color attacker_;
  const ProofLookup& lookup_;
  const std::function<bool()> stopped_;
  const ClaimScope scope_;
  const NaiveSymmetry symmetry_;
  // Of the claim looked at.
  std::vector<Move> moves_before_;
  std::vector<Move> moves_;
  std::unordered_set<std::string> met_;  // after several moves of the defender: orders meet
  ClaimReport report_;
};

}  // namespace tengen::book
