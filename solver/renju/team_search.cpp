// How a guide searches together with others (team.h), and what is the same alone: choosing a child
// and searching below it.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "solver/renju/guide.h"

namespace tengen::renju {
namespace {

constexpr std::uint64_t kNodesToLookAgain = 200;
// Between two looks for something to help with.
constexpr std::chrono::microseconds kTaskPause{50};
constexpr std::uint64_t kUnlimitedNodes = std::uint64_t{1} << 62;

}  // namespace

void Guide::begin_certifying(const Board& board, Color attacker) {
  certifying_ = true;
  TeamTask task = task_of(board, attacker, attacker);
  task.certify = true;
  team_.begin_task(task);
}

void Guide::end_certifying() {
  certifying_ = false;
  team_.end_task();
}

void Guide::help(std::span<std::byte> shared, const Certify& certify,
                 const std::function<bool()>& stop) {
  const TeamMemory memory(shared);
  const Team own_team = std::exchange(team_, Team(memory.team));
  const ProofTable own_table = std::exchange(table_, ProofTable(memory.table));
  const std::size_t own_style = style_;
  const int own_quiet_moves = quiet_moves_;
  const std::uint32_t own_generation = generation_;
  std::uint64_t certified = 0;
  team_.join();
  while (!stop()) {
    helping_ = team_.task_id();
    const std::optional<TeamTask> task = team_.task();
    if (helping_ != 0 && task) {
      style_ = task->style % kStyles.size();
      quiet_moves_ = task->quiet_moves;
      generation_ = task->generation;
      table_.use_buckets(task->table_buckets);
      Board board(task->position, rules_);
      if (!task->certify) {
        search_from(board, task->attacker, task->position.to_move, kUnlimitedNodes, stop);
      } else if (std::exchange(certified, helping_) != helping_) {
        certify(board, task->attacker, [&] { return team_.task_id() != helping_ || stop(); });
      }
    }
    std::this_thread::sleep_for(kTaskPause);
  }
  team_.leave();
  helping_ = 0;
  generation_ = own_generation;
  quiet_moves_ = own_quiet_moves;
  style_ = own_style;
  table_ = own_table;
  team_ = own_team;
}

// Step 3.3.
Guide::Choice Guide::choose(const std::vector<Child>& children, std::uint32_t Numbers::*number,
                            std::uint32_t limit, std::uint32_t halves) const {
  const bool joined = team_.joined();
  Choice choice;
  std::uint32_t least = kInfiniteNumber;
  for (std::size_t i = 0; i < children.size(); ++i) {
    std::uint32_t seen = children[i].numbers.*number;
    choice.number = std::min(choice.number, seen);
    if (joined && seen != 0 && seen < limit) {
      seen = team_.virtual_number(seen, children[i].key, halves);
    }
    if (seen < least) {
      choice.second = least;
      least = seen;
      choice.best = i;
    } else {
      choice.second = std::min(choice.second, seen);
    }
  }
  if (!joined || children.empty() || children[choice.best].numbers.*number < limit) return choice;
  // Beyond the limit nothing is gained: rather the child that somebody else is at.
  const auto least_of_all = std::min_element(
      children.begin(), children.end(),
      [number](const Child& a, const Child& b) { return a.numbers.*number < b.numbers.*number; });
  choice.best = static_cast<std::size_t>(least_of_all - children.begin());
  return choice;
}

void Guide::search_child(EvaluatedBoard& played, Color attacker, Color mover, Child& child,
                         Thresholds limit, std::vector<Child>& children) {
  const std::uint64_t start = nodes();
  const bool joined = team_.joined();
  if (joined) team_.mark(child.key);
  played.make(child.move, mover);
  if (mover == attacker) {
    search_defence(played, attacker, limit);
  } else {
    search_attack(played, attacker, limit);
  }
  played.unmake(child.move, mover);
  if (joined) team_.unmark(child.key);
  child.numbers = known(child.key, {1, 1});
  // Meanwhile others may have searched its siblings.
  if (!joined || nodes() - start < kNodesToLookAgain) return;
  for (Child& sibling : children) sibling.numbers = known(sibling.key, sibling.numbers);
}

void Guide::enter(std::uint64_t key, Thresholds limit) {
  ++depth_;
  path_.enter(key, limit);
}

void Guide::leave() {
  path_.leave();
  --depth_;
}

// What others have found out meanwhile is not written over.
void Guide::store_open(ProofEntry& entry, Numbers numbers, std::uint64_t work) {
  if (team_.joined() && (path_.ended_here() || known(entry.key, {1, 1}).proven())) return;
  store(entry, numbers, work);
}

}  // namespace tengen::renju
