// Of what several processes write to shared memory without a lock.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace tengen::renju {

inline std::uint64_t checksum(std::span<const std::uint64_t> words) {
  std::uint64_t mixed = 0;
  for (std::size_t i = 0; i < words.size(); ++i)
    mixed ^= std::rotl(words[i], static_cast<int>(7 * i));
  return mixed * 0x9e3779b97f4a7c15ULL;
}

}  // namespace tengen::renju
