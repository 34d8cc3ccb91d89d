// A session of the engine with one manager: lines in, lines out, no files of its own but the book,
// and a thread that thinks. Commands are those of Gomocup (Piskvork) and its Yixin extension;
// book/README.md lists them. Owned by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/engine/laid_board.h"
#include "book/engine/protocol.h"
#include "book/engine/thinking_thread.h"
#include "book/engine/time_limits.h"
#include "solver/game/game.h"

namespace tengen::book::engine {

struct SessionOptions {
  // For searching; INFO may lower it. REQUIRES: at least kLeastMemoryBytes.
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;
  // Empty: Gomocup's, and Yixin's once the manager has said YXSHOWINFO.
  std::optional<Coordinates> coordinates;
};

class Session {
 public:
  using Clock = std::chrono::steady_clock;
  // Receives one line of an answer, without its end.
  using Write = std::function<void(std::string_view line)>;

  // The game must outlive the session.
  Session(const Game& game, const SessionOptions& options, Write write);

  // Errors: those of Knowledge::open().
  Status open_book(const std::string& path);

  // Answers one line of the manager's; `stop` is polled while thinking. The time for a move counts
  // from `received`, when the line came, but not from before the move before was answered. Returns
  // false when the manager has ended the session. Any bytes will do.
  bool handle(std::string_view line, const std::function<bool()>& stop = {},
              Clock::time_point received = Clock::now());

 private:
  using Handler = void (Session::*)(const std::string& arguments);
  struct Entry {
    std::string_view word;
    Handler handler;          // null: known and not supported
    bool needs_game = false;  // a START before
    bool is_block = false;    // lines up to DONE follow; the handler is called after that
  };
  struct Block {
    const Entry* entry;
    std::string arguments;
    std::vector<Placed> placed;
    Status fault;  // the first one; nothing but an error comes of the block then
  };

  static const Entry* find_entry(std::string_view word);
  void run(const Entry& entry, const std::string& arguments);
  void add_to_block(std::string_view line);

  // Commands.
  void about(const std::string&);
  void start(const std::string& arguments);
  void restart(const std::string&);
  void begin(const std::string&);
  void turn(const std::string& arguments);
  void play(const std::string& arguments);
  void take_back(const std::string& arguments);
  void set_up_and_think(const std::string&);
  void set_up(const std::string&);
  void think(const std::string&);
  void info(const std::string& arguments);
  void show_info(const std::string&);
  void show_forbidden(const std::string&);
  void clear_hash(const std::string&);
  void set_database(const std::string& arguments);
  void query_all(const std::string&);
  void query_one(const std::string&);
  void query_text(const std::string&);
  void query_all_and_text(const std::string&);
  void nothing(const std::string&) {}

  void set_option(const std::string& key, std::int64_t value);
  void set_memory(std::uint64_t bytes);
  bool lay_block();
  void think_and_play();
  [[nodiscard]] bool plays_rule() const;
  [[nodiscard]] std::string refusal_of_rule(std::string_view before_number) const;
  void tell(const Position& position, const Choice& choice);
  QueryAnswer answer_to_block();
  void tell_children(const QueryAnswer& answer);
  void tell_fault();

  void ok() { write_("OK"); }
  void message(const std::string& text) { write_("MESSAGE " + text); }
  void error(const std::string& text) { write_("ERROR " + text); }

  const Game& game_;
  const Write write_;
  const std::uint64_t most_memory_;
  std::uint64_t memory_;
  const bool coordinates_given_;
  Coordinates coordinates_;
  TimeLimits time_;
  std::uint64_t most_nodes_ = 0;      // of one move; 0: no limit
  std::optional<std::int64_t> rule_;  // as INFO says, if it has
  std::string book_path_;
  ThinkingThread thinking_;
  std::optional<LaidBoard> board_;  // empty before START
  std::optional<Block> block_;      // while its lines come in
  std::function<bool()> stop_;      // of the line being handled
  Clock::time_point received_;      // that line
  Clock::time_point answered_;      // the last move
};

}  // namespace tengen::book::engine
