#include "book/exchange/proven_below.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>
#include <vector>

#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

bool holds(const Position& position, const Position& stones) {
  return std::ranges::includes(position.black, stones.black) &&
         std::ranges::includes(position.white, stones.white);
}

std::vector<Move> those_of(const std::vector<Move>& more, const std::vector<Move>& fewer) {
  std::vector<Move> difference;
  std::ranges::set_difference(more, fewer, std::back_inserter(difference));
  return difference;
}

// The stones of the root and those of the extra ones that `chosen` has bits for, ascending.
std::vector<Move> joined(const std::vector<Move>& root, const std::vector<Move>& extra,
                         unsigned chosen) {
  std::vector<Move> stones = root;
  for (std::size_t i = 0; i < extra.size(); ++i) {
    if ((chosen >> i & 1U) != 0) stones.push_back(extra[i]);
  }
  std::ranges::sort(stones);
  return stones;
}

}  // namespace

Result<ProvenBelow> ProvenBelow::find(const Store& store, const Game& game, const Position& root,
                                      Color goal) {
  CHECK(root.size == store.size());
  ProvenBelow below(root);
  if (!game.only_adds_stones()) return below;
  const std::size_t stones = root.stone_count();
  const Status status = store.scan_proofs([&](const BookKey& key, const StoredProof&) {
    const std::size_t more = key.position.stone_count();
    const bool is_near = more > stones && more <= stones + kLookAheadPlies;
    if (!is_near || key.goal != goal || key.position.to_move != goal) return true;
    for (int index = 0; index < kSymmetryCount; ++index) {
      const Position image = Symmetry(index).apply(key.position);
      if (holds(image, root)) below.add(image);
    }
    return true;
  });
  if (!status.ok()) return status;
  return below;
}

void ProvenBelow::add(const Position& record) {
  const std::array<std::vector<Move>, 2> extra = {those_of(record.black, root_.black),
                                                  those_of(record.white, root_.white)};
  const auto mover = static_cast<std::size_t>(root_.to_move);
  const std::size_t other = 1 - mover;
  const auto in_turn = [](std::size_t first, std::size_t second) {
    return first == second || first == second + 1;
  };
  if (!in_turn(extra[mover].size(), extra[other].size())) return;  // somebody has passed
  for (unsigned first = 0; first < 1U << extra[mover].size(); ++first) {
    for (unsigned second = 0; second < 1U << extra[other].size(); ++second) {
      const auto made = static_cast<std::size_t>(std::popcount(first));
      const auto answered = static_cast<std::size_t>(std::popcount(second));
      if (!in_turn(made, answered) ||
          made + answered == extra[mover].size() + extra[other].size()) {
        continue;
      }
      const bool black_is_mover = root_.to_move == Color::kBlack;
      const Position between{
          .size = root_.size,
          .black = joined(root_.black, extra[0], black_is_mover ? first : second),
          .white = joined(root_.white, extra[1], black_is_mover ? second : first),
          .to_move = made == answered ? root_.to_move : opponent(root_.to_move)};
      between_.insert(encode_position(between));
    }
  }
}

bool ProvenBelow::leads_on(const Position& position) const {
  return between_.contains(encode_position(position));
}

}  // namespace tengen::book
