#include "book/engine/thinking_thread.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <utility>

namespace tengen::book::engine {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// How often the thread that waits for a move looks whether it shall stop; how late it comes to that
// tells how late it may come to the deadline.
constexpr Seconds kLookEvery{0.005};
// Of the time, the most that is kept back for being late; of a delay, what the next move expects.
constexpr double kMostKeptBack = 0.5;
constexpr double kDelayFades = 0.7;
// A search that is asked to stop gets so long to say what it has.
constexpr Seconds kStopWithin{0.1};

// Of a choice, what decides: published in one piece, without a lock that a thread could hold while
// it is not let run. Aligned as a whole, else clang calls a library for it.
struct alignas(8) Known {
  Move move = kNoMove;
  std::int16_t distance_plies = 0;  // 0: no claim
  std::int16_t avoided = 0;
  std::int8_t winner = 0;
  bool searched = false;
};
static_assert(std::atomic<Known>::is_always_lock_free);

Known known_of(const Choice& choice) {
  Known known;
  known.move = choice.move;
  known.avoided = static_cast<std::int16_t>(choice.avoided);
  if (!choice.claim) return known;
  known.distance_plies = static_cast<std::int16_t>(choice.claim->distance_plies);
  known.winner = static_cast<std::int8_t>(choice.claim->winner);
  known.searched = choice.claim->searched;
  return known;
}

Choice choice_of(const Known& known) {
  Choice choice;
  choice.move = known.move;
  choice.avoided = known.avoided;
  if (known.distance_plies > 0) {
    choice.claim = Claim{static_cast<Color>(known.winner), known.distance_plies, known.searched};
  }
  return choice;
}

Clock::time_point after(Clock::time_point start, double seconds) {
  constexpr double kLongest = 1e8;
  return start + std::chrono::duration_cast<Clock::duration>(Seconds(std::min(seconds, kLongest)));
}

}  // namespace

struct ThinkingThread::Question {
  Question(const Position& asked, const ThinkLimits& within, bool wants_look)
      : position(asked), limits(within), look(wants_look) {}

  const Position position;
  const ThinkLimits limits;
  const bool look;
  const Clock::time_point start = Clock::now();
  std::atomic<Known> known = {};
  std::atomic<std::uint64_t> nodes = 0;
  std::atomic<bool> stop = false;
  std::optional<Choice> answer = {};  // guarded by the thinking thread's mutex
};

ThinkingThread::ThinkingThread(const Game& game, std::uint64_t memory_bytes)
    : game_(game), memory_(memory_bytes), knowledge_(game), thread_([this] { run(); }) {}

ThinkingThread::~ThinkingThread() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  job_came_.notify_one();
  thread_.join();
}

void ThinkingThread::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    job_came_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
    if (ended_) return;
    {
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      keep_fault();
    }
    lock.lock();
  }
}

void ThinkingThread::post(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  job_came_.notify_one();
}

template <typename Job>
auto ThinkingThread::call(Job job) -> decltype(job()) {
  std::promise<decltype(job())> result;
  post([&] {
    auto value = job();
    keep_fault();  // before anybody may ask for it
    result.set_value(std::move(value));
  });
  return result.get_future().get();
}

void ThinkingThread::keep_fault() {
  std::optional<Status> fault = knowledge_.take_fault();
  if (!fault) return;
  const std::lock_guard lock(mutex_);
  fault_ = std::move(fault);
}

std::optional<Status> ThinkingThread::take_fault() {
  const std::lock_guard lock(mutex_);
  return std::exchange(fault_, std::nullopt);
}

Thinker& ThinkingThread::thinker() {
  if (thinker_ == nullptr) thinker_ = std::make_unique<Thinker>(game_, knowledge_, memory_);
  return *thinker_;
}

void ThinkingThread::get_ready() {
  post([this] { thinker(); });
}

void ThinkingThread::set_memory(std::uint64_t bytes) {
  post([this, bytes] {
    memory_ = bytes;
    if (thinker_ != nullptr) thinker_->set_memory(bytes);
  });
}

