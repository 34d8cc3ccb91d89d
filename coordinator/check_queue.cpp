#include "coordinator/check_queue.h"

#include <chrono>
#include <exception>
#include <utility>

namespace tengen::coordinator {

CheckQueue::CheckQueue(std::unique_ptr<Judge> judge, bool own_thread) : judge_(std::move(judge)) {
  if (own_thread) thread_ = std::thread([this] { run(); });
}

CheckQueue::~CheckQueue() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void CheckQueue::push(PoolEvent event, Color goal) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({std::move(event), goal, {}, {}});
  }
  changed_.notify_all();
}

std::optional<CheckedAnswer> CheckQueue::take() {
  std::unique_lock lock(mutex_);
  stored_ = true;
  if (!thread_.joinable() && !waiting_.empty()) check_next(lock);
  if (checked_) {
    stored_ = false;
    return std::exchange(checked_, std::nullopt);
  }
  changed_.notify_all();
  return std::nullopt;
}

std::vector<PoolEvent> CheckQueue::drop(int worker) {
  const std::lock_guard lock(mutex_);
  std::vector<PoolEvent> dropped;
  std::erase_if(waiting_, [&](CheckedAnswer& answer) {
    if (answer.event.worker != worker) return false;
    dropped.push_back(std::move(answer.event));
    return true;
  });
  return dropped;
}

bool CheckQueue::empty() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() && !checking_ && !checked_;
}

double CheckQueue::seconds() const {
  const std::lock_guard lock(mutex_);
  return seconds_;
}

void CheckQueue::check_next(std::unique_lock<std::mutex>& lock) {
  CheckedAnswer answer = std::move(waiting_.front());
  waiting_.pop_front();
  checking_ = true;
  lock.unlock();
  const auto begin = std::chrono::steady_clock::now();
  try {
    const Position* position = answer.event.assignment ? &answer.event.position : nullptr;
    Result<std::string> fault = check_answer(*judge_, position, answer.goal, answer.event.outcome);
    answer.status = fault.ok() ? Status() : fault.status();
    if (fault.ok()) answer.fault = std::move(fault).value();
  } catch (const std::exception& error) {
    answer.status = {StatusCode::kIo,
                     std::string("an answer could not be checked: ") + error.what()};
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  lock.lock();
  seconds_ += spent.count();
  checking_ = false;
  checked_ = std::move(answer);
}

void CheckQueue::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ended_ || (stored_ && !checked_ && !waiting_.empty()); });
    if (ended_) return;
    check_next(lock);
  }
}

}  // namespace tengen::coordinator
