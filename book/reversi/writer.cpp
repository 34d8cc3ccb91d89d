#include "book/reversi/writer.h"

#include <algorithm>

#include "book/reversi/naive_search.h"
#include "book/reversi/walk.h"

namespace tengen::reversi {
namespace {

Stones stones_of(const NaiveBoard& board) {
  Stones stones;
  for (int y = 0; y < board.height(); ++y) {
    for (int x = 0; x < board.width(); ++x) {
      const char c = board.at(10 * (y + 1) + x + 1);
      if (c == board.side()) {
        stones.mover |= bit(8 * y + x);
      } else if (c == 'X' || c == 'O') {
        stones.other |= bit(8 * y + x);
      }
    }
  }
  return stones;
}

int square_of(int point) { return 10 * (point / 8 + 1) + point % 8 + 1; }

Status write_claim(const Certificate& certificate, Solver& solver, const WriterOptions& options,
                   Claim& claim) {
  const auto choose = [&](const NaiveBoard& board,
                          const std::vector<int>& moves) -> Result<std::uint8_t> {
    std::uint8_t choice = kLeaf;
    std::uint64_t nodes = 0;
    const Reached reached =
        board.empty() <= options.leaf_empty
            ? naive_reaches(board, certificate.rules, claim.claimed(), options.leaf_nodes, nodes)
            : Reached::kGaveUp;
    if (reached == Reached::kGaveUp) {
      const Solver::Answer answer = solver.at_least(stones_of(board), claim.claimed());
      const auto found = answer.holds
                             ? std::find(moves.begin(), moves.end(), square_of(answer.move))
                             : moves.end();
      if (found == moves.end()) {
        return invalid_argument("the score is not reached at " + describe(board));
      }
      choice = static_cast<std::uint8_t>(found - moves.begin());
    } else if (reached == Reached::kNo) {
      return invalid_argument("the score is not reached at " + describe(board));
    }
    claim.moves.push_back(choice);
    if (options.progress && claim.moves.size() % 100'000 == 0) options.progress(claim);
    return choice;
  };
  Walk walk(certificate.rules, claim.claimant(certificate.board), claim.claimed(), choose);
  return walk.from(certificate.board);
}

}  // namespace

Result<Certificate> write_certificate(const Position& position, const Rules& rules, int score,
                                      Solver& solver, const WriterOptions& options) {
  Result<NaiveBoard> board =
      NaiveBoard::parse(format_rows(position), position.white_to_move ? "O" : "X");
  if (!board.ok()) return board.status();
  Certificate certificate;
  certificate.board = board.value();
  certificate.rules = {rules.empties_to_winner, rules.anti};
  certificate.leaf_nodes = options.leaf_nodes;
  for (const bool at_least : {true, false}) {
    Claim claim{at_least, score, {}};
    if (Status status = write_claim(certificate, solver, options, claim); !status.ok()) {
      return status;
    }
    certificate.claims.push_back(std::move(claim));
  }
  return certificate;
}

}  // namespace tengen::reversi
