#include "coordinator/worker_pool.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "solver/base/check.h"

namespace tengen::coordinator {
namespace {

constexpr double kDismissSeconds = 3.0;
constexpr double kProcessCheckSeconds = 0.5;
// Silence is measured in seconds; with many workers looking at each of them takes a while.
constexpr double kLossCheckSeconds = 0.05;

// A lost worker gets no more words while so many have not left.
constexpr std::size_t kMostBacklogOfLost = 4;

}  // namespace

Traffic operator-(const Traffic& a, const Traffic& b) {
  return {a.sent_messages - b.sent_messages, a.sent_bytes - b.sent_bytes,
          a.received_messages - b.received_messages, a.received_bytes - b.received_bytes};
}

std::string_view phase_name(WorkerPhase phase) {
  switch (phase) {
    case WorkerPhase::kStarting:
      return "starting";
    case WorkerPhase::kIdle:
      return "idle";
    case WorkerPhase::kBusy:
      return "busy";
    case WorkerPhase::kLost:
      return "lost";
    case WorkerPhase::kGone:
      break;
  }
  return "gone";
}

WorkerPool::WorkerPool(wire::Port& port, const Game& game, const PoolOptions& options)
    : port_(port),
      game_(game),
      options_(options),
      fact_credit_(options.most_facts_per_second),
      ranks_at_start_(port.size() - 1),
      own_host_(wire::host_name()),
      last_keep_alive_(port.now()),
      last_busy_share_(port.now()),
      last_loss_check_(port.now()),
      last_fact_credit_(port.now()),
      last_process_check_(port.now()) {
  grow();
  set_phase(0, Phase::kGone);  // the coordinator itself
}

void WorkerPool::grow() {
  while (workers_.size() < static_cast<std::size_t>(port_.size())) {
    workers_.emplace_back().last_heard = now();
    ++phase_counts_[static_cast<std::size_t>(Phase::kStarting)];
  }
}

void WorkerPool::set_phase(int rank, Phase phase) {
  const Phase before = std::exchange(state(rank).phase, phase);
  --phase_counts_[static_cast<std::size_t>(before)];
  ++phase_counts_[static_cast<std::size_t>(phase)];
  if (before == Phase::kIdle) idle_.erase(rank);
  if (phase == Phase::kIdle) idle_.insert(rank);
}

std::vector<PoolEvent> WorkerPool::poll(bool& heard) {
  std::vector<PoolEvent> events = std::exchange(events_of_shut_out_, {});
  heard = false;
  while (std::optional<wire::Incoming> incoming = port_.receive()) {
    heard = true;
    const int rank = incoming->source;
    if (rank <= 0 || rank >= port_.size()) continue;
    grow();
    ++traffic_.received_messages;
    traffic_.received_bytes += incoming->bytes.size();
    if (incoming->closed && incoming->fault.empty()) {
      lose(rank, "its connection has ended", &faults_.died, Phase::kGone, events);
      continue;
    }
    Result<wire::Message> message = incoming->closed
                                        ? Status(StatusCode::kCorruption, incoming->fault)
                                        : wire::decode(incoming->bytes);
    if (!message.ok()) {
      // Another build or broken memory: nothing it says can be relied on.
      lose(rank, message.status().message(), &faults_.failed, Phase::kGone, events);
      send(rank, wire::Stop{false, false, message.status().message()});
      continue;
    }
    const std::size_t before = events.size();
    take(rank, std::move(message).value(), events);
    if (events.size() > before) events.back().answer_bytes = incoming->bytes.size();
  }
  grow();
  find_lost(events);
  keep_alive();
  return events;
}

void WorkerPool::keep_alive() {
  if (seconds_since(last_keep_alive_) < options_.keep_alive_seconds) return;
  last_keep_alive_ = now();
  grow();
  for (int rank = 1; rank < port_.size(); ++rank) {
    const Phase phase = state(rank).phase;
    const bool deaf = phase == Phase::kLost && port_.backlog(rank) >= kMostBacklogOfLost;
    if (phase != Phase::kGone && !deaf) send(rank, wire::KeepAlive{});
  }
}

void WorkerPool::take(int rank, wire::Message message, std::vector<PoolEvent>& events) {
  WorkerState& worker = state(rank);
  if (worker.phase == Phase::kGone) return;
  worker.last_heard = now();
  if (const auto* hello = std::get_if<wire::Hello>(&message)) {
    take_hello(rank, *hello);
  } else if (const auto* beat = std::get_if<wire::Heartbeat>(&message)) {
    worker.busy_seconds = beat->busy_seconds;
    worker.nodes = beat->nodes;
    if (worker.phase != Phase::kLost) return;
    // Back from the dead. What it still works on has been given to somebody else.
    if (beat->job_id == 0) {
      take_back(rank);
    } else {
      send(rank, wire::Cancel{beat->job_id});
    }
  } else if (auto* answer = std::get_if<wire::Answer>(&message)) {
    worker.peak_memory_bytes = std::max(worker.peak_memory_bytes, answer->peak_memory_bytes);
    if (worker.phase == Phase::kBusy && answer->job_id == worker.job_id) {
      if (worker.assignment.help && answer->handed_back) leave_team(rank);
      end_job(rank, false, std::move(answer->outcome), events);
      events.back().handed_back = answer->handed_back;
    } else {
      PoolEvent& event = events.emplace_back();
      event.worker = rank;
      event.outcome = std::move(answer->outcome);
    }
    if (worker.phase == Phase::kLost) take_back(rank);
  } else if (const auto* bye = std::get_if<wire::Bye>(&message)) {
    const bool in_order = bye->fault.empty();
    lose(rank, in_order ? "it left" : bye->fault, in_order ? nullptr : &faults_.failed,
         Phase::kGone, events);
  }
}

void WorkerPool::take_hello(int rank, const wire::Hello& hello) {
  WorkerState& worker = state(rank);
  worker.host = hello.host;
  worker.process_id = hello.process_id;
  worker.shared = hello.shared;
  std::string refusal;
  if (!options_.build.empty() && hello.build != options_.build) {
    refusal =
        fmt::format("it is tengen {}, the coordinator {}: use one build, or solve with --any-build",
                    hello.build, options_.build);
  } else if (hello.rules != game_.rules() || hello.board_size != game_.size()) {
    refusal = fmt::format("it solves {} {}, not {} {}", hello.rules, hello.board_size,
                          game_.rules(), game_.size());
  } else if (shut_out_.contains({hello.host, hello.process_id})) {
    refusal = "it was shut out before";
  }
  if (refusal.empty()) {
    set_phase(rank, Phase::kIdle);
    join_team(rank);
    note(WorkerChange::kJoined, rank, "");
    return;
  }
  note(WorkerChange::kRefused, rank, refusal);
  ++faults_.refused;
  set_phase(rank, Phase::kGone);
  send(rank, wire::Stop{false, false, refusal});
}

void WorkerPool::shut_out(int worker, const std::string& why) {
  shut_out_.insert({state(worker).host, state(worker).process_id});
  if (state(worker).phase == Phase::kGone) return;
  const std::string reason = "shut out: it has claimed what does not hold: " + why;
  lose(worker, reason, &faults_.refused, Phase::kGone, events_of_shut_out_);
  send(worker, wire::Stop{false, false, reason});
}

void WorkerPool::take_back(int rank) {
  set_phase(rank, Phase::kIdle);
  join_team(rank);
  ++faults_.returned;
  note(WorkerChange::kReturned, rank, "");
}

void WorkerPool::end_job(int rank, bool lost, SolveOutcome outcome,
                         std::vector<PoolEvent>& events) {
  WorkerState& worker = state(rank);
  PoolEvent& event = events.emplace_back();
  event.worker = rank;
  event.assignment = worker.assignment;
  event.position = worker.position;
  event.lost = lost;
  event.outcome = std::move(outcome);
  event.seconds = seconds_since(worker.job_begin);
  worker.job_id = 0;
  set_phase(rank, Phase::kIdle);
}

void WorkerPool::lose(int rank, const std::string& why, std::uint64_t* count, Phase phase,
                      std::vector<PoolEvent>& events) {
  const Phase before = state(rank).phase;
  if (before == Phase::kGone) return;
  if (before == Phase::kLost) return set_phase(rank, phase);
  note(count == nullptr ? WorkerChange::kLeft : WorkerChange::kLost, rank, why);
  if (count != nullptr) ++*count;
  if (before == Phase::kBusy) {
    end_job(rank, true, {}, events);
  } else {
    PoolEvent& event = events.emplace_back();
    event.worker = rank;
    event.lost = true;
  }
  events.back().handed_back = count == nullptr;
  leave_team(rank);
  set_phase(rank, phase);
  port_.forget(rank);
}

void WorkerPool::find_lost(std::vector<PoolEvent>& events) {
  if (seconds_since(last_loss_check_) < kLossCheckSeconds) return;
  last_loss_check_ = now();
  const bool check_processes = seconds_since(last_process_check_) >= kProcessCheckSeconds;
  if (check_processes) last_process_check_ = now();
  for (int rank = 1; rank < port_.size(); ++rank) {
    const WorkerState& worker = state(rank);
    const double allowed = worker.phase == Phase::kStarting ? options_.start_within_seconds
                                                            : options_.lost_after_seconds;
    const double silent = seconds_since(worker.last_heard);
    if (check_processes && process_gone(rank)) {
      lose(rank, "its process has died", &faults_.died, Phase::kGone, events);
    } else if (silent > allowed) {
      lose(rank, fmt::format("silent for {:.1f} s", silent), &faults_.silent, Phase::kLost, events);
    }
  }
}

bool WorkerPool::process_gone(int rank) const {
  const WorkerState& worker = state(rank);
  return worker.process_id > 0 && worker.host == own_host_ && kill(worker.process_id, 0) != 0 &&
         errno == ESRCH;
}

std::vector<int> WorkerPool::busy_workers() const {
  std::vector<int> ranks;
  for (int rank = 1; rank < static_cast<int>(workers_.size()); ++rank) {
    if (state(rank).phase == Phase::kBusy) ranks.push_back(rank);
  }
  return ranks;
}

bool WorkerPool::deserted() const {
  if (options_.await_joiners || live_count() > 0 || count(Phase::kStarting) > 0) return false;
  return std::none_of(workers_.begin(), workers_.end(), [this](const WorkerState& worker) {
    return worker.phase == Phase::kLost &&
           seconds_since(worker.last_heard) < options_.return_within_seconds;
  });
}

const Assignment& WorkerPool::assignment(int worker) const {
  CHECK(state(worker).phase == Phase::kBusy);
  return state(worker).assignment;
}

void WorkerPool::give(int worker, const Assignment& assignment, const Position& position,
                      Color goal) {
  send_hints(worker);
  send_facts(worker);
  start_job(worker,
            {0, position, goal, {.seconds = assignment.seconds, .attempt = assignment.attempt}},
            assignment);
}

void WorkerPool::start_job(int worker, wire::Job job, const Assignment& assignment) {
  WorkerState& target = state(worker);
  CHECK(target.phase == Phase::kIdle);
  set_phase(worker, Phase::kBusy);
  target.assignment = assignment;
  target.position = job.position;
  target.job_id = job.id = ++last_job_id_;
  ++target.jobs;
  target.job_begin = now();
  target.cancelled = false;
  send(worker, job);
}

void WorkerPool::cancel(int worker) {
  WorkerState& target = state(worker);
  if (target.phase != Phase::kBusy || target.cancelled) return;
  target.cancelled = true;
  send(worker, wire::Cancel{target.job_id});
}

void WorkerPool::give_up(int worker) {
  WorkerState& target = state(worker);
  if (target.phase != Phase::kBusy) return;
  leave_team(worker);
  set_phase(worker, Phase::kLost);
  target.job_id = 0;
}

double WorkerPool::take_busy_share() {
  const double elapsed = seconds_since(std::exchange(last_busy_share_, now()));
  double busy = 0;
  for (WorkerState& worker : workers_) {
    busy += worker.busy_seconds - std::exchange(worker.busy_seconds_seen, worker.busy_seconds);
  }
  const double available = elapsed * live_count();
  return available > 0 ? std::clamp(busy / available, 0.0, 1.0) : 0;
}

PeakMemory WorkerPool::peak_memory() const {
  PeakMemory peak;
  for (const WorkerState& worker : workers_) {
    peak.largest_bytes = std::max(peak.largest_bytes, worker.peak_memory_bytes);
    peak.sum_bytes += worker.peak_memory_bytes;
  }
  return peak;
}

std::vector<WorkerView> WorkerPool::workers() const {
  std::vector<WorkerView> views;
  for (int rank = 1; rank < static_cast<int>(workers_.size()); ++rank) {
    const WorkerState& worker = state(rank);
    if (worker.phase == Phase::kGone) continue;
    WorkerView& view = views.emplace_back();
    view = {rank,
            worker.phase,
            worker.host,
            worker.process_id,
            worker.busy_seconds,
            worker.nodes,
            worker.jobs,
            seconds_since(worker.last_heard),
            std::nullopt};
    const bool helps = worker.assignment.help && worker.first_of_team != kNoWorker;
    if (worker.phase == Phase::kBusy) {
      view.position = helps ? state(worker.first_of_team).position : worker.position;
    }
  }
  return views;
}

std::vector<WorkerEvent> WorkerPool::take_worker_events() {
  return std::exchange(worker_events_, {});
}

bool WorkerPool::dismiss(bool may_resume) {
  // Those that are still starting will say Hello and then read their Stop.
  const auto present = [this](const WorkerState& worker) {
    return worker.phase != Phase::kLost && worker.phase != Phase::kGone;
  };
  const auto first = workers_.begin() + 1;
  const bool all_present = std::all_of(first, first + ranks_at_start_, present);
  for (int rank = 1; rank < port_.size(); ++rank) {
    if (state(rank).phase != Phase::kGone) send(rank, wire::Stop{all_present, may_resume, ""});
  }
  const Clock::time_point begin = now();
  wire::BackOff back_off;
  while (std::any_of(workers_.begin(), workers_.end(), present) &&
         seconds_since(begin) < kDismissSeconds) {
    while (std::optional<wire::Incoming> incoming = port_.receive()) {
      grow();
      const Result<wire::Message> message = wire::decode(incoming->bytes);
      if (incoming->closed ||
          (message.ok() && std::holds_alternative<wire::Bye>(message.value()))) {
        set_phase(incoming->source, Phase::kGone);
      }
    }
    pause(back_off);
  }
  return all_present && std::none_of(workers_.begin(), workers_.end(), present);
}

void WorkerPool::send(int rank, const wire::Message& message) {
  std::string bytes = wire::encode(message);
  ++traffic_.sent_messages;
  traffic_.sent_bytes += bytes.size();
  port_.send(rank, std::move(bytes));
}

void WorkerPool::note(WorkerChange change, int rank, std::string why) {
  const WorkerState& worker = state(rank);
  worker_events_.push_back({change, rank, worker.host, worker.process_id, std::move(why)});
}

}  // namespace tengen::coordinator
