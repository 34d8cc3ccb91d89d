#include "book/http/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "book/http/asked_game.h"
#include "book/opening_rules/opening_query.h"
#include "book/query/answer_json.h"
#include "book/query/openings.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_name(RecordKind kind) {
  switch (kind) {
    case RecordKind::kTree:
      return "tree";
    case RecordKind::kVcfLeaf:
      return "vcf_leaf";
    case RecordKind::kAllReplies:
      break;
  }
  return "all_replies";
}

Json points(const std::vector<Move>& moves, int size) {
  Json texts = Json::array();
  for (const Move move : moves) texts.push_back(format_move(move, size));
  return texts;
}

// Who stored the record of exactly this position, whichever goal it is of; null without one.
Result<Json> provenance(const Probe& probe, const Position& position) {
  for (const Color goal : {Color::kBlack, Color::kWhite}) {
    const Result<std::optional<StoredProof>> record = probe.find(position, goal);
    if (!record.ok()) return record.status();
    if (!record.value()) continue;
    const Result<std::vector<Run>> runs = probe.store()->runs();
    if (!runs.ok()) return runs.status();
    const std::uint32_t id = record.value()->run;
    const auto run = std::find_if(runs.value().begin(), runs.value().end(),
                                  [id](const Run& one) { return one.id == id; });
    const bool known = run != runs.value().end();
    return Json{{"run", id},
                {"solver", known ? Json(run->solver_version) : Json(nullptr)},
                {"host", known ? Json(run->host) : Json(nullptr)},
                {"started", known ? Json(run->started_unix_seconds) : Json(nullptr)},
                {"kind", kind_name(record.value()->kind)}};
  }
  return Json(nullptr);
}

Result<QueryAnswer> query_or_end(const Probe& probe, const AskedGame& asked, Color goal) {
  if (!asked.over) return probe.query(asked.position, goal);
  QueryAnswer answer;
  answer.position = asked.position;
  answer.rules = probe.game().rules();
  answer.goal = goal;
  answer.result = *asked.over;
  answer.status = verdict_for(answer.result, goal);
  const std::shared_ptr<const Store> store = probe.store();
  if (Status status = add_words_of_others(*store, answer); !status.ok()) return status;
  return answer;
}

Json known_moves(const Json& moves) {
  Json known = Json::array();
  for (const Json& move : moves) {
    if (move["result"] != result_name(GameResult::kUnknown)) known.push_back(move);
  }
  return known;
}

Result<Json> position_answer(const Probe& probe, const AskedGame& asked, const Question& question) {
  const Result<QueryAnswer> answer = query_or_end(probe, asked, question.goal);
  if (!answer.ok()) return answer.status();
  Result<Json> stored =
      asked.over ? Result<Json>(Json(nullptr)) : provenance(probe, asked.position);
  if (!stored.ok()) return stored.status();
  Json json = to_json(answer.value());
  if (question.known_only) json["moves"] = known_moves(json["moves"]);
  const int size = asked.position.size;
  json["asked"] = question.moves;
  json["opening"] = to_json(asked.opening);
  json["fouls"] =
      points(asked.over ? std::vector<Move>() : probe.game().foul_points(asked.position), size);
  json["provenance"] = std::move(stored).value();
  json["history"] = points(asked.history, size);
  json["over"] = asked.over ? Json(result_name(*asked.over)) : Json(nullptr);
  return json;
}

Result<Json> line_answer(const Probe& probe, const AskedGame& asked, const Question& question) {
  const Result<QueryAnswer> answer = query_or_end(probe, asked, question.goal);
  if (!answer.ok()) return answer.status();
  Json all = to_json(answer.value());
  Json json;
  for (const char* const name : {"position", "goal", "status", "result", "distance", "line"}) {
    json[name] = std::move(all[name]);
  }
  json["asked"] = question.moves;
  return json;
}

