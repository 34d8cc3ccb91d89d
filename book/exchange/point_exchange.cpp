#include "book/exchange/point_exchange.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tengen::book {
namespace {

// Of the first and not of the second. Stones of a position are sorted.
std::vector<Move> without(const std::vector<Move>& stones, const std::vector<Move>& others) {
  std::vector<Move> left;
  std::set_difference(stones.begin(), stones.end(), others.begin(), others.end(),
                      std::back_inserter(left));
  return left;
}

}  // namespace

std::optional<PointExchange> PointExchange::between(const Position& from, const Position& to) {
  if (from.size != to.size || from.to_move != to.to_move) return std::nullopt;
  if (from.black == to.black && from.white == to.white) return PointExchange(kNoMove, kNoMove);
  const bool black_differs = from.black != to.black;
  if (black_differs && from.white != to.white) return std::nullopt;
  const Color color = black_differs ? Color::kBlack : Color::kWhite;
  const std::vector<Move> gone = without(from.stones(color), to.stones(color));
  const std::vector<Move> come = without(to.stones(color), from.stones(color));
  if (gone.size() != 1 || come.size() != 1) return std::nullopt;
  return PointExchange(gone.front(), come.front());
}

Position PointExchange::apply(const Position& position) const {
  Position exchanged = position;
  for (std::vector<Move>* const stones : {&exchanged.black, &exchanged.white}) {
    std::transform(stones->begin(), stones->end(), stones->begin(),
                   [this](Move move) { return apply(move); });
    std::sort(stones->begin(), stones->end());
  }
  return exchanged;
}

}  // namespace tengen::book
