// Ends the process when the thread that owns it has hung: a blocking call into a dead network comes
// back never, and such a worker would stay for ever on a host that nobody looks at.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tengen::worker {

// Between construction and destruction the owner says alive() again and again. After `seconds`
// without it the process ends by _exit(1). Seconds in which the whole process stood still (SIGSTOP)
// do not count.
class Watchdog {
 public:
  explicit Watchdog(int seconds);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void alive() { silent_seconds_.store(0, std::memory_order_relaxed); }

 private:
  void watch(int seconds);

  std::atomic<int> silent_seconds_{0};
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace tengen::worker
