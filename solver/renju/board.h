// A board of five in a row (rules.h) with incremental line patterns.
//
// Invariant: every derived value (hash; point sets, and patterns and flags of empty points) is a
// function of the stones alone. unmake() restores what make() has kept. What the evaluation reads
// of a board follows it from outside (evaluated_board.h). One instance per thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "solver/game/position.h"
#include "solver/renju/line_table.h"
#include "solver/renju/point_code.h"
#include "solver/renju/point_set.h"
#include "solver/renju/rules.h"

namespace tengen::renju {

constexpr int kMaxPoints = kMaxSize * kMaxSize;

// A pass, where the rules know one, is allowed once this many stones are on the board.
constexpr int kStonesBeforePass = 6;

// With so few empty points the search leaves no move out.
constexpr int kFewPoints = 16;

// What a stone of one colour on an empty point makes, all four lines together.
enum MoveFlag : std::uint8_t {
  kMakesFive = 1,
  kMakesFour = 2,   // at least one four, and no five
  kMakesThree = 4,  // at least one line with a three, and no five
  // Fours that one reply cannot stop: straight, or several of who has no fouls.
  kMakesWinningFour = 8,
  kMayBeFoul = 16,  // who has fouls: fours, threes or an overline that make is_foul() worth asking
};

// Tables shared by all boards of one size and rule set; see board.cpp.
class BoardTables;

class Board {
 public:
  // An empty board. REQUIRES: kMinSize <= size <= kMaxSize
  explicit Board(int size, Rules rules = Rules::kRenju);
  // REQUIRES: position.size as for the constructor above.
  explicit Board(const Position& position, Rules rules = Rules::kRenju);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const RuleSet& rules() const { return rule_set(rules_); }
  [[nodiscard]] int point_count() const { return size_ * size_; }
  [[nodiscard]] int stone_count() const { return stone_count_; }
  [[nodiscard]] bool is_empty(Move p) const { return stone_[at(p)] == 0; }
  // 0 empty, 1 black, 2 white.
  [[nodiscard]] int stone(Move p) const { return stone_[at(p)]; }
  [[nodiscard]] const PointSet& empty_points() const { return empty_; }

  // Places or removes a stone. Knows no turns. REQUIRES: p is empty / unmake undoes the last make
  // that has not been undone.
  void make(Move p, Color color);
  void unmake(Move p, Color color);

  // What a stone of that colour would make on the empty point p: its code, the flags and the
  // pattern of one line.
  [[nodiscard]] PointCode code(Color color, Move p) const { return code_of(marked(ix(color), p)); }
  [[nodiscard]] std::uint8_t flags(Color color, Move p) const { return kind(color, p).flags; }
  [[nodiscard]] LinePattern pattern(Color color, Move p, int direction) const {
    const std::size_t shift = 16 * ix(color) + 4 * static_cast<std::size_t>(direction);
    return static_cast<LinePattern>((point_[at(p)].patterns() >> shift) & 15);
  }
  // How much a stone of that colour there would build; 0 for a dead point.
  [[nodiscard]] int shape_score(Color color, Move p) const { return kind(color, p).score; }

  // What a stone changes of an empty point: the codes of both colours there.
  class CodeChange {
   public:
    CodeChange() = default;
    [[nodiscard]] PointCode before(Color color) const { return code_in(before_, color); }
    [[nodiscard]] PointCode after(Color color) const { return code_in(after_, color); }

   private:
    friend class Board;
    // Marked codes, Black's in the low half.
    CodeChange(std::uint32_t before, std::uint32_t after) : before_(before), after_(after) {}
    static PointCode code_in(std::uint32_t both, Color color) {
      return code_of(both >> (16 * ix(color)));
    }
    std::uint32_t before_;
    std::uint32_t after_;
  };
  // Points that one stone may change.
  static constexpr std::size_t kNeighbours = 2 * kLineReach * kDirections;
  // Those that make(p, color) would change, without making it, in no order; their number. REQUIRES:
  // p is empty.
  std::size_t changes_of(Move p, Color color, std::array<CodeChange, kNeighbours>& changes) const;
  // Calls visit(change) for those that the last make() not undone has changed. REQUIRES: there is
  // one.
  template <typename Visit>
  void for_each_last_change(const Visit& visit) const {
    const Undo& last = undo_[static_cast<std::size_t>(stone_count_) - 1];
    for (std::size_t i = 0; i < last.changed; ++i) {
      visit(CodeChange(last.before[i].codes(), point_[at(last.point[i])].codes()));
    }
  }

  // Empty points where that colour makes a five / a four (no five) / a three (no five). Black's
  // fouls among them are not left out.
  [[nodiscard]] const PointSet& five_points(Color c) const { return sets_[ix(c)][0]; }
  [[nodiscard]] const PointSet& four_points(Color c) const { return sets_[ix(c)][1]; }
  [[nodiscard]] const PointSet& three_points(Color c) const { return sets_[ix(c)][2]; }

  // A four that leaves the other side one reply, judged without playing it.
  struct SimpleFour {
    Move reply = kNoMove;  // kNoMove: not of this kind
    // Whether, after the reply, the move's stone is part of what a further stone makes a four.
    bool builds = false;
  };
  // What a stone of that colour on p makes if that is one four on one line and nothing stronger.
  // REQUIRES: p is in four_points(color), five_points(color) is empty.
  [[nodiscard]] SimpleFour simple_four(Color color, Move p) const;

