#include "worker/port.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

namespace tengen::wire {
namespace {

constexpr int kMaxSleepMicros = 1500;

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

void Port::pause(std::chrono::microseconds duration) { std::this_thread::sleep_for(duration); }

std::chrono::microseconds BackOff::next() {
  return std::chrono::microseconds(std::exchange(micros_, std::min(micros_ * 2, kMaxSleepMicros)));
}

}  // namespace tengen::wire
