#include "worker/watchdog.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace tengen::worker {

Watchdog::Watchdog(int seconds) : thread_([this, seconds] { watch(seconds); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  thread_.join();
}

void Watchdog::watch(int seconds) {
  std::unique_lock lock(mutex_);
  while (!ended_changed_.wait_for(lock, std::chrono::seconds(1), [this] { return ended_; })) {
    if (silent_seconds_.fetch_add(1, std::memory_order_relaxed) < seconds) continue;
    std::fprintf(stderr, "tengen: a process has hung for %d s and is ended\n", seconds);
    _exit(1);
  }
}

}  // namespace tengen::worker
