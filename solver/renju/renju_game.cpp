#include "solver/renju/renju_game.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "solver/renju/board.h"
#include "solver/renju/evaluated_board.h"
#include "solver/renju/kept_board.h"
#include "solver/renju/renju_prover.h"
#include "solver/renju/renju_short_wins.h"

namespace tengen::renju {
namespace {

// What a unit of shape is worth beside the evaluation, which knows little of quiet positions.
constexpr float kShapeScore = 0.1F;

std::string foul_name(const Board& board, Move p) {
  int fours = 0;
  for (int d = 0; d < kDirections; ++d) {
    const LinePattern pattern = board.pattern(Color::kBlack, p, d);
    if (pattern == kOverline) return "overline";
    if (pattern == kDoubleFour) fours += 2;
    if (pattern == kFour || pattern == kStraightFour) ++fours;
  }
  return fours > 1 ? "double-four" : "double-three";
}

constexpr std::array<std::array<int, 2>, kDirections> kSteps{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

// What the rows of one colour come to: the game may be over.
struct Rows {
  bool five = false;    // five that win
  bool longer = false;  // more than five, whether that wins or not
};

// The row of own stones that begins on the point counts, if it is one's first point.
Rows rows_of(const std::vector<Move>& stones, int size, bool exact_five) {
  std::array<bool, kMaxPoints> own{};
  for (const Move stone : stones) own[static_cast<std::size_t>(stone)] = true;
  const auto is_own = [&](int x, int y) {
    return x >= 0 && y >= 0 && x < size && y < size && own[static_cast<std::size_t>(y * size + x)];
  };
  Rows rows;
  for (const Move stone : stones) {
    for (const auto& [dx, dy] : kSteps) {
      int x = stone % size;
      int y = stone / size;
      if (is_own(x - dx, y - dy)) continue;
      int length = 0;
      for (; is_own(x, y); x += dx, y += dy) ++length;
      rows.five |= length == 5 || (length > 5 && !exact_five);
      rows.longer |= length > 5;
    }
  }
  return rows;
}

// Whether a stone of the colour whose stones these are would win on the empty point.
bool makes_five(const std::vector<Move>& stones, Move move, int size, bool exact_five) {
  std::array<bool, kMaxPoints> own{};
  for (const Move stone : stones) own[static_cast<std::size_t>(stone)] = true;
  const auto count = [&](int dx, int dy) {
    int x = move % size + dx;
    int y = move / size + dy;
    int stones_there = 0;
    while (x >= 0 && y >= 0 && x < size && y < size &&
           own[static_cast<std::size_t>(y * size + x)]) {
      ++stones_there;
      x += dx;
      y += dy;
    }
    return stones_there;
  };
  return std::any_of(kSteps.begin(), kSteps.end(), [&](const std::array<int, 2>& step) {
    const int length = 1 + count(step[0], step[1]) + count(-step[0], -step[1]);
    return length == 5 || (length > 5 && !exact_five);
  });
}

// One a thread, for the questions about single positions. REQUIRES: no other is in use.
Board& board_of(const Position& position, Rules rules) {
  thread_local std::optional<KeptBoard> kept;
  thread_local std::pair<int, Rules> kept_for{};
  if (!kept || kept_for != std::pair(position.size, rules)) {
    kept.emplace(position.size, rules);
    kept_for = {position.size, rules};
  }
  return kept->of(position);
}

class FiveInARow final : public Game {
 public:
  FiveInARow(Rules rules, int size) : rules_(rules), set_(rule_set(rules)), size_(size) {}

  [[nodiscard]] std::string_view rules() const override { return set_.id; }
  [[nodiscard]] int size() const override { return size_; }

  [[nodiscard]] Result<Position> parse(std::string_view text) const override {
    return text.find('/') != std::string_view::npos ? parse_set_up(text) : play_out(text);
  }

  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    Board& board = board_of(position, rules_);
    std::vector<Move> moves;
    board.empty_points().for_each([&](Move p) {
      if (board.is_legal(p, position.to_move)) moves.push_back(p);
    });
    if (board.may_pass() || (moves.empty() && board.passes_when_stuck())) moves.push_back(kPass);
    return moves;
  }

  // A move is as good as the mover's odds of winning after it are better than the opponent's. A
  // five of the opponent's leaves no choice.
  [[nodiscard]] std::vector<RankedMove> ranked_moves(const Position& position) const override {
    constexpr float kForced = 1000;
    const Color mover = position.to_move;
    const Color other = opponent(mover);
    Board board(position, rules_);
    const EvaluatedBoard evaluated(board);
    std::vector<RankedMove> ranked;
    for (const Move move : legal_moves(position)) {
      if (move == kPass) {
        ranked.push_back({kPass, -kForced});
        continue;
      }
      const BoardSums sums = evaluated.sums_after(move, mover);
      const int shape = board.shape_score(mover, move) + board.shape_score(other, move);
      float score = win_logit(sums, mover, false) - win_logit(sums, other, true) +
                    kShapeScore * static_cast<float>(shape);
      if ((board.flags(mover, move) & kMakesFive) != 0) score += 2 * kForced;
      if (board.five_points(other).contains(move)) score += kForced;
      ranked.push_back({move, score});
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.score > b.score; });
    return ranked;
  }

