#include "solver/renju/board.h"

#include <algorithm>
#include <mutex>

#include "solver/base/check.h"
#include "solver/renju/evaluation.h"

namespace tengen::renju {
namespace {

constexpr std::array<std::array<int, 2>, kDirections> kSteps{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

// Black must make exactly five and may not make two fours; White may do both.
const LineTable& line_table() {
  static const LineTable table(LineRules{true, false}, LineRules{false, true});
  return table;
}

std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

constexpr std::array<std::uint64_t, 2> kSideKey{0, 0xd1b54a32d192ed03ULL};

constexpr std::array<std::int16_t, kLinePatterns> kPatternScore{0,  2,  6,  20,  22, 60,
                                                                70, 90, 90, 200, 0};

std::uint8_t move_flags(const PointPatterns& patterns, bool black) {
  const auto count = [&](LinePattern pattern) {
    return std::count(patterns.begin(), patterns.end(), pattern);
  };
  if (count(kFive) > 0) return kMakesFive;
  const auto straight = count(kStraightFour);
  const auto fours = count(kFour) + 2 * count(kDoubleFour) + straight;
  const auto threes = count(kThree);
  std::uint8_t flags = 0;
  if (fours > 0) flags |= kMakesFour;
  if (straight > 0 || (!black && fours > 1)) flags |= kMakesWinningFour;
  if (threes > 0) flags |= kMakesThree;
  if (black && (count(kOverline) > 0 || fours > 1 || threes > 1)) flags |= kMayBeFoul;
  return flags;
}

}  // namespace

// Everything that depends on the board's size only. Built once per size.
class BoardTables {
 public:
  // A point whose line key changes when a stone is placed, and by how much for a black stone.
  struct LineStep {
    std::uint16_t point = kMaxPoints;
    std::uint16_t power = 0;
  };
  // The points before and after in one direction; those outside the board are kMaxPoints.
  using LineSteps = std::array<LineStep, 2 * kLineReach>;

  explicit BoardTables(int size) {
    std::uint64_t seed = 0x54656e67656eULL;
    for (std::size_t p = 0; p < kMaxPoints; ++p) {
      zobrist[0][p] = next_random(seed);
      zobrist[1][p] = next_random(seed);
    }
    const auto reach = [size](int x, int y, int dx, int dy) {
      int n = 0;
      while (n < kLineReach) {
        x += dx;
        y += dy;
        if (x < 0 || y < 0 || x >= size || y >= size) break;
        ++n;
      }
      return n;
    };
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        const auto p = static_cast<std::size_t>(y * size + x);
        for (std::size_t d = 0; d < kDirections; ++d) {
          const int dx = kSteps[d][0];
          const int dy = kSteps[d][1];
          const int below = reach(x, y, -dx, -dy);
          const int above = reach(x, y, dx, dy);
          empty_key[p][d] = line_table().block(below, above);
          std::size_t next = 0;
          for (int k = -below; k <= above; ++k) {
            if (k == 0) continue;
            const int qx = x + k * dx;
            const int qy = y + k * dy;
            // Seen from that neighbour this stone lies at offset -k.
            const int neighbour_below = reach(qx, qy, -dx, -dy);
            const int place = k > 0 ? neighbour_below - k : neighbour_below - k - 1;
            steps[p][d][next++] = {
                static_cast<std::uint16_t>(qy * size + qx),
                static_cast<std::uint16_t>(kPowersOfThree[static_cast<std::size_t>(place)])};
          }
        }
      }
    }
  }

  static const BoardTables& for_size(int size) {
    CHECK(size >= kMinBoardSize && size <= kMaxSize);
    static std::mutex mutex;
    static std::array<std::unique_ptr<const BoardTables>, kMaxSize + 1> all;
    const std::lock_guard lock(mutex);
    auto& tables = all[static_cast<std::size_t>(size)];
    if (!tables) tables = std::make_unique<const BoardTables>(size);
    return *tables;
  }

  const LineTable& lines = line_table();
  const PointCoder& coder = PointCoder::instance();
  std::array<const PointSums*, 2> sums{&point_sums(Color::kBlack), &point_sums(Color::kWhite)};
  std::array<std::array<LineSteps, kDirections>, kMaxPoints> steps{};
  std::array<std::array<std::uint32_t, kDirections>, kMaxPoints + 1> empty_key{};
  std::array<std::array<std::uint64_t, kMaxPoints>, 2> zobrist{};
};

const Board::Kinds& Board::all_kinds() {
  static const Kinds kinds = [] {
    Kinds all{};
    for (PointCode code = 0; code < kPointCodes; ++code) {
      const PointPatterns patterns = patterns_of(code);
      int score = 0;
      for (const LinePattern pattern : patterns) score += kPatternScore[pattern];
      for (std::size_t c = 0; c < 2; ++c) {
        all[c][code] = {move_flags(patterns, c == 0), static_cast<std::int16_t>(score)};
      }
    }
    return all;
  }();
  return kinds;
}

