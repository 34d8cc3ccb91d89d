// Answers as JSON objects with the field names of the command line and the HTTP service.
#pragma once

#include <nlohmann/json.hpp>

#include "book/query.h"
#include "book/stats.h"

namespace tengen::book {

// position, rules, size, to_move, goal, status, result, distance, best, moves, line. Unknown
// distance and best are null.
[[nodiscard]] nlohmann::ordered_json to_json(const QueryAnswer& answer);
// book, rules, size, format, created_by, runs, records, tree_entries, hints, bytes,
// openings.
[[nodiscard]] nlohmann::ordered_json to_json(const BookStats& stats);

}  // namespace tengen::book
