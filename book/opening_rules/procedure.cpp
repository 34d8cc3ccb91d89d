#include "book/opening_rules/procedure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "book/query/openings.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr int kSize = 15;
constexpr std::size_t kLastStone = 5;  // of every procedure

// Walks the steps along the stones of a position.
class Walk {
 public:
  Walk(const OpeningRule& rule, const std::vector<Move>& stones) : rule_(rule), stones_(stones) {}

  Result<std::vector<std::size_t>> run() {
    from(0, 0, {.size = kSize, .black = {}, .white = {}, .to_move = Color::kBlack});
    if (found_.empty()) return misfit_;
    std::sort(found_.begin(), found_.end());
    return found_;
  }

 private:
  // At step `index` with `placed` stones on the board.
  void from(std::size_t index, std::size_t placed, const Position& position) {
    const Step& step = rule_.steps[index];
    const bool all_placed = placed == stones_.size();
    if (step.kind == StepKind::kPlay) {
      if (!is_listed(StepKind::kPlay)) found_.push_back(index);
      return;
    }
    if (step.kind == StepKind::kPlace || step.kind == StepKind::kPick) {
      if (all_placed) {
        if (step.kind == StepKind::kPlace) found_.push_back(index);
        return;
      }
      const Position next = after_move(position, stones_[placed]);
      if (fits(index, stones_[placed], next)) from(index + 1, placed + 1, next);
      return;
    }
    if (all_placed) found_.push_back(index);
    from(index + 1, placed, position);
    if (step.kind == StepKind::kChoose) from(step.branch, placed, position);
  }

  [[nodiscard]] bool is_listed(StepKind kind) const {
    return std::any_of(found_.begin(), found_.end(),
                       [&](std::size_t index) { return rule_.steps[index].kind == kind; });
  }

  bool fits(std::size_t index, Move stone, const Position& next) {
    const Step& step = rule_.steps[index];
    std::string why;
    if (!is_within(step, stone)) {
      why = format_move(stone, kSize) + " is outside";
    } else if (step.stone == 3 && is_excluded(rule_, next)) {
      why = format_move(stone, kSize) + " makes an excluded opening";
    } else {
      return true;
    }
    misfit_ = invalid_argument(fmt::format("outside of {}: step {}, {}; {}", rule_.name, index + 1,
                                           step_text(rule_, index), why));
    return false;
  }

  const OpeningRule& rule_;
  const std::vector<Move>& stones_;
  std::vector<std::size_t> found_;
  Status misfit_;
};

// Stones by number from the lists of both colours. REQUIRES: numbers that alternate.
std::vector<Move> interleaved(const std::vector<Move>& black, const std::vector<Move>& white) {
  std::vector<Move> stones;
  for (std::size_t i = 0; i < black.size(); ++i) {
    stones.push_back(black[i]);
    if (i < white.size()) stones.push_back(white[i]);
  }
  return stones;
}

}  // namespace

Result<OpeningPosition> parse_opening_position(const Game& game, std::string_view text) {
  CHECK(game.size() == kSize);
  const Result<std::string> expanded = expand_opening(text, kSize);
  if (!expanded.ok()) return expanded.status();
  Result<Position> position = game.parse(expanded.value());
  if (!position.ok()) return position.status();
  OpeningPosition opening{.position = std::move(position).value(), .stones = {}};
  const Result<std::vector<Move>> moves = parse_move_list(expanded.value(), kSize);
  if (moves.ok()) {
    opening.stones = moves.value();
    if (std::find(opening.stones.begin(), opening.stones.end(), kPass) != opening.stones.end()) {
      return invalid_argument("no opening rule knows a pass");
    }
    return opening;
  }
  const std::size_t black = opening.position.black.size();
  const std::size_t white = opening.position.white.size();
  const bool black_to_move = opening.position.to_move == Color::kBlack;
  if (black != white + (black_to_move ? 0 : 1)) {
    return invalid_argument(
        fmt::format("no position of an opening: {} black and {} white stones, {} to move", black,
                    white, color_name(opening.position.to_move)));
  }
  return opening;
}

Result<std::vector<std::size_t>> steps_of(const OpeningRule& rule, const OpeningPosition& opening) {
  if (!opening.stones.empty()) return Walk(rule, opening.stones).run();
  std::vector<Move> black = opening.position.black;
  std::vector<Move> white = opening.position.white;
  if (black.size() + white.size() > kLastStone) {
    return std::vector<std::size_t>{rule.steps.size() - 1};
  }
  // At most twelve orders. The first misfit is the one named: the points come in board order.
  Result<std::vector<std::size_t>> first = Walk(rule, interleaved(black, white)).run();
  if (first.ok()) return first;
  do {
    do {
      Result<std::vector<std::size_t>> steps = Walk(rule, interleaved(black, white)).run();
      if (steps.ok()) return steps;
    } while (std::next_permutation(white.begin(), white.end()));
  } while (std::next_permutation(black.begin(), black.end()));
  return Status(first.status().code(), "no order of the stones fits: " + first.status().message());
}

bool is_within(const Step& step, Move point) {
  constexpr int kCentre = kSize / 2;
  const int reach = step.width / 2;
  return std::abs(point % kSize - kCentre) <= reach && std::abs(point / kSize - kCentre) <= reach;
}

bool is_excluded(const OpeningRule& rule, const Position& after_third) {
  if (rule.excluded.empty()) return false;
  const Opening* const opening = classify_opening(after_third);
  return opening != nullptr && std::find(rule.excluded.begin(), rule.excluded.end(),
                                         opening->code) != rule.excluded.end();
}

std::vector<Move> symmetric_moves(const Position& position, Move move) {
  std::vector<Move> moves;
  for (int index = 0; index < kSymmetryCount; ++index) {
    const Symmetry symmetry(index);
    if (symmetry.apply(position) == position) moves.push_back(symmetry.apply(move, position.size));
  }
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

}  // namespace tengen::book
