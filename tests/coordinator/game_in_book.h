// A game goes all the way: from a run of the coordinator with two workers into a book, past the
// verifier, out as a certificate and into another book.
#pragma once

#include <memory>
#include <string>

#include "book/query/query.h"
#include "book/store/store.h"
#include "book/verifier/verifier.h"
#include "coordinator/coordinator.h"
#include "solver/game/game.h"
#include "tests/temp_dir.h"

namespace tengen::test {

class GameInBook {
 public:
  explicit GameInBook(const Game& game);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const book::NaiveGame& naive() const { return naive_; }
  [[nodiscard]] std::string path(const std::string& name) const { return dir_.path(name); }

  [[nodiscard]] std::unique_ptr<book::Store> book(const std::string& name) const;
  [[nodiscard]] coordinator::SolveReport solve(book::Store& store, const Position& position,
                                               Color goal) const;
  // By the verifier, every reply.
  [[nodiscard]] book::VerifyReport verify(const book::Store& store, const Position& position,
                                          Color goal) const;
  // Of EXPECT_: what query() says is that `goal` wins, and its line leads there. Returns the
  // answer.
  book::QueryAnswer expect_line_wins(const book::Store& store, const Position& position,
                                     Color goal) const;
  // Of EXPECT_: the certificate gives a book of its own, of that name, that is complete. Returns
  // how many wins it leaves to its readers.
  std::uint64_t expect_exports_to(const std::string& name, const book::Store& store,
                                  const Position& position, Color goal) const;
  // Of EXPECT_: merging into a book of that name refuses nothing, and it is complete.
  void expect_merges_into(const std::string& name, const book::Store& store,
                          const Position& position, Color goal) const;
  // Of EXPECT_: repair has nothing to remove. REQUIRES: the book of that name is closed.
  void expect_sound(const std::string& name) const;

 private:
  const Game& game_;
  const book::NaiveGame naive_;
  TempDir dir_;
};

}  // namespace tengen::test
