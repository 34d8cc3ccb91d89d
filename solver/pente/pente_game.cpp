#include "solver/pente/pente_game.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "solver/pente/board.h"
#include "solver/threats/threat_prover.h"

namespace tengen::pente {
namespace {

class PenteShortWins final : public ShortWins {
 public:
  explicit PenteShortWins(Rules rules) : rules_(rules) {}

  std::optional<Win> find(const Position& position, Color goal) override {
    if (position.to_move != goal) return std::nullopt;
    return Board(rules_, position).short_win(kShortThreats);
  }
  std::vector<bool> readers_win(const Position& position, Color /*goal*/,
                                std::span<const Move> replies) override {
    Board board(rules_, position);
    std::vector<bool> wins;
    for (const Move reply : replies) {
      board.make(reply);
      wins.push_back(board.short_win(kShortThreats).has_value());
      board.take_back();
    }
    return wins;
  }

 private:
  const Rules rules_;
};

class PenteGame final : public Game {
 public:
  PenteGame(Rules rules, int size) : rules_(rules), set_(rule_set(rules)), size_(size) {}

  [[nodiscard]] std::string_view rules() const override { return set_.id; }
  [[nodiscard]] int size() const override { return size_; }

  [[nodiscard]] Result<Position> parse(std::string_view text) const override {
    return text.find('/') != std::string_view::npos ? parse_set_up(text) : play_out(text);
  }

  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    std::vector<Move> moves;
    Board(rules_, position).legal_moves(moves);
    return moves;
  }
  [[nodiscard]] std::vector<Move> foul_points(const Position& position) const override {
    std::vector<Move> fouls;
    if (!set_.black_has_fouls) return fouls;
    const Board board(rules_, position);
    for (Move point = 0; point < size_ * size_; ++point) {
      if (board.is_foul(point)) fouls.push_back(point);
    }
    return fouls;
  }
  [[nodiscard]] std::vector<RankedMove> ranked_moves(const Position& position) const override {
    const Board board(rules_, position);
    std::vector<RankedMove> ranked;
    for (const Move move : legal_moves(position)) {
      ranked.push_back({move, static_cast<float>(board.score(move))});
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.score > b.score; });
    return ranked;
  }

  [[nodiscard]] MoveEffect effect(const Position& position, Move move) const override {
    Board board(rules_, position);
    if (position.to_move == Color::kBlack && board.is_foul(move)) return MoveEffect::kFoul;
    return board.make(move);
  }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    Board board(rules_, position);
    board.make(move);
    return board.position();
  }
  // So many moves have been made, if the position came from the empty board.
  [[nodiscard]] int progress(const Position& position, Color /*goal*/) const override {
    return static_cast<int>(position.stone_count()) + 2 * (position.pairs[0] + position.pairs[1]);
  }
  [[nodiscard]] bool only_adds_stones() const override { return false; }

  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
    return threats::make_prover(
        [rules = rules_](const Position& position) { return Board(rules, position); }, options);
  }
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override {
    return std::make_unique<PenteShortWins>(rules_);
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
    Result<Position> parsed = parse_setup(text, size_, PairsInText::kAllowed);
    if (!parsed.ok()) return parsed;
    const Position& position = parsed.value();
    const auto refused = [&](const std::string& why) {
      return invalid_argument("position '" + std::string(text) + "'" + why);
    };
    if (position.after_pass) return refused(": " + no_passes());
    for (const Color color : {Color::kBlack, Color::kWhite}) {
      if (has_row(position, color)) return refused(" is already won by " + name_of(color));
    }
    if (legal_moves(position).empty()) return refused(" is already decided: " + nothing_to_play());
    return parsed;
  }

  [[nodiscard]] Result<Position> play_out(std::string_view text) const {
    Result<std::vector<Move>> moves = parse_move_list(text, size_);
    if (!moves.ok()) return moves.status();
    Position start;
    start.size = size_;
    Board board(rules_, start);
    std::string end;  // why the game is over, once it is
    int number = 0;
    for (const Move move : moves.value()) {
      ++number;
      const std::string name =
          "move " + std::to_string(number) + " (" + format_move(move, size_) + ")";
      if (!end.empty()) return invalid_argument(name + " comes after the end of the game: " + end);
      if (move == kPass) return invalid_argument(name + ": " + no_passes());
      if (!board.is_legal(move)) return invalid_argument(name + why_illegal(board, move));
      const Color mover = board.to_move();
      switch (board.make(move)) {
        case MoveEffect::kWins:
          end = name_of(mover) + " has won";
          break;
        case MoveEffect::kDraws:
          end = nothing_to_play();
          break;
        default:
          break;
      }
    }
    if (!end.empty()) {
      return invalid_argument("position '" + std::string(text) + "' is already decided: " + end);
    }
    return board.position();
  }

  [[nodiscard]] std::string why_illegal(const Board& board, Move move) const {
    if (!board.position().is_empty_point(move)) return ": the point is occupied";
    if (board.to_move() == Color::kBlack && board.is_foul(move)) {
      return " is a foul of Black: double-three";
    }
    return board.position().stone_count() == 0
               ? ": the first stone must be on the centre"
               : ": Black's second stone must be outside the central " +
                     std::string(size_ % 2 == 1 ? "5x5" : "6x6");
  }
  [[nodiscard]] std::string no_passes() const {
    return "there are no passes in " + std::string(set_.id);
  }
  [[nodiscard]] std::string nothing_to_play() const {
    return set_.black_has_fouls ? "there is no legal move left" : "the board is full";
  }

  const Rules rules_;
  const RuleSet& set_;
  const int size_;
};

}  // namespace

std::unique_ptr<Game> make_game(std::string_view rules, int size) {
  const Rules which = rules == rule_set(Rules::kNinuki).id ? Rules::kNinuki : Rules::kPente;
  return std::make_unique<PenteGame>(which, size);
}

}  // namespace tengen::pente