Answered opening_answer(const Probe& probe, const Question& question) {
  const auto refused = [](const Status& status) {
    return Answered{.error = error_response(status)};
  };
  const Result<const OpeningRule*> rule = find_rule(question.rule);
  if (!rule.ok()) return refused(rule.status());
  const Game& game = probe.game();
  if (!has_openings(game)) {
    return refused(invalid_argument("opening rules are of renju on 15x15, this book is not"));
  }
  const Result<OpeningPosition> opening = parse_opening_position(game, question.moves);
  if (!opening.ok()) {
    return {.error = error_response(400, "illegal", opening.status().message())};
  }
  const Result<std::vector<Move>> offers = parse_move_list(question.offers, game.size());
  if (!offers.ok()) return refused(offers.status());
  const std::shared_ptr<const Store> store = probe.store();
  const Result<OpeningAnswer> answer = query_opening(*store, game,
                                                     {.rule = rule.value(),
                                                      .opening = opening.value(),
                                                      .number = question.fifths,
                                                      .offers = offers.value()});
  if (!answer.ok()) return refused(answer.status());
  Json json = to_json(answer.value());
  json["asked"] = question.moves;
  return {.error = std::nullopt, .json = std::move(json)};
}

// What the parameters of each path are called.
std::span<const std::string_view> parameters_of(std::string_view path) {
  static constexpr std::array<std::string_view, 3> kOfPositions = {"moves", "goal", "known"};
  static constexpr std::array<std::string_view, 2> kOfLine = {"moves", "goal"};
  static constexpr std::array<std::string_view, 4> kOfOpening = {"rule", "moves", "fifths",
                                                                 "offers"};
  if (path == kLine) return kOfLine;
  if (path == kOpening) return kOfOpening;
  return kOfPositions;
}

Status set_parameter(Question& question, std::string_view name, const std::string& value) {
  if (name == "moves") {
    question.moves = value;
  } else if (name == "goal") {
    if (value != "black" && value != "white") {
      return invalid_argument("goal is black or white, not '" + value + "'");
    }
    question.goal = value == "black" ? Color::kBlack : Color::kWhite;
  } else if (name == "known") {
    if (value != "0" && value != "1") {
      return invalid_argument("known is 0 or 1, not '" + value + "'");
    }
    question.known_only = value == "1";
  } else if (name == "rule") {
    question.rule = value;
  } else if (name == "offers") {
    question.offers = value;
  } else {
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, question.fifths);
    if (error != std::errc() || stop != end || question.fifths < 1) {
      return invalid_argument("fifths is a number of fifth moves, not '" + value + "'");
    }
  }
  return {};
}

}  // namespace

std::string Question::key() const {
  // No text of a target has a line break in it.
  return fmt::format("{} {} {} {} {}\n{}\n{}", path, color_name(goal), known_only ? 1 : 0, fifths,
                     rule, offers, moves);
}

std::optional<Result<Question>> read_question(const Target& target) {
  Question question;
  for (const std::string_view path : {kPosition, kPositions, kLine, kOpening}) {
    if (target.path == path) question.path = path;
  }
  if (question.path.empty()) return std::nullopt;
  const std::span<const std::string_view> known = parameters_of(question.path);
  for (const auto& [name, value] : target.parameters) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return invalid_argument(
          fmt::format("unknown parameter '{}': there are {}", name, fmt::join(known, ", ")));
    }
    if (Status status = set_parameter(question, name, value); !status.ok()) return status;
  }
  if (question.path == kOpening && question.rule.empty()) {
    return invalid_argument("rule is missing: /v1/rules has their names");
  }
  return question;
}

Result<std::vector<Question>> single_questions(const Question& question) {
  std::vector<Question> questions;
  std::string_view rest = question.moves;
  for (bool more = true; more;) {
    const std::size_t end = rest.find(';');
    more = end != std::string_view::npos;
    Question& one = questions.emplace_back(question);
    one.path = kPosition;
    one.moves = rest.substr(0, end);
    if (more) rest.remove_prefix(end + 1);
    if (questions.size() > kMaxPositions) {
      return invalid_argument(fmt::format("more than {} positions in one question", kMaxPositions));
    }
  }
  return questions;
}

Answered answer(const Probe& probe, const Question& question) {
  if (question.path == kOpening) return opening_answer(probe, question);
  const Result<AskedGame> game = parse_game(probe.game(), question.moves);
  if (!game.ok()) return {.error = error_response(400, "illegal", game.status().message())};
  Result<Json> json = question.path == kLine ? line_answer(probe, game.value(), question)
                                             : position_answer(probe, game.value(), question);
  if (!json.ok()) return {.error = error_response(json.status())};
  return {.error = std::nullopt, .json = std::move(json).value()};
}

}  // namespace tengen::book
