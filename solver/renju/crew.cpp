#include "solver/renju/crew.h"

#include <algorithm>

#include "solver/base/check.h"

namespace tengen::renju {

namespace {

constexpr std::uint64_t kUnlimitedNodes = std::uint64_t{1} << 62;

// Threads that can certify at a time, the leader's among them.
int cores_of(int threads) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return std::min(threads + 1, cores);
}

}  // namespace

Crew::Crew(int threads, const Guide& guide, const Certifier& certifier, std::uint64_t memory_bytes)
    : shared_(guide.shared()) {
  CHECK(threads >= 0);
  const int certifiers = cores_of(threads);
  for (int index = 0; index < threads; ++index) {
    members_.push_back(
        std::make_unique<Member>(guide, memory_bytes / static_cast<std::uint64_t>(threads)));
    if (index + 1 >= certifiers) continue;
    Member& member = *members_.back();
    member.certifier.emplace(member.guide, certifier, index + 1, certifiers);
  }
  for (int index = 0; index < threads; ++index) {
    Member& member = *members_[static_cast<std::size_t>(index)];
    member.thread = std::thread([this, &member, index] { run(member, index); });
  }
}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    awake_ = 0;
  }
  changed_.notify_all();
  for (const std::unique_ptr<Member>& member : members_) member->thread.join();
}

void Crew::search(int threads) { wake(threads); }

void Crew::certify() { wake(cores_of(static_cast<int>(members_.size())) - 1); }

void Crew::wake(int threads) {
  if (members_.empty() || threads == awake_) return;
  {
    const std::lock_guard lock(mutex_);
    awake_ = threads;
  }
  changed_.notify_all();
}

std::uint64_t Crew::nodes() const {
  std::uint64_t sum = 0;
  for (const std::unique_ptr<Member>& member : members_) sum += member->nodes;
  return sum;
}

void Crew::run(Member& member, int index) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ended_ || wanted(index); });
    if (ended_) return;
    lock.unlock();
    // The stop is asked every thousand nodes.
    member.guide.help(
        shared_,
        [&](Board& board, Color attacker, const std::function<bool()>& ended) {
          if (!member.certifier) return;
          member.certifier->certify_attack(board, attacker, kUnlimitedNodes, ended);
        },
        [&] {
          member.nodes.store(member.guide.nodes(), std::memory_order_relaxed);
          return !wanted(index);
        });
    lock.lock();
  }
}

}  // namespace tengen::renju
