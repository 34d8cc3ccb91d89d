// Which openings a recorded position can have come from.
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <vector>

#include "book/report/report.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr int kPoints = 15 * 15;
constexpr int kOpeningCount = 26;
constexpr int kNone = -1;

// The opening of a white second stone and a black third one, or kNone.
std::vector<int> openings_by_stones() {
  std::vector<int> table(kPoints * kPoints, kNone);
  const auto openings = all_openings();
  for (std::size_t i = 0; i < openings.size(); ++i) {
    const Result<std::vector<Move>> moves = parse_move_list(openings[i].moves, 15);
    CHECK(moves.ok());
    for (int index = 0; index < kSymmetryCount; ++index) {
      const Symmetry symmetry(index);
      const int white = symmetry.apply(moves.value()[1], 15);
      const int black = symmetry.apply(moves.value()[2], 15);
      table[static_cast<std::size_t>(white * kPoints + black)] = static_cast<int>(i);
    }
  }
  return table;
}

}  // namespace

Status count_opening_records(const Store& store, Report& report) {
  static const std::vector<int> table = openings_by_stones();
  constexpr Move kCentre = kPoints / 2;
  report.records.assign(report.openings.size(), {});
  if (report.openings.empty()) return {};
  CHECK(report.openings.size() == kOpeningCount);
  return store.scan_proofs([&](const BookKey& key, const StoredProof&) {
    const Position& position = key.position;
    if (!std::binary_search(position.black.begin(), position.black.end(), kCentre)) return true;
    std::bitset<kOpeningCount> held;
    for (const Move white : position.white) {
      for (const Move black : position.black) {
        const int opening = table[static_cast<std::size_t>(white * kPoints + black)];
        if (opening != kNone) held.set(static_cast<std::size_t>(opening));
      }
    }
    for (std::size_t i = 0; i < kOpeningCount; ++i) {
      if (!held[i]) continue;
      ++(key.goal == Color::kBlack ? report.records[i].black : report.records[i].white);
    }
    return true;
  });
}

}  // namespace tengen::book
