#include "solver/renju/renju_short_wins.h"

#include "solver/base/check.h"
#include "solver/renju/kept_board.h"
#include "solver/renju/vcf.h"

namespace tengen::renju {
namespace {

// 2 MiB.
constexpr std::size_t kMemoEntries = std::size_t{1} << 17;
constexpr std::uint64_t kVcfNodes = 4'000;
// What is left to a reader is found with half of his nodes: another's search counts a little more
// or less than this one.
constexpr std::uint64_t kFoundByReaders = kReaderNodes / 2;

class RenjuShortWins final : public ShortWins {
 public:
  RenjuShortWins(Rules rules, int size) : board_(size, rules), vcf_(kMemoEntries) {}

  std::optional<Win> find(const Position& position, Color goal) override {
    CHECK(position.to_move == goal);
    Board& board = board_.of(position);
    if (!may_have_vcf(vcf_, board, goal)) return std::nullopt;
    VcfLine line;
    for (int fours = 0; fours <= kReaderFours; ++fours) {
      if (!vcf_.solve_plain(board, goal, kShortVcfNodes, fours, line)) continue;
      return Win{line.first(), line.distance_plies()};
    }
    return std::nullopt;
  }

  // What wins after a pass mostly wins after a reply elsewhere too, where a reader needs no more.
  std::vector<bool> readers_win(const Position& position, Color goal,
                                std::span<const Move> replies) override {
    CHECK(position.to_move != goal);
    Board& board = board_.of(position);
    VcfLine after_pass;
    const bool threatens =
        vcf_.solve_by_depth(board, goal, kFoundByReaders, kReaderFours, after_pass);
    std::vector<bool> met;
    for (const Move reply : replies) {
      if (reply != kPass) board.make(reply, position.to_move);
      VcfLine line;
      met.push_back((threatens && VcfSolver::replay(board, goal, after_pass)) ||
                    vcf_.solve_by_depth(board, goal, kFoundByReaders, kReaderFours, line));
      if (reply != kPass) board.unmake(reply, position.to_move);
    }
    return met;
  }

 private:
  KeptBoard board_;
  VcfSolver vcf_;
};

}  // namespace

bool may_have_vcf(VcfSolver& vcf, Board& board, Color attacker) {
  VcfLine line;
  return vcf.solve(board, attacker, kVcfNodes, line) || vcf.gave_up();
}

std::unique_ptr<ShortWins> make_short_wins(Rules rules, int size) {
  return std::make_unique<RenjuShortWins>(rules, size);
}

}  // namespace tengen::renju