void ThinkingThread::clear() {
  post([this] {
    if (thinker_ != nullptr) thinker_->clear();
  });
}

void ThinkingThread::look_into_book() {
  post([this] { knowledge_.refresh(); });
}

void ThinkingThread::close_book() {
  post([this] { knowledge_.close(); });
}

Status ThinkingThread::open_book(const std::string& path) {
  return call([&] { return knowledge_.open(path); });
}

Status ThinkingThread::use_book(const std::string& path) {
  return call([&] { return knowledge_.has_book() ? Status() : knowledge_.open(path); });
}

std::optional<QueryAnswer> ThinkingThread::query(const Position& position) {
  return call([&] {
    knowledge_.refresh();
    return knowledge_.query(position);
  });
}

// In the thinking thread. Where the time is over before it begins, nobody waits any more.
void ThinkingThread::answer(Question& question) {
  ThinkLimits limits = question.limits;
  if (limits.seconds > 0) {
    limits.seconds -= Seconds(Clock::now() - question.start).count();
    if (limits.seconds <= 0) return;
  }
  if (question.look) knowledge_.refresh();
  const Choice choice = thinker().think(
      question.position, limits, [&question] { return question.stop.load(); },
      [&question](const Choice& known) {
        question.nodes = known.nodes;
        question.known = known_of(known);
      });
  keep_fault();
  {
    const std::lock_guard lock(mutex_);
    question.answer = choice;
  }
  answered_.notify_one();
}

// In the asking thread: until there is an answer or no more time.
void ThinkingThread::wait(Question& question, const std::function<bool()>& stop) {
  const double seconds = question.limits.seconds;
  std::optional<Clock::time_point> stopped;  // then this thread goes on, whatever comes
  double late = late_ * kDelayFades;
  for (Clock::time_point now = question.start;;) {
    if (!stopped && stop && stop()) {
      question.stop = true;
      stopped = after(now, kStopWithin.count());
    }
    Clock::time_point end = stopped.value_or(Clock::time_point::max());
    if (seconds > 0) {
      const double kept_back = std::min(late, kMostKeptBack * seconds);
      end = std::min(end, after(question.start, seconds - kept_back));
    }
    if (now >= end) break;
    const Clock::time_point until = std::min(end, after(now, kLookEvery.count()));
    {
      std::unique_lock lock(mutex_);
      if (answered_.wait_until(lock, until, [&] { return question.answer.has_value(); })) break;
    }
    now = Clock::now();
    late = std::max(late, Seconds(now - until).count());
  }
  late_ = late;
}

Choice ThinkingThread::choose(const Position& position, const ThinkLimits& limits,
                              const std::function<bool()>& stop, bool look) {
  const auto question = std::make_shared<Question>(position, limits, look);
  question->known = known_of(first_choice(game_, position));
  post([this, question] { answer(*question); });
  wait(*question, stop);
  question->stop = true;
  std::optional<Choice> choice;
  {
    const std::lock_guard lock(mutex_);
    choice = question->answer;
  }
  if (!choice) {
    choice = choice_of(question->known);
    choice->nodes = question->nodes;
  }
  choice->seconds = Seconds(Clock::now() - question->start).count();
  return *choice;
}

void ask_for_quick_waking() {
#ifdef SYS_sched_setattr
  // As the kernel has it; the C library has no name for it.
  struct Attributes {
    std::uint32_t size;
    std::uint32_t policy;
    std::uint64_t flags;
    std::int32_t nice;
    std::uint32_t priority;
    std::uint64_t runtime;  // nanoseconds at a time; who asks for little comes sooner
    std::uint64_t deadline;
    std::uint64_t period;
  } attributes{};
  constexpr std::uint64_t kShortest = 100'000;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
  attributes.size = sizeof attributes;
  attributes.runtime = kShortest;
  static_cast<void>(syscall(SYS_sched_setattr, 0, &attributes, 0));
#endif
}

}  // namespace tengen::book::engine
