#include "book/answer_json.h"

#include <string>

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

Json distance_or_null(GameResult result, int distance_plies) {
  const bool won = result == GameResult::kBlackWins || result == GameResult::kWhiteWins;
  return won ? Json(distance_plies) : Json(nullptr);
}

Json counts_json(const RecordCounts& counts) {
  return {{"total", counts.total()},
          {"tree", counts.tree},
          {"vcf_leaf", counts.vcf_leaves},
          {"all_replies", counts.all_replies}};
}

}  // namespace

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
          {"line", std::move(line)}};
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

Json to_json(const BookStats& stats) {
  Json runs = Json::array();
  for (const Run& run : stats.runs) {
    runs.push_back({{"id", run.id},
                    {"solver", run.solver_version},
                    {"host", run.host},
                    {"started", run.started_unix_seconds}});
  }
  Json openings = Json::array();
  for (const OpeningReport& one : stats.openings) openings.push_back(to_json(one));
  const BookCounts& counts = stats.counts;
  return {{"book", stats.path},
          {"rules", stats.rules},
          {"size", stats.size},
          {"format", stats.format_version},
          {"created_by", stats.created_by},
          {"runs", std::move(runs)},
          {"records", counts.black.total() + counts.white.total()},
          {"records_black", counts_json(counts.black)},
          {"records_white", counts_json(counts.white)},
          {"tree_entries", counts.tree_entries},
          {"hints", counts.hints},
          {"bytes", stats.bytes_on_disk},
          {"openings", std::move(openings)}};
}

}  // namespace tengen::book
