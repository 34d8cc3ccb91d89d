#include "tests/bench/virtual_workers.h"

#include <time.h>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "solver/base/check.h"

namespace tengen::bench {
namespace {

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// While it lives the coordinator's code does not run.
class Outside {
 public:
  explicit Outside(VirtualClock& clock) : clock_(clock) { clock_.enter(); }
  ~Outside() { clock_.leave(); }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

 private:
  VirtualClock& clock_;
};

// An idle worker looks for messages ever less often (worker::BackOff), so that on average one waits
// for half of the time that the worker was idle for.
constexpr double kLongestPause = 1.5e-3;

double wake_up_seconds(double idle_seconds) {
  return std::clamp(idle_seconds, 0.0, kLongestPause) / 2;
}

}  // namespace

void VirtualClock::enter() {
  if (depth_++ > 0 || !counting_) return;
  const double seconds = thread_seconds() - left_at_;
  measured_ += seconds;
  now_ += seconds;
}

void VirtualClock::leave() {
  if (--depth_ == 0 && counting_) left_at_ = thread_seconds();
}

void VirtualClock::charge(double seconds) {
  if (!counting_) return;
  charged_ += seconds;
  now_ += seconds;
}

VirtualWorkers::VirtualWorkers(VirtualClock& clock, const Game& game, int count,
                               const ClusterModel& cluster, const WorkerModel& model,
                               std::uint64_t seed)
    : clock_(clock),
      cluster_(cluster),
      model_(model),
      random_(seed),
      workers_(static_cast<std::size_t>(count) + 1) {
  for (int rank = 1; rank <= count; ++rank) {
    workers_[static_cast<std::size_t>(rank)].prover =
        game.make_prover({.memory_bytes = model.memory_bytes,
                          .variant = static_cast<unsigned>(rank - 1),
                          .threads = model.threads,
                          .searchers = model.searchers,
                          .in_turns = true});
    say(rank, 0, worker::Hello{"", "virtual", 0, std::string(game.rules()), game.size()});
    // Not all at one time.
    const double first = cluster_.heartbeat_seconds * rank / count;
    schedule(first, rank, 0);
  }
}

void VirtualWorkers::schedule(double time, int rank, std::uint64_t job_id) {
  events_.push({time, ++last_number_, rank, job_id});
}

void VirtualWorkers::say(int rank, double time, const worker::Message& message) {
  constexpr double kMostJitter = 20e-6;
  const double jitter = std::uniform_real_distribution<double>(0, kMostJitter)(random_);
  inbox_.push(
      {time + cluster_.latency_seconds + jitter, ++last_number_, {rank, worker::encode(message)}});
}

void VirtualWorkers::send(int rank, std::string bytes) {
  const Outside outside(clock_);
  clock_.charge(cluster_.message_seconds +
                cluster_.byte_seconds * static_cast<double>(bytes.size()));
  Worker& worker = workers_[static_cast<std::size_t>(rank)];
  const worker::Message message = worker::decode(bytes).value();
  if (const auto* job = std::get_if<worker::Job>(&message)) {
    begin_job(rank, *job);
  } else if (const auto* facts = std::get_if<worker::Facts>(&message)) {
    worker.prover->learn(facts->records);
  } else if (const auto* cancel = std::get_if<worker::Cancel>(&message)) {
    const double time = clock_.now() + cluster_.latency_seconds;
    if (cancel->job_id != worker.job_id || worker.job_end <= time) return;
    // Table and records are those of the whole job, for it was searched when it began.
    SolveOutcome cut;
    cut.records = std::move(worker.answer.outcome.records);
    cut.seconds = std::max(0.0, time - worker.job_begin);
    worker.answer.outcome = std::move(cut);
    worker.job_end = time;
    schedule(time, rank, worker.job_id);
  } else if (std::holds_alternative<worker::Stop>(message)) {
    say(rank, clock_.now(), worker::Bye{});
  }
}

void VirtualWorkers::begin_job(int rank, const worker::Job& job) {
  Worker& worker = workers_[static_cast<std::size_t>(rank)];
  CHECK(worker.job_id == 0);
  const double arrival = clock_.now() + cluster_.latency_seconds;
  worker.job_id = job.id;
  worker.job_begin = arrival + wake_up_seconds(arrival - worker.idle_since);
  worker.answer = {};
  worker.answer.job_id = job.id;
  SolveLimits limits;
  limits.clock_nodes = static_cast<std::uint64_t>(job.limits.seconds * model_.nodes_per_second) + 1;
  limits.attempt = job.limits.attempt;
  SolveOutcome& outcome = worker.answer.outcome;
  outcome = worker.prover->solve(job.position, job.goal, limits, {});
  outcome.seconds = static_cast<double>(outcome.clock_nodes) / model_.nodes_per_second;
  worker.job_end = worker.job_begin + worker.answer.outcome.seconds;
  schedule(worker.job_end, rank, job.id);
}

void VirtualWorkers::end_job(int rank, double time) {
  Worker& worker = workers_[static_cast<std::size_t>(rank)];
  worker.job_id = 0;
  worker.idle_since = time;
  worker.busy_seconds += worker.answer.outcome.seconds;
  worker.nodes += worker.answer.outcome.nodes;
  busy_seconds_ += worker.answer.outcome.seconds;
  const double seconds =
      cluster_.check_seconds * static_cast<double>(worker.answer.outcome.records.size());
  check_seconds_ += seconds;
  checked_until_ = std::max(checked_until_, time) + seconds / cluster_.check_threads;
  say(rank, checked_until_, worker.answer);
}

double VirtualWorkers::next_time() const {
  double time = std::numeric_limits<double>::infinity();
  if (!events_.empty()) time = events_.top().time + cluster_.latency_seconds;
  if (!inbox_.empty()) time = std::min(time, inbox_.top().time);
  return time;
}

void VirtualWorkers::advance_to(double time) {
  while (!events_.empty() && events_.top().time <= time) {
    const Event event = events_.top();
    events_.pop();
    Worker& worker = workers_[static_cast<std::size_t>(event.rank)];
    if (event.job_id != 0) {
      // Cancelled jobs have ended before.
      if (worker.job_id == event.job_id && worker.job_end <= event.time) {
        end_job(event.rank, event.time);
      }
      continue;
    }
    const bool running = worker.job_id != 0 && worker.job_begin <= event.time;
    const double running_seconds = running ? event.time - worker.job_begin : 0;
    say(event.rank, event.time,
        worker::Heartbeat{running ? worker.job_id : 0, worker.busy_seconds + running_seconds,
                          worker.nodes});
    schedule(event.time + cluster_.heartbeat_seconds, event.rank, 0);
  }
}

std::optional<worker::Incoming> VirtualWorkers::receive() {
  const Outside outside(clock_);
  advance_to(clock_.now());
  if (inbox_.empty() || inbox_.top().time > clock_.now()) return std::nullopt;
  worker::Incoming incoming = inbox_.top().incoming;
  inbox_.pop();
  clock_.charge(cluster_.message_seconds +
                cluster_.byte_seconds * static_cast<double>(incoming.bytes.size()));
  return incoming;
}

worker::Clock::time_point VirtualWorkers::now() const {
  return worker::Clock::time_point(std::chrono::duration_cast<worker::Clock::duration>(
      std::chrono::duration<double>(clock_.now())));
}

// With nothing on its way the coordinator's loop would turn and turn: those turns are left out, and
// what comes is found in the middle of a pause.
void VirtualWorkers::pause(std::chrono::microseconds duration) {
  const Outside outside(clock_);
  const double pause = std::chrono::duration<double>(duration).count();
  const double next = next_time();
  clock_.wait_until(next <= clock_.now() + pause ? clock_.now() + pause : next + pause / 2);
}

Result<std::optional<ProofRecord>> VirtualJournal::fact(const Position& canonical, Color goal) {
  const Outside outside(clock_);
  clock_.charge(cluster_.entry_seconds);
  return memory_.fact(canonical, goal);
}

Status VirtualJournal::visit_facts(const std::function<bool(const ProofRecord&)>& visit) {
  const Outside outside(clock_);
  return memory_.visit_facts(visit);
}

Result<std::optional<std::string>> VirtualJournal::tree_entry(const Position& canonical,
                                                              Color goal) {
  const Outside outside(clock_);
  clock_.charge(cluster_.entry_seconds);
  return memory_.tree_entry(canonical, goal);
}

Result<book::CommitCounts> VirtualJournal::commit(book::CommitBatch batch) {
  const Outside outside(clock_);
  const std::size_t entries =
      batch.proofs.size() + batch.tree_puts.size() + batch.tree_deletes.size();
  clock_.charge(cluster_.commit_seconds + cluster_.entry_seconds * static_cast<double>(entries));
  return memory_.commit(std::move(batch));
}

}  // namespace tengen::bench
