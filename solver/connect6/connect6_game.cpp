#include "solver/connect6/connect6_game.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "solver/connect6/board.h"
#include "solver/threats/threat_prover.h"

namespace tengen::connect6 {
namespace {

constexpr std::string_view kRules = "connect6";

class TurnWins final : public ShortWins {
 public:
  std::optional<Win> find(const Position& position, Color goal) override {
    return Board(position).short_win(goal);
  }
  std::vector<bool> readers_win(const Position& position, Color goal,
                                std::span<const Move> replies) override {
    Board board(position);
    std::vector<bool> wins;
    for (const Move reply : replies) {
      board.make(reply);
      wins.push_back(board.short_win(goal).has_value());
      board.take_back();
    }
    return wins;
  }
};

class Connect6 final : public Game {
 public:
  explicit Connect6(int size) : size_(size) {}

  [[nodiscard]] std::string_view rules() const override { return kRules; }
  [[nodiscard]] int size() const override { return size_; }

  [[nodiscard]] Result<Position> parse(std::string_view text) const override {
    return text.find('/') != std::string_view::npos ? parse_set_up(text) : play_out(text);
  }

  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    std::vector<Move> moves;
    for (Move point = 0; point < size_ * size_; ++point) {
      if (position.is_empty_point(point)) moves.push_back(point);
    }
    return moves;
  }
  [[nodiscard]] std::vector<RankedMove> ranked_moves(const Position& position) const override {
    const Board board(position);
    std::vector<RankedMove> ranked;
    for (const Move move : legal_moves(position)) {
      ranked.push_back({move, static_cast<float>(board.score(move))});
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.score > b.score; });
    return ranked;
  }

  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override {
    return Board(position).make(move);
  }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    Position next = after_move(position, move);
    if (position.stone_count() % 2 == 1) next.to_move = position.to_move;  // the first of two
    return next;
  }
  [[nodiscard]] int progress(const Position& position, Color /*goal*/) const override {
    return static_cast<int>(position.stone_count());
  }
  [[nodiscard]] bool only_adds_stones() const override { return false; }  // nor in turns

  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
    return threats::make_prover([](const Position& position) { return Board(position); }, options);
  }
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override {
    return std::make_unique<TurnWins>();
  }

 private:
  static std::string name_of(Color color) { return color == Color::kBlack ? "Black" : "White"; }

  [[nodiscard]] bool has_row(const Position& position, Color color) const {
    const std::vector<Move>& stones = position.stones(color);
    const auto is_own = [&](int x, int y) {
      return x >= 0 && y >= 0 && x < size_ && y < size_ &&
             std::binary_search(stones.begin(), stones.end(), y * size_ + x);
    };
    for (const Move stone : stones) {
      for (const auto& [dx, dy] : {std::pair(1, 0), {0, 1}, {1, 1}, {-1, 1}}) {
        int length = 0;
        while (is_own(stone % size_ + length * dx, stone / size_ + length * dy)) ++length;
        if (length >= kRow) return true;
      }
    }
    return false;
  }

  [[nodiscard]] Result<Position> parse_set_up(std::string_view text) const {
    Result<Position> parsed = parse_setup(text, size_);
    if (!parsed.ok()) return parsed;
    const Position& position = parsed.value();
    const auto refused = [&](const std::string& why) {
      return invalid_argument("position '" + std::string(text) + "'" + why);
    };
    if (position.after_pass) return refused(": there are no passes in connect6");
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      if (has_row(position, color)) return refused(" is already won by " + name_of(color));
    }
    if (position.stone_count() == static_cast<std::size_t>(size_ * size_)) {
      return refused(" is already decided: the board is full");
    }
    return parsed;
  }

  [[nodiscard]] Result<Position> play_out(std::string_view text) const {
    Result<std::vector<Move>> moves = parse_move_list(text, size_);
    if (!moves.ok()) return moves.status();
    Position start;
    start.size = size_;
    Board board(start);
    std::string end;  // why the game is over, once it is
    int number = 0;
    for (const Move move : moves.value()) {
      ++number;
      const std::string name =
          "stone " + std::to_string(number) + " (" + format_move(move, size_) + ")";
      if (!end.empty()) return invalid_argument(name + " comes after the end of the game: " + end);
      if (move == kPass) return invalid_argument(name + ": there are no passes in connect6");
      if (!board.is_legal(move)) return invalid_argument(name + ": the point is occupied");
      const Color mover = board.to_move();
      const MoveEffect effect = board.make(move);
      if (effect == MoveEffect::kWins) end = name_of(mover) + " has made six";
      if (effect == MoveEffect::kDraws) end = "the board is full";
    }
    if (!end.empty()) {
      return invalid_argument("position '" + std::string(text) + "' is already decided: " + end);
    }
    return board.position();
  }

  const int size_;
};

}  // namespace

std::unique_ptr<Game> make_game(std::string_view rules, int size) {
  CHECK(rules == kRules);
  return std::make_unique<Connect6>(size);
}

}  // namespace tengen::connect6
