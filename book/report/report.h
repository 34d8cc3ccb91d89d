// The state of the 26 openings: what a book has proven of each, and of White's every fourth move.
// Shared by `tengen stats`, `tengen report`, the HTTP service and the web explorer.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "book/query/openings.h"
#include "book/query/query.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

// What is proven of one opening. Points are in the frame of opening.moves.
struct OpeningReport {
  Opening opening;
  GameResult result = GameResult::kUnknown;  // of the position after three stones
  int distance_plies = 0;                    // upper bound of that result; 0 when it is unknown
  int fourth_moves = 0;                      // White's legal fourth moves
  int fourth_black_wins = 0;                 // of them, proven for Black
  int fourth_white_wins = 0;                 // of them, proven for White
  std::vector<MoveAnswer> replies;           // the proven fourth moves, in board order

  [[nodiscard]] int open() const { return fourth_moves - fourth_black_wins - fourth_white_wins; }
};

// The 26 in the order of all_openings(). Looks at the position after three stones and at those
// after four, as query() does, symmetric ones once: some 5,000 positions, none of them searched.
// Empty on other boards than 15x15. Errors: the store's. REQUIRES: store and game have the same
// rules and size. May run in several threads at once.
Result<std::vector<OpeningReport>> report_openings(const Store& store, const Game& game);

// Records of positions that hold the three stones of an opening, in any symmetric form.
struct OpeningRecords {
  std::uint64_t black = 0;  // goal black
  std::uint64_t white = 0;  // goal white
};

struct Report {
  std::string path;
  std::string rules;
  int size = 0;
  std::uint64_t bytes_on_disk = 0;
  std::vector<OpeningReport> openings;  // from report_openings()
  // From count_opening_records(), in the order of `openings`; else empty.
  std::vector<OpeningRecords> records;
};

// Quick enough to be made for each request (book/README.md has the figures). REQUIRES and errors
// as for report_openings().
Result<Report> make_report(const Store& store, const Game& game);

// Fills report.records by a scan of the whole book, far slower than make_report(). A position that
// several openings lead to counts for each of them. REQUIRES: make_report() made it of this store.
Status count_opening_records(const Store& store, Report& report);

// code, name, english, kanji, position, history, result, distance, fourth_moves, fourth_black_wins,
// fourth_white_wins, open. The distance is null while the result is unknown.
[[nodiscard]] nlohmann::ordered_json to_json(const OpeningReport& opening);
// book, rules, size, bytes, openings[{as above, and replies[{move, result, distance}], records,
// records_by_goal}],
// and the sums openings_black_wins, openings_white_wins, openings_open, fourth_moves,
// fourth_black_wins, fourth_white_wins, open. `replies` has the proven moves alone: all others of
// the fourth_moves are open. `records` is their number and `records_by_goal` {black, white}; both
// are null when they were not counted.
[[nodiscard]] nlohmann::ordered_json to_json(const Report& report);

// A whole page in UTF-8, without links to other hosts or style attributes. Its one style sheet, and
// the script that puts it into Russian where the browser asks for that, stand inside it. With
// `style_href` they are linked instead, for servers whose policy forbids what is inline: that
// address must give report_style(), and the files of book/web/ be there.
[[nodiscard]] std::string to_html(const Report& report, std::string_view style_href = {});
[[nodiscard]] std::string report_style();

}  // namespace tengen::book
