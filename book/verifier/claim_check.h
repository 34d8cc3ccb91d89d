// The check of one record on its own: its move is played, and every legal reply must be met by a
// five, a record or a short win by continuous fours. What is asked of other records (that they are
// there, and their distances) is taken as they say; the walk checks those in turn (verifier.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/naive_symmetry.h"
#include "book/verifier/naive_vcf.h"
#include "book/verifier/verifier.h"
#include "solver/base/status.h"
#include "solver/game/position.h"

namespace tengen::book {

// That the attacker wins a position by a record's move; or, with the defender to move, against
// every reply.
struct Claim {
  Position position;
  std::vector<Move> moves;  // that led from the root to the position
  // With the attacker to move there is one, its move in the frame of `position`, not yet looked at.
  // With the defender to move it can only say how long the proof is.
  std::optional<Win> record;
  std::size_t id = 0;  // the walk's
};

// A position with the attacker to move that is not won by fours alone: all rests on its record.
struct Reached {
  std::vector<Move> moves;  // that lead to it from the claim's position
  std::string key;          // the goal's name, and encode_position() of the canonical image
  Position position;
  std::optional<Win> record;  // none: a hole
  std::string fault;          // none: why
  bool damaged = false;       // none: whether there is a damaged one
};

struct ClaimReport {
  // The plies of the proof, exactly, when those are that the positions reached take. REQUIRES: the
  // claim holds; `longest_reached` is the longest of them, 0 for none.
  [[nodiscard]] int distance_plies(int longest_reached) const;

  ReplyCounts counts;
  std::vector<Hole> holes;       // those of the claim itself; moves from the root
  std::vector<Reached> reached;  // in the order of the replies
  Status failure;                // of the lookup: the walk cannot go on
  bool attacker_moved = false;   // the claim's move was played
  bool made_five = false;        // by that move: no reply is left
  bool turn_goes_on = false;     // after that move the attacker is to move again
  // Between the defender's first move and the positions reached, where he moves twice in a row.
  int more_plies = 0;
  // Of the replies met without a record, the longest: how many plies the shortest win takes after
  // it. 0: there is none.
  int longest_leaf = 0;
};

enum class ClaimScope {
  kAll,  // every reply is tried, also after a hole; a record is asked for wherever one may be
  // The first hole ends the check, and a reply that fours meet is not looked up: its record, if it
  // has one, is as long as the fours (settle.h).
  kEnough,
};

// One per thread. Claims are checked one after another; none leaves a trace for the next.
class ClaimChecker {
 public:
  virtual ~ClaimChecker() = default;

  // A position in which the game is over is a hole. REQUIRES: a well-formed position of the board
  // size.
  virtual ClaimReport check(const Claim& claim) = 0;
  // The shortest win of the attacker, who is to move, by so few fours that no record is needed, by
  // its first move. REQUIRES: a well-formed position of the board size.
  virtual std::optional<Win> short_win(const Position& position) = 0;
  // The same for a root, before its record is known: what a claim about it starts from. `reached`
  // stays empty where the attacker, to move, wins by five or fours.
  virtual ClaimReport reach(const Position& root) = 0;
};

// The game's. `stopped` is polled for each reply; true breaks a check off. REQUIRES: what is passed
// by reference outlives the checker.
std::unique_ptr<ClaimChecker> make_claim_checker(const NaiveGame& game, Color attacker,
                                                 const ProofLookup& lookup,
                                                 const VerifyOptions& options,
                                                 std::function<bool()> stopped,
                                                 ClaimScope scope = ClaimScope::kAll);

// Of five in a row.
class FiveClaimChecker final : public ClaimChecker {
 public:
  // As make_claim_checker().
  FiveClaimChecker(const NaiveGame& game, Color attacker, const ProofLookup& lookup,
                   const VerifyOptions& options, std::function<bool()> stopped,
                   ClaimScope scope = ClaimScope::kAll);

  ClaimReport check(const Claim& claim) override;
  std::optional<Win> short_win(const Position& position) override;
  ClaimReport reach(const Position& root) override;

 private:
  struct Line {
    std::vector<Move> attacks;
    bool traced = false;
    std::optional<VcfTrace> trace = {};  // on the board before the reply
  };
  using Lines = std::vector<Line>;

  void set_up(const Position& position);
  ClaimReport finish();
  void play(Move move);
  void take_back();

  bool play_record_move(const Win& record);
  void refute_replies(std::optional<std::int64_t> claimed_distance);
  std::optional<int> meet_reply(Move reply, Lines& lines);
  [[nodiscard]] bool may_have_record(Move reply) const;
  [[nodiscard]] std::optional<int> met_as_without(Move reply, const Lines& lines) const;
  std::optional<int> replay_one_of(Lines& lines);
  int leaf(int distance);
  std::optional<int> win_by_fours(Lines& lines);
  int shorter_distance(int distance, std::int64_t most);

  // Of the position looked at. Nothing where no record is.
  std::optional<Reached> look_up();
  [[nodiscard]] Reached reached(const CanonicalImage& canonical) const;
  [[nodiscard]] Position position_now() const;
  [[nodiscard]] bool is_done() const;
  [[nodiscard]] std::string name(Move move) const;
  void add_hole(std::string reason);

  const Color attacker_;
  const Color defender_;
  const ProofLookup& lookup_;
  const VerifyOptions& options_;
  const std::function<bool()> stopped_;
  const ClaimScope scope_;
  const NaiveSymmetry symmetry_;

  // The position looked at: the claim's after `moves_`.
  NaiveBoard board_;
  const Position* start_ = nullptr;
  std::vector<Move> moves_;
  Color to_move_ = Color::kBlack;
  std::vector<Move> moves_before_;  // from the root to the claim's position
  RecordFilter::Hashes hashes_{};   // of the stones while the replies are tried
  ClaimReport report_;
};

}  // namespace tengen::book
