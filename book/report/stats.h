// The summary of a book for `tengen stats`.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "book/report/report.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

struct BookStats {
  std::string path;
  std::string rules;
  int size = 0;
  int format_version = 0;
  std::string created_by;
  std::vector<Run> runs;
  BookCounts counts;
  std::uint64_t bytes_on_disk = 0;
  std::vector<OpeningReport> openings;  // all 26 on a 15x15 board, else empty
};

// Scans the whole book; kUnavailable as soon as `stop` says so. REQUIRES: store and game have the
// same rules and size.
Result<BookStats> collect_stats(const Store& store, const Game& game,
                                const std::function<bool()>& stop = {});

// book, rules, size, format, created_by, runs, records, tree_entries, hint_positions, hint_moves,
// openings.
[[nodiscard]] nlohmann::ordered_json to_json(const BookStats& stats);

}  // namespace tengen::book
