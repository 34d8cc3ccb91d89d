// Run by mpirun with four ranks: rank 0 and the others exchange messages above the eager limit in
// both directions at once, which deadlocks with blocking sends; then rank 1 dies of SIGKILL and the
// others go on; then rank 2 sends bytes that no Transport wrote, and is closed. Rank 0 prints the
// marker line that the test looks for: mpirun's exit status says nothing under --enable-recovery.
#include <mpi.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "worker/transport.h"

namespace {

using tengen::worker::BackOff;
using tengen::worker::Incoming;
using tengen::worker::Transport;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 200;
constexpr int kVictim = 1;
constexpr int kDamaged = 2;
constexpr int kTag = 71;  // the Transport's
constexpr std::size_t kLargeBytes = 20'000;

[[noreturn]] void fail(const char* what) {
  std::printf("FAILED %s\n", what);
  std::fflush(stdout);
  _exit(1);
}

// Message `number`: every other one is long, so that order is at risk.
std::string message(int number) {
  return std::to_string(number) + ":" +
         std::string(number % 2 == 0 ? kLargeBytes : 10, static_cast<char>('a' + number % 26));
}

void wait_for(Transport& transport, const std::map<int, int>& last_number) {
  std::map<int, int> next;
  BackOff back_off;
  const Clock::time_point begin = Clock::now();
  for (;;) {
    bool complete = true;
    for (const auto& [rank, last] : last_number) complete = complete && next[rank] == last;
    if (complete) return;
    if (const std::optional<Incoming> incoming = transport.receive()) {
      if (incoming->bytes != message(next[incoming->source]++)) fail("order or contents");
      back_off.reset();
    } else {
      transport.pause(back_off.next());
    }
    if (Clock::now() - begin > std::chrono::seconds(30)) fail("time");
  }
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

void run(Transport& transport) {
  if (transport.rank() == 0) {
    std::map<int, int> expected;
    for (int rank = 1; rank < transport.size(); ++rank) {
      for (int i = 0; i < kRounds; ++i) transport.send(rank, message(i));
      expected[rank] = kRounds;
    }
    wait_for(transport, expected);
    // Rank 1 dies now, with messages to it under way.
    for (int i = 0; i < 10; ++i) transport.send(kVictim, message(0));
    transport.forget(kVictim);
    for (int rank = 2; rank < transport.size(); ++rank) transport.send(rank, "go");
    int going = transport.size() - 2;
    BackOff back_off;
    const Clock::time_point begin = Clock::now();
    const double cpu_before = cpu_seconds();
    while (going > 0) {
      const std::optional<Incoming> incoming = transport.receive();
      if (incoming && incoming->bytes == "gone") --going;
      if (!incoming) transport.pause(back_off.next());
      if (Clock::now() - begin > std::chrono::seconds(30)) fail("time after the loss");
    }
    const double waited = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("waited %.2f s with %.1f %% of a core\n", waited,
                100 * (cpu_seconds() - cpu_before) / waited);
    transport.send(kDamaged, "break");
    int closed = 0;
    for (Clock::time_point last = Clock::now(); Clock::now() - last < std::chrono::seconds(1);) {
      const std::optional<Incoming> incoming = transport.receive();
      if (!incoming) {
        transport.pause(std::chrono::milliseconds(1));
        continue;
      }
      last = Clock::now();
      if (incoming->source != kDamaged || !incoming->closed) fail("a damaged message was heard");
      if (incoming->fault.empty() || !incoming->bytes.empty()) fail("why a rank is closed");
      ++closed;
    }
    if (closed != 1) fail("a damaged message was not noticed once");
    std::printf("TRANSPORT OK\n");
    std::fflush(stdout);
    return;
  }
  for (int i = 0; i < kRounds; ++i) transport.send(0, message(i));
  wait_for(transport, {{0, kRounds}});
  BackOff back_off;
  while (!transport.sends_done()) transport.pause(back_off.next());
  if (transport.rank() == kVictim) raise(SIGKILL);
  while (!transport.receive()) transport.pause(back_off.next());
  usleep(1'000'000);  // rank 0 waits idle meanwhile
  transport.send(0, "gone");
  while (!transport.sends_done()) transport.pause(back_off.next());
  if (transport.rank() != kDamaged) return;
  while (!transport.receive()) transport.pause(back_off.next());
  for (const std::string& bytes : {message(0), std::string()}) {
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, kTag, MPI_COMM_WORLD);
  }
  transport.send(0, "after");
  while (!transport.sends_done()) transport.pause(back_off.next());
}

}  // namespace

int main() {
  MPI_Init(nullptr, nullptr);
  {
    Transport transport(MPI_COMM_WORLD);
    run(transport);
  }
  std::fflush(stdout);
  _exit(0);  // MPI_Finalize hangs after a loss
}
