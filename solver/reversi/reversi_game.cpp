#include "solver/reversi/reversi_game.h"

#include <algorithm>
#include <bit>
#include <string>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"
#include "solver/reversi/reader.h"
#include "solver/reversi/reversi_prover.h"

namespace tengen::reversi {
namespace {

class ReversiShortWins final : public ShortWins {
 public:
  ReversiShortWins(const Variant& variant, int size) : reader_(square(size), variant) {}

  // In the form that books keep, so that a position's images all take as long.
  std::optional<Win> find(const tengen::Position& position, Color goal) override {
    CHECK(position.to_move == goal);
    if (!reader_.may_search(stones_of(position))) return std::nullopt;
    const Canonical canonical = canonicalize(position);
    const std::optional<ReaderWin> win = reader_.find(stones_of(canonical.position), goal);
    if (!win) return std::nullopt;
    const Move move = move_of(win->point, position.size);
    return Win{canonical.canonical_from_input.inverse().apply(move, position.size), win->plies};
  }

  std::vector<bool> readers_win(const tengen::Position& position, Color goal,
                                std::span<const Move> replies) override {
    const Shape shape = square(position.size);
    std::vector<bool> met;
    for (const Move reply : replies) {
      const Stones next = after(shape, stones_of(position), point_of(reply, position.size));
      met.push_back(find(position_of(next, goal, position.size), goal).has_value());
    }
    return met;
  }

  [[nodiscard]] std::string readers_search() const override {
    return "empty " + std::to_string(reader_.most_empty()) + " positions " +
           std::to_string(kReaderPositions);
  }

 private:
  Reader reader_;
};

class ReversiGame final : public Game {
 public:
  ReversiGame(std::string_view id, int size)
      : id_(id), size_(size), variant_(*variant_of(id, size)), shape_(square(size)) {}

  [[nodiscard]] std::string_view rules() const override { return id_; }
  [[nodiscard]] int size() const override { return size_; }

  [[nodiscard]] Result<tengen::Position> parse(std::string_view text) const override {
    return text.find('/') != std::string_view::npos ? parse_set_up(text) : play_out(text);
  }

  [[nodiscard]] std::vector<Move> legal_moves(const tengen::Position& position) const override {
    std::vector<Move> moves;
    Bits points = reversi::legal_moves(shape_, stones_of(position));
    for (; points != 0; points &= points - 1) {
      moves.push_back(move_of(std::countr_zero(points), size_));
    }
    if (moves.empty()) moves.push_back(kPass);
    return moves;
  }

  [[nodiscard]] MoveEffect effect(const tengen::Position& position, Move move) const override {
    const Stones next = after(shape_, stones_of(position), point_of(move, size_));
    if (!is_over(shape_, next)) return MoveEffect::kContinues;
    const Color mover = position.to_move;
    const int score = final_score(shape_, {.anti = variant_.anti}, {next.other, next.mover});
    if (score >= variant_.needs(mover)) return MoveEffect::kWins;
    return -score >= variant_.needs(opponent(mover)) ? MoveEffect::kLoses : MoveEffect::kDraws;
  }

  [[nodiscard]] tengen::Position play(const tengen::Position& position, Move move) const override {
    const Stones next = after(shape_, stones_of(position), point_of(move, size_));
    return position_of(next, opponent(position.to_move), size_);
  }

  // A stone is worth two, and so a pass one.
  [[nodiscard]] int progress(const tengen::Position& position, Color /*goal*/) const override {
    const bool must_pass = reversi::legal_moves(shape_, stones_of(position)) == 0;
    return 2 * static_cast<int>(position.stone_count()) + (must_pass ? 0 : 1);
  }

  [[nodiscard]] bool only_adds_stones() const override { return false; }
  [[nodiscard]] bool passes_are_forced() const override { return true; }

  // Those first that leave the other side few moves.
  [[nodiscard]] std::vector<RankedMove> ranked_moves(
      const tengen::Position& position) const override {
    std::vector<RankedMove> ranked;
    for (const Move move : legal_moves(position)) {
      const Stones next = after(shape_, stones_of(position), point_of(move, size_));
      ranked.push_back({move, -static_cast<float>(count(reversi::legal_moves(shape_, next)))});
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const RankedMove& a, const RankedMove& b) { return a.score > b.score; });
    return ranked;
  }

