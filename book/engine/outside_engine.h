// An engine of somebody else's, asked which move it would play: any program that speaks the
// protocol of Gomocup (Piskvork) or Yixin's extension of it and knows the rules of renju. It may
// guide a search and is never believed: its moves are checked against the rules, and nothing else
// it says is used. What may go wrong with it is a value, costs a bounded time and does no harm.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "book/engine/engine_process.h"
#include "book/engine/main_line.h"
#include "book/engine/protocol.h"
#include "solver/base/status.h"
#include "solver/game/game.h"
#include "solver/game/prover.h"

namespace tengen::book::engine {

struct EngineAnswer {
  Move move = kNoMove;     // legal: an empty point and no foul
  std::vector<Move> line;  // the main line as far as the engine has told it: `move` comes first,
                           // and each move is legal after those before it
  double seconds = 0;      // from the question to the answer
};

struct OutsideEngineOptions {
  std::uint64_t memory_bytes = std::uint64_t{350} << 20;  // the engine is asked to keep to it
  double start_seconds = 20;                              // for the OK to START or RESTART
  double grace_seconds = 1;                 // an answer may come that much later than asked for
  int most_failures = 3;                    // in a row, before the engine is given up
  std::int64_t renju_rule = kGomocupRenju;  // kYixinRenju for engines that know only that
};

// What the answer suggests: its move, and those of the same side further down the main line.
// REQUIRES: an answer about `position`.
[[nodiscard]] std::vector<Hint> hints_in(const EngineAnswer& answer, const Position& position);

// Owned by one thread. The process, which runs only from the first question on, is started again
// after a failure; the destructor ends it, within a second and a half.
class OutsideEngine {
 public:
  // `command` is for the shell. The game must outlive the object.
  OutsideEngine(std::string command, const Game& game, const OutsideEngineOptions& options);
  OutsideEngine(const OutsideEngine&) = delete;
  OutsideEngine& operator=(const OutsideEngine&) = delete;
  ~OutsideEngine();

  // The move the engine would play for the side to move, if it thinks for so many seconds. Comes
  // back after grace_seconds more at the latest, and start_seconds more for each START or RESTART;
  // soon after `stop`, which is asked about every 20 ms and may be empty, says so.
  // Errors: kInvalidArgument when the position cannot be asked in the protocol, as its numbers of
  // stones are not those of players in turn, or the move before was a pass; kUnavailable when
  // stopped, or when the engine was given up before; kIo when it has failed: it does not start,
  // ends, says nothing in time, writes without end or gives no legal move. The kIo with which
  // it is given up says so.
  // REQUIRES: a position of the game, not decided.
  Result<EngineAnswer> ask(const Position& position, double seconds,
                           const std::function<bool()>& stop = {});

  // Whether no question will be answered any more.
  [[nodiscard]] bool given_up() const { return failures_ >= options_.most_failures; }

 private:
  using Event = EngineProcess::Event;
  using Stop = std::function<bool()>;

  [[nodiscard]] Status check_askable(const Position& position) const;
  Result<EngineAnswer> try_to_ask(const Position& position, double seconds, const Stop& stop);
  Status get_ready(const Stop& stop);
  Event take_owed_answer(const Stop& stop);
  Event begin_game(bool is_new, const Stop& stop);
  Result<EngineAnswer> put_question(const Position& position, double seconds, const Stop& stop);
  [[nodiscard]] Result<Move> move_in(const std::string& line, const Position& position) const;
  void take_note(const std::string& line);
  [[nodiscard]] Status trouble(Event event, const std::string& with) const;
  Status fail(const std::string& why);

  const std::string command_;
  const Game& game_;
  const OutsideEngineOptions options_;
  std::unique_ptr<EngineProcess> process_;  // null: none is running
  MainLine main_line_;
  bool has_settings_ = false;    // the process has been told what stays the same
  bool owes_an_answer_ = false;  // of the process: to a question that was stopped
  bool knows_restart_ = true;
  int failures_ = 0;       // in a row
  std::string complaint_;  // the last ERROR since the question came
};

}  // namespace tengen::book::engine
