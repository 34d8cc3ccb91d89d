#include "book/engine/knowledge.h"

#include <utility>

namespace tengen::book::engine {
namespace {

std::string key_of(const Position& canonical, Color goal) {
  return encode_position(canonical) + (goal == Color::kBlack ? 'b' : 'w');
}

}  // namespace

Knowledge::Knowledge(const Game& game) : game_(game), fours_(game.make_short_wins()) {}

Status Knowledge::open(const std::string& path) {
  Result<std::unique_ptr<Probe>> probe = Probe::open(path);
  if (!probe.ok()) return probe.status();
  const Game& game = probe.value()->game();
  if (game.rules() != game_.rules() || game.size() != game_.size()) {
    return {StatusCode::kIncompatible, path + " is a book of another game or board size"};
  }
  probe_ = std::move(probe).value();
  store_ = probe_->store();
  evaluator_ = std::make_unique<Evaluator>(*store_, game_);
  seen_ = std::chrono::steady_clock::now();
  return {};
}

void Knowledge::close() {
  evaluator_.reset();
  store_.reset();
  probe_.reset();
}

void Knowledge::refresh(std::chrono::milliseconds moment) {
  if (!has_book() || std::chrono::steady_clock::now() - seen_ < moment) return;
  seen_ = std::chrono::steady_clock::now();
  if (const Status status = probe_->refresh(); !status.ok()) {
    fault_ = status;
    return;
  }
  const std::shared_ptr<const Store> store = probe_->store();
  if (store == store_) return;
  evaluator_ = std::make_unique<Evaluator>(*store, game_);
  store_ = store;
}

template <typename T>
std::optional<T> Knowledge::value_or_close(Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fault_ = result.status();
  close();
  return std::nullopt;
}

void Knowledge::learn(std::span<const ProofRecord> records) {
  if (facts_.size() + records.size() > kMostFacts) facts_.clear();
  for (const ProofRecord& record : records) {
    if (facts_.size() == kMostFacts) return;
    facts_[key_of(record.position, record.goal)] = {record.move, record.distance_plies};
  }
}

std::optional<Win> Knowledge::fact(const Position& position, Color goal) const {
  if (facts_.empty()) return std::nullopt;
  const Canonical canonical = canonicalize(position);
  const auto found = facts_.find(key_of(canonical.position, goal));
  if (found == facts_.end()) return std::nullopt;
  const Symmetry back = canonical.canonical_from_input.inverse();
  return Win{back.apply(found->second.move, position.size), found->second.distance_plies};
}

std::optional<Win> Knowledge::win(const Position& position) {
  if (const auto known = fact(position, position.to_move)) return known;
  if (has_book()) {
    const auto known = value_or_close(evaluator_->attacker_win(position, position.to_move));
    if (known) return *known;
  }
  const std::optional<Win> fours = fours_->find(position, position.to_move);
  if (!fours) return std::nullopt;
  return Win{fours->move, fours->distance_plies};
}

std::optional<Win> Knowledge::win_after(const Position& position, Move move, Color winner) {
  const bool by_mover = position.to_move == winner;
  const MoveEffect effect = game_.effect(position, move);
  if (winner_by(effect, position.to_move) == winner) return Win{move, 1};
  if (effect != MoveEffect::kContinues) return std::nullopt;
  if (by_mover && move == kPass) return std::nullopt;  // the other may pass, too
  const Position next = game_.play(position, move);
  std::optional<Win> known = by_mover ? fact(next, winner) : win(next);
  if (!known && by_mover && has_book()) {
    known = value_or_close(evaluator_->defender_loss(next, winner)).value_or(std::nullopt);
  }
  if (!known) return std::nullopt;
  return Win{move, 1 + known->distance_plies};
}

std::optional<QueryAnswer> Knowledge::query(const Position& position) {
  if (!has_book()) return std::nullopt;
  return value_or_close(probe_->query(position));
}

std::optional<Status> Knowledge::take_fault() { return std::exchange(fault_, std::nullopt); }

}  // namespace tengen::book::engine
