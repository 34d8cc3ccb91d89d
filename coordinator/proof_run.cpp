#include "coordinator/proof_run.h"

#include <sys/resource.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "solver/base/check.h"
#include "solver/game/symmetry.h"

namespace tengen::coordinator {
namespace {

std::string child_key(const Game& game, const Position& position, Move move) {
  return encode_position(canonicalize(game.play(position, move)).position);
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
      game_(game),
      journal_(journal),
      stop_(stop),
      options_(options),
      watcher_(watcher),
      asked_position_(position),
      goal_(goal),
      seconds_limit_(seconds),
      tree_(
          game, canonicalize(position).position, goal,
          [this](const Tree& tree, NodeId id) { return certify_replies(tree, id); },
          options.tree_bytes),
      scheduler_(tree_, options.policy),
      known_wins_(game, judge, goal, options.pool.sharing.most_waiting_facts),
      ledger_(tree_, journal, judge, known_wins_, pool),
      recall_(game, position, tree_, journal, known_wins_, ledger_, pool,
              options.pool.sharing.most_waiting_facts),
      progress_(tree_, pool),
      traffic_before_(pool.traffic()),
      cpu_seconds_before_(cpu_seconds()),
      check_seconds_before_(checks.seconds()) {}

bool ProofRun::certify_replies(const Tree& tree, NodeId id) const {
  const Node& node = tree.node(id);
  std::unordered_set<std::string> answered;
  for (const ProvenReply& reply : node.proven_replies) {
    answered.insert(child_key(game_, node.position, reply.move));
  }
  for (const Edge& edge : node.children) {
    const Node& child = tree.node(edge.child);
    if (child.verdict == Verdict::kProven) answered.insert(encode_position(child.position));
  }
  const std::vector<Move> replies = game_.legal_moves(node.position);
  return !replies.empty() && std::all_of(replies.begin(), replies.end(), [&](Move reply) {
    const MoveEffect effect = game_.effect(node.position, reply);
    if (winner_by(effect, node.position.to_move) == goal_) return true;
    return effect == MoveEffect::kContinues &&
           answered.contains(child_key(game_, node.position, reply));
  });
}

std::vector<ChildOutcome> ProofRun::distinct_replies(const Position& position) const {
  std::unordered_set<std::string> seen;
  std::vector<ChildOutcome> replies;
  for (const Move reply : game_.legal_moves(position)) {
    if (game_.effect(position, reply) != MoveEffect::kContinues) continue;
    if (seen.insert(child_key(game_, position, reply)).second) replies.push_back({.move = reply});
  }
  return replies;
}

bool ProofRun::time_is_up() const {
  return seconds_limit_ > 0 && progress_.seconds() >= seconds_limit_;
}

Result<SolveReport> ProofRun::execute() {
  // Step 1. Go on from where an earlier run ended.
  if (Status status = recall_.begin(); !status.ok()) return status;
  totals_.hints = recall_.hints();
  worker::BackOff back_off;
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

Status ProofRun::take_events(bool& heard) {
  for (PoolEvent& event : pool_.poll(heard)) {
    if (event.lost) {
      scheduler_.lost(event.worker, event.assignment);
      if (event.assignment && !event.handed_back) note_death(*event.assignment);
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

std::pair<std::string, bool> ProofRun::job_key(const Assignment& assignment) const {
  return {encode_position(tree_.node(assignment.node).position), assignment.opposite};
}

// Workers may die for reasons of their own; several in a row, each on another's machine or not, do
// so because of what they were given.
void ProofRun::note_death(const Assignment& assignment) {
  if (++deaths_[job_key(assignment)] != options_.deaths_until_set_aside) return;
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
  if (Status status = ledger_.store(outcome.records, event.worker); !status.ok()) return status;
  if (event.assignment) {
    const Assignment& assignment = *event.assignment;
    deaths_.erase(job_key(assignment));
    scheduler_.finished(event.worker, assignment, event.seconds, event.handed_back);
    if (watcher_.job) {
      watcher_.job({event.worker, event.position, answer.goal, assignment.seconds, event.seconds,
                    outcome, event.answer_bytes});
    }
    // The numbers of an attempt that is over count no more, and a job never begun has none.
    const bool has_numbers =
        assignment.attempt == scheduler_.attempt() && !(event.handed_back && outcome.nodes == 0);
    if (!assignment.opposite && (has_numbers || outcome.verdict != Verdict::kUnknown)) {
      asked = assignment.node;
      if (outcome.children.empty() && scheduler_.wants_replies(assignment.node)) {
        outcome.children = distinct_replies(tree_.node(assignment.node).position);
      }
      solved = tree_.apply(assignment.node, outcome);
      if (assignment.node == tree_.root() && !outcome.children.empty()) {
        progress_.note_root_moves(static_cast<int>(outcome.children.size()));
      }
    } else if (assignment.opposite && outcome.verdict == Verdict::kProven) {
      // The other side's win, asked for at the root.
      if (Status status = ledger_.store_other_win(outcome); !status.ok()) return status;
      solved = tree_.set_disproven(tree_.root());
    }
  }
  return ledger_.conclude(solved, asked);
}

Status ProofRun::next_turn_if_due() {
  if (!scheduler_.next_turn_if_due(pool_.live_count())) return {};
  for (const int worker : pool_.busy_workers()) pool_.cancel(worker);
  return ledger_.drop_solved();
}

double ProofRun::within_limit(double job_seconds) const {
  constexpr double kShortestJob = 0.01;
  if (seconds_limit_ <= 0) return job_seconds;
  return std::clamp(seconds_limit_ - progress_.seconds(), kShortestJob, job_seconds);
}

Status ProofRun::hand_out() {
  for (const int worker : pool_.idle_workers()) {
    if (!pool_.is_idle(worker)) continue;  // lost while what is new was looked up
    std::vector<NodeId> solved;
    std::optional<Assignment> assignment =
        scheduler_.next({.worker = worker, .live_workers = pool_.live_count()}, solved);
    if (assignment) {
      assignment->seconds = within_limit(assignment->seconds);
      pool_.give(worker, *assignment, tree_.node(assignment->node).position,
                 assignment->opposite ? opponent(goal_) : goal_);
    }
    if (Status status = ledger_.conclude(solved, {}); !status.ok()) return status;
    if (Status status = recall_.look_up_new_nodes(); !status.ok()) return status;
  }
  return {};
}

Status ProofRun::drain() {
  const worker::Clock::time_point begin = pool_.now();
  worker::BackOff back_off;
  while ((pool_.any_busy() && pool_.seconds_since(begin) < options_.drain_seconds) ||
         pool_.has_events() || !checks_.empty()) {
    for (const int worker : pool_.busy_workers()) pool_.cancel(worker);
    bool heard = false;
    if (Status status = take_events(heard); !status.ok()) return status;
    if (!heard) pool_.pause(back_off);
  }
  // Late answers are still committed by a next position's run; the last one waits for nobody.
  for (const int worker : pool_.busy_workers()) pool_.give_up(worker);
  return {};
}

void ProofRun::show_progress() {
  if (progress_.seconds_since_measured() < options_.progress_seconds) return;
  totals_.records = ledger_.records();
  const Progress& progress = progress_.measure(totals_, scheduler_.attempt(), asked_position_);
  if (watcher_.progress) watcher_.progress(progress);
}

RunStatus ProofRun::status() const {
  RunStatus status;
  status.position = asked_position_;
  status.goal = goal_;
  status.set_aside = totals_.set_aside;
  progress_.add_to(status, asked_position_);
  return status;
}

Result<SolveReport> ProofRun::report() {
  const Node& root = tree_.node(tree_.root());
  SolveReport report = totals_;
  report.records = ledger_.records();
  report.verdict = root.verdict;
  report.seconds = progress_.seconds();
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
