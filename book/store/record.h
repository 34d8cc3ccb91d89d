// The bytes of a book: keys and values of the column families `proofs` and `tree`.
//
// Key (both families)
//   byte 0       rule set: 1 renju, 2 gomoku, 3 freestyle, 4 gomoku-pro, 5 renju-simple, 6 pente,
//                7 ninuki, 8 connect6; 16 Reversi of any start and threshold: a book holds one of
//                them and says which in `meta`; 255 a game that a program brings along
//   byte 1       board size, 4..19
//   bytes 2..    encode_position() of the canonical position (see solver/game/position.h)
//   last byte    goal: 0 black, 1 white
//
// Value of `proofs`
//   byte 0       layout version, 1
//   byte 1       bits 0-1: verdict, always 1 (proven; that a goal is disproven is the record of the
//                other goal); bits 2-3: RecordKind; bits 4-7: zero
//   varint       winning move in the canonical frame, plus 2 (so 0 is kNoMove, 1 a pass)
//   varint       distance bound in plies, 1 up to what is_possible_distance() says
//   varint       run that stored the record (32 bits; the table of runs is in `meta`)
// A varint has seven bits a byte, least significant first, bit 7 set on all but the last byte; only
// the shortest form is valid. A usual value takes 5 to 7 bytes. Values of `tree` are opaque here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "solver/game/position.h"
#include "solver/game/prover.h"

namespace tengen::book {

// No distance on any board is greater.
constexpr int kMaxDistancePlies = 2 * kMaxBoardSize * kMaxBoardSize;

// A certified fact as the book holds it, without its position: `goal` wins it.
struct StoredProof {
  RecordKind kind = RecordKind::kTree;
  Move move = kNoMove;     // Store::find(): in the asker's frame; in bytes: in the canonical frame
  int distance_plies = 0;  // upper bound
  std::uint32_t run = 0;   // 0: not stored by a run
  friend bool operator==(const StoredProof&, const StoredProof&) = default;
};

// A position of the book and the goal that the entry is about.
struct BookKey {
  Position position;  // canonical
  Color goal = Color::kBlack;
  friend bool operator==(const BookKey&, const BookKey&) = default;
};

// Byte 0 of the keys, or kIncompatible naming the rule set and those a book can hold.
Result<std::uint8_t> rules_byte(std::string_view rules);

// Whether pairs taken are part of the positions of that game.
[[nodiscard]] bool counts_pairs(std::string_view rules);

// REQUIRES: the position is canonical.
[[nodiscard]] std::string encode_key(std::uint8_t rules, const Position& canonical, Color goal);
// Exact inverse for a book of that rule set and size; kCorruption for anything else.
Result<BookKey> decode_key(std::string_view bytes, std::uint8_t rules, int size);

// Ok when the record can be stored: canonical position, a move of the right kind, on an empty point
// or a pass, attacker to move unless kind is kAllReplies, a possible distance. Otherwise
// kInvalidArgument with the position's text.
Status check_record(const ProofRecord& record);

// REQUIRES: check_record(record).ok()
[[nodiscard]] std::string encode_value(const ProofRecord& record, std::uint32_t run);
// Exact inverse, move in the canonical frame; kCorruption for anything that encode_value() cannot
// have written for this key.
Result<StoredProof> decode_value(std::string_view bytes, const BookKey& key);

}  // namespace tengen::book
