// What the book knows, in the lines in which Rapfi answers Yixin-Board's database questions, so
// that such boards show it. Labels are those of the move that leads to a position: "w35" where it
// wins in at most 35 plies, itself counted, "l20" where it loses in at most 20, "d" for a draw.
// Values are those of the side to move: 30000 less the plies to its win, or the negative of that
// for its loss. What imported files say stands beside it, never in place of it.
#pragma once

#include <string>
#include <vector>

#include "book/engine/protocol.h"
#include "book/query/query.h"

namespace tengen::book::engine {

// "DATABASE X Y LABEL VALUE DEPTH BOUND HAS_COMMENT TEXT" for every point whose outcome is known,
// fouls left out, or of which an imported file says something: then without an outcome LABEL is -1
// and the next three are 0. HAS_COMMENT is 1 where a file says more behind the move; TEXT is its
// label or mark on the point, of the first file that has one. LABEL holds the characters of the
// label as the bytes of a number, the first one most significant; DEPTH the plies from the position
// to its end. BOUND is 1 where the value may be less and 2 where it may be more, for distances are
// upper bounds; 3 for a draw.
std::vector<std::string> database_children(const QueryAnswer& answer, Coordinates coordinates);
// "DATABASE ONE LABEL VALUE DEPTH BOUND TEXT", LABEL being the number of the label's letter and
// TEXT all of it; zeros where nothing is known.
std::string database_one(const QueryAnswer& answer);
// DATABASE TEXT and, between double quotes, the answer in words and what imported files say, each
// with its source: "[my.lib] ...". One line of some 2,000 bytes at most, lines in it parted by
// " / ", with \ before " and \. Nothing between the quotes where nothing is known or said.
std::string database_text(const QueryAnswer& answer);

// Who wins, how soon, and by which moves: "Black wins in at most 35 plies: g7 h6 ...". Empty where
// nothing is known.
std::string answer_in_words(const QueryAnswer& answer);

}  // namespace tengen::book::engine
