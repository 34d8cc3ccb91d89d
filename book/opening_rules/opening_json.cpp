// Opening rules and answers about them as JSON.
#include <string_view>

#include "book/opening_rules/opening_query.h"
#include "book/query/answer_json.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

std::string_view outcome_name(Outcome outcome) {
  if (outcome == Outcome::kDraw) return "draw";
  return outcome == Outcome::kWin ? "win" : "loss";
}

void add_bounds(Json& json, Bounds bounds) {
  json["result"] = result_name(result_of(bounds));
  json["black_at_least"] = outcome_name(bounds.least);
  json["black_at_most"] = outcome_name(bounds.most);
}

// What a step's kind does not name is null; so is the greatest number where there is none.
Json step_json(const OpeningRule& rule, std::size_t index) {
  const Step& step = rule.steps[index];
  const auto where = [](bool named, auto value) { return named ? Json(value) : Json(nullptr); };
  const bool places = step.kind == StepKind::kPlace;
  return {{"step", index + 1},
          {"kind", step_kind_name(step.kind)},
          {"who", color_name(step.who)},
          {"text", step_text(rule, index)},
          {"stone", where(places || step.kind == StepKind::kPick, step.stone)},
          {"width", where(places, step.width)},
          {"least", where(step.kind == StepKind::kDeclare, step.least)},
          {"most", where(step.most != 0, step.most)},
          {"branch", where(step.kind == StepKind::kChoose, step.branch + 1)}};
}

Json stage_json(const OpeningRule& rule, const OpeningStage& stage) {
  Json json = step_json(rule, stage.step);
  Json values = Json::array();
  for (const NumberValue& value : stage.values) {
    Json one;
    one["declared"] = value.from == 0 ? Json(nullptr) : Json::array({value.from, value.to});
    add_bounds(one, value.bounds);
    values.push_back(std::move(one));
  }
  json["values"] = std::move(values);
  Json moves = Json::array();
  for (const OpeningMove& move : stage.moves) {
    Json one;
    one["move"] = format_move(move.move, 15);
    Json symmetric = Json::array();
    for (const Move other : move.symmetric) symmetric.push_back(format_move(other, 15));
    one["symmetric"] = std::move(symmetric);
    add_bounds(one, move.bounds);
    moves.push_back(std::move(one));
  }
  json["moves"] = std::move(moves);
  return json;
}

}  // namespace

Json to_json(const OpeningAnswer& answer) {
  Json stages = Json::array();
  for (const OpeningStage& stage : answer.stages) stages.push_back(stage_json(*answer.rule, stage));
  const std::vector<NumberValue>& next = answer.stages.front().values;
  const GameResult result = next.size() == 1 ? result_of(next[0].bounds) : GameResult::kUnknown;
  return {{"rule", answer.rule->id},
          {"name", answer.rule->name},
          {"position", format_position(answer.position)},
          {"stones", answer.position.stone_count()},
          {"opening", to_json(answer.opening)},
          {"fifths", answer.number != 0 ? Json(answer.number) : Json(nullptr)},
          {"result", result_name(result)},
          {"stages", std::move(stages)}};
}

Json rules_json() {
  Json rules = Json::array();
  for (const OpeningRule& rule : all_rules()) {
    Json steps = Json::array();
    for (std::size_t i = 0; i < rule.steps.size(); ++i) steps.push_back(step_json(rule, i));
    rules.push_back(
        {{"rule", rule.id}, {"name", rule.name}, {"note", rule.note}, {"steps", std::move(steps)}});
  }
  return {{"opening_rules", std::move(rules)}};
}

}  // namespace tengen::book
