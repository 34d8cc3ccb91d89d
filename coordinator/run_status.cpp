#include "coordinator/run_status.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "book/query/query.h"

namespace tengen::coordinator {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

double rounded(double value) { return std::round(value * 1000) / 1000; }

Json to_json(const Progress& progress) {
  Json nearest = nullptr;
  if (progress.nearest) {
    nearest = {{"moves", progress.nearest->moves},
               {"replies_proven", progress.nearest->replies_proven},
               {"replies_known", progress.nearest->replies_known}};
  }
  return {{"seconds", rounded(progress.seconds)},
          {"attempt", progress.attempt},
          {"root_proof_number", progress.root_proof_number},
          {"root_disproof_number", progress.root_disproof_number},
          {"moves_proven", progress.children_proven},
          {"moves_known", progress.children_known},
          {"moves_at_work", progress.at_work},
          {"nearest", nearest},
          {"jobs", progress.jobs},
          {"jobs_per_second", rounded(progress.jobs_per_second)},
          {"nodes", progress.nodes},
          {"nodes_per_second", std::round(progress.nodes_per_second)},
          {"busy_share", rounded(progress.busy_share)},
          {"live_workers", progress.live_workers},
          {"records", progress.records},
          {"tree_nodes", progress.tree_nodes}};
}

Json to_json(const FaultCounts& faults) {
  return {{"died", faults.died},
          {"silent", faults.silent},
          {"failed", faults.failed},
          {"refused", faults.refused},
          {"returned", faults.returned}};
}

Json to_json(const RunStatus& status) {
  Json json;
  json["position"] = nullptr;
  if (status.position) json["position"] = format_position(*status.position);
  json["goal"] = color_name(status.goal);
  json["progress"] = to_json(status.progress);
  json["moves"] = Json::array();
  for (const RootMove& move : status.moves) {
    json["moves"].push_back({{"move", format_move(move.move, status.position->size)},
                             {"status", book::verdict_name(move.verdict)},
                             {"proof_number", move.proof_number},
                             {"disproof_number", move.disproof_number},
                             {"seconds", rounded(move.seconds)}});
  }
  json["proven_last_minute"] = status.proven_last_minute;
  json["proven_last_ten_minutes"] = status.proven_last_ten_minutes;
  json["set_aside"] = Json::array();
  for (const SetAside& aside : status.set_aside) {
    json["set_aside"].push_back(
        {{"position", format_position(aside.position)}, {"deaths", aside.deaths}});
  }
  json["workers"] = Json::array();
  for (const WorkerView& worker : status.workers) {
    Json entry = {{"rank", worker.rank},
                  {"host", worker.host},
                  {"process_id", worker.process_id},
                  {"phase", phase_name(worker.phase)},
                  {"jobs", worker.jobs},
                  {"nodes", worker.nodes},
                  {"busy_seconds", rounded(worker.busy_seconds)},
                  {"silent_seconds", rounded(worker.silent_seconds)},
                  {"position", nullptr}};
    if (worker.position) entry["position"] = format_position(*worker.position);
    json["workers"].push_back(std::move(entry));
  }
  json["fault_counts"] = to_json(status.faults);
  return json;
}

}  // namespace tengen::coordinator
