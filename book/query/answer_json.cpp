#include "book/query/answer_json.h"

#include <string>

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

Json distance_or_null(GameResult result, int distance_plies) {
  const bool won = result == GameResult::kBlackWins || result == GameResult::kWhiteWins;
  return won ? Json(distance_plies) : Json(nullptr);
}

}  // namespace

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const QueryAnswer& answer) {
  const int size = answer.position.size;
  Json moves = Json::array();
  for (const MoveAnswer& move : answer.moves) {
    moves.push_back({{"move", format_move(move.move, size)},
                     {"status", verdict_name(move.status)},
                     {"result", result_name(move.result)},
                     {"distance", distance_or_null(move.result, move.distance_plies)},
                     {"foul", move.foul}});
  }
  Json line = Json::array();
  for (const Move move : answer.line) line.push_back(format_move(move, size));
  Json hints = Json::array();
  for (const HintedMove& one : answer.hints) {
    hints.push_back({{"move", format_move(one.move, size)}, {"wins", one.wins}});
  }
  return {{"position", format_position(answer.position)},
          {"rules", answer.rules},
          {"size", size},
          {"to_move", color_name(answer.position.to_move)},
          {"goal", color_name(answer.goal)},
          {"status", verdict_name(answer.status)},
          {"result", result_name(answer.result)},
          {"distance", distance_or_null(answer.result, answer.distance_plies)},
          {"best", answer.best == kNoMove ? Json(nullptr) : Json(format_move(answer.best, size))},
          {"moves", std::move(moves)},
          {"line", std::move(line)},
          {"hints", std::move(hints)},
          {"notes", to_json(answer.notes, size)}};
}

Json to_json(std::span<const Note> notes, int size) {
  Json list = Json::array();
  for (const Note& note : notes) {
    Json points = Json::array();
    for (const PointNote& one : note.points) {
      const std::string_view mark = mark_name(one.mark);
      points.push_back({{"point", format_move(one.point, size)},
                        {"mark", mark.empty() ? Json(nullptr) : Json(mark)},
                        {"label", one.label}});
    }
    Json leads_to = Json::array();
    for (const Move move : note.leads_to) leads_to.push_back(format_move(move, size));
    list.push_back({{"source", note.source},
                    {"title", note.name},
                    {"comment", note.comment},
                    {"points", std::move(points)},
                    {"leads_to", std::move(leads_to)}});
  }
  return list;
}

Json error_json(std::string_view code, std::string_view message) {
  return {{"error", {{"code", code}, {"message", message}}}};
}

std::string_view error_code(const Status& status) {
  CHECK(!status.ok());
  switch (status.code()) {
    case StatusCode::kInvalidArgument:
      return "bad_request";
    case StatusCode::kNotFound:
      return "not_found";
    case StatusCode::kUnavailable:
      return "busy";
    default:
      return "book_failed";
  }
}

Json to_json(const Opening* opening) {
  if (opening == nullptr) return nullptr;
  return {{"code", opening->code},
          {"name", opening->romaji},
          {"english", opening->english},
          {"kanji", opening->kanji}};
}

}  // namespace tengen::book
