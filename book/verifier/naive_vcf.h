// Win by continuous fours (VCF), for the verifier: every attacking move makes a four, so that every
// answer is forced. Shares nothing with the solver's search.
//
// What counts as won for the attacker to move:
//  * he can make five (exactly five, or five or more, as the rules say);
//  * he makes a four while the defender cannot make five, and it has two points that complete it,
//  or
//    one that a black defender may not play because it is a foul;
//  * he makes such a four with one point, and after the defender's stone on that point he has won
//  by
//    this same list.
// Black's attacking moves must be no fouls. A defender who threatens five himself can only be met
// by a four on that very point. Each move adds a stone, so the search ends.
//
// A win found is sound whatever the hash does: only failures are remembered by a 64-bit hash, and a
// clash can hide a win but not invent one.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "solver/game/position.h"

namespace tengen::book {

struct VcfResult {
  enum class Answer {
    kWin,
    kNoWin,
    kOutOfNodes,  // not known within the budget
  };
  Answer answer = Answer::kNoWin;
  // kWin: the attacker's moves from the first on; the answers between them are forced. The last one
  // makes five, or makes a four that cannot be met.
  std::vector<Move> attacks;
  int distance_plies = 0;  // kWin: up to and with the five, against the longest defence
  std::int64_t nodes = 0;  // attacking moves tried
};

constexpr int kAnyNumberOfFours = 1000;

// Searches with `attacker` to move, shorter lines first (not certain to be the shortest), for lines
// of at most `max_fours` fours before the five. The board is left as it was. REQUIRES: nobody has
// five on the board.
VcfResult find_vcf(NaiveBoard& board, Color attacker, std::int64_t max_nodes,
                   int max_fours = kAnyNumberOfFours);

// The win of the fewest fours among those of at most `max_fours`, attacker to move. A number of
// fours is tried when all smaller ones together took less than `max_nodes`, and then to its end, so
// the answer and its distance are the same for every image of a position. The board is left as it
// was. REQUIRES: nobody has five on the board.
VcfResult find_shortest_vcf(NaiveBoard& board, Color attacker, std::int64_t max_nodes,
                            int max_fours);

// Whether the attacker, to move, wins by playing these moves in order while the defender gives the
// forced answers as they are on this board; and if so, in how many plies. Checks everything
// find_vcf() would. The board is left as it was. REQUIRES: nobody has five on the board.
std::optional<int> replay_vcf(NaiveBoard& board, Color attacker, std::span<const Move> attacks);

// What the defender, if he had a move before `attacks`, could do about them.
struct VcfTrace {
  int distance_plies = 0;  // as of replay_vcf(); after a stone that is not on `touched`, or less
  std::bitset<kMaxBoardSize * kMaxBoardSize> touched;
};

// Plays the line as replay_vcf() does and notes every point on which a stone of the defender could
// take part: the line's own points, those that complete its fours, and those where he would then
// have four of five. A stone anywhere else leaves the line a win. Nothing where the line does not
// win, where the attacker has a five at hand, and where fouls have a say, which depend on stones
// further away. The board is left as it was. REQUIRES: nobody has five on the board.
std::optional<VcfTrace> trace_vcf(NaiveBoard& board, Color attacker, std::span<const Move> attacks);

}  // namespace tengen::book
