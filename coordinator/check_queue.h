// Answers on their way from the workers to the tree: each is checked before it is looked at, on
// threads of rank 0's own, in the order in which they came. An answer may rest on records of
// earlier ones, so the next is not begun before the last has been taken and stored.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "coordinator/judge.h"
#include "coordinator/worker_pool.h"

namespace tengen::coordinator {

// An answer that was checked (check_answer()).
struct CheckedAnswer {
  PoolEvent event;
  Color goal = Color::kBlack;  // that the job was about
  std::string fault;           // a claim that does not hold; nothing of the answer may be used
  Status status;               // of the store: nothing could be checked
};

// Owned by one thread, which pushes and takes.
class CheckQueue {
 public:
  // With a thread of its own, or checking when take() is called. The judge is used by nobody else.
  CheckQueue(std::unique_ptr<Judge> judge, bool own_thread);
  ~CheckQueue();
  CheckQueue(const CheckQueue&) = delete;
  CheckQueue& operator=(const CheckQueue&) = delete;

  // REQUIRES: an event with an outcome.
  void push(PoolEvent event, Color goal);
  // The next answer in order, once it is checked. What it brings must be stored before this is
  // called again.
  std::optional<CheckedAnswer> take();
  // Takes out, unchecked, what a worker said and was not taken yet.
  std::vector<PoolEvent> drop(int worker);
  // Nothing waits and nothing is being checked.
  [[nodiscard]] bool empty() const;
  // Time spent on checking so far.
  [[nodiscard]] double seconds() const;

 private:
  // REQUIRES: the lock is held; it is not while the judge works.
  void check_next(std::unique_lock<std::mutex>& lock);
  void run();

  std::unique_ptr<Judge> judge_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<CheckedAnswer> waiting_;
  bool checking_ = false;
  std::optional<CheckedAnswer> checked_;
  bool stored_ = true;  // what was taken last
  bool ended_ = false;
  double seconds_ = 0;
  std::thread thread_;
};

}  // namespace tengen::coordinator
