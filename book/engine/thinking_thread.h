// The thread that thinks, with all that belongs to it: the knowledge, the book in it, the prover's
// tables. Whoever asks for a move sleeps meanwhile and answers in time with the best move known,
// also while the search is still on its way to stop, or is not let run at all. So an answer is as
// late as the kernel wakes one thread that mostly sleeps. Jobs run in the order they are given. All
// functions are for one other thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "book/engine/knowledge.h"
#include "book/engine/thinker.h"
#include "solver/game/game.h"

namespace tengen::book::engine {

class ThinkingThread {
 public:
  // The game must outlive the object. REQUIRES: memory_bytes >= kLeastMemoryBytes.
  ThinkingThread(const Game& game, std::uint64_t memory_bytes);
  // Waits until the thread has stopped; what it has not begun is left out.
  ~ThinkingThread();
  ThinkingThread(const ThinkingThread&) = delete;
  ThinkingThread& operator=(const ThinkingThread&) = delete;

  // What Thinker::think() chooses, or where that does not come back within limits.seconds, less
  // what this thread has lately been woken too late, the best that was known by then. Soon after
  // `stop`, which this thread polls, says so. `look`: sees first what has been written into the
  // book. REQUIRES: as Thinker::think().
  Choice choose(const Position& position, const ThinkLimits& limits,
                const std::function<bool()>& stop = {}, bool look = false);

  // These do not wait: takes the memory for searches, if it has not; of that size from now on;
  // forgets what searches have found; sees what has been written into the book.
  void get_ready();
  void set_memory(std::uint64_t bytes);
  void clear();
  void look_into_book();

  // These wait for what was asked before. Opens a book in place of the one there is, as
  // Knowledge::open() does; unless there is one, as open_book(); forgets it; what it says of the
  // position, seen as it is now.
  Status open_book(const std::string& path);
  Status use_book(const std::string& path);
  void close_book();
  std::optional<QueryAnswer> query(const Position& position);

  // What Knowledge::take_fault() said after any job that has ended.
  std::optional<Status> take_fault();

 private:
  struct Question;  // one call of choose()

  void run();
  void post(std::function<void()> job);
  template <typename Job>
  auto call(Job job) -> decltype(job());
  void answer(Question& question);
  void wait(Question& question, const std::function<bool()>& stop);
  void keep_fault();
  Thinker& thinker();

  const Game& game_;

  // Of the thinking thread.
  std::uint64_t memory_;
  Knowledge knowledge_;
  std::unique_ptr<Thinker> thinker_;  // made when it is first needed: it takes its memory at once

  // Of the asking thread.
  double late_ = 0;  // seconds that it was woken too late, of late

  std::mutex mutex_;  // guards what follows
  std::condition_variable job_came_;
  std::condition_variable answered_;
  std::deque<std::function<void()>> jobs_;
  std::optional<Status> fault_;
  bool ended_ = false;

  std::thread thread_;  // begins last
};

// Asks the kernel to run the calling thread soon after it wakes, for it never runs long. Linux 6.12
// and later do; elsewhere nothing changes.
void ask_for_quick_waking();

}  // namespace tengen::book::engine
