#include "book/report/stats.h"

#include <utility>

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const RecordCounts& counts) {
  return {{"total", counts.total()},
          {"tree", counts.tree},
          {"vcf_leaf", counts.vcf_leaves},
          {"all_replies", counts.all_replies}};
}

}  // namespace

Result<BookStats> collect_stats(const Store& store, const Game& game,
                                const std::function<bool()>& stop) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  BookStats stats;
  stats.path = store.path();
  stats.rules = store.rules();
  stats.size = store.size();
  stats.format_version = kFormatVersion;
  stats.created_by = store.created_by();
  Result<std::vector<Run>> runs = store.runs();
  if (!runs.ok()) return runs.status();
  stats.runs = std::move(runs).value();
  const Result<BookCounts> counts = store.count(stop);
  if (!counts.ok()) return counts.status();
  stats.counts = counts.value();
  const Result<std::uint64_t> bytes = store.bytes_on_disk();
  if (!bytes.ok()) return bytes.status();
  stats.bytes_on_disk = bytes.value();
  Result<std::vector<OpeningReport>> openings = report_openings(store, game);
  if (!openings.ok()) return openings.status();
  stats.openings = std::move(openings).value();
  return stats;
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
          {"hint_positions", counts.hint_positions},
          {"hint_moves", counts.hint_moves},
          {"noted_positions", counts.noted_positions},
          {"bytes", stats.bytes_on_disk},
          {"openings", std::move(openings)}};
}

}  // namespace tengen::book
