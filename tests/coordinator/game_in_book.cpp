#include "tests/coordinator/game_in_book.h"

#include <gtest/gtest.h>

#include <sstream>

#include "book/care/merge.h"
#include "book/care/repair.h"
#include "book/exchange/export.h"
#include "book/exchange/proof_import.h"
#include "coordinator/store_journal.h"
#include "tests/coordinator/simulation.h"

namespace tengen::test {

GameInBook::GameInBook(const Game& game)
    : game_(game), naive_(book::naive_game(game.rules(), game.size()).value()) {}

std::unique_ptr<book::Store> GameInBook::book(const std::string& name) const {
  return book::Store::open_for_writing(path(name), game_.rules(), game_.size()).value();
}

coordinator::SolveReport GameInBook::solve(book::Store& store, const Position& position,
                                           Color goal) const {
  coordinator::StoreJournal journal(store, store.begin_run("test").value());
  SimulatedWorkers workers(game_, 2);
  const std::atomic<bool> stop{false};
  coordinator::CoordinatorOptions options;
  options.check_threads = 0;
  options.drain_seconds = 0.1;
  coordinator::Coordinator coordinator(
      workers, game_, journal, coordinator::verifying_judges(journal, naive_), stop, options);
  return coordinator.solve(position, goal, 100, {}).value();
}

book::VerifyReport GameInBook::verify(const book::Store& store, const Position& position,
                                      Color goal) const {
  const auto lookup = [&](const Position& canonical, Color color) -> Result<std::optional<Win>> {
    const auto found = store.find_exact(canonical, color);
    if (!found.ok()) return found.status();
    if (!found.value()) return std::optional<Win>();
    return std::optional(Win{found.value()->move, found.value()->distance_plies});
  };
  return book::verify(naive_, position, goal, lookup, {}).value();
}

book::QueryAnswer GameInBook::expect_line_wins(const book::Store& store, const Position& position,
                                               Color goal) const {
  book::QueryAnswer answer = book::query(store, game_, position, goal).value();
  EXPECT_EQ(answer.result,
            goal == Color::kBlack ? book::GameResult::kBlackWins : book::GameResult::kWhiteWins);
  EXPECT_FALSE(answer.line.empty());
  if (answer.line.empty()) return answer;
  Position end = position;
  for (std::size_t i = 0; i + 1 < answer.line.size(); ++i) {
    EXPECT_EQ(game_.effect(end, answer.line[i]), MoveEffect::kContinues);
    end = game_.play(end, answer.line[i]);
  }
  EXPECT_EQ(winner_by(game_.effect(end, answer.line.back()), end.to_move), goal);
  return answer;
}

std::uint64_t GameInBook::expect_exports_to(const std::string& name, const book::Store& store,
                                            const Position& position, Color goal) const {
  std::stringstream certificate;
  const auto counts = book::export_proof(store, game_, position, goal, certificate);
  EXPECT_TRUE(counts.ok()) << counts.status().message();
  if (!counts.ok()) return 0;
  book::ProofImportOptions options;
  options.file = "certificate";
  options.book = path(name);
  const Result<book::ProofImportReport> imported = book::import_proof(certificate, options);
  EXPECT_TRUE(imported.ok()) << imported.status().message();
  if (!imported.ok()) return 0;
  EXPECT_EQ(imported.value().unproven, 0U);
  EXPECT_TRUE(verify(*book(name), position, goal).complete);
  return counts.value().short_wins;
}

void GameInBook::expect_merges_into(const std::string& name, const book::Store& store,
                                    const Position& position, Color goal) const {
  const auto into = book(name);
  const Result<book::MergeProgress> merged = book::merge_book(*into, store, {});
  EXPECT_TRUE(merged.ok()) << merged.status().message();
  if (!merged.ok()) return;
  EXPECT_EQ(merged.value().refused, 0U);
  EXPECT_TRUE(verify(*into, position, goal).complete);
}

void GameInBook::expect_sound(const std::string& name) const {
  const Result<book::RepairReport> repaired = book::repair_book(path(name), {});
  EXPECT_TRUE(repaired.ok()) << repaired.status().message();
  if (repaired.ok()) {
    EXPECT_EQ(repaired.value().removed, 0U);
  }
}

}  // namespace tengen::test
