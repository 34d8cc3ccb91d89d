#include "cluster/command/import_proof.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "book/exchange/proof_import.h"
#include "book/query/answer_json.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

using nlohmann::ordered_json;

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string mended(const book::ProofImportProgress& progress) {
  if (progress.mend_nodes == 0) return {};
  return fmt::format(", {} mended by {} nodes", progress.mended, progress.mend_nodes);
}

ordered_json to_json(const ProofImportArguments& arguments, const book::ProofImportReport& done) {
  ordered_json roots = ordered_json::array();
  for (std::size_t i = 0; i < done.roots.size(); ++i) {
    roots.push_back({{"position", format_position(done.roots[i].position)},
                     {"goal", color_name(done.roots[i].goal)},
                     {"status", done.roots_proven[i] ? "proven" : "unknown"}});
  }
  return {{"file", arguments.file},        {"book", arguments.book},     {"lines", done.lines},
          {"records", done.records},       {"unproven", done.unproven},  {"mended", done.mended},
          {"added", done.counts.added},    {"known", done.counts.known}, {"seconds", done.seconds},
          {"positions", std::move(roots)}, {"fault_lines", done.faults}};
}

}  // namespace

int import_proof(const ProofImportArguments& arguments) {
  std::ifstream file;
  const bool from_stdin = arguments.file == "-";
  if (!from_stdin) {
    file.open(arguments.file, std::ios::binary);
    if (!file || std::filesystem::is_directory(arguments.file)) {
      return report(invalid_argument(arguments.file + ": cannot be opened for reading"));
    }
  }
  ProgressLine line;
  book::ProofImportOptions options;
  options.file = arguments.file;
  options.book = arguments.book;
  options.source =
      fmt::format("{} (import of {})", host_name(),
                  from_stdin ? "stdin" : std::filesystem::path(arguments.file).filename().string());
  options.threads = arguments.threads;
  options.rules = arguments.game.rules;
  options.size = arguments.game.size;
  options.other_rules = arguments.other_rules;
  options.mend_nodes = arguments.mend_nodes;
  options.partial = arguments.partial || arguments.other_rules || !arguments.as.empty();
  if (arguments.other_rules || !arguments.as.empty()) {
    const Result<const Game*> game = asked_game(arguments.game, arguments.book);
    if (!game.ok()) return report(game.status());
    options.rules = game.value()->rules();
    options.size = game.value()->size();
    if (!arguments.as.empty()) {
      const Result<AskedPosition> asked = parse_position(*game.value(), arguments.as);
      if (!asked.ok()) return report(asked.status());
      options.as = asked.value().position;
    }
  }
  options.progress = [&line](const book::ProofImportProgress& progress) {
    line([&] {
      return progress.records == 0
                 ? fmt::format("{} lines read", progress.lines)
                 : fmt::format("{} of {} records checked{}, {} stored", progress.checked,
                               progress.records, mended(progress), progress.stored);
    });
  };
  const Result<book::ProofImportReport> done =
      book::import_proof(from_stdin ? std::cin : file, options);
  if (!done.ok()) return report(done.status());
  const book::ProofImportReport& found = done.value();
  if (arguments.json) {
    std::cout << book::json_text(to_json(arguments, found)) << '\n';
  } else {
    for (const std::string& fault : found.faults) std::cout << "not proven: " << fault << '\n';
    std::cout << fmt::format(
        "{}: {} lines, {} records{}, {} not proven; {} added, {} known, {:.2f} s\n", arguments.file,
        found.lines, found.records, mended(found), found.unproven, found.counts.added,
        found.counts.known, found.seconds);
  }
  return found.unproven == 0 ? kExitAnswered : kExitUnknown;
}

}  // namespace tengen::cluster
