// Threads that search and certify together with a prover, on its table (team.h) and with its facts:
// as many as there are cores to use, or more. More searchers than cores pay where one is stuck:
// each is at another move, and what one proves is known to all at once.
//
// In turns one thread works at a time, in a fixed order, so that all of them together do the same
// each time: for simulations, and to measure searchers apart from cores.
//
// Owned by the prover's thread, which calls everything.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <span>
#include <thread>
#include <vector>

#include "solver/renju/certify.h"
#include "solver/renju/guide.h"

namespace tengen::renju {

class Crew {
 public:
  // So many threads, asleep, that will help this guide and this certifier, which outlive the crew,
  // on so many cores, the leader's among them; `memory_bytes` is for all members' own tables
  // together. REQUIRES: threads >= 0, cores >= 1.
  Crew(int threads, int cores, const Guide& guide, const Certifier& certifier,
       std::uint64_t memory_bytes, bool in_turns);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // From now on so many of the threads join what the leader searches; the others sleep. Those that
  // are no longer wanted stop within a thousand nodes.
  void search(int threads);
  // The same for what it certifies, one for each core: more would be in each other's way.
  void certify();
  void sleep() { wake(0); }
  // To be called by the leader every thousand nodes: in turns, all who are awake have theirs.
  void take_turns();
  // Spent by all so far, up to a thousand for each.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  struct Member {
    Guide guide;
    std::optional<Certifier> certifier;  // of those that certify at all
    std::atomic<std::uint64_t> nodes = 0;
    std::thread thread;
    Member(const Guide& leader, std::uint64_t memory_bytes)
        : guide(leader.rules(), memory_bytes, leader.shared()) {}
  };

  void wake(int threads);
  void run(Member& member, int index);
  void run_in_turns(Member& member, int index);
  void help(Member& member, const std::function<bool()>& stop);
  // The member's turn is over.
  void hand_on(int index);
  [[nodiscard]] bool wanted(int index) const {
    return awake_.load(std::memory_order_relaxed) > index;
  }

  const std::span<std::byte> shared_;
  const bool in_turns_;
  const int certifying_;  // so many of the threads certify
  // Whose turn it is: the leader's at 0, a member's behind. Used in turns only.
  std::vector<std::unique_ptr<std::binary_semaphore>> turns_;
  int ring_ = 0;  // so many members have turns; changed by the leader, in its own
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<int> awake_ = 0;
  std::atomic<bool> ended_ = false;
  std::vector<std::unique_ptr<Member>> members_;
};

}  // namespace tengen::renju
