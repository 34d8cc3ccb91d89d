#include "book/verifier/record_filter.h"

#include <random>
#include <utility>

namespace tengen::book {
namespace {

constexpr std::size_t kFirstSlots = 1024;

// What all images of a position have in common. 0 is kept for empty slots.
std::uint64_t common(const RecordFilter::Hashes& hashes, const RecordFilter::Hashes& stone) {
  std::uint64_t sum = 0;
  for (std::size_t image = 0; image < hashes.size(); ++image) sum += hashes[image] ^ stone[image];
  return sum == 0 ? 1 : sum;
}

}  // namespace

RecordFilter::RecordFilter(int size) : slots_(kFirstSlots) {
  const NaiveSymmetry symmetry(size);
  const auto points = static_cast<std::size_t>(size * size);
  std::mt19937_64 random;
  std::vector<std::uint64_t> of_stone(points * 2);
  for (std::uint64_t& hash : of_stone) hash = random();
  stones_.resize(points * 2);
  for (std::size_t point = 0; point < points; ++point) {
    for (std::size_t color = 0; color < 2; ++color) {
      for (int image = 0; image < NaiveSymmetry::kCount; ++image) {
        const auto there =
            static_cast<std::size_t>(symmetry.image(image, static_cast<Move>(point)));
        stones_[point * 2 + color][static_cast<std::size_t>(image)] = of_stone[there * 2 + color];
      }
    }
  }
}

RecordFilter::Hashes RecordFilter::hashes_of(const Position& position) const {
  Hashes hashes{};
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move point : position.stones(color)) {
      const Hashes& of_stone = stone(point, color);
      for (std::size_t image = 0; image < hashes.size(); ++image) hashes[image] ^= of_stone[image];
    }
  }
  return hashes;
}

// The slot that holds the hash, or the empty one where it belongs.
std::size_t RecordFilter::slot_of(std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = (hash >> 16) & mask;
  while (slots_[slot] != 0 && slots_[slot] != hash) slot = (slot + 1) & mask;
  return slot;
}

void RecordFilter::grow() {
  std::vector<std::uint64_t> old(slots_.size() * 2);
  std::swap(old, slots_);
  for (const std::uint64_t hash : old) {
    if (hash != 0) slots_[slot_of(hash)] = hash;
  }
}

void RecordFilter::add(const Position& position) {
  if (2 * (used_ + 1) > slots_.size()) grow();
  const std::uint64_t hash = common(hashes_of(position), {});
  std::uint64_t& slot = slots_[slot_of(hash)];
  used_ += slot == 0 ? 1 : 0;
  slot = hash;
}

bool RecordFilter::may_know(const Hashes& hashes, Move point, Color color) const {
  const std::uint64_t hash = common(hashes, point == kPass ? Hashes{} : stone(point, color));
  return slots_[slot_of(hash)] != 0;
}

}  // namespace tengen::book
