#include "book/opening_rules/opening_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tengen::book {
namespace {

// The first step of a kind; steps.size() when the rule has none.
std::size_t index_of(const OpeningRule& rule, StepKind kind) {
  const auto found = std::find_if(rule.steps.begin(), rule.steps.end(),
                                  [kind](const Step& step) { return step.kind == kind; });
  return static_cast<std::size_t>(found - rule.steps.begin());
}

Status wrong(const OpeningRule& rule, std::size_t index, std::string_view why) {
  return invalid_argument(fmt::format("outside of {}: step {}, {}; {}", rule.name, index + 1,
                                      step_text(rule, index), why));
}

// Takes away the steps up to the declaration.
Status declare(const OpeningQuestion& question, std::vector<std::size_t>& steps) {
  const OpeningRule& rule = *question.rule;
  const std::size_t index = index_of(rule, StepKind::kDeclare);
  if (index == rule.steps.size()) {
    return invalid_argument(fmt::format("{} has no declared number of fifth moves", rule.name));
  }
  const Step& step = rule.steps[index];
  if (question.number < step.least || question.number > greatest_number(step)) {
    return wrong(rule, index, fmt::format("not {}", question.number));
  }
  if (steps.back() < index) return wrong(rule, index, "which is still to come");
  std::erase_if(steps, [index](std::size_t at) { return at <= index; });
  return {};
}

class Inquiry {
 public:
  Inquiry(const Store& store, const Game& game, const OpeningQuestion& question,
          const ValuationProgress& progress)
      : question_(question),
        rule_(*question.rule),
        position_(question.opening.position),
        valuation_(store, game, rule_, progress) {}

