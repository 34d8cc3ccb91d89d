#include "book/stats.h"

#include <utility>

namespace tengen::book {

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

}  // namespace tengen::book
