#include "coordinator/recall.h"

#include <algorithm>
#include <utility>

#include "coordinator/judge.h"
#include "coordinator/tree_entry.h"
#include "solver/base/check.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

// A prover of 1 GiB has room for 131,072.
constexpr std::size_t kMostHints = 131'072;

std::vector<Position> images_of(const Position& position) {
  std::vector<Position> images;
  for (int index = 0; index < kSymmetryCount; ++index) {
    images.push_back(Symmetry(index).apply(position));
  }
  return images;
}

bool includes(const std::vector<Move>& all, const std::vector<Move>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

Recall::Recall(const Game& game, const Position& asked, Tree& tree, Journal& journal,
               KnownWins& known_wins, Ledger& ledger, WorkerPool& pool, std::size_t most_facts)
    : game_(game),
      asked_images_(images_of(asked)),
      tree_(tree),
      journal_(journal),
      known_wins_(known_wins),
      ledger_(ledger),
      pool_(pool),
      most_facts_(most_facts) {}

Status Recall::begin() {
  if (Status status = teach_facts(); !status.ok()) return status;
  if (Status status = teach_hints(); !status.ok()) return status;
  std::vector<NodeId> open{tree_.root()};
  while (!open.empty()) {
    if (Status status = look_up_new_nodes(); !status.ok()) return status;
    const NodeId id = open.back();
    open.pop_back();
    if (Status status = restore_node(id, open); !status.ok()) return status;
  }
  return look_up_new_nodes();
}

Status Recall::look_up_new_nodes() {
  for (std::vector<NodeId> added = tree_.take_added(); !added.empty(); added = tree_.take_added()) {
    for (const NodeId id : added) {
      pool_.keep_alive();
      if (Status status = look_up(id); !status.ok()) return status;
    }
  }
  return {};
}

Status Recall::look_up(NodeId id) {
  if (tree_.node(id).solved()) return {};
  const Position position = tree_.node(id).position;
  Result<std::optional<ProofRecord>> fact = journal_.fact(position, tree_.goal());
  if (fact.ok() && !fact.value()) {
    Result<std::vector<ProofRecord>> missing = known_wins_.missing_records(position);
    if (!missing.ok()) return missing.status();
    if (missing.value().empty()) return {};
    if (Status status = ledger_.store_checked(missing.value()); !status.ok()) return status;
    fact = journal_.fact(position, tree_.goal());
  }
  if (!fact.ok()) return fact.status();
  CHECK(fact.value());
  return ledger_.conclude(tree_.set_proven(id, fact.value()->move, fact.value()->distance_plies),
                          {});
}

bool Recall::can_follow(const Position& position) const {
  if (!game_.only_adds_stones()) {
    return game_.progress(position, tree_.goal()) >=
           game_.progress(asked_images_.front(), tree_.goal());
  }
  return std::any_of(asked_images_.begin(), asked_images_.end(), [&](const Position& image) {
    return includes(position.black, image.black) && includes(position.white, image.white);
  });
}

Status Recall::teach_facts() {
  std::size_t taught = 0;
  return journal_.visit_facts([&](const ProofRecord& record) {
    if (can_follow(record.position)) {
      known_wins_.know(record);
      if (taught < most_facts_) pool_.share({record}, kNoWorker);
      ++taught;
    }
    pool_.keep_alive();
    return true;
  });
}

Status Recall::teach_hints() {
  std::vector<Hint> hints;
  // Near the root a hint saves most.
  const auto keep_nearest = [&] {
    std::stable_sort(hints.begin(), hints.end(), [this](const Hint& a, const Hint& b) {
      return game_.progress(a.position, tree_.goal()) < game_.progress(b.position, tree_.goal());
    });
    if (hints.size() > kMostHints) hints.resize(kMostHints);
  };
  Status status = journal_.visit_hints([&](const Hint& hint) {
    if (hint.position.to_move == tree_.goal() && can_follow(hint.position)) hints.push_back(hint);
    if (hints.size() >= 2 * kMostHints) keep_nearest();
    pool_.keep_alive();
    return true;
  });
  keep_nearest();
  hints_ = hints.size();
  pool_.suggest(std::move(hints));
  return status;
}

Status Recall::restore_node(NodeId id, std::vector<NodeId>& open) {
  const Position position = tree_.node(id).position;
  if (tree_.node(id).solved() || !tree_.node(id).leaf()) return {};
  Result<std::optional<std::string>> bytes = journal_.tree_entry(position, tree_.goal());
  if (!bytes.ok()) return bytes.status();
  if (!bytes.value()) return {};
  Result<TreeNodeState> state = decode_tree_node(*bytes.value(), position.size);
  if (!state.ok()) {
    return {state.status().code(), format_position(position) + ": " + state.status().message()};
  }
  ledger_.note_stored(id);
  const TreeNodeState& stored = state.value();
  tree_.restore_effort(id, stored.spent_seconds, stored.jobs);
  SolveOutcome outcome;
  outcome.proof_number = stored.proof_number;
  outcome.disproof_number = stored.disproof_number;
  outcome.children = stored.open_moves;
  for (const ProvenReply& reply : stored.proven_replies) {
    outcome.children.push_back(
        {reply.move, Verdict::kProven, 0, kInfiniteNumber, reply.distance_plies});
  }
  if (!fits(outcome, position, tree_.goal(), game_.passes_are_forced())) {
    return {StatusCode::kCorruption,
            "the tree entry of " + format_position(position) + " has a move on a stone"};
  }
  if (Status status = ledger_.conclude(tree_.apply(id, outcome), {}); !status.ok()) {
    return status;
  }
  // Nothing is listed where nothing is open, or where the tree is full.
  if (!stored.expanded || tree_.node(id).listed.empty()) return {};
  const std::vector<NodeId> solved = tree_.expand(id);
  tree_.take_expanded();  // it is stored as such
  if (Status status = ledger_.conclude(solved, {}); !status.ok()) return status;
  for (const Edge& edge : tree_.node(id).children) open.push_back(edge.child);
  return {};
}

}  // namespace tengen::coordinator