  Result<OpeningAnswer> run() {
    Result<std::vector<std::size_t>> steps = steps_of(rule_, question_.opening);
    if (!steps.ok()) return steps.status();
    if (question_.number != 0) {
      const Status status = declare(question_, steps.value());
      if (!status.ok()) return status;
    }
    OpeningAnswer answer{.rule = &rule_,
                         .position = position_,
                         .opening = nullptr,
                         .number = question_.number,
                         .stages = {}};
    const std::vector<Move>& stones = question_.opening.stones;
    Position after_third{.size = 15, .black = {}, .white = {}, .to_move = Color::kBlack};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, stones.size()); ++i) {
      after_third = after_move(after_third, stones[i]);
    }
    answer.opening = classify_opening(stones.empty() ? position_ : after_third);
    if (!question_.offers.empty()) {
      Result<OpeningStage> stage = pick_stage(steps.value());
      if (!stage.ok()) return stage.status();
      answer.stages.push_back(std::move(stage).value());
      return answer;
    }
    for (const std::size_t index : steps.value()) {
      Result<OpeningStage> stage = stage_at(index);
      if (!stage.ok()) return stage.status();
      answer.stages.push_back(std::move(stage).value());
    }
    return answer;
  }

 private:
  // Whether the value of a step depends on a declared number.
  [[nodiscard]] bool needs_number(std::size_t index) const {
    const std::size_t declared = index_of(rule_, StepKind::kDeclare);
    return index > declared && index <= index_of(rule_, StepKind::kOffer);
  }

  Result<OpeningStage> stage_at(std::size_t index) {
    OpeningStage stage{.step = index, .values = {}, .moves = {}};
    const bool open_number = needs_number(index) && question_.number == 0;
    int first = question_.number;
    int last = question_.number;
    if (open_number) {
      const Step& declaration = rule_.steps[index_of(rule_, StepKind::kDeclare)];
      first = declaration.least;
      last = greatest_number(declaration);
    }
    for (int number = first; number <= last; ++number) {
      const Result<Bounds> bounds = valuation_.at_step(index, position_, number);
      if (!bounds.ok()) return bounds.status();
      const int shown = needs_number(index) ? number : 0;
      if (stage.values.empty() || stage.values.back().bounds != bounds.value()) {
        stage.values.push_back({.from = shown, .to = shown, .bounds = bounds.value()});
      }
      stage.values.back().to = shown;
    }
    const StepKind kind = rule_.steps[index].kind;
    if (kind == StepKind::kOffer || (kind == StepKind::kPlace && !open_number)) {
      for (const Move move : valuation_.moves_at(index, position_)) {
        const Status status = add_move(stage, index, move);
        if (!status.ok()) return status;
      }
    }
    return stage;
  }

  // Unless it is symmetric to one before it.
  Status add_move(OpeningStage& stage, std::size_t index, Move move) {
    std::vector<Move> symmetric = symmetric_moves(position_, move);
    if (symmetric.front() != move) return {};
    symmetric.erase(symmetric.begin());
    const Result<Bounds> bounds = valuation_.after(index, position_, move, question_.number);
    if (!bounds.ok()) return bounds.status();
    stage.moves.push_back(
        {.move = move, .symmetric = std::move(symmetric), .bounds = bounds.value()});
    return {};
  }

  Result<OpeningStage> pick_stage(const std::vector<std::size_t>& steps) {
    const std::size_t index = index_of(rule_, StepKind::kOffer);
    if (std::find(steps.begin(), steps.end(), index) == steps.end()) {
      if (index == rule_.steps.size()) {
        return invalid_argument(fmt::format("{} has no fifth moves on offer", rule_.name));
      }
      return wrong(rule_, index, "not where the position stands");
    }
    const Status status = check_offers(index);
    if (!status.ok()) return status;
    OpeningStage stage{.step = index + 1, .values = {}, .moves = {}};
    Bounds worst = kBlackWins;
    for (const Move move : question_.offers) {
      const Result<Bounds> bounds = valuation_.after(index, position_, move, question_.number);
      if (!bounds.ok()) return bounds.status();
      stage.moves.push_back({.move = move, .symmetric = {}, .bounds = bounds.value()});
      worst.least = std::min(worst.least, bounds.value().least);
      worst.most = std::min(worst.most, bounds.value().most);
    }
    stage.values.push_back({.from = 0, .to = 0, .bounds = worst});
    return stage;
  }

  Status check_offers(std::size_t index) const {
    const std::vector<Move>& offers = question_.offers;
    const auto name = [](Move move) { return format_move(move, 15); };
    int wanted = rule_.steps[index].most == kDeclared ? question_.number : rule_.steps[index].most;
    const auto offered = static_cast<int>(offers.size());
    if (wanted == 0) {
      const Step& declaration = rule_.steps[index_of(rule_, StepKind::kDeclare)];
      wanted = std::clamp(offered, declaration.least, greatest_number(declaration));
    }
    if (offered != wanted) {
      return wrong(rule_, index, fmt::format("{} instead of {}", offered, wanted));
    }
    const std::vector<Move> legal = valuation_.moves_at(index, position_);
    for (auto move = offers.begin(); move != offers.end(); ++move) {
      if (std::find(legal.begin(), legal.end(), *move) == legal.end()) {
        return wrong(rule_, index, name(*move) + " is no legal move");
      }
      const std::vector<Move> symmetric = symmetric_moves(position_, *move);
      const auto other =
          std::find_first_of(offers.begin(), move, symmetric.begin(), symmetric.end());
      if (other != move) {
        return wrong(rule_, index,
                     *other == *move
                         ? name(*move) + " is offered twice"
                         : fmt::format("{} and {} are symmetric", name(*other), name(*move)));
      }
    }
    return {};
  }

  const OpeningQuestion& question_;
  const OpeningRule& rule_;
  const Position& position_;
  Valuation valuation_;
};

}  // namespace

bool OpeningAnswer::decided() const {
  const std::vector<NumberValue>& values = stages.front().values;
  return std::all_of(values.begin(), values.end(),
                     [](const NumberValue& value) { return value.bounds.decided(); });
}

Result<OpeningAnswer> query_opening(const Store& store, const Game& game,
                                    const OpeningQuestion& question,
                                    const ValuationProgress& progress) {
  CHECK(question.rule != nullptr && game.size() == 15);
  return Inquiry(store, game, question, progress).run();
}

}  // namespace tengen::book
