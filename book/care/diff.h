// What two books say differently.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "book/store/store.h"

namespace tengen::book {

enum class DifferenceKind : std::uint8_t {
  kOnlyLeft,
  kOnlyRight,
  kOtherProof,     // another move, distance or kind; who stored it does not matter
  kContradiction,  // a proof for one goal in one book, for the other goal in the other
};
// "only_a", "only_b", "other_proof", "contradiction".
[[nodiscard]] std::string_view difference_name(DifferenceKind kind);

// One of a position. Of a contradiction the goals differ; what only one book has leaves the other
// proof empty.
struct Difference {
  DifferenceKind kind = DifferenceKind::kOnlyLeft;
  Position position;  // canonical
  std::optional<StoredProof> left;
  std::optional<StoredProof> right;
  Color left_goal = Color::kBlack;
  Color right_goal = Color::kBlack;
};

struct DiffCounts {
  std::uint64_t equal = 0;
  std::uint64_t only_left = 0;
  std::uint64_t only_right = 0;
  std::uint64_t other_proof = 0;
  std::uint64_t contradictions = 0;
  [[nodiscard]] std::uint64_t differences() const {
    return only_left + only_right + other_proof + contradictions;
  }
};

// Reads both books side by side, in key order, and tells `visit` of each difference; `progress` is
// told of the counts now and then and may be null. Errors: kIncompatible (other rules or size), the
// stores'.
Result<DiffCounts> diff_books(const Store& left, const Store& right,
                              const std::function<void(const Difference&)>& visit,
                              const std::function<void(const DiffCounts&)>& progress);

}  // namespace tengen::book
