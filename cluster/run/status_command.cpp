// `tengen status`: how a running solve is going.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cluster/command/options.h"
#include "cluster/run/run_commands.h"
#include "worker/join_file.h"
#include "worker/joined_port.h"

namespace tengen::cluster {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string book;
  bool json = false;
};

constexpr std::size_t kMovesShown = 12;

std::string moves_text(const Json& moves) {
  std::map<std::string, std::vector<const Json*>> by_status;
  for (const Json& move : moves) by_status[move.at("status").get<std::string>()].push_back(&move);
  std::string text =
      fmt::format("moves      {} proven, {} disproven, {} open\n", by_status["proven"].size(),
                  by_status["disproven"].size(), by_status["unknown"].size());
  std::vector<const Json*>& open = by_status["unknown"];
  std::stable_sort(open.begin(), open.end(), [](const Json* a, const Json* b) {
    return a->at("seconds").get<double>() > b->at("seconds").get<double>();
  });
  for (std::size_t i = 0; i < open.size() && i < kMovesShown; ++i) {
    text += fmt::format(
        "  {:<5}    proof number {}, disproof number {}, {:.1f} worker seconds\n",
        open[i]->at("move").get<std::string>(), open[i]->at("proof_number").get<std::uint64_t>(),
        open[i]->at("disproof_number").get<std::uint64_t>(), open[i]->at("seconds").get<double>());
  }
  if (open.size() > kMovesShown) {
    text += fmt::format("  and {} more\n", open.size() - kMovesShown);
  }
  return text;
}

std::string workers_text(const Json& workers) {
  std::string text;
  for (const Json& worker : workers) {
    text += fmt::format(
        "worker {:<4}{} {}, {}, {} jobs, {:.0f} s busy{}\n", worker.at("rank").get<int>(),
        worker.at("host").get<std::string>(), worker.at("process_id").get<int>(),
        worker.at("phase").get<std::string>(), worker.at("jobs").get<std::uint64_t>(),
        worker.at("busy_seconds").get<double>(),
        worker.at("phase") == "lost"
            ? fmt::format(", silent for {:.0f} s", worker.at("silent_seconds").get<double>())
            : std::string());
  }
  return text;
}

std::string status_text(const Json& status) {
  const Json& progress = status.at("progress");
  std::string text =
      fmt::format("run {} of tengen {} on {}, listening on {}\n", status.at("run").get<int>(),
                  status.at("version").get<std::string>(), status.at("host").get<std::string>(),
                  status.at("listen").get<std::string>());
  if (status.at("position").is_null()) return text + "between two positions\n";
  text +=
      fmt::format("position   {} ({}), goal {}\n", status.at("asked").get<std::string>(),
                  status.at("position").get<std::string>(), status.at("goal").get<std::string>());
  text += fmt::format(
      "so far     {:.0f} s, attempt {}, {} jobs, {} nodes, {} records, {} tree nodes\n",
      progress.at("seconds").get<double>(), progress.at("attempt").get<std::uint32_t>(),
      progress.at("jobs").get<std::uint64_t>(), progress.at("nodes").get<std::uint64_t>(),
      progress.at("records").get<std::uint64_t>(), progress.at("tree_nodes").get<std::uint64_t>());
  text += fmt::format("rate       {:.1f} jobs/s, {:.1f} M nodes/s, {:.0f} % busy\n",
                      progress.at("jobs_per_second").get<double>(),
                      progress.at("nodes_per_second").get<double>() / 1e6,
                      100 * progress.at("busy_share").get<double>());
  text += fmt::format("root       proof number {}, disproof number {}\n",
                      progress.at("root_proof_number").get<std::uint64_t>(),
                      progress.at("root_disproof_number").get<std::uint64_t>());
  text += moves_text(status.at("moves"));
  text += fmt::format(
      "pace       {} moves proven in the last minute, {} in the last ten; how long the open ones\n"
      "           take cannot be told: times are heavy-tailed\n",
      status.at("proven_last_minute").get<int>(), status.at("proven_last_ten_minutes").get<int>());
  text += workers_text(status.at("workers"));
  const Json& faults = status.at("fault_counts");
  text += fmt::format("faults     {} died, {} silent ({} heard again), {} failed, {} refused\n",
                      faults.at("died").get<int>(), faults.at("silent").get<int>(),
                      faults.at("returned").get<int>(), faults.at("failed").get<int>(),
                      faults.at("refused").get<int>());
  for (const Json& aside : status.at("set_aside")) {
    text += fmt::format("set aside  {} ({} workers died on it)\n",
                        aside.at("position").get<std::string>(), aside.at("deaths").get<int>());
  }
  return text;
}

int run_status(const Options& options) {
  const Result<worker::JoinFile> file = worker::read_join_file(options.book);
  if (!file.ok()) return report(file.status());
  const Result<std::string> answer = worker::ask_status(file.value());
  if (!answer.ok()) return report(answer.status());
  const Json status = Json::parse(answer.value(), nullptr, false);
  if (!status.is_object() || !status.contains("run")) {
    return report({StatusCode::kUnavailable, "the run is starting or ending"});
  }
  try {
    std::cout << (options.json ? status.dump() + "\n" : status_text(status));
  } catch (const Json::exception&) {
    return report({StatusCode::kIncompatible,
                   "the run's status has other fields: it is tengen " + file.value().version});
  }
  return kExitAnswered;
}

}  // namespace

Result<std::string> ask_run(const std::string& book) {
  const Result<worker::JoinFile> file = worker::read_join_file(book);
  if (!file.ok()) return file.status();
  return worker::ask_status(file.value());
}

void add_status_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("status", "how a running solve is going");
  add_book_option(*command, options->book)
      ->description("the book's directory, or the run's join file; default: $TENGEN_BOOK")
      ->option_text("PATH");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer("Example: tengen status --book my.book");
  command->callback([options, &action] { action = [options] { return run_status(*options); }; });
}

}  // namespace tengen::cluster
