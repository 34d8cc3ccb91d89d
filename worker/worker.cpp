#include "worker/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "worker/messages.h"
#include "worker/watchdog.h"

namespace tengen::worker {
namespace {

// The prover polls far more often than MPI needs to be asked.
constexpr double kPollSeconds = 0.002;
constexpr std::size_t kMostWaitingFacts = 10'000;
constexpr int kLeastWatchSeconds = 10;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

WorkerReport ended(WorkerEnd end, std::string reason = {}) {
  WorkerReport report;
  report.end = end;
  report.reason = std::move(reason);
  return report;
}

class Worker {
 public:
  Worker(Port& port, const Game& game, const WorkerOptions& options)
      : port_(port),
        game_(game),
        options_(options),
        watchdog_(std::max(kLeastWatchSeconds, static_cast<int>(3 * options.silence_seconds))) {}

  WorkerReport run() {
    prover_ = game_.make_prover(options_.prover);
    last_heard_ = Clock::now();
    send(Hello{options_.build, host_name(), getpid(), std::string(game_.rules()), game_.size()});
    BackOff back_off;
    for (;;) {
      // Step 1. Take in what has come.
      const bool heard = take_messages();
      // Step 2. Leave when told to, or when nobody is there to tell.
      if (stop_ && !stop_->refusal.empty()) return ended(WorkerEnd::kRefused, stop_->refusal);
      if (stop_) return {WorkerEnd::kStopped, "", stop_->all_present, stop_->may_resume};
      if (coordinator_gone()) return ended(WorkerEnd::kSilence, fault_);
      if (asked_to_leave()) {
        for (const Job& job : jobs_) send(Answer{job.id, {}, 0, true});
        return ended(WorkerEnd::kLeft);
      }
      // Step 3. Work, or wait.
      if (!jobs_.empty()) {
        work();
        back_off.reset();
      } else if (heard) {
        back_off.reset();
      } else {
        beat(0);
        port_.pause(back_off.next());
      }
    }
  }

  void say_bye(const std::string& fault) {
    send(Bye{fault});
    // Give the last words a moment to leave; the coordinator survives without them.
    drain_sends(port_, std::chrono::seconds(1));
  }

 private:
  void send(const Message& message) { port_.send(kCoordinatorRank, encode(message)); }

  bool take_messages() {
    bool heard = false;
    watchdog_.alive();
    while (std::optional<Incoming> incoming = port_.receive()) {
      heard = true;
      last_heard_ = Clock::now();
      if (incoming->closed) {
        closed_ = true;
        fault_ = incoming->fault;
        continue;
      }
      Result<Message> message = decode(incoming->bytes);
      if (!message.ok()) continue;  // the coordinator requeues what is never answered
      if (Job* job = std::get_if<Job>(&message.value())) {
        jobs_.push_back(std::move(*job));
      } else if (Facts* facts = std::get_if<Facts>(&message.value())) {
        take_facts(std::move(facts->records));
      } else if (const Hints* hints = std::get_if<Hints>(&message.value())) {
        take_hints(*hints);
      } else if (const Cancel* cancel = std::get_if<Cancel>(&message.value())) {
        cancel_job(cancel->job_id);
      } else if (Stop* stop = std::get_if<Stop>(&message.value())) {
        stop_ = std::move(*stop);
      }
    }
    return heard;
  }

  // Facts come before a job and are learned at once, so that they never pile up here. Those that
  // come during one, when the prover is busy, wait; the coordinator sends none then.
  void take_facts(std::vector<ProofRecord> facts) {
    if (current_job_ == 0) {
      prover_->learn(facts);
      beat(0);  // there may be hundreds of such messages in a row
    } else if (facts_.size() < kMostWaitingFacts) {
      std::move(facts.begin(), facts.end(), std::back_inserter(facts_));
    }
  }

  // They come before a job. One that comes during another is not worth waiting for.
  void take_hints(const Hints& message) {
    if (current_job_ != 0) return;
    if (message.first) prover_->forget_hints();
    prover_->take_hints(message.hints);
    beat(0);
  }

