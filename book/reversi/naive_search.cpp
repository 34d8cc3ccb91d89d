#include "book/reversi/naive_search.h"

#include <algorithm>

namespace tengen::reversi {
namespace {

class NaiveSearch {
 public:
  NaiveSearch(const NaiveBoard& board, const NaiveRules& rules, std::uint64_t limit)
      : board_(board), rules_(rules), limit_(limit) {}

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  // Meaningless once gave_up().
  bool reaches(int score, bool after_pass = false) {
    if (nodes_ == limit_) gave_up_ = true;
    if (gave_up_) return false;
    ++nodes_;
    const std::vector<int> moves = ordered_moves();
    if (moves.empty()) {
      if (after_pass || board_.empty() == 0) return board_.score(rules_) >= score;
      board_.pass();
      const bool result = !reaches(1 - score, true);
      board_.pass();
      return result;
    }
    for (const int move : moves) {
      const std::vector<int> turned = board_.play(move);
      const bool result = !reaches(1 - score);
      board_.take_back(move, turned);
      if (gave_up_) return false;
      if (result) return true;
    }
    return false;
  }

 private:
  // Those that leave the other side the fewest moves first, where that pays.
  std::vector<int> ordered_moves() {
    std::vector<int> moves = board_.moves();
    if (board_.empty() < kOrderFrom || moves.size() < 2) return moves;
    std::vector<std::pair<int, int>> ranked;
    for (const int move : moves) {
      const std::vector<int> turned = board_.play(move);
      ranked.emplace_back(board_.move_count(), move);
      board_.take_back(move, turned);
    }
    std::sort(ranked.begin(), ranked.end());
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = ranked[i].second;
    return moves;
  }

  static constexpr int kOrderFrom = 5;

  NaiveBoard board_;
  NaiveRules rules_;
  std::uint64_t limit_;
  std::uint64_t nodes_ = 0;
  bool gave_up_ = false;
};

}  // namespace

Reached naive_reaches(const NaiveBoard& board, const NaiveRules& rules, int score,
                      std::uint64_t limit, std::uint64_t& nodes) {
  NaiveSearch search(board, rules, limit);
  const bool result = search.reaches(score);
  nodes += search.nodes();
  if (search.gave_up()) return Reached::kGaveUp;
  return result ? Reached::kYes : Reached::kNo;
}

}  // namespace tengen::reversi