  [[nodiscard]] std::vector<Move> foul_points(const Position& position) const override {
    std::vector<Move> fouls;
    if (set_.fouls == Fouls::kNone) return fouls;
    Board& board = board_of(position, rules_);
    board.empty_points().for_each([&](Move p) {
      if (board.is_foul(p)) fouls.push_back(p);
    });
    return fouls;
  }

  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override {
    if (move == kPass) return position.after_pass ? MoveEffect::kDraws : MoveEffect::kContinues;
    if (position.to_move == Color::kWhite || set_.fouls == Fouls::kNone) {
      // Without fouls no board is needed.
      const LineRules& line = position.to_move == Color::kBlack ? set_.black : set_.white;
      const std::vector<Move>& own = position.stones(position.to_move);
      if (makes_five(own, move, size_, line.exact_five)) return MoveEffect::kWins;
      const bool fills = position.stone_count() + 1 == static_cast<std::size_t>(size_ * size_);
      return fills ? MoveEffect::kDraws : MoveEffect::kContinues;
    }
    return effect_on(board_of(position, rules_), move, position.to_move);
  }

  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return after_move(position, move);
  }
  // The attacker never passes.
  [[nodiscard]] int progress(const Position& position, Color goal) const override {
    return 2 * static_cast<int>(position.stone_count()) + (position.to_move == goal ? 1 : 0);
  }
  [[nodiscard]] bool only_adds_stones() const override { return true; }

  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
    return renju::make_prover(rules_, size_, options);
  }
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override {
    return renju::make_short_wins(rules_, size_);
  }

 private:
  static MoveEffect effect_on(Board& board, Move move, Color mover) {
    if ((board.flags(mover, move) & kMakesFive) != 0) return MoveEffect::kWins;
    if (mover == Color::kBlack && board.is_foul(move)) return MoveEffect::kFoul;
    return board.stone_count() + 1 == board.point_count() ? MoveEffect::kDraws
                                                          : MoveEffect::kContinues;
  }

  [[nodiscard]] Result<Position> parse_set_up(std::string_view text) const {
    Result<Position> parsed = parse_setup(text, size_);
    if (!parsed.ok()) return parsed;
    const Position& position = parsed.value();
    const Board board(position, rules_);
    const Rows black = rows_of(position.black, size_, set_.black.exact_five);
    if (black.longer && set_.fouls == Fouls::kRenju) {
      return invalid_argument("position '" + std::string(text) +
                              "' is already decided: Black has an overline");
    }
    if (black.five) {
      return invalid_argument("position '" + std::string(text) + "' is already won by Black");
    }
    if (rows_of(position.white, size_, set_.white.exact_five).five) {
      return invalid_argument("position '" + std::string(text) + "' is already won by White");
    }
    if (board.empty_points().empty()) {
      return invalid_argument("position '" + std::string(text) +
                              "' is already decided: the board is full");
    }
    if (position.after_pass && !board.may_pass() && !board.passes_when_stuck()) {
      return invalid_argument("position '" + std::string(text) + "': " + pass_rule());
    }
    return parsed;
  }

  [[nodiscard]] Result<Position> play_out(std::string_view text) const {
    Result<std::vector<Move>> moves = parse_move_list(text, size_);
    if (!moves.ok()) return moves.status();
    Board board(size_, rules_);
    Color mover = Color::kBlack;
    std::string end;  // why the game is over, once it is
    int number = 0;
    Move previous = kNoMove;
    for (const Move move : moves.value()) {
      ++number;
      const std::string name =
          "move " + std::to_string(number) + " (" + format_move(move, size_) + ")";
      if (!end.empty()) return invalid_argument(name + " comes after the end of the game: " + end);
      if (move == kPass) {
        if (!board.may_pass() && !board.must_pass(mover)) {
          return invalid_argument(name + ": " + pass_rule());
        }
        if (previous == kPass) end = "two passes in a row make a draw";
      } else {
        if (!board.is_empty(move)) return invalid_argument(name + ": the point is occupied");
        const MoveEffect effect = effect_on(board, move, mover);
        if (effect != MoveEffect::kFoul && !board.is_legal(move, mover)) {
          return invalid_argument(name + ": " + first_stone_rule(board.stone_count()));
        }
        switch (effect) {
          case MoveEffect::kWins:
            end = std::string(mover == Color::kBlack ? "Black" : "White") + " has made five";
            break;
          case MoveEffect::kFoul:
            return invalid_argument(name + " is a foul of Black: " + foul_name(board, move));
          case MoveEffect::kDraws:
            end = "the board is full";
            break;
          case MoveEffect::kLoses:  // there is no such move
          case MoveEffect::kContinues:
            break;
        }
        board.make(move, mover);
      }
      previous = move;
      mover = opponent(mover);
    }
    if (!end.empty()) {
      return invalid_argument("position '" + std::string(text) + "' is already decided: " + end);
    }
    Position position = board.to_position(mover);
    position.after_pass = previous == kPass;
    return position;
  }

  // REQUIRES: a point is forbidden with so many stones on the board.
  [[nodiscard]] std::string first_stone_rule(int stones) const {
    if (stones > 0) return "Black's second stone must be outside the central 5x5";
    return std::string("the first stone must be on the centre") + (size_ == 15 ? ", h8" : "");
  }
  [[nodiscard]] std::string pass_rule() const {
    static_assert(kStonesBeforePass == 6);
    if (set_.has_passes) return "a pass is allowed only once 6 stones are on the board";
    if (set_.fouls == Fouls::kSimple) return "who has a legal move may not pass";
    return "there are no passes in " + std::string(set_.id);
  }

  const Rules rules_;
  const RuleSet& set_;
  const int size_;
};

}  // namespace

std::unique_ptr<Game> make_five_in_a_row(std::string_view rules, int size) {
  for (int i = 0; i < kRuleSets; ++i) {
    const auto one = static_cast<Rules>(i);
    if (rule_set(one).id == rules) return std::make_unique<FiveInARow>(one, size);
  }
  CHECK(false && "a rule set of five in a row");
  return nullptr;
}

}  // namespace tengen::renju
