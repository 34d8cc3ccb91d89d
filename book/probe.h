// The probe library: a book opened for questions by a program, while others may be writing it.
//
//   auto probe = tengen::book::Probe::open("my.book");
//   auto position = probe.value()->game().parse("h8 h9 i9 h7");
//   auto answer = probe.value()->query(position.value());
//
// Answers are in the frame of the position asked, whatever form the book holds. Nothing is searched
// beyond what query.h says. Errors are those of Store. All functions may be called from several
// threads at once; refresh() too, and then a question that is under way still sees the old state.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "book/query.h"
#include "book/store.h"
#include "solver/game/game.h"

namespace tengen::book {

class Probe {
 public:
  // Opens the book at `path` as Store::open_read_only() does, with the game it is of.
  static Result<std::unique_ptr<Probe>> open(const std::string& path);

  [[nodiscard]] const std::string& path() const { return path_; }
  // Rules and board size of the book; parses positions.
  [[nodiscard]] const Game& game() const { return *game_; }
  // The state of the book as of opening or the last refresh. Never null; stays good while held.
  [[nodiscard]] std::shared_ptr<const Store> store() const;

  // The record of exactly this position: one lookup, no rules. Empty does not mean unproven: wins
  // by a short VCF and wins over all replies often have no record; query() knows them.
  [[nodiscard]] Result<std::optional<StoredProof>> find(const Position& position, Color goal) const;
  // Everything known of a position and of each of its moves.
  [[nodiscard]] Result<QueryAnswer> query(const Position& position,
                                          Color goal = Color::kBlack) const;

  // Sees what has been written since. On an error the old state stays.
  [[nodiscard]] Status refresh();

 private:
  Probe(std::string path, const Game& game, std::shared_ptr<const Store> store);

  std::string path_;
  const Game* game_;
  mutable std::mutex mutex_;  // of store_, the pointer
  std::shared_ptr<const Store> store_;
};

}  // namespace tengen::book
