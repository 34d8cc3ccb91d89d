#include "tests/bench/virtual_tree.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"

namespace tengen::bench {
namespace {

constexpr int kCandidates = 5;
constexpr double kOutOfTheQuestion = 6;  // as a penalty

double normal_draw(std::uint64_t hash, int draw) {
  const auto salt = static_cast<std::uint64_t>(draw);
  const double radius = std::sqrt(-2 * std::log(1 - unit_draw(hash, 2 * salt)));
  return radius * std::cos(2 * std::numbers::pi * unit_draw(hash, 2 * salt + 1));
}

// A stone of the colour next to the point.
bool crowded(const Position& position, Move point, Color color) {
  const auto& stones = position.stones(color);
  return std::any_of(stones.begin(), stones.end(), [&](Move stone) {
    return std::abs(stone / position.size - point / position.size) <= 1 &&
           std::abs(stone % position.size - point % position.size) <= 1;
  });
}

}  // namespace

std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

double unit_draw(std::uint64_t hash, std::uint64_t salt) {
  return static_cast<double>(mix(hash ^ mix(salt)) >> 11) * 0x1p-53;
}

VirtualTree::VirtualTree(const Game& game, const RecordedJobs& recorded, const Position& root,
                         Color goal, const VirtualTreeOptions& options)
    : game_(game), recorded_(recorded), goal_(goal), options_(options) {
  CHECK(root.to_move != goal);
  Node& node = nodes_.emplace_back();
  node.hash = mix(options.seed);
  node.steps = static_cast<float>(options.steps);
  node.estimate = node.steps;
  node.has_position = true;
  positions_[0] = root;
  ids_[encode_position(root)] = 0;
}

const VirtualTree::Node& VirtualTree::open(VirtualId id) {
  CHECK(!falls_at_once(id));
  if (nodes_[id].child_count > 0) return nodes_[id];
  nodes_[id].first_child = static_cast<VirtualId>(nodes_.size());
  if (nodes_[id].attacker_to_move) {
    open_attack(id);
  } else {
    open_defence(id);
  }
  nodes_[id].child_count = static_cast<std::uint8_t>(nodes_.size() - nodes_[id].first_child);
  return nodes_[id];
}

void VirtualTree::open_attack(VirtualId id) {
  const Node node = nodes_[id];
  const double size = node.steps > 0 ? node.steps : node.estimate;
  const int winner = node.steps > 0 ? 0 : kCandidates;
  const bool clear = unit_draw(node.hash, 8) < options_.clear_share;
  for (int i = 0; i < kCandidates; ++i) {
    const bool best = i == winner || (winner == kCandidates && clear && i == 0);
    const double penalty = best ? 0 : clear ? kOutOfTheQuestion : options_.bad_move_penalty;
    const double error = options_.estimate_error * normal_draw(node.hash, 10 + i);
    double steps = i == winner ? std::max(1.0, node.steps - 1.0) : 0;
    if (!best && !clear && node.steps > 1 &&
        unit_draw(node.hash, 20 + static_cast<std::uint64_t>(i)) < options_.other_wins_share) {
      steps = (node.steps - 1) * std::exp(std::abs(normal_draw(node.hash, 25 + i)));
    }
    add_child(id, i, steps, (steps > 0 ? steps : size * std::exp(penalty)) * std::exp(error));
  }
}

void VirtualTree::open_defence(VirtualId id) {
  const Node node = nodes_[id];
  const double size = node.steps > 0 ? node.steps : node.estimate;
  const int count =
      id == root() ? options_.root_hard_replies : recorded_.hard_replies(unit_draw(node.hash, 7));
  // Shares of very different sizes: one reply is usually the hardest by far.
  std::vector<double> shares;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    shares.push_back(std::exp(normal_draw(node.hash, 30 + i)));
    sum += shares.back();
  }
  for (int i = 0; i < count; ++i) {
    const double part = std::max(1.0, (size - 1) * shares[static_cast<std::size_t>(i)] / sum);
    const double error = std::exp(options_.estimate_error * normal_draw(node.hash, 50 + i) / 2);
    // Where the attacker does not win, one reply is why, and it stays so however deep one looks.
    const bool saves = node.steps <= 0 && i == 0;
    add_child(id, i, saves ? 0 : part, (saves ? size * options_.pit_growth : part) * error);
  }
}

void VirtualTree::add_child(VirtualId parent, int index, double steps, double estimate) {
  Node child;
  child.hash = mix(nodes_[parent].hash ^ mix(1000 + static_cast<std::uint64_t>(index)));
  child.steps = static_cast<float>(steps);
  child.estimate = static_cast<float>(std::max(1.0, estimate));
  child.parent = parent;
  child.attacker_to_move = !nodes_[parent].attacker_to_move;
  nodes_.push_back(child);
}

const Position& VirtualTree::position(VirtualId id) {
  if (!nodes_[id].has_position) {
    std::vector<VirtualId> path{id};
    while (!nodes_[path.back()].has_position) path.push_back(nodes_[path.back()].parent);
    path.pop_back();
    for (; !path.empty(); path.pop_back()) place(path.back());
  }
  return positions_.at(id);
}

Move VirtualTree::move(VirtualId id) {
  position(id);
  return nodes_[id].move;
}

void VirtualTree::place(VirtualId id) {
  const Position parent = positions_.at(nodes_[id].parent);
  const auto points = static_cast<std::uint64_t>(parent.size * parent.size);
  for (std::uint64_t attempt = 0;; ++attempt) {
    CHECK(attempt < 100 * points);  // a line has filled the board
    const auto point = static_cast<Move>(mix(nodes_[id].hash ^ mix(attempt)) % points);
    if (!parent.is_empty_point(point)) continue;
    // A board that is nearly full of stones takes what is left.
    if (attempt < 4 * points && crowded(parent, point, parent.to_move)) continue;
    if (game_.effect(parent, point) != MoveEffect::kContinues) continue;
    Position position = canonicalize(after_move(parent, point)).position;
    if (!ids_.emplace(encode_position(position), id).second) continue;
    nodes_[id].move = point;
    nodes_[id].has_position = true;
    positions_.emplace(id, std::move(position));
    return;
  }
}

std::optional<VirtualId> VirtualTree::find(const Position& canonical) const {
  const auto it = ids_.find(encode_position(canonical));
  if (it == ids_.end()) return std::nullopt;
  return it->second;
}

}  // namespace tengen::bench
