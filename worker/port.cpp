#include "worker/port.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace tengen::wire {
namespace {

constexpr int kMaxSleepMicros = 1500;

}  // namespace

void BackOff::wait() {
  std::this_thread::sleep_for(std::chrono::microseconds(micros_));
  micros_ = std::min(micros_ * 2, kMaxSleepMicros);
}

}  // namespace tengen::wire
