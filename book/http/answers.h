// What the HTTP service says of a position, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "book/http/asked_game.h"
#include "book/probe.h"

namespace tengen::book {

// The fields of to_json(QueryAnswer) and: opening, fouls, provenance, history, over.
Result<nlohmann::ordered_json> position_answer(const Probe& probe, const AskedGame& asked,
                                               Color goal);
// Of the same: position, goal, status, result, distance, line.
Result<nlohmann::ordered_json> line_answer(const Probe& probe, const AskedGame& asked, Color goal);

}  // namespace tengen::book
