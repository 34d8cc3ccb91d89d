#include "book/care/diff.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "book/care/proof_reader.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = 1 << 14;  // positions between two progress calls

// What a book says of one position. It holds a proof for one goal at most.
struct Claim {
  std::string order;  // of the position
  KeyedProof entry;
};

Result<std::optional<Claim>> next_claim(ProofReader& reader) {
  Result<std::optional<KeyedProof>> entry = reader.next();
  if (!entry.ok()) return entry.status();
  if (!entry.value()) return std::optional<Claim>();
  std::string order = encode_position(entry.value()->key.position);
  return std::optional<Claim>({std::move(order), *std::move(entry).value()});
}

bool is_same(const StoredProof& left, const StoredProof& right) {
  return left.kind == right.kind && left.move == right.move &&
         left.distance_plies == right.distance_plies;
}

}  // namespace

std::string_view difference_name(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::kOnlyLeft:
      return "only_a";
    case DifferenceKind::kOnlyRight:
      return "only_b";
    case DifferenceKind::kOtherProof:
      return "other_proof";
    case DifferenceKind::kContradiction:
      break;
  }
  return "contradiction";
}

Result<DiffCounts> diff_books(const Store& left, const Store& right,
                              const std::function<void(const Difference&)>& visit,
                              const std::function<void(const DiffCounts&)>& progress) {
  if (left.rules() != right.rules() || left.size() != right.size()) {
    return Status(StatusCode::kIncompatible,
                  fmt::format("book {} is for {} on {}x{}, book {} for {} on {}x{}", left.path(),
                              left.rules(), left.size(), left.size(), right.path(), right.rules(),
                              right.size(), right.size()));
  }
  ProofReader left_reader(left);
  ProofReader right_reader(right);
  Result<std::optional<Claim>> l = next_claim(left_reader);
  Result<std::optional<Claim>> r = next_claim(right_reader);
  DiffCounts counts;
  std::uint64_t seen = 0;  // differences
  for (std::uint64_t positions = 0; l.ok() && r.ok() && (l.value() || r.value()); ++positions) {
    if (positions % kProgressInterval == 0 && progress) progress(counts);
    const int order = !l.value() ? 1 : !r.value() ? -1 : l.value()->order.compare(r.value()->order);
    Difference difference;
    if (order <= 0) {
      const KeyedProof& entry = l.value()->entry;
      difference.position = entry.key.position;
      difference.left = entry.proof;
      difference.left_goal = difference.right_goal = entry.key.goal;
    }
    if (order >= 0) {
      const KeyedProof& entry = r.value()->entry;
      difference.position = entry.key.position;
      difference.right = entry.proof;
      difference.right_goal = entry.key.goal;
      if (order > 0) difference.left_goal = entry.key.goal;
    }
    if (order < 0) {
      ++counts.only_left;
      difference.kind = DifferenceKind::kOnlyLeft;
    } else if (order > 0) {
      ++counts.only_right;
      difference.kind = DifferenceKind::kOnlyRight;
    } else if (difference.left_goal != difference.right_goal) {
      ++counts.contradictions;
      difference.kind = DifferenceKind::kContradiction;
    } else if (!is_same(*difference.left, *difference.right)) {
      ++counts.other_proof;
      difference.kind = DifferenceKind::kOtherProof;
    } else {
      ++counts.equal;
    }
    if (counts.differences() > seen) visit(difference);
    seen = counts.differences();
    if (order <= 0) l = next_claim(left_reader);
    if (order >= 0) r = next_claim(right_reader);
  }
  if (!l.ok()) return l.status();
  if (!r.ok()) return r.status();
  return counts;
}

}  // namespace tengen::book
