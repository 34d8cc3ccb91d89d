// The games of five in a row as the verifier reads their rules: stones on a plain array, fives,
// overlines, fours, threes and fouls found by walking along the lines from the point in question,
// word by word as the rules define them. Nothing here comes from the solver, on purpose: two
// readings of the rules that agree on every proof are worth more than one fast one.
//
// One thing is kept besides the stones: how many stones of each colour lie in every row of five
// points ("window"). It answers "can this colour make five now?" for the whole board at once.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solver/base/status.h"
#include "solver/game/position.h"

namespace tengen::book {

// What tells one game from another.
struct NaiveRules {
  // A longer row than five is no five. Without fouls it is nothing: no win and no end of the game.
  bool black_needs_exactly_five = false;
  bool white_needs_exactly_five = false;
  bool black_has_fouls = false;  // overline, double-four, double-three
  // Of these overlines are none, and a three is one whatever its next move is; who has no legal
  // move on a board that is not full passes.
  bool simple_fouls = false;
  bool has_passes = false;  // from six stones on
  bool begins_in_centre = false;
  // Black's second stone, with two on the board, must be outside the central 5x5.
  bool second_stone_far = false;
  friend bool operator==(const NaiveRules&, const NaiveRules&) = default;
};
constexpr NaiveRules kNaiveRenju{.black_needs_exactly_five = true,
                                 .white_needs_exactly_five = false,
                                 .black_has_fouls = true,
                                 .has_passes = true,
                                 .begins_in_centre = true,
                                 .second_stone_far = false};

class PlainGame;
enum class NaiveEffect : std::uint8_t;

// What a proof is a proof of. The functions say what the solver's Game says, from the verifier's
// reading of the rules; positions are of the game's size.
struct NaiveGame {
  NaiveRules rules;
  int size = 0;                      // kMinBoardSize .. kMaxBoardSize
  const PlainGame* plain = nullptr;  // set: not five in a row, `rules` mean nothing (plain_game.h)

  // Whether a move only puts a stone on its point.
  [[nodiscard]] bool only_adds_stones() const { return plain == nullptr; }
  // Whether a pass is only where nothing else may be played, and the winner's too.
  [[nodiscard]] bool passes_are_forced() const { return plain != nullptr; }
  // Whether pairs taken are part of its positions.
  [[nodiscard]] bool counts_pairs() const;
  // No position of it, though it may be one of another game: why not.
  [[nodiscard]] Status check_pairs(const Position& position) const;
  [[nodiscard]] bool is_over(const Position& position) const;
  // In board order, then kPass where it is one. REQUIRES: the game is not over.
  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const;
  // REQUIRES: a legal move.
  [[nodiscard]] NaiveEffect effect(const Position& position, Move move) const;
  // The position after a move. REQUIRES: a legal move; in five in a row any empty point, or kPass.
  [[nodiscard]] Position play(const Position& position, Move move) const;
  // Grows with each move of a proof that `goal` wins: what a record rests on has more. Positions of
  // one goal compare.
  [[nodiscard]] int progress(const Position& position, Color goal) const;
};
// kIncompatible for a rule set or a size that the verifier does not know: it then checks nothing.
// kOwnGame is known where the program has brought one (bring_game()).
Result<NaiveGame> naive_game(std::string_view rules, int size);

// Where there are passes, one is allowed once so many stones are on the board.
constexpr int kNaiveStonesBeforePass = 6;

// Points on which a colour makes five with its next stone.
struct FivePoints {
  int count = 0;         // 0, 1, or 2 for "at least two"
  Move first = kNoMove;  // one of them, if there is any
};

// Not thread-safe; one per thread. Equal stones give equal answers: no history is kept.
class NaiveBoard {
 public:
  explicit NaiveBoard(const NaiveGame& game);
  // REQUIRES: a well-formed position (see Position's invariant).
  NaiveBoard(const NaiveRules& rules, const Position& position);

