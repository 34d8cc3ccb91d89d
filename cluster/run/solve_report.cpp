#include "cluster/run/solve_report.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "book/query/answer_json.h"
#include "book/query/query.h"
#include "cluster/command/render.h"

namespace tengen::cluster {
namespace {

double rounded_mib(std::uint64_t bytes) {
  return std::round(static_cast<double>(bytes) / (1024 * 1024) * 10) / 10;
}

// A disproof without a distance says only that the goal is not reached.
book::GameResult result_of(const SolvedPosition& solved) {
  const coordinator::SolveReport& report = solved.report;
  if (report.verdict == Verdict::kUnknown || report.distance_plies == 0) {
    return book::GameResult::kUnknown;
  }
  const Color winner = report.verdict == Verdict::kProven ? solved.goal : opponent(solved.goal);
  return winner == Color::kBlack ? book::GameResult::kBlackWins : book::GameResult::kWhiteWins;
}

}  // namespace

std::string solve_text(const SolvedPosition& solved) {
  const coordinator::SolveReport& report = solved.report;
  const bool proven = report.verdict == Verdict::kProven;
  std::string verdict = "unknown within the limits";
  if (result_of(solved) != book::GameResult::kUnknown) {
    verdict =
        fmt::format("{} in at most {} plies",
                    goal_text(proven ? solved.goal : opponent(solved.goal)), report.distance_plies);
  } else if (report.verdict != Verdict::kUnknown) {
    verdict = (proven ? "" : "not: ") + goal_text(solved.goal);
  }
  if (report.verdict != Verdict::kUnknown && report.best != kNoMove) {
    verdict += ", by " + format_move(report.best, solved.position.size);
  }
  const std::string hints = report.hints > 0 ? fmt::format(", {} hints", report.hints) : "";
  return fmt::format("{}: {} ({} nodes, {:.1f} s, {} records{})", solved.text, verdict,
                     report.nodes, report.seconds, report.records, hints);
}

std::string solve_board(const SolvedPosition& solved, BoardLook look) {
  if (!look.colours) return {};
  std::map<Move, char> marks;
  if (solved.report.best != kNoMove) marks[solved.report.best] = '*';
  return board_text(solved.position, kNoMove, marks, look);
}

std::string solve_json(const Game& game, const SolvedPosition& solved) {
  const coordinator::SolveReport& report = solved.report;
  nlohmann::ordered_json json;
  json["asked"] = solved.text;
  json["position"] = format_position(solved.position);
  json["rules"] = game.rules();
  json["size"] = game.size();
  json["to_move"] = color_name(solved.position.to_move);
  json["goal"] = color_name(solved.goal);
  json["status"] = book::verdict_name(report.verdict);
  json["result"] = book::result_name(result_of(solved));
  json["distance"] = nullptr;
  if (report.distance_plies > 0) json["distance"] = report.distance_plies;
  json["best"] = nullptr;
  if (report.best != kNoMove) json["best"] = format_move(report.best, solved.position.size);
  json["nodes"] = report.nodes;
  json["expansions"] = report.expansions;
  json["seconds"] = coordinator::rounded(report.seconds);
  json["worker_seconds"] = coordinator::rounded(report.worker_seconds);
  json["certify_seconds"] = coordinator::rounded(report.certify_seconds);
  json["worker_count"] = report.workers;
  json["records"] = report.records;
  json["jobs"] = report.jobs;
  json["hints_given"] = report.hints;
  json["messages"] = report.traffic.sent_messages + report.traffic.received_messages;
  json["message_bytes"] = report.traffic.sent_bytes + report.traffic.received_bytes;
  json["coordinator_seconds"] = coordinator::rounded(report.coordinator_seconds);
  json["set_aside"] = nlohmann::json::array();
  for (const coordinator::SetAside& aside : report.set_aside) {
    json["set_aside"].push_back(
        {{"position", format_position(aside.position)}, {"deaths", aside.deaths}});
  }
  json["peak_memory_mib"] = rounded_mib(report.peak_memory.largest_bytes);
  json["peak_memory_sum_mib"] = rounded_mib(report.peak_memory.sum_bytes);
  return book::json_text(json);
}

}  // namespace tengen::cluster
