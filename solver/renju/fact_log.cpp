#include "solver/renju/fact_log.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "solver/base/check.h"

namespace tengen::renju {
namespace {

// An entry: its epoch and the key's bytes, the fact, the key, a checksum.
constexpr std::size_t kHeadWords = 2;
constexpr std::size_t kMostWords = kHeadWords + FactLog::kMostKeyBytes / sizeof(std::uint64_t) + 1;
using Entry = std::array<std::uint64_t, kMostWords>;

std::size_t words_before_sum(std::size_t key_bytes) {
  return kHeadWords + (key_bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

// Each word changes what all that follow do: a proof rests on this one.
std::uint64_t sum_of(std::span<const std::uint64_t> words) {
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15ULL;
    sum ^= sum >> 32;
  }
  return sum;
}

std::uint64_t packed(FactLog::Place place) {
  return std::uint64_t{place.epoch} << 32 | place.words;
}

}  // namespace

FactLog::FactLog(std::span<std::byte> memory)
    : words_(reinterpret_cast<std::uint64_t*>(memory.data())),
      room_(std::min<std::size_t>(memory.size() / sizeof(std::uint64_t) - kFirst, 0xffff'fffe)) {
  CHECK(memory.size() >= kLeastBytes);
}

void FactLog::begin() {
  const std::uint64_t last = cell(kLastEpoch).fetch_add(1, std::memory_order_relaxed);
  written_ = {static_cast<std::uint32_t>(last) + 1, 0};
  closed_ = false;
  cell(kWritten).store(packed(written_), std::memory_order_release);
}

bool FactLog::append(std::string_view key, Fact fact) {
  CHECK(written_.epoch != 0 && !key.empty() && key.size() <= kMostKeyBytes);
  const std::size_t before_sum = words_before_sum(key.size());
  closed_ = closed_ || room_ - written_.words <= before_sum ||
            cell(kWritten).load(std::memory_order_relaxed) != packed(written_);
  if (closed_) return false;
  Entry entry{};
  entry[0] = packed({written_.epoch, static_cast<std::uint32_t>(key.size())});
  entry[1] = std::uint64_t{static_cast<std::uint16_t>(fact.move)} << 16 |
             static_cast<std::uint16_t>(fact.distance_plies);
  std::memcpy(&entry[kHeadWords], key.data(), key.size());
  entry[before_sum] = sum_of(std::span(entry).first(before_sum));
  for (std::size_t i = 0; i <= before_sum; ++i) {
    cell(kFirst + written_.words + i).store(entry[i], std::memory_order_relaxed);
  }
  written_.words += static_cast<std::uint32_t>(before_sum + 1);
  cell(kWritten).store(packed(written_), std::memory_order_release);
  return true;
}

void FactLog::read(Place& place,
                   const std::function<bool(std::string_view key, Fact fact)>& take) const {
  constexpr std::uint32_t kNoMore = 0xffff'ffff;
  const std::uint64_t written = cell(kWritten).load(std::memory_order_acquire);
  const auto epoch = static_cast<std::uint32_t>(written >> 32);
  const std::size_t end = std::min<std::size_t>(static_cast<std::uint32_t>(written), room_);
  if (epoch != place.epoch) place = {epoch, 0};
  while (place.words < end) {
    const auto load = [&](std::size_t i) {
      return cell(kFirst + place.words + i).load(std::memory_order_relaxed);
    };
    Entry entry;
    entry[0] = load(0);
    const auto key_bytes = static_cast<std::uint32_t>(entry[0]);
    const std::size_t before_sum = words_before_sum(key_bytes);
    if (entry[0] >> 32 != epoch || key_bytes == 0 || key_bytes > kMostKeyBytes ||
        before_sum >= end - place.words) {
      place.words = kNoMore;
      return;
    }
    for (std::size_t i = 1; i <= before_sum; ++i) entry[i] = load(i);
    if (entry[before_sum] != sum_of(std::span(entry).first(before_sum))) {
      place.words = kNoMore;
      return;
    }
    const std::string_view key(reinterpret_cast<const char*>(&entry[kHeadWords]), key_bytes);
    const Fact fact{static_cast<Move>(static_cast<std::uint16_t>(entry[1] >> 16)),
                    static_cast<std::int16_t>(static_cast<std::uint16_t>(entry[1]))};
    if (!take(key, fact)) return;
    place.words += static_cast<std::uint32_t>(before_sum + 1);
  }
}

}  // namespace tengen::renju
