#include "solver/renju/renju_game.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "solver/renju/board.h"
#include "solver/renju/evaluation.h"
#include "solver/renju/kept_board.h"
#include "solver/renju/renju_prover.h"

namespace tengen::renju {
namespace {

// What a unit of shape is worth beside the evaluation, which knows little of quiet positions.
constexpr float kShapeScore = 0.1F;

static_assert(kStonesBeforePass == 6);
constexpr const char* kPassRule = "a pass is allowed only once 6 stones are on the board";

bool is_centre(Move p, int size) {
  // An even board has four central points.
  const int x2 = 2 * (p % size) - (size - 1);
  const int y2 = 2 * (p / size) - (size - 1);
  return std::abs(x2) <= 1 && std::abs(y2) <= 1;
}

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

// The longest run of that colour, for set-ups that are already decided.
int longest_run(const Board& board, Color color) {
  static constexpr int kDx[] = {1, 0, 1, -1};
  static constexpr int kDy[] = {0, 1, 1, 1};
  const int own = color == Color::kBlack ? 1 : 2;
  const int size = board.size();
  int longest = 0;
  for (int start = 0; start < board.point_count(); ++start) {
    for (int d = 0; d < kDirections; ++d) {
      int x = start % size;
      int y = start / size;
      int run = 0;
      while (x >= 0 && y >= 0 && x < size && y < size &&
             board.stone(static_cast<Move>(y * size + x)) == own) {
        ++run;
        x += kDx[d];
        y += kDy[d];
      }
      longest = std::max(longest, run);
    }
  }
  return longest;
}

// How many of the stones stand in the longest line through `move`, counting it.
int run_through(const std::vector<Move>& stones, Move move, int size) {
  std::array<bool, kMaxBoardSize * kMaxBoardSize> own{};
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
  int longest = 0;
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
    longest = std::max(longest, 1 + count(dx, dy) + count(-dx, -dy));
  }
  return longest;
}

// One a thread, for the questions about single positions. REQUIRES: no other is in use.
Board& board_of(const Position& position) {
  thread_local std::optional<KeptBoard> kept;
  thread_local int size = 0;
  if (size != position.size) {
    kept.emplace(position.size);
    size = position.size;
  }
  return kept->of(position);
}

class RenjuGame final : public Game {
 public:
  explicit RenjuGame(int size) : size_(size) {}

  [[nodiscard]] std::string_view rules() const override { return "renju"; }
  [[nodiscard]] int size() const override { return size_; }

  [[nodiscard]] Result<Position> parse(std::string_view text) const override {
    return text.find('/') != std::string_view::npos ? parse_set_up(text) : play_out(text);
  }

  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    Board& board = board_of(position);
    std::vector<Move> moves;
    board.empty_points().for_each([&](Move p) {
      if (position.to_move == Color::kWhite || !board.is_foul(p)) moves.push_back(p);
    });
    if (board.stone_count() >= kStonesBeforePass) moves.push_back(kPass);
    return moves;
  }

  // A move is as good as the mover's odds of winning after it are better than the opponent's. A
  // five of the opponent's leaves no choice.
  [[nodiscard]] std::vector<RankedMove> ranked_moves(const Position& position) const override {
    constexpr float kForced = 1000;
    const Color mover = position.to_move;
    const Color other = opponent(mover);
    Board board(position);
    std::vector<RankedMove> ranked;
    for (const Move move : legal_moves(position)) {
      if (move == kPass) {
        ranked.push_back({kPass, -kForced});
        continue;
      }
      const std::array<PointSum, 2> sums = board.sums_after(move, mover);
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
    Board& board = board_of(position);
    std::vector<Move> fouls;
    board.empty_points().for_each([&](Move p) {
      if (board.is_foul(p)) fouls.push_back(p);
    });
    return fouls;
  }

  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override {
    if (move == kPass) return position.after_pass ? MoveEffect::kDraws : MoveEffect::kContinues;
    if (position.to_move == Color::kWhite) {
      // White has no fouls, so no board is needed.
      if (run_through(position.white, move, size_) >= 5) return MoveEffect::kWins;
      const bool fills = position.stone_count() + 1 == static_cast<std::size_t>(size_ * size_);
      return fills ? MoveEffect::kDraws : MoveEffect::kContinues;
    }
    Board& board = board_of(position);
    return effect_on(board, move, position.to_move);
  }

  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
    return make_renju_prover(size_, options);
  }

 private:
  static MoveEffect effect_on(Board& board, Move move, Color mover) {
    if ((board.flags(mover, move) & kMakesFive) != 0) return MoveEffect::kWins;
    if (!board.is_legal(move, mover)) return MoveEffect::kFoul;
    return board.stone_count() + 1 == board.point_count() ? MoveEffect::kDraws
                                                          : MoveEffect::kContinues;
  }

  [[nodiscard]] Result<Position> parse_set_up(std::string_view text) const {
    Result<Position> parsed = parse_setup(text, size_);
    if (!parsed.ok()) return parsed;
    const Position& position = parsed.value();
    const Board board(position);
    if (longest_run(board, Color::kBlack) > 5) {
      return invalid_argument("position '" + std::string(text) +
                              "' is already decided: Black has an overline");
    }
    if (longest_run(board, Color::kBlack) == 5) {
      return invalid_argument("position '" + std::string(text) + "' is already won by Black");
    }
    if (longest_run(board, Color::kWhite) >= 5) {
      return invalid_argument("position '" + std::string(text) + "' is already won by White");
    }
    if (board.empty_points().empty()) {
      return invalid_argument("position '" + std::string(text) +
                              "' is already decided: the board is full");
    }
    if (position.after_pass && board.stone_count() < kStonesBeforePass) {
      return invalid_argument("position '" + std::string(text) + "': " + kPassRule);
    }
    return parsed;
  }

  [[nodiscard]] Result<Position> play_out(std::string_view text) const {
    Result<std::vector<Move>> moves = parse_move_list(text, size_);
    if (!moves.ok()) return moves.status();
    Board board(size_);
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
        if (board.stone_count() < kStonesBeforePass) {
          return invalid_argument(name + ": " + kPassRule);
        }
        if (previous == kPass) end = "two passes in a row make a draw";
      } else {
        if (!board.is_empty(move)) return invalid_argument(name + ": the point is occupied");
        if (number == 1 && !is_centre(move, size_)) {
          return invalid_argument(name + ": the first stone must be on the centre" +
                                  (size_ == 15 ? ", h8" : ""));
        }
        switch (effect_on(board, move, mover)) {
          case MoveEffect::kWins:
            end = std::string(mover == Color::kBlack ? "Black" : "White") + " has made five";
            break;
          case MoveEffect::kFoul:
            return invalid_argument(name + " is a foul of Black: " + foul_name(board, move));
          case MoveEffect::kDraws:
            end = "the board is full";
            break;
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

  int size_;
};

}  // namespace

std::unique_ptr<Game> make_renju(int size) { return std::make_unique<RenjuGame>(size); }

}  // namespace tengen::renju
