#include "solver/renju/crew.h"

#include <algorithm>

#include "solver/base/check.h"

namespace tengen::renju {

namespace {

constexpr std::uint64_t kUnlimitedNodes = std::uint64_t{1} << 62;

}  // namespace

Crew::Crew(int threads, int cores, const Guide& guide, const Certifier& certifier,
           std::uint64_t memory_bytes, bool in_turns)
    : shared_(guide.shared()),
      in_turns_(in_turns),
      certifying_(in_turns ? 0 : std::min(threads, cores - 1)) {
  CHECK(threads >= 0 && cores >= 1);
  const int certifiers = certifying_ + 1;
  turns_.push_back(std::make_unique<std::binary_semaphore>(0));
  for (int index = 0; index < threads; ++index) {
    turns_.push_back(std::make_unique<std::binary_semaphore>(0));
    members_.push_back(
        std::make_unique<Member>(guide, memory_bytes / static_cast<std::uint64_t>(threads)));
    if (index + 1 >= certifiers) continue;
    Member& member = *members_.back();
    member.certifier.emplace(member.guide, certifier, index + 1, certifiers);
  }
  for (int index = 0; index < threads; ++index) {
    Member& member = *members_[static_cast<std::size_t>(index)];
    member.thread = std::thread([this, &member, index] {
      if (in_turns_) {
        run_in_turns(member, index);
      } else {
        run(member, index);
      }
    });
  }
}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    awake_ = 0;
  }
  changed_.notify_all();
  for (std::size_t i = 1; in_turns_ && i < turns_.size(); ++i) turns_[i]->release();
  for (const std::unique_ptr<Member>& member : members_) member->thread.join();
}

void Crew::search(int threads) { wake(threads); }

void Crew::certify() { wake(certifying_); }

void Crew::wake(int threads) {
  if (members_.empty() || threads == awake_) return;
  {
    const std::lock_guard lock(mutex_);
    awake_ = threads;
  }
  if (!in_turns_) {
    changed_.notify_all();
    return;
  }
  take_turns();  // those who are no longer wanted end what they do
  ring_ = threads;
}

void Crew::take_turns() {
  if (ring_ == 0) return;
  turns_[1]->release();
  turns_[0]->acquire();
}

void Crew::hand_on(int index) {
  const int next = index + 1 == ring_ ? 0 : index + 2;
  turns_[static_cast<std::size_t>(next)]->release();
}

std::uint64_t Crew::nodes() const {
  std::uint64_t sum = 0;
  for (const std::unique_ptr<Member>& member : members_) sum += member->nodes;
  return sum;
}

// `stop` is asked every thousand nodes.
void Crew::help(Member& member, const std::function<bool()>& stop) {
  member.guide.help(
      shared_,
      [&](Board& board, Color attacker, const std::function<bool()>& ended) {
        if (!member.certifier) return;
        member.certifier->certify_attack(board, attacker, kUnlimitedNodes, ended);
      },
      [&] {
        member.nodes.store(member.guide.nodes(), std::memory_order_relaxed);
        return stop();
      });
}

void Crew::run(Member& member, int index) {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ended_ || wanted(index); });
    if (ended_) return;
    lock.unlock();
    help(member, [&] { return !wanted(index); });
    lock.lock();
  }
}

void Crew::run_in_turns(Member& member, int index) {
  std::binary_semaphore& turn = *turns_[static_cast<std::size_t>(index) + 1];
  for (;;) {
    turn.acquire();
    if (ended_) return;
    if (wanted(index)) {
      help(member, [&] {
        if (!wanted(index)) return true;
        hand_on(index);
        turn.acquire();
        return !wanted(index);
      });
    }
    hand_on(index);
  }
}

}  // namespace tengen::renju
