// A certificate of a score: enough to check it again with nothing but the rules and a plain search
// of small positions. This file is the description of the format; certificate.cpp encodes it.
//
// A head of lines, each ended by '\n', in this order:
//
//   tengen-reversi-certificate 1
//   board ....../....../..OX../..XO../....../......     rows from the top; X, O, '.', # a hole
//   side X                                              to move: X or O
//   count stones                                        or: empties-to-winner
//   better more                                         or: fewer, the anti game
//   leaf 20000                                          positions that a leaf's search may visit
//   at-least -4 BYTES                                   the score, for the side to move on the
//   board at-most -4 BYTES                                    one of these two lines may be missing
//   an empty line
//
// then the bytes of the first claim, then those of the second, and nothing more. The claimant of
// "at-least S" is the side to move, and has to reach S; that of "at-most S" is the other side, and
// has to reach -S. The bytes are the claimant's moves along this walk from the board:
//
//   walk(position):
//     take the smallest image of the position that has the holes where it has them
//     (NaiveBoard::canonical; squares as numbers of two bits, '.' 0, X 1, O 2, # 3, the first
//       square lowest, the second word of 32 squares less significant than the first)
//     if neither side has a move: the claimant's score must be reached; return
//     if the side to move has no move: walk(the position after the pass); return
//     if the walk has been at this position with this side to move: return
//     if it is the other side's turn: walk(the position after each move), in board order; return
//     read a byte b:
//       255: a leaf. A search must show that the claimant reaches its score, within as many
//            positions as the head says
//       else: walk(the position after the claimant's move number b), in board order from 0
//
// So each position is met once, and symmetric ones are one. A position that is not first met costs
// nothing, and one of the other side costs no byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/reversi/naive_board.h"

namespace tengen::reversi {

constexpr std::uint8_t kLeaf = 255;

struct Claim {
  bool at_least = true;  // else at most
  int score = 0;         // for the side to move on the certificate's board
  std::vector<std::uint8_t> moves;

  // Who has to reach what.
  [[nodiscard]] char claimant(const NaiveBoard& board) const {
    return at_least == (board.side() == 'X') ? 'X' : 'O';
  }
  [[nodiscard]] int claimed() const { return at_least ? score : -score; }
};

struct Certificate {
  NaiveBoard board;
  NaiveRules rules;
  std::uint64_t leaf_nodes = 0;
  std::vector<Claim> claims;  // one or two
};

std::string encode_certificate(const Certificate& certificate);
// Errors name the line of the head that is wrong, or say that bytes are missing or left over.
Result<Certificate> decode_certificate(std::string_view bytes);

}  // namespace tengen::reversi
