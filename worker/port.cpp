#include "worker/port.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace tengen::wire {
namespace {

constexpr int kMaxSleepMicros = 1500;

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

void BackOff::wait() {
  std::this_thread::sleep_for(std::chrono::microseconds(micros_));
  micros_ = std::min(micros_ * 2, kMaxSleepMicros);
}

}  // namespace tengen::wire
