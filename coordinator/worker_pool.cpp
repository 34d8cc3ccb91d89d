#include "coordinator/worker_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "solver/base/check.h"

namespace tengen::coordinator {
namespace {

constexpr double kDismissSeconds = 3.0;
// A lost worker gets no more words while so many have not left.
constexpr std::size_t kMostBacklogOfLost = 4;

}  // namespace

WorkerPool::WorkerPool(worker::Port& port, const Game& game, const PoolOptions& options)
    : port_(port),
      game_(game),
      options_(options),
      mailbox_(port),
      roster_(port, options.roster),
      sharing_(options.sharing, port.now()),
      last_keep_alive_(port.now()),
      last_busy_share_(port.now()) {
  grow();
}

void WorkerPool::grow() {
  roster_.grow();
  workers_.resize(static_cast<std::size_t>(roster_.end()));
}

std::vector<PoolEvent> WorkerPool::poll(bool& heard) {
  keep_alive();
  std::vector<PoolEvent> events = std::exchange(waiting_events_, {});
  heard = take_mail(events);
  for (const auto& [rank, loss] : roster_.find_losses()) lose(rank, loss, events);
  return events;
}

bool WorkerPool::take_mail(std::vector<PoolEvent>& events) {
  bool heard = false;
  while (std::optional<Mail> mail = mailbox_.receive()) {
    heard = true;
    grow();
    const int rank = mail->source;
    if (rank <= 0 || rank >= roster_.end()) continue;
    if (!mail->message) {
      lose(rank, {Loss::Kind::kDied, "its connection has ended"}, events);
    } else if (!mail->message->ok()) {
      const std::string& fault = mail->message->status().message();
      lose(rank, {Loss::Kind::kFailed, fault}, events);
      mailbox_.send(rank, worker::Stop{false, false, fault});
    } else {
      const std::size_t before = events.size();
      take(rank, std::move(*mail->message).value(), events);
      if (events.size() > before) events.back().answer_bytes = mail->bytes;
    }
  }
  grow();
  return heard;
}

void WorkerPool::keep_alive() {
  if (seconds_since(last_keep_alive_) < options_.keep_alive_seconds) return;
  last_keep_alive_ = now();
  // What waits in MPI for long holds its sender up.
  take_mail(waiting_events_);
  for (int rank = 1; rank < roster_.end(); ++rank) {
    const Phase phase = roster_.phase(rank);
    const bool deaf = phase == Phase::kLost && port_.backlog(rank) >= kMostBacklogOfLost;
    if (phase != Phase::kGone && !deaf) mailbox_.send(rank, worker::KeepAlive{});
  }
}

void WorkerPool::take(int rank, worker::Message message, std::vector<PoolEvent>& events) {
  if (roster_.phase(rank) == Phase::kGone) return;
  roster_.heard(rank);
  if (const auto* hello = std::get_if<worker::Hello>(&message)) {
    take_hello(rank, *hello);
  } else if (const auto* beat = std::get_if<worker::Heartbeat>(&message)) {
    take_heartbeat(rank, *beat);
  } else if (auto* answer = std::get_if<worker::Answer>(&message)) {
    take_answer(rank, std::move(*answer), events);
  } else if (const auto* bye = std::get_if<worker::Bye>(&message)) {
    const Loss in_order{Loss::Kind::kLeft, "it left"};
    lose(rank, bye->fault.empty() ? in_order : Loss{Loss::Kind::kFailed, bye->fault}, events);
  }
}

void WorkerPool::take_hello(int rank, const worker::Hello& hello) {
  const Phase phase = roster_.phase(rank);
  if (phase == Phase::kIdle || phase == Phase::kBusy) return;  // it has said so before
  std::string why;
  if (!roster_.introduce(rank, hello.host, hello.process_id)) why = "it was shut out before";
  if (std::string fault = refusal(hello); !fault.empty()) why = std::move(fault);
  if (why.empty()) {
    roster_.welcome(rank);
    return;
  }
  roster_.refuse(rank, why);
  mailbox_.send(rank, worker::Stop{false, false, why});
}

std::string WorkerPool::refusal(const worker::Hello& hello) const {
  if (!options_.build.empty() && hello.build != options_.build) {
    return fmt::format(
        "it is tengen {}, the coordinator {}: use one build, or solve with --any-build",
        hello.build, options_.build);
  }
  if (hello.rules != game_.rules() || hello.board_size != game_.size()) {
    return fmt::format("it solves {} {}, not {} {}", hello.rules, hello.board_size, game_.rules(),
                       game_.size());
  }
  return {};
}

void WorkerPool::take_heartbeat(int rank, const worker::Heartbeat& beat) {
  state(rank).busy_seconds = beat.busy_seconds;
  state(rank).nodes = beat.nodes;
  if (roster_.phase(rank) != Phase::kLost) return;
  // Back from the dead. What it still works on has been given to somebody else.
  if (beat.job_id == 0) {
    roster_.take_back(rank);
  } else {
    mailbox_.send(rank, worker::Cancel{beat.job_id});
  }
}

void WorkerPool::take_answer(int rank, worker::Answer answer, std::vector<PoolEvent>& events) {
  WorkerState& worker = state(rank);
  worker.peak_memory_bytes = std::max(worker.peak_memory_bytes, answer.peak_memory_bytes);
  if (roster_.phase(rank) == Phase::kBusy && answer.job_id == worker.job_id) {
    end_job(rank, false, std::move(answer.outcome), events);
    events.back().handed_back = answer.handed_back;
  } else {
    PoolEvent& event = events.emplace_back();
    event.worker = rank;
    event.outcome = std::move(answer.outcome);
  }
  if (roster_.phase(rank) == Phase::kLost) roster_.take_back(rank);
}

void WorkerPool::shut_out(int worker, const std::string& why) {
  roster_.bar(worker);
  if (roster_.phase(worker) == Phase::kGone) return;
  const std::string reason = "shut out: it has claimed what does not hold: " + why;
  lose(worker, {Loss::Kind::kShutOut, reason}, waiting_events_);
  mailbox_.send(worker, worker::Stop{false, false, reason});
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
  roster_.set_phase(rank, Phase::kIdle);
}

void WorkerPool::lose(int rank, const Loss& loss, std::vector<PoolEvent>& events) {
  if (roster_.phase(rank) == Phase::kGone) return;
  const bool busy = roster_.phase(rank) == Phase::kBusy;
  if (!roster_.lose(rank, loss)) return;
  const Phase phase = roster_.phase(rank);
  if (busy) {
    end_job(rank, true, {}, events);
    roster_.set_phase(rank, phase);
  } else {
    PoolEvent& event = events.emplace_back();
    event.worker = rank;
    event.lost = true;
  }
  events.back().handed_back = loss.kind == Loss::Kind::kLeft;
  port_.forget(rank);
}

std::vector<int> WorkerPool::busy_workers() const {
  std::vector<int> ranks;
  for (int rank = 1; rank < roster_.end(); ++rank) {
    if (roster_.phase(rank) == Phase::kBusy) ranks.push_back(rank);
  }
  return ranks;
}

const Assignment& WorkerPool::assignment(int worker) const {
  CHECK(roster_.phase(worker) == Phase::kBusy);
  return state(worker).assignment;
}

void WorkerPool::give(int worker, const Assignment& assignment, const Position& position,
                      Color goal) {
  sharing_.give_news(worker,
                     [&](const worker::Message& message) { mailbox_.send(worker, message); });
  CHECK(roster_.phase(worker) == Phase::kIdle);
  roster_.set_phase(worker, Phase::kBusy);
  WorkerState& target = state(worker);
  target.assignment = assignment;
  target.position = position;
  target.job_id = ++last_job_id_;
  ++target.jobs;
  target.job_begin = now();
  target.cancelled = false;
  mailbox_.send(worker,
                worker::Job{target.job_id,
                            position,
                            goal,
                            {.seconds = assignment.seconds, .attempt = assignment.attempt}});
}

void WorkerPool::cancel(int worker) {
  WorkerState& target = state(worker);
  if (roster_.phase(worker) != Phase::kBusy || target.cancelled) return;
  target.cancelled = true;
  mailbox_.send(worker, worker::Cancel{target.job_id});
}

void WorkerPool::give_up(int worker) {
  if (roster_.phase(worker) != Phase::kBusy) return;
  roster_.set_phase(worker, Phase::kLost);
  state(worker).job_id = 0;
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
  for (int rank = 1; rank < roster_.end(); ++rank) {
    const Phase phase = roster_.phase(rank);
    if (phase == Phase::kGone) continue;
    const WorkerState& worker = state(rank);
    WorkerView& view = views.emplace_back();
    view = {rank,
            phase,
            roster_.host(rank),
            roster_.process_id(rank),
            worker.busy_seconds,
            worker.nodes,
            worker.jobs,
            roster_.silent_seconds(rank),
            std::nullopt};
    if (phase == Phase::kBusy) view.position = worker.position;
  }
  return views;
}

bool WorkerPool::dismiss(bool may_resume) {
  const bool all_present = roster_.all_present();
  for (int rank = 1; rank < roster_.end(); ++rank) {
    if (roster_.phase(rank) != Phase::kGone) {
      mailbox_.send(rank, worker::Stop{all_present, may_resume, ""});
    }
  }
  const Clock::time_point begin = now();
  worker::BackOff back_off;
  while (roster_.any_present() && seconds_since(begin) < kDismissSeconds) {
    while (const std::optional<Mail> mail = mailbox_.receive()) {
      grow();
      const bool stays = mail->message && mail->message->ok() &&
                         !std::holds_alternative<worker::Bye>(mail->message->value());
      if (!stays) roster_.set_phase(mail->source, Phase::kGone);
    }
    pause(back_off);
  }
  return all_present && !roster_.any_present();
}

}  // namespace tengen::coordinator
