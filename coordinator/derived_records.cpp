#include "coordinator/derived_records.h"

#include <algorithm>

namespace tengen::coordinator {
namespace {

using MaybeRecord = std::optional<ProofRecord>;

MaybeRecord proof_record(const Tree& tree, NodeId id, bool asked) {
  const Node& node = tree.node(id);
  ProofRecord record{node.position, tree.goal(), kNoMove, node.distance_plies,
                     RecordKind::kAllReplies};
  if (node.attacker_to_move) {
    const bool by_child =
        std::any_of(node.children.begin(), node.children.end(), [&](const Edge& edge) {
          return edge.move == node.best && tree.node(edge.child).verdict == Verdict::kProven;
        });
    // Proven with its parent: by a record handed out before, or by a short VCF, which needs none.
    if (node.best == kNoMove || (!by_child && !asked)) return {};
    record.move = node.best;
    record.kind = by_child ? RecordKind::kTree : RecordKind::kVcfLeaf;
  }
  // A defender's position without a distance came with its parent's answer, which has the facts.
  if (record.distance_plies < 1) return {};
  return record;
}

// The defender to move has a move into a position that the other side wins: the mirror image of an
// attacker's proof. Other disproofs come with their job's records.
Result<MaybeRecord> disproof_record(const Tree& tree, Journal& journal, NodeId id,
                                    const std::vector<ProofRecord>& fresh) {
  const Node& node = tree.node(id);
  const Color winner = opponent(tree.goal());
  if (node.attacker_to_move) return MaybeRecord();
  for (const Edge& edge : node.children) {
    const Node& child = tree.node(edge.child);
    if (child.verdict != Verdict::kDisproven) continue;
    Result<MaybeRecord> known = known_record(journal, fresh, child.position, winner);
    if (!known.ok()) return known.status();
    if (known.value()) {
      return MaybeRecord(
          {node.position, winner, edge.move, known.value()->distance_plies + 1, RecordKind::kTree});
    }
  }
  return MaybeRecord();
}

}  // namespace

Result<MaybeRecord> known_record(Journal& journal, const std::vector<ProofRecord>& fresh,
                                 const Position& canonical, Color goal) {
  for (const ProofRecord& record : fresh) {
    if (record.goal == goal && record.position == canonical) return MaybeRecord(record);
  }
  return journal.fact(canonical, goal);
}

Status add_derived_records(const Tree& tree, Journal& journal, const std::vector<NodeId>& solved,
                           std::optional<NodeId> asked, std::vector<ProofRecord>& records) {
  for (const NodeId id : solved) {
    const Node& node = tree.node(id);
    const bool proven = node.verdict == Verdict::kProven;
    const Color winner = proven ? tree.goal() : opponent(tree.goal());
    Result<MaybeRecord> known = known_record(journal, records, node.position, winner);
    if (!known.ok()) return known.status();
    if (known.value()) continue;
    Result<MaybeRecord> derived = proven ? Result<MaybeRecord>(proof_record(tree, id, asked == id))
                                         : disproof_record(tree, journal, id, records);
    if (!derived.ok()) return derived.status();
    if (derived.value()) records.push_back(*derived.value());
  }
  return {};
}

}  // namespace tengen::coordinator
