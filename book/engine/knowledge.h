// What is known of a position without a search: the rules, wins by a few fours in a row, what
// earlier searches have proven, and a book if there is one. Owned by one thread. A book that cannot
// be read any more is closed; what is asked of it then is unknown, and take_fault() tells why.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "book/probe.h"
#include "book/query/evaluator.h"
#include "solver/game/game.h"

namespace tengen::book::engine {

class Knowledge {
 public:
  // The game must outlive the knowledge.
  explicit Knowledge(const Game& game);

  // Reads that book from now on; on an error the one before stays. Errors: those of Probe::open();
  // kIncompatible for a book of another game.
  Status open(const std::string& path);
  // Forgets the book.
  void close();
  [[nodiscard]] bool has_book() const { return probe_ != nullptr; }
  // Sees what has been written into the book since, unless it was opened or refreshed a moment ago:
  // that reads it anew. Where this fails the old state stays.
  void refresh(std::chrono::milliseconds moment = std::chrono::seconds(5));

  // Keeps what a search has certified, so that a win once found is played to its end. The oldest
  // are forgotten, all together, when there would be more than kMostFacts.
  void learn(std::span<const ProofRecord> records);
  static constexpr std::size_t kMostFacts = 100'000;
  // Forgets what learn() was given.
  void forget() { facts_.clear(); }

  // A win of the side to move. REQUIRES: position not decided.
  [[nodiscard]] std::optional<Win> win(const Position& position);
  // A win of `winner` after `move` of the side to move; the distance counts the move.
  // REQUIRES: position not decided; an empty point or a pass.
  [[nodiscard]] std::optional<Win> win_after(const Position& position, Move move, Color winner);
  // All that the book says; empty without a book. REQUIRES: position not decided.
  [[nodiscard]] std::optional<QueryAnswer> query(const Position& position);

  // Why the book was closed or not refreshed, once.
  std::optional<Status> take_fault();

 private:
  template <typename T>
  std::optional<T> value_or_close(Result<T> result);
  [[nodiscard]] std::optional<Win> fact(const Position& position, Color goal) const;

  const Game& game_;
  std::unordered_map<std::string, Win> facts_;  // by key_of() in the canonical frame
  std::unique_ptr<ShortWins> fours_;            // for short wins where there is no book
  std::unique_ptr<Probe> probe_;
  std::shared_ptr<const Store> store_;  // what evaluator_ reads
  std::unique_ptr<Evaluator> evaluator_;
  std::chrono::steady_clock::time_point seen_;
  std::optional<Status> fault_;
};

}  // namespace tengen::book::engine
