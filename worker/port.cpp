#include "worker/port.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

namespace tengen::worker {
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

bool drain_sends(Port& port, std::chrono::seconds longest) {
  const Clock::time_point give_up_at = port.now() + longest;
  BackOff back_off;
  while (!port.sends_done()) {
    if (port.now() >= give_up_at) return false;
    port.pause(back_off.next());
  }
  return true;
}

}  // namespace tengen::worker
