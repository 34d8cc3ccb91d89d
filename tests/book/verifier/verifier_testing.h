// Small proofs for tests of the verifier, made here by trying: nothing of the solver is in them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "book/verifier/naive_rules.h"
#include "book/verifier/naive_symmetry.h"
#include "book/verifier/naive_vcf.h"
#include "book/verifier/verifier.h"
#include "solver/game/position.h"

namespace tengen::book {

using FakeBook = std::map<std::string, Win>;  // by the canonical position's text

inline Position setup(const std::string& text) {
  const Result<Position> position = parse_setup(text, 15);
  EXPECT_TRUE(position.ok()) << text;
  return position.value();
}

inline Move point(const std::string& text) { return parse_move(text, 15).value(); }

inline ProofLookup lookup_in(const FakeBook& book) {
  return [&book](const Position& canonical, Color) -> Result<std::optional<Win>> {
    const auto found = book.find(format_position(canonical));
    if (found == book.end()) return std::optional<Win>();
    return std::optional(found->second);
  };
}

inline void put(FakeBook& book, const Position& position, Move move, int distance) {
  const NaiveSymmetry symmetry(position.size);
  const CanonicalImage canonical = symmetry.canonical(position);
  book[format_position(canonical.position)] = {symmetry.image(canonical.input_symmetry, move),
                                               distance};
}

inline VerifyReport verified(const Position& root, Color goal, const FakeBook& book,
                             const VerifyOptions& options = {}) {
  const Result<VerifyReport> report =
      verify({kNaiveRenju, root.size}, root, goal, lookup_in(book), options);
  EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.status().message());
  return report.ok() ? report.value() : VerifyReport{};
}

inline std::string text(const Hole& hole, int size = 15) {
  std::string moves;
  for (const Move move : hole.moves) moves += format_move(move, size) + " ";
  return moves + ": " + hole.reason;
}

inline bool has_hole(const VerifyReport& report, const std::string& moves,
                     const std::string& reason) {
  return std::any_of(report.holes.begin(), report.holes.end(), [&](const Hole& hole) {
    const std::string line = text(hole);
    return line.rfind(moves + " : ", 0) == 0 && line.find(reason) != std::string::npos;
  });
}

inline std::string all_holes(const VerifyReport& report) {
  std::string lines;
  for (const Hole& hole : report.holes) lines += text(hole) + "\n";
  return lines;
}

// Finds small proofs by trying: moves that threaten a win by fours, all replies, down to a depth.
class BookMaker {
 public:
  BookMaker(FakeBook& book, Color goal) : book_(book), goal_(goal) {}

  // The distance of the proof, if there is one.
  std::optional<int> prove(const Position& position, int quiet_moves) {
    NaiveBoard board(kNaiveRenju, position);
    const VcfResult fours = find_vcf(board, goal_, 3000);
    if (fours.answer == VcfResult::Answer::kWin) {
      return fours.distance_plies;
    }
    if (quiet_moves == 0) return std::nullopt;
    for (Move move = 0; move < board.point_count(); ++move) {
      if (!board.is_empty(move) || !is_near_stone(position, move)) continue;
      if (goal_ == Color::kBlack && board.is_foul(move)) continue;
      const Position after = after_move(position, move);
      NaiveBoard threat(kNaiveRenju, after_move(after, kPass));
      if (find_vcf(threat, goal_, 300).answer != VcfResult::Answer::kWin) continue;
      const std::optional<int> worst = worst_reply(after, quiet_moves);
      if (!worst) continue;
      put(book_, position, move, 2 + *worst);
      return 2 + *worst;
    }
    return std::nullopt;
  }

 private:
  std::optional<int> worst_reply(const Position& after, int quiet_moves) {
    const Color defender = opponent(goal_);
    NaiveBoard board(kNaiveRenju, after);
    std::vector<Move> replies;
    if (after.stone_count() >= 6) replies.push_back(kPass);
    for (Move reply = 0; reply < board.point_count(); ++reply) {
      if (!board.is_empty(reply)) continue;
      if (board.makes_five(reply, defender)) return std::nullopt;
      if (defender == Color::kBlack && board.is_foul(reply)) continue;
      replies.push_back(reply);
    }
    // Those that fours do not meet first: they decide.
    std::vector<Move> hard;
    int worst = 1;
    for (const Move reply : replies) {
      const std::optional<int> easy = prove(after_move(after, reply), 0);
      if (easy) worst = std::max(worst, *easy);
      if (!easy) hard.push_back(reply);
      if (hard.size() > 12) return std::nullopt;
    }
    for (const Move reply : hard) {
      const std::optional<int> distance = prove(after_move(after, reply), quiet_moves - 1);
      if (!distance) return std::nullopt;
      worst = std::max(worst, *distance);
    }
    return worst;
  }

  static bool is_near_stone(const Position& position, Move move) {
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      for (const Move stone : position.stones(color)) {
        const int rows = std::abs(stone / position.size - move / position.size);
        const int columns = std::abs(stone % position.size - move % position.size);
        if (std::max(rows, columns) <= 2) return true;
      }
    }
    return false;
  }

  FakeBook& book_;
  Color goal_;
};

struct SmallProof {
  Position root;
  Color goal = Color::kBlack;
  FakeBook book;
};

inline SmallProof make_proof(const std::string& position, int quiet_moves) {
  SmallProof proof;
  proof.root = setup(position);
  proof.goal = proof.root.to_move;
  EXPECT_TRUE(BookMaker(proof.book, proof.goal).prove(proof.root, quiet_moves).has_value());
  return proof;
}

// Black wins with two threes in turn; White with threes and foul traps.
inline SmallProof black_proof() {
  static const SmallProof proof = make_proof("h8h6j6g5i5/i10i9h7i6h5/b", 2);
  return proof;
}
inline SmallProof white_proof() {
  static const SmallProof proof = make_proof("g10j10g9h8/h9i9i7/w", 3);
  return proof;
}

// Positions whose record a complete walk asks for.
inline std::vector<std::string> needed_records(const SmallProof& proof) {
  std::vector<std::string> needed;
  const ProofLookup lookup = lookup_in(proof.book);
  const ProofLookup spy = [&](const Position& canonical, Color goal) {
    if (proof.book.contains(format_position(canonical))) {
      needed.push_back(format_position(canonical));
    }
    return lookup(canonical, goal);
  };
  const Result<VerifyReport> report =
      verify({kNaiveRenju, proof.root.size}, proof.root, proof.goal, spy);
  EXPECT_TRUE(report.ok() && report.value().complete);
  return needed;
}

inline Position after_moves(Position position, const std::vector<Move>& moves) {
  for (const Move move : moves) position = after_move(position, move);
  return position;
}

inline Position image_of(const Position& position, int index) {
  const NaiveSymmetry symmetry(position.size);
  Position image = position;
  for (std::vector<Move>* stones : {&image.black, &image.white}) {
    for (Move& stone : *stones) stone = symmetry.image(index, stone);
    std::sort(stones->begin(), stones->end());
  }
  return image;
}

inline std::string canonical_text(const Position& position) {
  return format_position(NaiveSymmetry(position.size).canonical(position).position);
}

}  // namespace tengen::book
