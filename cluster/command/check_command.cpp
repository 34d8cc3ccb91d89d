// `tengen check`: whether a book is whole and true.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/care/check_book.h"
#include "book/query/answer_json.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string book;
  GameOptions game;
  bool quick = false;
  int threads = default_threads();
  bool json = false;
};

const char* verdict_of(const book::CheckReport& found) {
  if (found.damages_total > 0) return "damaged";
  if (found.holes_total > 0) return "incomplete";
  return found.distances_total > 0 ? "inexact" : "sound";
}

const char* kind_name(book::CheckFaultKind kind) {
  switch (kind) {
    case book::CheckFaultKind::kDamage:
      return "damage";
    case book::CheckFaultKind::kHole:
      return "hole";
    case book::CheckFaultKind::kDistance:
      break;
  }
  return "distance";
}

ordered_json to_json(const book::CheckReport& found, bool quick) {
  ordered_json faults = ordered_json::array();
  for (const book::CheckFault& fault : found.faults) {
    faults.push_back(
        {{"kind", kind_name(fault.kind)}, {"where", fault.where}, {"what", fault.what}});
  }
  const book::BookCounts& counts = found.counts;
  return {{"book", found.path},
          {"rules", found.rules},
          {"size", found.size},
          {"status", verdict_of(found)},
          {"tables", found.tables},
          {"table_bytes", found.table_bytes},
          {"records", counts.black.total() + counts.white.total()},
          {"records_estimated", found.estimated},
          {"tree_entries", counts.tree_entries},
          {"hint_positions", counts.hint_positions},
          {"hint_moves", counts.hint_moves},
          {"noted_positions", counts.noted_positions},
          {"run_count", found.runs},
          {"proofs_checked", quick ? ordered_json() : ordered_json(found.claims_checked)},
          {"damages_total", found.damages_total},
          {"holes_total", found.holes_total},
          {"distances_total", found.distances_total},
          {"seconds", found.seconds},
          {"faults", std::move(faults)}};
}

void print(const book::CheckReport& found, bool quick) {
  const book::BookCounts& counts = found.counts;
  for (const book::CheckFault& fault : found.faults) {
    std::cout << kind_name(fault.kind) << ": " << fault.where << ": " << fault.what << '\n';
  }
  const std::uint64_t listed = found.faults.size();
  const std::uint64_t total = found.damages_total + found.holes_total + found.distances_total;
  if (total > listed) std::cout << "... and " << total - listed << " more\n";
  std::cout << fmt::format(
      "{}: {}: {} records ({} by RocksDB's estimate), {} tree entries, hints in {} "
      "positions, notes on {}, {} runs, {} tables of {:.1f} MB; {}; damages {}, holes {}, inexact "
      "distances {}, {:.2f} s\n",
      verdict_of(found), found.path, counts.black.total() + counts.white.total(), found.estimated,
      counts.tree_entries, counts.hint_positions, counts.noted_positions, found.runs, found.tables,
      static_cast<double>(found.table_bytes) / 1e6,
      quick ? std::string("proofs not checked")
            : fmt::format("{} proofs checked", found.claims_checked),
      found.damages_total, found.holes_total, found.distances_total, found.seconds);
}

int run_check(const Options& options) {
  if (Status status = check_game(options.game, options.book); !status.ok()) return report(status);
  ProgressLine line;
  book::CheckOptions check_options;
  check_options.closure = !options.quick;
  check_options.threads = options.threads;
  check_options.progress = [&line](const book::CheckReport& so_far) {
    line([&] {
      return fmt::format("tables {}, records {}, proofs {} of {}, faults {}", so_far.tables,
                         so_far.counts.black.total() + so_far.counts.white.total(),
                         so_far.claims_checked, so_far.claims_total,
                         so_far.damages_total + so_far.holes_total + so_far.distances_total);
    });
  };
  const Result<book::CheckReport> found = book::check_book(options.book, check_options);
  if (!found.ok()) return report(found.status());
  if (options.json) {
    std::cout << book::json_text(to_json(found.value(), options.quick)) << '\n';
  } else {
    print(found.value(), options.quick);
  }
  if (found.value().damages_total > 0) return kExitBadBook;
  const bool whole = found.value().holes_total == 0 && found.value().distances_total == 0;
  return whole ? kExitAnswered : kExitUnknown;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("check", "whether a book is whole and true");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command->add_flag("--quick", options->quick, "files and entries only, not the proofs");
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Compares checksums, decodes every entry, counts them, and meets every reply to every\n"
      "record by the verifier's code. Changes nothing. What it finds `tengen repair` puts right.\n"
      "Exit status: 0 sound, 1 a proof has a hole or a distance is not exact, 3 damaged.\n"
      "Example: tengen check --book my.book --quick");
  command->callback([options, &action] { action = [options] { return run_check(*options); }; });
}

}  // namespace tengen::cluster
