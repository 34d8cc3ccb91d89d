#include "book/exchange/proof_records.h"

#include <fmt/format.h>

#include <functional>

#include "solver/base/check.h"

namespace tengen::book {

ProofRecords::ProofRecords(const NaiveGame& game)
    : game_(game), symmetry_(game.size), slots_(1024) {}

std::size_t ProofRecords::slot_of(std::string_view wanted) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(wanted) & mask;
  while (slots_[slot] != 0 && key(entries_[slots_[slot] - 1]) != wanted) slot = (slot + 1) & mask;
  return slot;
}

void ProofRecords::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    slots_[slot_of(key(entries_[i]))] = static_cast<std::uint32_t>(i + 1);
  }
}

Status ProofRecords::add(const ProofLine& line) {
  const CanonicalImage image = symmetry_.canonical(line.position);
  const Move move = symmetry_.image(image.input_symmetry, line.move);
  const std::string bytes = encode_position(image.position);
  const std::size_t slot = slot_of(bytes);
  if (slots_[slot] != 0) {
    const Entry& known = entries_[slots_[slot] - 1];
    // A position that is its own image has several images of one move.
    const bool same_move = known.move == move ||
                           (symmetry_.canonical(game_.play(image.position, known.move)).position ==
                            symmetry_.canonical(game_.play(image.position, move)).position);
    if (same_move && known.distance_plies == line.distance_plies) return {};
    return invalid_argument(
        fmt::format("line {}: says something else than line {}, which is of the same position or "
                    "an image of it",
                    line.number, known.line));
  }
  append(bytes, line.number, line.distance_plies, move, slot);
  return {};
}

std::size_t ProofRecords::put(const ProofRecord& record) {
  CHECK(record.position.to_move == record.goal);
  const std::string bytes = encode_position(record.position);
  const std::size_t slot = slot_of(bytes);
  if (slots_[slot] == 0) {
    append(bytes, 0, record.distance_plies, record.move, slot);
    return entries_.size() - 1;
  }
  const std::size_t index = slots_[slot] - 1;
  entries_[index].move = record.move;
  entries_[index].distance_plies = static_cast<std::uint16_t>(record.distance_plies);
  return index;
}

void ProofRecords::append(const std::string& key, std::uint64_t line, int distance_plies, Move move,
                          std::size_t slot) {
  entries_.push_back({.key = keys_.size(),
                      .line = line,
                      .key_bytes = static_cast<std::uint16_t>(key.size()),
                      .distance_plies = static_cast<std::uint16_t>(distance_plies),
                      .move = move});
  keys_ += key;
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
  if (2 * (entries_.size() + 1) > slots_.size()) grow();
}

ProofRecord ProofRecords::record(std::size_t index) const {
  const Entry& entry = entries_[index];
  Result<Position> position = decode_position(key(entry), game_.size);
  CHECK(position.ok());
  const Color goal = position.value().to_move;
  return {.position = std::move(position).value(),
          .goal = goal,
          .move = entry.move,
          .distance_plies = entry.distance_plies,
          .kind = RecordKind::kTree};
}

std::optional<std::size_t> ProofRecords::find(std::string_view encoded) const {
  const std::uint32_t found = slots_[slot_of(encoded)];
  return found == 0 ? std::nullopt : std::optional<std::size_t>(found - 1);
}

}  // namespace tengen::book