  [[nodiscard]] std::unique_ptr<Prover> make_prover(const ProverOptions& options) const override {
    return reversi::make_prover(*this, variant_, options);
  }
  [[nodiscard]] std::unique_ptr<ShortWins> make_short_wins() const override {
    return std::make_unique<ReversiShortWins>(variant_, size_);
  }

 private:
  [[nodiscard]] Result<tengen::Position> parse_set_up(std::string_view text) const {
    Result<tengen::Position> parsed = parse_setup(text, size_);
    if (!parsed.ok()) return parsed;
    if (parsed.value().after_pass) {
      return invalid_argument("set-up '" + format_position(parsed.value()) +
                              "': in Reversi nothing depends on the pass before");
    }
    if (is_over(shape_, stones_of(parsed.value()))) {
      return invalid_argument("set-up '" + format_position(parsed.value()) +
                              "': the game is over, neither side has a move");
    }
    return parsed;
  }

  [[nodiscard]] Result<tengen::Position> play_out(std::string_view text) const {
    if (text == "start") text = "";
    const Result<std::vector<Move>> moves = parse_move_list(text, size_);
    if (!moves.ok()) return moves.status();
    const Result<Position> start = start_position(size_, size_, variant_.start);
    CHECK(start.ok());
    tengen::Position position = position_of(start.value().stones, Color::kBlack, size_);
    bool over = false;
    for (std::size_t i = 0; i < moves.value().size(); ++i) {
      const Move move = moves.value()[i];
      const std::string name =
          "move " + std::to_string(i + 1) + ", " + format_move(move, size_) + ": ";
      if (over) return invalid_argument(name + "the game is over");
      const std::vector<Move> legal = legal_moves(position);
      if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
        return invalid_argument(name + why_not(position, move, legal.front() == kPass));
      }
      over = effect(position, move) != MoveEffect::kContinues;
      position = play(position, move);
    }
    if (over) return invalid_argument("the game is over, neither side has a move");
    return position;
  }

  [[nodiscard]] static std::string why_not(const tengen::Position& position, Move move,
                                           bool must_pass) {
    const std::string side(color_name(position.to_move));
    if (must_pass) return side + " has no move and passes: write 'pass'";
    if (move == kPass) return side + " has a move and may not pass";
    return position.is_empty_point(move) ? "turns no stone" : "the point is taken";
  }

  const std::string id_;
  const int size_;
  const Variant variant_;
  const Shape shape_;
};

}  // namespace

std::unique_ptr<Game> make_game(std::string_view id, int size) {
  CHECK(size >= kMinSize && size <= kMaxSize && variant_of(id, size));
  return std::make_unique<ReversiGame>(id, size);
}

Shape square(int size) {
  Shape shape{size, size, 0};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) shape.points |= bit(8 * row + column);
  }
  return shape;
}

Stones stones_of(const tengen::Position& position) {
  Stones stones;
  for (const Move move : position.stones(position.to_move)) {
    stones.mover |= bit(point_of(move, position.size));
  }
  for (const Move move : position.stones(opponent(position.to_move))) {
    stones.other |= bit(point_of(move, position.size));
  }
  return stones;
}

tengen::Position position_of(const Stones& stones, Color to_move, int size) {
  tengen::Position position{.size = size, .black = {}, .white = {}, .to_move = to_move};
  const auto list = [size](Bits bits, std::vector<Move>& moves) {
    moves.reserve(static_cast<std::size_t>(count(bits)));
    for (; bits != 0; bits &= bits - 1) moves.push_back(move_of(std::countr_zero(bits), size));
  };
  list(to_move == Color::kBlack ? stones.mover : stones.other, position.black);
  list(to_move == Color::kBlack ? stones.other : stones.mover, position.white);
  return position;
}

Move move_of(int point, int size) {
  return point == kNoPoint ? kPass : static_cast<Move>(point / 8 * size + point % 8);
}

int point_of(Move move, int size) {
  return move == kPass ? kNoPoint : move / size * 8 + move % size;
}

}  // namespace tengen::reversi
