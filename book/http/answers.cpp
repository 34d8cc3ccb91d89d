#include "book/http/answers.h"

#include <algorithm>

#include "book/answer_json.h"

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

Json opening_json(const Opening* opening) {
  if (opening == nullptr) return nullptr;
  return {{"code", opening->code},
          {"name", opening->romaji},
          {"english", opening->english},
          {"kanji", opening->kanji}};
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
  return answer;
}

}  // namespace

Result<Json> position_answer(const Probe& probe, const AskedGame& asked, Color goal) {
  const Result<QueryAnswer> answer = query_or_end(probe, asked, goal);
  if (!answer.ok()) return answer.status();
  Result<Json> stored =
      asked.over ? Result<Json>(Json(nullptr)) : provenance(probe, asked.position);
  if (!stored.ok()) return stored.status();
  Json json = to_json(answer.value());
  const int size = asked.position.size;
  json["opening"] = opening_json(asked.opening);
  json["fouls"] =
      points(asked.over ? std::vector<Move>() : probe.game().foul_points(asked.position), size);
  json["provenance"] = std::move(stored).value();
  json["history"] = points(asked.history, size);
  json["over"] = asked.over ? Json(result_name(*asked.over)) : Json(nullptr);
  return json;
}

Result<Json> line_answer(const Probe& probe, const AskedGame& asked, Color goal) {
  const Result<QueryAnswer> answer = query_or_end(probe, asked, goal);
  if (!answer.ok()) return answer.status();
  Json all = to_json(answer.value());
  Json json;
  for (const char* const name : {"position", "goal", "status", "result", "distance", "line"}) {
    json[name] = std::move(all[name]);
  }
  return json;
}

}  // namespace tengen::book
