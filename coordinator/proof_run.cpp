#include "coordinator/proof_run.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "coordinator/derived_records.h"
#include "coordinator/tree_entry.h"
#include "solver/base/check.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

// A prover has room for some 16,000.
constexpr std::size_t kMostHints = 50'000;

std::vector<Position> images_of(const Position& position) {
  std::vector<Position> images;
  for (int index = 0; index < kSymmetryCount; ++index) {
    images.push_back(Symmetry(index).apply(position));
  }
  return images;
}

std::string child_key(const Position& position, Move move) {
  return encode_position(canonicalize(after_move(position, move)).position);
}

bool includes(const std::vector<Move>& all, const std::vector<Move>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

double cpu_seconds() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

ProofRun::ProofRun(WorkerPool& pool, CheckQueue& checks, Judge& judge, const Game& game,
                   Journal& journal, const std::atomic<bool>& stop,
                   const CoordinatorOptions& options, const Watcher& watcher,
                   const Position& position, Color goal, double seconds)
    : pool_(pool),
      checks_(checks),
      judge_(judge),
      game_(game),
      journal_(journal),
      stop_(stop),
      options_(options),
      watcher_(watcher),
      asked_position_(position),
      asked_images_(images_of(position)),
      goal_(goal),
      seconds_limit_(seconds),
      begin_(pool.now()),
      tree_(
          canonicalize(position).position, goal,
          [this](const Tree& tree, NodeId id) { return certify_replies(tree, id); },
          options.tree_bytes),
      scheduler_(tree_, options.policy),
      known_wins_(game, judge, goal, options.pool.most_waiting_facts),
      traffic_before_(pool.traffic()),
      cpu_seconds_before_(cpu_seconds()),
      check_seconds_before_(checks.seconds()) {}

bool ProofRun::certify_replies(const Tree& tree, NodeId id) const {
  const Node& node = tree.node(id);
  std::unordered_set<std::string> answered;
  for (const ProvenReply& reply : node.proven_replies) {
    answered.insert(child_key(node.position, reply.move));
  }
  for (const Edge& edge : node.children) {
    const Node& child = tree.node(edge.child);
    if (child.verdict == Verdict::kProven) answered.insert(encode_position(child.position));
  }
  const std::vector<Move> replies = game_.legal_moves(node.position);
  return !replies.empty() && std::all_of(replies.begin(), replies.end(), [&](Move reply) {
    return game_.effect(node.position, reply) == MoveEffect::kContinues &&
           answered.contains(child_key(node.position, reply));
  });
}

bool ProofRun::time_is_up() const {
  return seconds_limit_ > 0 && pool_.seconds_since(begin_) >= seconds_limit_;
}

Result<SolveReport> ProofRun::execute() {
  // Step 1. Go on from where an earlier run ended.
  if (Status status = resume(); !status.ok()) return status;
  wire::BackOff back_off;
  while (!tree_.node(tree_.root()).solved()) {
    // Step 2. Take in losses, and answers once they are checked; commit before anything else
    // follows from them.
    bool heard = false;
    if (Status status = take_events(heard); !status.ok()) return status;
    // Step 3. Leave when the limits say so.
    if (stop_ || time_is_up()) break;
    if (pool_.deserted()) {
      return Status(StatusCode::kIo, "no worker is left; what was proven is kept");
    }
    // Step 4. Give the turn to another position where it is time; hand out jobs to whoever is free.
    if (Status status = next_turn_if_due(); !status.ok()) return status;
    if (Status status = hand_out(); !status.ok()) return status;
    if (stuck()) break;
    show_progress();
    // Step 5. Wait, ever longer, when nothing happens.
    if (heard) {
      back_off.reset();
    } else {
      pool_.pause(back_off);
    }
  }
  // Step 6. Call back the jobs that still run.
  if (Status status = drain(); !status.ok()) return status;
  return report();
}

Status ProofRun::resume() {
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

Status ProofRun::look_up_new_nodes() {
  for (std::vector<NodeId> added = tree_.take_added(); !added.empty(); added = tree_.take_added()) {
    for (const NodeId id : added) {
      pool_.keep_alive();
      if (Status status = look_up(id); !status.ok()) return status;
    }
  }
  return {};
}

Status ProofRun::look_up(NodeId id) {
  if (tree_.node(id).solved()) return {};
  const Position position = tree_.node(id).position;
  Result<std::optional<ProofRecord>> fact = journal_.fact(position, goal_);
  if (fact.ok() && !fact.value()) {
    Result<std::vector<ProofRecord>> missing = known_wins_.missing_records(position);
    if (!missing.ok()) return missing.status();
    if (missing.value().empty()) return {};
    if (Status status = store_checked(missing.value()); !status.ok()) return status;
    fact = journal_.fact(position, goal_);
  }
  if (!fact.ok()) return fact.status();
  CHECK(fact.value());
  const std::vector<NodeId> solved =
      tree_.set_proven(id, fact.value()->move, fact.value()->distance_plies);
  const std::vector<NodeId> needless = tree_.needless_jobs(solved);
  Status status = conclude(solved, {});
  if (status.ok()) cancel_jobs(needless);
  return status;
}

bool ProofRun::can_follow(const Position& position) const {
  return std::any_of(asked_images_.begin(), asked_images_.end(), [&](const Position& image) {
    return includes(position.black, image.black) && includes(position.white, image.white);
  });
}

Status ProofRun::teach_facts() {
  std::size_t taught = 0;
  return journal_.visit_facts([&](const ProofRecord& record) {
    if (can_follow(record.position)) {
      known_wins_.know(record);
      if (taught < options_.pool.most_waiting_facts) pool_.share({record}, kNoWorker);
      ++taught;
    }
    pool_.keep_alive();
    return true;
  });
}

Status ProofRun::teach_hints() {
  std::vector<MoveHint> hints;
  // Near the root a hint saves most.
  const auto keep_nearest = [&hints] {
    std::stable_sort(hints.begin(), hints.end(), [](const MoveHint& a, const MoveHint& b) {
      return a.position.stone_count() < b.position.stone_count();
    });
    if (hints.size() > kMostHints) hints.resize(kMostHints);
  };
  Status status = journal_.visit_hints([&](const MoveHint& hint) {
    if (hint.position.to_move == goal_ && can_follow(hint.position)) hints.push_back(hint);
    if (hints.size() >= 2 * kMostHints) keep_nearest();
    pool_.keep_alive();
    return true;
  });
  keep_nearest();
  totals_.hints = hints.size();
  pool_.suggest(std::move(hints));
  return status;
}

Status ProofRun::restore_node(NodeId id, std::vector<NodeId>& open) {
  const Position position = tree_.node(id).position;
  if (tree_.node(id).solved() || !tree_.node(id).leaf()) return {};
  Result<std::optional<std::string>> bytes = journal_.tree_entry(position, goal_);
  if (!bytes.ok()) return bytes.status();
  if (!bytes.value()) return {};
  Result<TreeNodeState> state = decode_tree_node(*bytes.value(), position.size);
  if (!state.ok()) {
    return {state.status().code(), format_position(position) + ": " + state.status().message()};
  }
  stored_nodes_.insert(id);
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
  if (!fits(outcome, position, goal_)) {
    return {StatusCode::kCorruption,
            "the tree entry of " + format_position(position) + " has a move on a stone"};
  }
  if (Status status = conclude(tree_.apply(id, outcome), {}); !status.ok()) {
    return status;
  }
  // Nothing is listed where nothing is open, or where the tree is full.
  if (!stored.expanded || tree_.node(id).listed.empty()) return {};
  const std::vector<NodeId> solved = tree_.expand(id);
  tree_.take_expanded();  // it is stored as such
  if (Status status = conclude(solved, {}); !status.ok()) return status;
  for (const Edge& edge : tree_.node(id).children) open.push_back(edge.child);
  return {};
}

Status ProofRun::take_events(bool& heard) {
  for (PoolEvent& event : pool_.poll(heard)) {
    if (event.lost) {
      scheduler_.lost(event.worker, event.assignment);
      const bool own_job = event.assignment && !event.assignment->help;
      if (own_job && !event.handed_back) note_death(*event.assignment);
    } else {
      checks_.push(std::move(event), goal_of(event));
    }
  }
  while (std::optional<CheckedAnswer> answer = checks_.take()) {
    heard = true;
    if (!answer->status.ok()) return answer->status;
    if (!answer->fault.empty()) {
      shut_out(*answer);
    } else if (Status status = take_answer(*answer); !status.ok()) {
      return status;
    }
  }
  for (const WorkerEvent& event : pool_.take_worker_events()) {
    if (watcher_.worker) watcher_.worker(event);
  }
  return {};
}

Color ProofRun::goal_of(const PoolEvent& event) const {
  return event.assignment && event.assignment->opposite ? opponent(goal_) : goal_;
}

void ProofRun::shut_out(const CheckedAnswer& answer) {
  const int worker = answer.event.worker;
  std::vector<PoolEvent> unheard = checks_.drop(worker);
  unheard.push_back(answer.event);
  for (const PoolEvent& event : unheard) scheduler_.lost(worker, event.assignment);
  pool_.shut_out(worker, answer.fault);
}

// Workers may die for reasons of their own; several in a row, each on another's machine or not, do
// so because of what they were given.
void ProofRun::note_death(const Assignment& assignment) {
  if (++deaths_[{assignment.node, assignment.opposite}] != options_.deaths_until_set_aside) return;
  scheduler_.set_aside(assignment);
  totals_.set_aside.push_back(
      {tree_.node(assignment.node).position, options_.deaths_until_set_aside});
  if (watcher_.set_aside) watcher_.set_aside(totals_.set_aside.back());
}

bool ProofRun::stuck() const {
  return !totals_.set_aside.empty() && !pool_.any_busy() && pool_.any_idle() && checks_.empty();
}

Status ProofRun::take_answer(CheckedAnswer& answer) {
  PoolEvent& event = answer.event;
  SolveOutcome& outcome = event.outcome;
  totals_.nodes += outcome.nodes;
  totals_.expansions += outcome.expansions;
  totals_.worker_seconds += outcome.seconds;
  totals_.certify_seconds += outcome.certify_seconds;
  ++totals_.jobs;
  std::vector<NodeId> solved;
  std::optional<NodeId> asked;
  // What follows from the records is decided with them in the book.
  if (Status status = store(std::move(outcome.records), event.worker); !status.ok()) return status;
  if (event.assignment) {
    const Assignment& assignment = *event.assignment;
    if (!assignment.help) deaths_.erase({assignment.node, assignment.opposite});
    scheduler_.finished(event.worker, assignment, event.seconds, event.handed_back);
    if (watcher_.job) {
      watcher_.job({event.worker, event.position, answer.goal, assignment.seconds, event.seconds,
                    outcome, event.answer_bytes, assignment.help});
    }
    if (assignment.help) return {};
    // The numbers of an attempt that is over count no more, and a job never begun has none.
    const bool has_numbers =
        assignment.attempt == scheduler_.attempt() && !(event.handed_back && outcome.nodes == 0);
    if (!assignment.opposite && (has_numbers || outcome.verdict != Verdict::kUnknown)) {
      asked = assignment.node;
      solved = tree_.apply(assignment.node, outcome);
      if (assignment.node == tree_.root() && !outcome.children.empty()) {
        root_children_known_ = static_cast<int>(outcome.children.size());
      }
    } else if (assignment.opposite && outcome.verdict == Verdict::kProven) {
      // The other side's win, asked for at the root.
      if (Status status = store_other_win(outcome); !status.ok()) return status;
      solved = tree_.set_disproven(tree_.root());
    }
  }
  const std::vector<NodeId> needless = tree_.needless_jobs(solved);
  Status status = conclude(solved, asked);
  if (status.ok()) cancel_jobs(needless);
  return status;
}

Status ProofRun::store_other_win(const SolveOutcome& outcome) {
  const Position& root = tree_.node(tree_.root()).position;
  const Color other = opponent(goal_);
  Result<std::optional<ProofRecord>> known = journal_.fact(root, other);
  if (!known.ok()) return known.status();
  if (known.value()) return {};
  const RecordKind kind = root.to_move == other ? RecordKind::kVcfLeaf : RecordKind::kAllReplies;
  return store_checked({{root, other, outcome.best, outcome.distance_plies, kind}});
}

Status ProofRun::store(std::vector<ProofRecord> records, int origin) {
  if (records.empty()) return {};
  const Position& root = tree_.node(tree_.root()).position;
  book::CommitBatch batch;
  batch.proofs = records;
  batch.sync = std::any_of(records.begin(), records.end(),
                           [&](const ProofRecord& record) { return record.position == root; });
  return commit(std::move(batch), records, origin);
}

Status ProofRun::store_checked(const std::vector<ProofRecord>& records) {
  if (records.empty()) return {};
  Result<book::Settlement> settled = judge_.settle(records);
  if (!settled.ok()) return settled.status();
  if (!settled.value().faults.empty()) {
    // Nothing but what was checked has led here: the book holds what is not true.
    return {StatusCode::kCorruption, "what follows from the book's records does not hold: " +
                                         settled.value().faults.front().fault +
                                         "; `tengen repair` removes what is false"};
  }
  return store(std::move(settled.value().records), kNoWorker);
}

Status ProofRun::conclude(const std::vector<NodeId>& solved, std::optional<NodeId> asked) {
  std::vector<ProofRecord> derived;
  Status status = add_derived_records(tree_, journal_, solved, asked, derived);
  if (status.ok()) status = store_checked(derived);
  if (!status.ok()) return status;
  book::CommitBatch batch;
  batch.sync = tree_.node(tree_.root()).solved();
  if (tree_.should_drop()) drop_from_tree(batch);
  add_tree_changes(solved, asked, batch);
  if (batch.tree_puts.empty() && batch.tree_deletes.empty()) return {};
  return commit(std::move(batch), {}, kNoWorker);
}

Status ProofRun::commit(book::CommitBatch batch, const std::vector<ProofRecord>& records,
                        int origin) {
  Result<book::CommitCounts> counts = journal_.commit(std::move(batch));
  if (!counts.ok()) return counts.status();
  totals_.records += counts.value().added;
  for (const ProofRecord& record : records) known_wins_.know(record);
  pool_.share(records, origin);
  return {};
}

void ProofRun::drop_from_tree(book::CommitBatch& batch) {
  for (const Tree::Dropped& node : tree_.drop_solved()) {
    deaths_.erase({node.id, false});
    if (stored_nodes_.erase(node.id) > 0) batch.tree_deletes.push_back({node.position, goal_});
  }
}

Status ProofRun::next_turn_if_due() {
  if (!scheduler_.next_turn_if_due(pool_.live_count())) return {};
  for (const int worker : pool_.busy_workers()) pool_.cancel(worker);
  book::CommitBatch batch;
  drop_from_tree(batch);
  Result<book::CommitCounts> counts = journal_.commit(std::move(batch));
  return counts.ok() ? Status() : counts.status();
}

void ProofRun::add_tree_changes(const std::vector<NodeId>& solved, std::optional<NodeId> asked,
                                book::CommitBatch& batch) {
  const auto key = [&](NodeId id) { return book::BookKey{tree_.node(id).position, goal_}; };
  if (tree_.node(tree_.root()).solved()) {
    for (const NodeId id : std::exchange(stored_nodes_, {})) batch.tree_deletes.push_back(key(id));
    return;
  }
  for (const NodeId id : solved) {
    if (stored_nodes_.erase(id) > 0) batch.tree_deletes.push_back(key(id));
  }
  std::vector<NodeId> changed = tree_.take_expanded();
  if (asked) changed.push_back(*asked);
  for (const NodeId id : changed) {
    if (tree_.node(id).solved()) continue;
    batch.tree_puts.push_back({key(id), encode_tree_node(state_of(tree_, id))});
    stored_nodes_.insert(id);
  }
}

double ProofRun::within_limit(double job_seconds) const {
  constexpr double kShortestJob = 0.01;
  if (seconds_limit_ <= 0) return job_seconds;
  return std::clamp(seconds_limit_ - pool_.seconds_since(begin_), kShortestJob, job_seconds);
}

Status ProofRun::hand_out() {
  for (const int worker : pool_.idle_workers()) {
    const std::optional<double> help = scheduler_.help_seconds();
    if (help && pool_.may_help(worker)) {
      if (pool_.whom_to_help(worker) != kNoWorker) pool_.give_help(worker, within_limit(*help));
      continue;
    }
    std::vector<NodeId> solved;
    const std::optional<Assignment> assignment =
        scheduler_.next(worker, pool_.live_count(), solved);
    if (assignment) {
      Assignment limited = *assignment;
      limited.seconds = within_limit(limited.seconds);
      pool_.give(worker, limited, tree_.node(limited.node).position,
                 limited.opposite ? opponent(goal_) : goal_);
    }
    const std::vector<NodeId> needless = tree_.needless_jobs(solved);
    if (Status status = conclude(solved, {}); !status.ok()) return status;
    cancel_jobs(needless);
    if (Status status = look_up_new_nodes(); !status.ok()) return status;
  }
  return {};
}

void ProofRun::cancel_jobs(const std::vector<NodeId>& nodes) {
  for (const NodeId id : nodes) {
    // Nobody's is a position that was set aside.
    if (const int worker = tree_.node(id).last_worker; worker != kNoWorker) pool_.cancel(worker);
  }
}

Status ProofRun::drain() {
  const Clock::time_point begin = pool_.now();
  wire::BackOff back_off;
  while ((pool_.any_busy() && pool_.seconds_since(begin) < options_.drain_seconds) ||
         !checks_.empty()) {
    for (const int worker : pool_.busy_workers()) pool_.cancel(worker);
    bool heard = false;
    if (Status status = take_events(heard); !status.ok()) return status;
    if (!heard) pool_.pause(back_off);
  }
  // Late answers are still committed by a next position's run; the last one waits for nobody.
  for (const int worker : pool_.busy_workers()) pool_.give_up(worker);
  return {};
}

Result<SolveReport> ProofRun::report() {
  const Node& root = tree_.node(tree_.root());
  SolveReport report = totals_;
  report.verdict = root.verdict;
  report.seconds = pool_.seconds_since(begin_);
  report.workers = pool_.live_count();
  report.peak_memory = pool_.peak_memory();
  report.traffic = pool_.traffic() - traffic_before_;
  report.coordinator_seconds = cpu_seconds() - cpu_seconds_before_;
  report.check_seconds = checks_.seconds() - check_seconds_before_;
  if (!root.solved()) return report;
  const Color winner = root.verdict == Verdict::kProven ? goal_ : opponent(goal_);
  Result<std::optional<ProofRecord>> fact = journal_.fact(root.position, winner);
  if (!fact.ok()) return fact.status();
  if (fact.value()) {
    const Symmetry input_from_canonical =
        canonicalize(asked_position_).canonical_from_input.inverse();
    report.best = input_from_canonical.apply(fact.value()->move, root.position.size);
    report.distance_plies = fact.value()->distance_plies;
  }
  return report;
}

}  // namespace tengen::coordinator