  [[nodiscard]] const NaiveRules& rules() const { return rules_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int point_count() const { return size_ * size_; }
  [[nodiscard]] int stone_count() const { return stone_count_; }
  // False for a pass, off the board and on a stone.
  [[nodiscard]] bool is_empty(Move move) const;

  // REQUIRES: is_empty(point).
  void place(Move point, Color color);
  // REQUIRES: a stone of that colour on the point.
  void remove(Move point, Color color);

  // Whether a stone of `color` there wins by five: exactly five, or five or more, as the rules say.
  // REQUIRES: is_empty(point).
  [[nodiscard]] bool makes_five(Move point, Color color) const;
  // All points with makes_five(), counted up to two.
  [[nodiscard]] FivePoints five_points(Color color) const;
  // Whether the game is over: a row that wins, or an overline of who may not make one.
  [[nodiscard]] bool is_over() const;
  // Whether the rules let a stone of that colour be put on the empty point, fouls aside: the first
  // one may be bound to the centre, of which a board of even size has four points.
  [[nodiscard]] bool allows(Move point, Color color) const;

  // Whether a black stone there is a foul: an overline, a double-four or a double-three, and no
  // five; never where Black has none. Puts stones down while it thinks and takes them all back.
  // REQUIRES: is_empty(point).
  [[nodiscard]] bool is_foul(Move point);

  // Every point where a stone of `color` can make a four (three stones and two empty points in some
  // window), each once, ascending. Some of them may make none, where exactly five is needed, or a
  // foul.
  void collect_four_candidates(Color color, std::vector<Move>& candidates) const;
  // The same of fives: four stones and an empty point in some window. Some may make more.
  void collect_five_candidates(Color color, std::vector<Move>& candidates) const;

  // False only where a black stone there is no foul, nor would be with any more white stones on the
  // board: those take fours and threes away, but may also make a point of a three legal. Puts
  // stones down and takes them back. REQUIRES: is_empty(point).
  [[nodiscard]] bool may_become_foul(Move point);

  // A 64-bit hash of the stones. Positions may share it: fit only where an error is harmless.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  enum class Cell : std::uint8_t { kEmpty, kBlack, kWhite, kEdge };
  struct Windows {
    std::array<std::uint16_t, 20> ids{};  // of the windows through one point
    int count = 0;
    std::array<int, 4>
        line_ends{};  // the windows lie in order of their lines: where each line ends
  };

  // Cells are the points inside a frame of kEdge, so that walks along lines end by themselves.
  [[nodiscard]] int cell_of(Move point) const;
  [[nodiscard]] Cell at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  void set(int cell, Cell value) { cells_[static_cast<std::size_t>(cell)] = value; }
  [[nodiscard]] int stones_beyond(int cell, int step, Cell stone) const;
  [[nodiscard]] int row_length(int cell, int step, Cell stone) const;
  [[nodiscard]] bool is_five(int length, Color color) const;
  [[nodiscard]] bool has_row_to_end_the_game(Color color) const;
  [[nodiscard]] bool makes_black_five(int cell) const;
  [[nodiscard]] int fours_on_line(int cell, int step) const;
  [[nodiscard]] bool is_straight_four(int cell, int step) const;
  // Which straight fours count for a three.
  enum class Threes : std::uint8_t { kLegal, kAll };
  [[nodiscard]] bool is_three(int cell, int step, Threes which);
  [[nodiscard]] bool is_black_foul(int cell, Threes which = Threes::kLegal);
  [[nodiscard]] bool may_be_foul(Move point) const;
  void collect_candidates(int stones, std::vector<Move>& candidates) const;
  // Calls visit(point) for all points of every window with those stones, by weight.
  template <typename Visit>
  void for_each_window(int stones, const Visit& visit) const;
  void build_windows();

  NaiveRules rules_;
  int size_;
  int stone_count_ = 0;
  int stride_;                // cells from one row to the next
  std::array<int, 4> steps_;  // cells from a point to the next on its line: -, |, /, backslash
  std::vector<Cell> cells_;
  std::vector<std::array<Move, 5>> windows_;
  std::vector<Windows> windows_of_point_;
  // Per window: black stones + 16 * white stones.
  std::vector<std::uint8_t> window_stones_;
  std::uint64_t hash_ = 0;
};

}  // namespace tengen::book
