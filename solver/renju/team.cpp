#include "solver/renju/team.h"

#include <vector>

#include "solver/base/check.h"
#include "solver/renju/checksum.h"

namespace tengen::renju {
namespace {

constexpr std::size_t kStoneWords = PointSet::kWords;
constexpr std::size_t kNumbers = 2 * kStoneWords;  // behind the stones

void put(std::uint64_t* words, const std::vector<Move>& stones) {
  for (const Move stone : stones) {
    words[static_cast<std::size_t>(stone) / 64] |= std::uint64_t{1} << (stone % 64);
  }
}

std::vector<Move> stones_in(const std::uint64_t* words) {
  std::vector<Move> stones;
  for (int point = 0; point < static_cast<int>(64 * kStoneWords); ++point) {
    if ((words[point / 64] >> (point % 64) & 1) != 0) stones.push_back(static_cast<Move>(point));
  }
  return stones;
}

}  // namespace

TeamMemory::TeamMemory(std::span<std::byte> memory) {
  CHECK(memory.size() >= kLeastBytes);
  team = memory.first(Team::kBytes);
  table = memory.subspan(Team::kBytes);
}

Team::Team(std::span<std::byte> memory)
    : words_(reinterpret_cast<std::uint64_t*>(memory.data())),
      marks_(reinterpret_cast<std::uint8_t*>(words_ + kWords)) {
  static_assert(kTask + std::tuple_size_v<TaskWords> <= kWords);
  static_assert(kMarks == 65'536);
  CHECK(memory.size() >= kBytes);
}

void Team::begin_task(const TeamTask& task) const {
  TaskWords words{};
  put(&words[0], task.position.black);
  put(&words[kStoneWords], task.position.white);
  words[kNumbers] = std::uint64_t{task.generation} << 32 | task.style;
  words[kNumbers + 1] = static_cast<std::uint64_t>(task.quiet_moves) << 32 |
                        std::uint64_t{task.certify ? 1U : 0U} << 10 |
                        static_cast<std::uint64_t>(task.position.size) << 2 |
                        (task.attacker == Color::kBlack ? 0U : 2U) |
                        (task.position.to_move == Color::kBlack ? 0U : 1U);
  words[kNumbers + 2] = task.table_buckets;
  words[kNumbers + 3] = checksum(std::span(words).first<kNumbers + 3>());
  for (std::size_t i = 0; i < words.size(); ++i) {
    cell(kTask + i).store(words[i], std::memory_order_relaxed);
  }
  const std::uint64_t id = cell(kLastTask).fetch_add(1, std::memory_order_relaxed) + 1;
  cell(kTaskId).store(id, std::memory_order_release);
}

std::optional<TeamTask> Team::task() const {
  const std::uint64_t id = cell(kTaskId).load(std::memory_order_acquire);
  TaskWords words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = word(kTask + i);
  if (id == 0 || words[kNumbers + 3] != checksum(std::span(words).first<kNumbers + 3>()))
    return std::nullopt;
  TeamTask task;
  task.position.size = static_cast<int>(words[kNumbers + 1] >> 2 & 0xff);
  task.position.black = stones_in(&words[0]);
  task.position.white = stones_in(&words[kStoneWords]);
  task.position.to_move = (words[kNumbers + 1] & 1) == 0 ? Color::kBlack : Color::kWhite;
  task.attacker = (words[kNumbers + 1] & 2) == 0 ? Color::kBlack : Color::kWhite;
  task.certify = (words[kNumbers + 1] >> 10 & 1) != 0;
  task.generation = static_cast<std::uint32_t>(words[kNumbers] >> 32);
  task.style = static_cast<std::uint32_t>(words[kNumbers]);
  task.table_buckets = words[kNumbers + 2];
  task.quiet_moves = static_cast<std::int32_t>(words[kNumbers + 1] >> 32);
  return task;
}

}  // namespace tengen::renju
