// The answer to `tengen query`: what a book knows of a position and of each of its moves. All
// points are in the asker's frame.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "book/query/evaluator.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

// Who wins, as far as is known.
enum class GameResult : std::uint8_t { kUnknown, kBlackWins, kWhiteWins, kDraw };

// "unknown", "black_wins", "white_wins", "draw".
[[nodiscard]] std::string_view result_name(GameResult result);
// "unknown", "proven", "disproven".
[[nodiscard]] std::string_view verdict_name(Verdict verdict);
// What a result says of a goal.
[[nodiscard]] Verdict verdict_for(GameResult result, Color goal);

struct MoveAnswer {
  Move move = kNoMove;
  Verdict status = Verdict::kUnknown;  // of the goal, once the move is made
  GameResult result = GameResult::kUnknown;
  int distance_plies = 0;  // upper bound, counting the move itself; 0 unless somebody wins
  bool foul = false;       // Black's foul: loses at once
};

// Distances agree. With the winner to move it is the distance of the position's record, or of the
// shortest short VCF, or of the soonest move that wins; a move wins in one ply more than the
// position after it, and so other moves may win sooner than a record. With the loser to move it is
// that of his longest move. The line is as long. (In a book whose records are settled, settle.h;
// else a record may say more plies than its moves take.)
struct QueryAnswer {
  Position position;  // as asked
  std::string rules;
  Color goal = Color::kBlack;
  // Also disproven, with an unknown result, where a draw is known and no win.
  Verdict status = Verdict::kUnknown;
  GameResult result = GameResult::kUnknown;
  int distance_plies = 0;         // upper bound; 0 unless somebody wins
  Move best = kNoMove;            // what wins, else draws, else loses last; kNoMove: not known
  std::vector<MoveAnswer> moves;  // every empty point in board order, then a pass where allowed
  std::vector<Move> line;         // main line from the position to the end of the game, when won
  // What files of others say of it: nothing above rests on this.
  std::vector<HintedMove> hints{};
  std::vector<Note> notes{};
};

// REQUIRES: the position came from game.parse(); store and game have the same rules and size.
Result<QueryAnswer> query(const Store& store, const Game& game, const Position& position,
                          Color goal = Color::kBlack);

// Adds the hints and notes on the answer's position.
Status add_words_of_others(const Store& store, QueryAnswer& answer);

// The `moves` of query() alone. REQUIRES: as query().
Result<std::vector<MoveAnswer>> query_moves(const Store& store, const Game& game,
                                            const Position& position, Color goal = Color::kBlack);

// Winning moves against the longest replies, from a position that the book, or a short VCF, shows
// as won. Stops early where the book does not go on (a hole). REQUIRES: position not decided; same
// rules and size as the evaluator's.
Result<std::vector<Move>> main_line(Evaluator& evaluator, const Position& position, Color winner);

}  // namespace tengen::book
