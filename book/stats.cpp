#include "book/stats.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tengen::book {
namespace {

// Who wins by a record of the position itself, and its distance.
Result<std::optional<std::pair<Color, int>>> recorded_winner(const Store& store,
                                                             const Position& position) {
  for (const Color goal : {Color::kBlack, Color::kWhite}) {
    const Result<std::optional<StoredProof>> record = store.find(position, goal);
    if (!record.ok()) return record.status();
    if (record.value()) {
      return std::optional<std::pair<Color, int>>({goal, record.value()->distance_plies});
    }
  }
  return std::optional<std::pair<Color, int>>();
}

Result<OpeningStats> opening_stats(const Store& store, const Game& game, const Opening& opening) {
  OpeningStats stats{.opening = opening};
  const Result<Position> position = game.parse(opening.moves);
  if (!position.ok()) return position.status();
  int longest_loss = 0;
  for (const Move move : game.legal_moves(position.value())) {
    ++stats.fourth_moves;
    const auto winner = recorded_winner(store, after_move(position.value(), move));
    if (!winner.ok()) return winner.status();
    if (!winner.value()) continue;
    const auto [color, distance] = *winner.value();
    if (color == Color::kBlack) {
      ++stats.fourth_black_wins;
      longest_loss = std::max(longest_loss, 1 + distance);
    } else {
      ++stats.fourth_white_wins;
      stats.result = GameResult::kWhiteWins;
      if (stats.distance_plies == 0 || 1 + distance < stats.distance_plies) {
        stats.distance_plies = 1 + distance;
      }
    }
  }
  const auto winner = recorded_winner(store, position.value());
  if (!winner.ok()) return winner.status();
  if (winner.value()) {
    const auto [color, distance] = *winner.value();
    stats.result = color == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
    stats.distance_plies = distance;
  } else if (stats.fourth_black_wins == stats.fourth_moves) {
    stats.result = GameResult::kBlackWins;
    stats.distance_plies = longest_loss;
  }
  return stats;
}

}  // namespace

Result<BookStats> collect_stats(const Store& store, const Game& game) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  BookStats stats;
  stats.path = store.path();
  stats.rules = store.rules();
  stats.size = store.size();
  stats.format_version = kFormatVersion;
  stats.created_by = store.created_by();
  Result<std::vector<Run>> runs = store.runs();
  if (!runs.ok()) return runs.status();
  stats.runs = std::move(runs).value();
  const Result<BookCounts> counts = store.count();
  if (!counts.ok()) return counts.status();
  stats.counts = counts.value();
  const Result<std::uint64_t> bytes = store.bytes_on_disk();
  if (!bytes.ok()) return bytes.status();
  stats.bytes_on_disk = bytes.value();
  if (store.size() == 15) {
    for (const Opening& opening : all_openings()) {
      Result<OpeningStats> one = opening_stats(store, game, opening);
      if (!one.ok()) return one.status();
      stats.openings.push_back(std::move(one).value());
    }
  }
  return stats;
}

}  // namespace tengen::book