  void cancel_job(std::uint64_t id) {
    if (id == current_job_) {
      cancelled_ = true;
      return;
    }
    for (auto it = jobs_.begin(); it != jobs_.end(); ++it) {
      if (it->id != id) continue;
      send(Answer{id, {}});
      jobs_.erase(it);
      return;
    }
  }

  [[nodiscard]] bool coordinator_gone() const {
    return closed_ || seconds_between(last_heard_, Clock::now()) > options_.silence_seconds;
  }

  [[nodiscard]] bool asked_to_leave() const { return options_.leave != nullptr && *options_.leave; }

  void beat(std::uint64_t job_id) {
    const Clock::time_point now = Clock::now();
    if (seconds_between(last_beat_, now) < options_.heartbeat_seconds) return;
    last_beat_ = now;
    const double running = job_id == 0 ? 0 : seconds_between(job_begin_, now);
    send(Heartbeat{job_id, busy_seconds_ + running, nodes_});
  }

  // The prover's stop callback.
  bool should_stop() {
    const Clock::time_point now = Clock::now();
    if (seconds_between(last_poll_, now) >= kPollSeconds) {
      last_poll_ = now;
      take_messages();
      beat(current_job_);
      ending_ = asked_to_leave() || coordinator_gone();
    }
    return cancelled_ || stop_ || ending_;
  }

  void work() {
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    current_job_ = job.id;
    cancelled_ = ending_ = false;
    job_begin_ = last_poll_ = Clock::now();
    if (!facts_.empty()) {
      prover_->learn(facts_);
      facts_.clear();
    }
    Answer answer;
    answer.job_id = job.id;
    ask_finder(job);
    answer.outcome =
        prover_->solve(job.position, job.goal, job.limits, [this] { return should_stop(); });
    busy_seconds_ += seconds_between(job_begin_, Clock::now());
    nodes_ += answer.outcome.nodes;
    current_job_ = 0;
    answer.peak_memory_bytes = peak_memory_bytes();
    answer.handed_back = asked_to_leave() && answer.outcome.verdict == Verdict::kUnknown;
    send(answer);
  }

  void ask_finder(const Job& job) {
    const bool resists = job.limits.attempt > 0 && job.position.to_move == job.goal;
    if (!options_.finder || !resists) return;
    if (!asked_finder_.insert(encode_position(job.position)).second) return;
    prover_->take_hints(options_.finder(job.position, [this] { return should_stop(); }));
  }

  Port& port_;
  const Game& game_;
  const WorkerOptions options_;
  Watchdog watchdog_;
  std::deque<Job> jobs_;
  std::unique_ptr<Prover> prover_;
  std::vector<ProofRecord> facts_;                // not yet learned
  std::unordered_set<std::string> asked_finder_;  // encoded positions
  std::uint64_t current_job_ = 0;
  bool cancelled_ = false;
  bool ending_ = false;  // the current job, for a reason that is no message
  std::optional<Stop> stop_;
  bool closed_ = false;
  std::string fault_;  // why it is closed
  double busy_seconds_ = 0;
  std::uint64_t nodes_ = 0;
  Clock::time_point last_heard_ = Clock::now();
  Clock::time_point last_beat_ = Clock::now();
  Clock::time_point last_poll_ = Clock::now();
  Clock::time_point job_begin_ = Clock::now();
};

}  // namespace

WorkerReport run_worker(Port& port, const Game& game, const WorkerOptions& options) {
  Worker worker(port, game, options);
  try {
    const WorkerReport report = worker.run();
    // A coordinator that is not understood may still understand.
    const bool silent = report.end == WorkerEnd::kSilence;
    if (!silent || !report.reason.empty()) worker.say_bye(silent ? report.reason : "");
    return report;
  } catch (const std::exception& error) {
    try {
      worker.say_bye(error.what());
    } catch (const std::exception&) {
      // Nothing left to say it with; silence tells the coordinator.
    }
    return ended(WorkerEnd::kFault, error.what());
  }
}

}  // namespace tengen::worker
