// The probe library: a book opened for questions by a program, while others may be writing it.
//
//   auto probe = tengen::book::Probe::open("my.book");
//   auto position = probe.value()->parse("D4 h7");
//   auto answer = probe.value()->query(position.value());
//
// Answers are in the frame of the position asked, whatever form the book holds. Nothing is searched
// beyond what query.h says. Errors are those of Store. All functions may be called from several
// threads at once, and reads do not wait for each other; refresh() too, and then a question that is
// under way still sees the old state. The book on disk is never changed.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/query/query.h"
#include "book/store/store.h"
#include "solver/game/game.h"

namespace tengen::book {

class Probe {
 public:
  // Opens the book at `path` as Store::open_read_only() does, with the game it is of.
  static Result<std::unique_ptr<Probe>> open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  // Rules and board size of the book.
  [[nodiscard]] const Game& game() const { return *game_; }
  // A position as the command line has it: a move list, an opening code with or without moves, a
  // set-up. Errors: kInvalidArgument, in the words of Game::parse().
  [[nodiscard]] Result<Position> parse(std::string_view text) const;
  // The state of the book as of opening or the last refresh. Never null; stays good while held.
  [[nodiscard]] std::shared_ptr<const Store> store() const;

  // A position of another board size is kInvalidArgument.

  // The record of exactly this position: one lookup, no rules. Empty does not mean unproven: wins
  // by a short VCF and wins over all replies often have no record; query() knows them.
  [[nodiscard]] Result<std::optional<StoredProof>> find(const Position& position, Color goal) const;
  // Everything known of a position and of each of its moves.
  [[nodiscard]] Result<QueryAnswer> query(const Position& position,
                                          Color goal = Color::kBlack) const;
  // The verdict of every move, as query() gives it, without the work for the rest.
  [[nodiscard]] Result<std::vector<MoveAnswer>> children(const Position& position,
                                                         Color goal = Color::kBlack) const;
  // The main line, as query() gives it: the winner's moves against the longest replies. Empty when
  // the position is not known to be won.
  [[nodiscard]] Result<std::vector<Move>> line(const Position& position) const;

  // Whether the last refresh saw all that has been written. Looks at the directory only.
  [[nodiscard]] bool is_current() const;
  // Sees what has been written since. As cheap as is_current() when that is nothing; then store()
  // stays the same object. Else the book is opened again: tables by their index alone, but all of
  // the writer's log, up to 64 MB. After an error the old state stays. Errors: those of open(), and
  // kIncompatible when a book of other rules or another size has taken the place.
  [[nodiscard]] Status refresh();

 private:
  Probe(std::string path, const Game& game, std::shared_ptr<const Store> store);
  [[nodiscard]] Status check(const Position& position) const;

  std::string path_;
  const Game* game_;
  std::mutex refresh_mutex_;  // one refresh at a time
  mutable std::mutex mutex_;  // of store_, the pointer
  std::shared_ptr<const Store> store_;
};

}  // namespace tengen::book