  // True when Black, placing a stone on the empty point p, commits a foul (solver/game/RULES.md).
  // The board is the same afterwards.
  [[nodiscard]] bool is_foul(Move p);
  // A move that does not lose at once and that the rules let the first stones be. REQUIRES: p is
  // empty.
  [[nodiscard]] bool is_legal(Move p, Color color) {
    if (is_restricted() && !allows_first_stone(p, color)) return false;
    return color == Color::kWhite || !is_foul(p);
  }
  // With so few stones the rules may forbid points (FirstStones).
  [[nodiscard]] bool is_restricted() const { return stone_count_ < restricted_stones_; }
  [[nodiscard]] bool is_nearly_full() const { return point_count() - stone_count_ <= kFewPoints; }
  // Nobody may pass, and a stone of one's own can do harm: where exactly five is needed.
  [[nodiscard]] bool may_have_zugzwang() const {
    return !rules().has_passes && (rules().black.exact_five || rules().white.exact_five);
  }
  [[nodiscard]] bool may_pass() const { return stone_count_ >= stones_before_pass_; }
  // Who has no legal move on a board that is not full passes, and only he.
  [[nodiscard]] bool passes_when_stuck() const { return rules().fouls == Fouls::kSimple; }
  [[nodiscard]] bool must_pass(Color color);

  // Zobrist keys of the stones of one colour, and of both with the side to move.
  [[nodiscard]] std::uint64_t stones_hash(Color color) const { return hash_[ix(color)]; }
  [[nodiscard]] std::uint64_t hash(Color to_move) const;
  // hash(to_move) of the board with these stones.
  [[nodiscard]] static std::uint64_t hash(const Position& position);
  // hash(opponent(color)) after make(p, color), without making it.
  [[nodiscard]] std::uint64_t hash_after(Move p, Color color) const;
  // hash(color) after that and the other colour's stone on `reply`.
  [[nodiscard]] std::uint64_t hash_after(Move p, Move reply, Color color) const;

  [[nodiscard]] Position to_position(Color to_move) const;

 private:
  friend class BoardTables;

  static constexpr std::size_t at(Move p) { return static_cast<std::size_t>(p); }
  static constexpr std::size_t ix(Color c) { return static_cast<std::size_t>(c); }

  // Lines lie behind each other with room between them, so that the neighbours of a point on a line
  // are a window of lanes, the point itself in the middle of the first eleven.
  static constexpr std::size_t kWindow = 16;
  static constexpr std::size_t kLineStride = kMaxSize + kLineReach;
  static constexpr std::size_t kLinePlaces = (2 * kMaxSize - 1) * kLineStride + kWindow;
  // What the tables say of a point's code.
  struct Kind {
    std::uint8_t flags;
    std::int16_t score;
  };
  // Both colours' patterns and codes, packed by hand: compilers make little of small arrays.
  class Point {
   public:
    Point() = default;
    // Each argument holds Black's in its low half: patterns of four bits, a marked code.
    Point(std::uint32_t patterns, std::uint32_t codes)
        : bits_(patterns | (std::uint64_t{codes} << 32)) {}
    [[nodiscard]] std::uint32_t patterns() const { return static_cast<std::uint32_t>(bits_); }
    [[nodiscard]] std::uint32_t codes() const { return static_cast<std::uint32_t>(bits_ >> 32); }

   private:
    std::uint64_t bits_ = 0;
  };
  // All lines of one direction. Places outside the board are blocked and hold no sense.
  struct Lines {
    std::array<std::uint16_t, kLinePlaces> key{};
    std::array<std::uint8_t, kLinePlaces> patterns{};
    std::array<std::uint8_t, kLinePlaces> blocked{};  // 0xff: no empty point
  };
  // The empty points with each mark, by colour.
  using MarkedSets = std::array<std::array<PointSet, kMarks>, 2>;
  // The lines through a point as a stone there would leave them.
  struct Windows {
    std::array<std::array<std::uint16_t, kWindow>, kDirections> key;
    std::array<std::array<std::uint8_t, kWindow>, kDirections> patterns;
    std::array<std::uint8_t, kDirections * kWindow> difference;  // patterns before ^ after
  };
  // What undoes one make().
  struct Undo {
    MarkedSets sets;
    std::array<std::array<std::uint8_t, kWindow>, kDirections> patterns;
    std::array<Point, kNeighbours> before;
    std::array<Move, kNeighbours> point;
    std::size_t changed;
  };

  using Kinds = std::array<std::array<Kind, kPointCodes>, 2>;
  static const Kinds& all_kinds(bool black_has_fouls);
  [[nodiscard]] const Kind& kind(Color color, Move p) const {
    return (*kinds_)[ix(color)][code(color, p)];
  }
  [[nodiscard]] MarkedCode marked(std::size_t color, Move p) const {
    return static_cast<MarkedCode>(point_[at(p)].codes() >> (16 * color));
  }
  // The lanes, one window after the other, whose points are empty and change.
  std::uint64_t look(Move p, Color color, Windows& windows) const;
  // The point in that lane of p's windows.
  [[nodiscard]] Move neighbour(Move p, std::size_t lane) const;
  [[nodiscard]] Point changed_point(const Point& before, const Windows& windows,
                                    std::size_t lane) const;
  void set_marks(Move p);
  bool three_is_real(Move p, int direction);
  [[nodiscard]] bool allows_first_stone(Move p, Color color) const;

  const BoardTables* tables_;
  const Kinds* kinds_;
  int size_;
  Rules rules_;
  int restricted_stones_;   // on a board of fewer not every empty point may be played
  int stones_before_pass_;  // more than there can be where the rules know no pass
  int stone_count_ = 0;
  PointSet empty_;
  std::array<std::uint64_t, 2> hash_{};
  MarkedSets sets_{};
  std::array<std::uint8_t, kMaxPoints> stone_{};
  std::array<Point, kMaxPoints> point_{};
  std::array<Lines, kDirections> lines_{};
  std::vector<Undo> undo_;  // at least stone_count_ of them, the rest is room
};

}  // namespace tengen::renju
