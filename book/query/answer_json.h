// Answers as JSON objects with the field names of the command line and the HTTP service. These
// mean the same in all of them: `position` is a board as a set-up BLACK/WHITE/SIDE in the asker's
// frame, `asked` the text of the question, `history` the moves played, `moves` those that can be
// played, `opening` an opening's names.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "book/query/openings.h"
#include "book/query/query.h"

namespace tengen::book {

// On one line. Bytes from outside that are no UTF-8, which JSON takes alone, are replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json);
// position, rules, size, to_move, goal, status, result, distance, best, moves, line, hints, notes.
// Unknown distance and best are null.
[[nodiscard]] nlohmann::ordered_json to_json(const QueryAnswer& answer);
// {"error":{"code":CODE,"message":MESSAGE}}: what is said in place of an answer.
[[nodiscard]] nlohmann::ordered_json error_json(std::string_view code, std::string_view message);
// "bad_request", "not_found", "busy", "book_failed". REQUIRES: !status.ok()
[[nodiscard]] std::string_view error_code(const Status& status);
// source, title, comment, points, leads_to of each.
[[nodiscard]] nlohmann::ordered_json to_json(std::span<const Note> notes, int size);
// code, name, english, kanji; null for none.
[[nodiscard]] nlohmann::ordered_json to_json(const Opening* opening);

}  // namespace tengen::book