Board::Board(int size) : tables_(&BoardTables::for_size(size)), kinds_(&all_kinds()), size_(size) {
  key_ = tables_->empty_key;
  stone_[kMaxPoints] = 3;
  for (Move p = 0; p < point_count(); ++p) {
    empty_.insert(p);
    Point& point = point_[at(p)];
    for (std::size_t d = 0; d < kDirections; ++d) {
      point.patterns |= std::uint32_t{tables_->lines.patterns(key_[at(p)][d])} << (8 * d);
    }
    point.code = {tables_->coder.code(point.patterns), tables_->coder.code(point.patterns >> 4)};
    for (std::size_t c = 0; c < 2; ++c) {
      state_.sums[c] += (*tables_->sums[c])[point.code[c]];
      const std::uint8_t flags = (*kinds_)[c][point.code[c]].flags;
      for (std::size_t i = 0; i < kSets; ++i) state_.sets[c][i].assign(p, ((flags >> i) & 1) != 0);
    }
  }
}

Board::Board(const Position& position) : Board(position.size) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move p : position.stones(color)) make(p, color);
  }
}

void Board::make(Move p, Color color) {
  const auto depth = static_cast<std::size_t>(stone_count_);
  if (depth == undo_.size()) undo_.emplace_back();
  Undo& undo = undo_[depth];
  undo.state = state_;
  for (std::size_t c = 0; c < 2; ++c) {
    state_.sums[c] -= (*tables_->sums[c])[point_[at(p)].code[c]];
    for (PointSet& set : state_.sets[c]) set.erase(p);
  }
  stone_[at(p)] = color == Color::kBlack ? 1 : 2;
  empty_.erase(p);
  ++stone_count_;
  hash_[ix(color)] ^= tables_->zobrist[ix(color)][at(p)];

  // First all keys, without branches; then the few points whose patterns have changed.
  struct Change {
    std::uint16_t point;
    std::uint8_t direction;
    std::uint8_t difference;
  };
  std::array<Change, kNeighbours + 1> changes;
  std::size_t count = 0;
  const std::uint32_t digit = color == Color::kBlack ? 1 : 2;
  for (std::size_t d = 0; d < kDirections; ++d) {
    for (const BoardTables::LineStep& step : tables_->steps[at(p)][d]) {
      std::uint32_t& key = key_[step.point][d];
      key += digit * step.power;
      const auto difference = static_cast<std::uint8_t>(tables_->lines.patterns(key) ^
                                                        (point_[step.point].patterns >> (8 * d)));
      changes[count] = {step.point, static_cast<std::uint8_t>(8 * d), difference};
      count += static_cast<std::size_t>((difference != 0) & (stone_[step.point] == 0));
    }
  }
  undo.changed = count;
  for (std::size_t i = 0; i < count; ++i) {
    const Change& change = changes[i];
    Point& point = point_[change.point];
    undo.point[i] = static_cast<Move>(change.point);
    undo.before[i] = point;
    const std::uint32_t patterns =
        point.patterns ^ (std::uint32_t{change.difference} << change.direction);
    change_point(static_cast<Move>(change.point),
                 {patterns, {tables_->coder.code(patterns), tables_->coder.code(patterns >> 4)}});
  }
}

inline void Board::change_point(Move p, const Point& after) {
  Point& point = point_[at(p)];
  for (std::size_t c = 0; c < 2; ++c) {
    const PointSums& sums = *tables_->sums[c];
    state_.sums[c] += sums[after.code[c]];
    state_.sums[c] -= sums[point.code[c]];
    const std::uint8_t flags = (*kinds_)[c][after.code[c]].flags;
    const std::uint8_t changed = (*kinds_)[c][point.code[c]].flags ^ flags;
    if ((changed & ((1 << kSets) - 1)) == 0) continue;
    for (std::size_t i = 0; i < kSets; ++i) state_.sets[c][i].assign(p, ((flags >> i) & 1) != 0);
  }
  point = after;
}

void Board::unmake(Move p, Color color) {
  --stone_count_;
  const Undo& undo = undo_[static_cast<std::size_t>(stone_count_)];
  const std::uint32_t digit = color == Color::kBlack ? 1 : 2;
  for (std::size_t d = 0; d < kDirections; ++d) {
    for (const BoardTables::LineStep& step : tables_->steps[at(p)][d]) {
      key_[step.point][d] -= digit * step.power;
    }
  }
  for (std::size_t i = 0; i < undo.changed; ++i) point_[at(undo.point[i])] = undo.before[i];
  state_ = undo.state;
  hash_[ix(color)] ^= tables_->zobrist[ix(color)][at(p)];
  empty_.insert(p);
  stone_[at(p)] = 0;
}

std::uint64_t Board::hash(Color to_move) const {
  return hash_[0] ^ hash_[1] ^ kSideKey[ix(to_move)];
}

std::uint64_t Board::hash(const Position& position) {
  const BoardTables& tables = BoardTables::for_size(position.size);
  std::uint64_t hash = kSideKey[ix(position.to_move)];
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move p : position.stones(color)) hash ^= tables.zobrist[ix(color)][at(p)];
  }
  return hash;
}

std::uint64_t Board::hash_after(Move p, Color color) const {
  return hash(opponent(color)) ^ tables_->zobrist[ix(color)][at(p)];
}

Position Board::to_position(Color to_move) const {
  Position position;
  position.size = size_;
  position.to_move = to_move;
  for (Move p = 0; p < point_count(); ++p) {
    if (stone_[at(p)] == 1) position.black.push_back(p);
    if (stone_[at(p)] == 2) position.white.push_back(p);
  }
  return position;
}

}  // namespace tengen::renju
