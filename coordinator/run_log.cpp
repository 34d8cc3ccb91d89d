#include "coordinator/run_log.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "book/query/answer_json.h"
#include "book/query/query.h"

namespace tengen::coordinator {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kProgressSeconds = 10;

double unix_seconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) /
         1000;
}

}  // namespace

std::string run_log_path(const std::string& book_directory, std::uint32_t run) {
  return fmt::format("{}/log/run-{:06}.jsonl", book_directory, run);
}

RunLog::RunLog(const std::string& path) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
  stream_.open(path, std::ios::app);
}

void RunLog::write(const std::string& event, const Json& fields) {
  Json line = {{"time", unix_seconds()}, {"event", event}};
  line.update(fields);
  stream_ << book::json_text(line) << std::endl;
}

void RunLog::progress(const Progress& progress) {
  const double now = unix_seconds();
  if (now - last_progress_ < kProgressSeconds) return;
  last_progress_ = now;
  write("progress", to_json(progress));
}

void RunLog::worker(const WorkerEvent& event) {
  write("worker", {{"what", change_name(event.change)},
                   {"rank", event.rank},
                   {"host", event.host},
                   {"process_id", event.process_id},
                   {"why", event.why}});
}

void RunLog::set_aside(const SetAside& aside) {
  write("set_aside", {{"position", format_position(aside.position)}, {"deaths", aside.deaths}});
}

void RunLog::job(const JobEvent& event) {
  int proven = 0;
  for (const ChildOutcome& child : event.outcome.children) {
    proven += child.verdict == Verdict::kProven ? 1 : 0;
  }
  write("job", {{"rank", event.rank},
                {"position", format_position(event.position)},
                {"goal", color_name(event.goal)},
                {"granted_seconds", rounded(event.granted_seconds)},
                {"seconds", rounded(event.seconds)},
                {"search_seconds", rounded(event.outcome.seconds)},
                {"status", book::verdict_name(event.outcome.verdict)},
                {"proof_number", event.outcome.proof_number},
                {"disproof_number", event.outcome.disproof_number},
                {"move_count", event.outcome.children.size()},
                {"moves_proven", proven},
                {"nodes", event.outcome.nodes},
                {"records", event.outcome.records.size()},
                {"answer_bytes", event.answer_bytes}});
}

void RunLog::solved(const SolveReport& report) {
  Json aside = Json::array();
  for (const SetAside& position : report.set_aside) {
    aside.push_back(
        {{"position", format_position(position.position)}, {"deaths", position.deaths}});
  }
  write("solved", {{"status", book::verdict_name(report.verdict)},
                   {"distance", report.distance_plies},
                   {"seconds", rounded(report.seconds)},
                   {"nodes", report.nodes},
                   {"expansions", report.expansions},
                   {"jobs", report.jobs},
                   {"records", report.records},
                   {"worker_seconds", rounded(report.worker_seconds)},
                   {"certify_seconds", rounded(report.certify_seconds)},
                   {"coordinator_seconds", rounded(report.coordinator_seconds)},
                   {"check_seconds", rounded(report.check_seconds)},
                   {"messages", report.traffic.sent_messages + report.traffic.received_messages},
                   {"bytes", report.traffic.sent_bytes + report.traffic.received_bytes},
                   {"worker_count", report.workers},
                   {"set_aside", aside}});
}

}  // namespace tengen::coordinator
