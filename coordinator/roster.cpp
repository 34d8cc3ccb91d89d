#include "coordinator/roster.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>

namespace tengen::coordinator {
namespace {

constexpr double kProcessLookSeconds = 0.5;
// Silence is measured in seconds; with many workers looking at each of them takes a while.
constexpr double kLookSeconds = 0.05;

bool present(WorkerPhase phase) {
  return phase != WorkerPhase::kLost && phase != WorkerPhase::kGone;
}

}  // namespace

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

Roster::Roster(const worker::Port& port, const RosterOptions& options)
    : port_(port),
      options_(options),
      ranks_at_start_(port.size() - 1),
      own_host_(worker::host_name()),
      last_look_(port.now()),
      last_process_look_(port.now()) {
  grow();
  set_phase(0, WorkerPhase::kGone);
}

void Roster::grow() {
  while (end() < port_.size()) {
    workers_.emplace_back().last_heard = port_.now();
    ++phase_counts_[static_cast<std::size_t>(WorkerPhase::kStarting)];
  }
}

void Roster::set_phase(int rank, WorkerPhase phase) {
  const WorkerPhase before = std::exchange(at(rank).phase, phase);
  --phase_counts_[static_cast<std::size_t>(before)];
  ++phase_counts_[static_cast<std::size_t>(phase)];
  if (before == WorkerPhase::kIdle) idle_.erase(rank);
  if (phase == WorkerPhase::kIdle) idle_.insert(rank);
}

bool Roster::introduce(int rank, const std::string& host, std::int32_t process_id) {
  at(rank).host = host;
  at(rank).process_id = process_id;
  return !barred_.contains({host, process_id});
}

void Roster::welcome(int rank) {
  set_phase(rank, WorkerPhase::kIdle);
  note(WorkerChange::kJoined, rank, "");
}

void Roster::refuse(int rank, const std::string& why) {
  note(WorkerChange::kRefused, rank, why);
  ++faults_.refused;
  set_phase(rank, WorkerPhase::kGone);
}

void Roster::take_back(int rank) {
  set_phase(rank, WorkerPhase::kIdle);
  ++faults_.returned;
  note(WorkerChange::kReturned, rank, "");
}

double Roster::silent_seconds(int rank) const { return seconds_since(at(rank).last_heard); }

std::vector<std::pair<int, Loss>> Roster::find_losses() {
  std::vector<std::pair<int, Loss>> losses;
  if (seconds_since(last_look_) < kLookSeconds) return losses;
  last_look_ = port_.now();
  const bool look_at_processes = seconds_since(last_process_look_) >= kProcessLookSeconds;
  if (look_at_processes) last_process_look_ = port_.now();
  for (int rank = 1; rank < end(); ++rank) {
    const Worker& worker = at(rank);
    if (worker.phase == WorkerPhase::kGone) continue;
    const double allowed = worker.phase == WorkerPhase::kStarting ? options_.start_within_seconds
                                                                  : options_.lost_after_seconds;
    const double silent = silent_seconds(rank);
    if (look_at_processes && process_gone(worker)) {
      losses.emplace_back(rank, Loss{Loss::Kind::kDied, "its process has died"});
    } else if (silent > allowed && worker.phase != WorkerPhase::kLost) {
      losses.emplace_back(rank,
                          Loss{Loss::Kind::kSilent, fmt::format("silent for {:.1f} s", silent)});
    }
  }
  return losses;
}

bool Roster::process_gone(const Worker& worker) const {
  return worker.process_id > 0 && worker.host == own_host_ && kill(worker.process_id, 0) != 0 &&
         errno == ESRCH;
}

std::uint64_t* Roster::count_of(Loss::Kind kind) {
  switch (kind) {
    case Loss::Kind::kLeft:
      return nullptr;
    case Loss::Kind::kDied:
      return &faults_.died;
    case Loss::Kind::kSilent:
      return &faults_.silent;
    case Loss::Kind::kFailed:
      return &faults_.failed;
    case Loss::Kind::kShutOut:
      break;
  }
  return &faults_.refused;
}

bool Roster::lose(int rank, const Loss& loss) {
  const bool was_there = present(phase(rank));
  if (was_there) {
    std::uint64_t* const count = count_of(loss.kind);
    note(count == nullptr ? WorkerChange::kLeft : WorkerChange::kLost, rank, loss.why);
    if (count != nullptr) ++*count;
  }
  set_phase(rank, loss.kind == Loss::Kind::kSilent ? WorkerPhase::kLost : WorkerPhase::kGone);
  return was_there;
}

bool Roster::deserted() const {
  if (options_.await_joiners || live_count() > 0 || count(WorkerPhase::kStarting) > 0) return false;
  return std::none_of(workers_.begin(), workers_.end(), [this](const Worker& worker) {
    return worker.phase == WorkerPhase::kLost &&
           seconds_since(worker.last_heard) < options_.return_within_seconds;
  });
}

bool Roster::any_present() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const Worker& worker) { return present(worker.phase); });
}

bool Roster::all_present() const {
  const auto first = workers_.begin() + 1;
  return std::all_of(first, first + ranks_at_start_,
                     [](const Worker& worker) { return present(worker.phase); });
}

void Roster::note(WorkerChange change, int rank, std::string why) {
  events_.push_back({change, rank, host(rank), process_id(rank), std::move(why)});
}

}  // namespace tengen::coordinator
