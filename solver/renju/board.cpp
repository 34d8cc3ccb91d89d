#include "solver/renju/board.h"

#include <emmintrin.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <mutex>

#include "solver/base/check.h"

namespace tengen::renju {
namespace {

constexpr std::array<std::array<int, 2>, kDirections> kSteps{{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};

template <Rules kRules>
const LineTable& table_of() {
  static const LineTable table(rule_set(kRules).black, rule_set(kRules).white);
  return table;
}

const LineTable& line_table(Rules rules) {
  switch (rules) {
    case Rules::kFreestyle:
    case Rules::kGomokuPro:
      return table_of<Rules::kFreestyle>();
    case Rules::kGomoku:
      return table_of<Rules::kGomoku>();
    case Rules::kRenjuSimple:
      return table_of<Rules::kRenjuSimple>();
    case Rules::kRenju:
      break;
  }
  return table_of<Rules::kRenju>();
}

std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

constexpr std::array<std::uint64_t, 2> kSideKey{0, 0xd1b54a32d192ed03ULL};

__m128i load(const void* from) { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }
void store(void* to, __m128i value) { _mm_storeu_si128(static_cast<__m128i*>(to), value); }

// What a stone adds to the keys of the points in its window: to the one k points further the digit
// of the place k points back.
using StoneDigits = std::array<std::uint16_t, 16>;
constexpr std::array<StoneDigits, 2> kStoneDigits = [] {
  std::array<StoneDigits, 2> digits{};
  for (std::size_t lane = 0; lane <= 2 * kLineReach; ++lane) {
    if (lane == kLineReach) continue;
    const std::size_t place = lane < kLineReach ? 2 * kLineReach - 1 - lane : 2 * kLineReach - lane;
    for (std::size_t c = 0; c < 2; ++c) {
      digits[c][lane] = static_cast<std::uint16_t>((c + 1) * kPowersOfThree[place]);
    }
  }
  return digits;
}();

// From the patterns of both colours in a byte to where they stand in a Point, direction 0.
constexpr std::uint32_t spread(std::uint8_t both) {
  return (both | (std::uint32_t{both} << 12)) & 0x000f000fU;
}

constexpr std::uint32_t kBothMarks = ((1U << kMarkBits) - 1) * 0x00010001U;

constexpr std::array<std::int16_t, kLinePatterns> kPatternScore{0,  2,  6,  20,  22, 60,
                                                                70, 90, 90, 200, 0};

std::uint8_t move_flags(const PointPatterns& patterns, bool has_fouls) {
  const auto count = [&](LinePattern pattern) {
    return std::count(patterns.begin(), patterns.end(), pattern);
  };
  if (count(kFive) > 0) return kMakesFive;
  const auto straight = count(kStraightFour);
  const auto fours = count(kFour) + 2 * count(kDoubleFour) + straight;
  const auto threes = count(kThree);
  std::uint8_t flags = 0;
  if (fours > 0) flags |= kMakesFour;
  if (straight > 0 || (!has_fouls && fours > 1)) flags |= kMakesWinningFour;
  if (threes > 0) flags |= kMakesThree;
  if (has_fouls && (count(kOverline) > 0 || fours > 1 || threes > 1)) flags |= kMayBeFoul;
  return flags;
}

}  // namespace

// Everything that depends on the board's size and the rules only. Built once for both.
class BoardTables {
 public:
  BoardTables(int size, Rules rules) : lines(line_table(rules)) {
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
        const std::array<int, kDirections> line{y, x, x - y + size - 1, x + y};
        for (std::size_t d = 0; d < kDirections; ++d) {
          const int dx = kSteps[d][0];
          const int dy = kSteps[d][1];
          const auto window = static_cast<std::size_t>(line[d]) * Board::kLineStride +
                              static_cast<std::size_t>(d == 0 ? x : y);
          windows[p][d] = static_cast<std::uint16_t>(window);
          block[d][window + kLineReach] = lines.block(reach(x, y, -dx, -dy), reach(x, y, dx, dy));
        }
      }
    }
    for (std::size_t d = 0; d < kDirections; ++d) {
      for (int lane = 0; lane <= 2 * kLineReach; ++lane) {
        point_step[Board::kWindow * d + static_cast<std::size_t>(lane)] =
            static_cast<std::int16_t>((lane - kLineReach) * (kSteps[d][0] + kSteps[d][1] * size));
      }
    }
  }

  static const BoardTables& of(int size, Rules rules) {
    CHECK(size >= kMinSize && size <= kMaxSize);
    static std::mutex mutex;
    static std::array<std::array<std::unique_ptr<const BoardTables>, kMaxSize + 1>, kRuleSets> all;
    const std::lock_guard lock(mutex);
    auto& tables = all[static_cast<std::size_t>(rules)][static_cast<std::size_t>(size)];
    if (!tables) tables = std::make_unique<const BoardTables>(size, rules);
    return *tables;
  }

  const LineTable& lines;
  const PointCoder& coder = PointCoder::instance();
  // Where the window of a point begins in each direction, and the blocks of the line table.
  std::array<std::array<std::uint16_t, kDirections>, kMaxPoints> windows{};
  std::array<std::array<std::uint32_t, Board::kLinePlaces>, kDirections> block{};
  // From a point to the one in that lane of its windows, one window after the other.
  std::array<std::int16_t, kDirections * Board::kWindow> point_step{};
  std::array<std::array<std::uint64_t, kMaxPoints>, 2> zobrist{};
};

const Board::Kinds& Board::all_kinds(bool black_has_fouls) {
  const auto make = [](bool fouls) {
    Kinds all{};
    for (PointCode code = 0; code < kPointCodes; ++code) {
      const PointPatterns patterns = patterns_of(code);
      int score = 0;
      for (const LinePattern pattern : patterns) score += kPatternScore[pattern];
      for (std::size_t c = 0; c < 2; ++c) {
        all[c][code] = {move_flags(patterns, fouls && c == 0), static_cast<std::int16_t>(score)};
      }
    }
    return all;
  };
  static const std::array<Kinds, 2> kinds{make(false), make(true)};
  return kinds[black_has_fouls ? 1 : 0];
}

Board::Board(int size, Rules rules)
    : tables_(&BoardTables::of(size, rules)),
      kinds_(&all_kinds(rule_set(rules).fouls != Fouls::kNone)),
      size_(size),
      rules_(rules),
      restricted_stones_(rule_set(rules).first_stones == FirstStones::kPro      ? 3
                         : rule_set(rules).first_stones == FirstStones::kCentre ? 1
                                                                                : 0),
      stones_before_pass_(rule_set(rules).has_passes ? kStonesBeforePass : kMaxPoints + 1) {
  for (Lines& lines : lines_) lines.blocked.fill(0xff);
  for (Move p = 0; p < point_count(); ++p) {
    empty_.insert(p);
    std::uint32_t patterns = 0;
    for (std::size_t d = 0; d < kDirections; ++d) {
      const std::size_t place = tables_->windows[at(p)][d] + std::size_t{kLineReach};
      const std::uint8_t both = tables_->lines.patterns(tables_->block[d][place]);
      patterns |= spread(both) << (4 * d);
      lines_[d].patterns[place] = both;
      lines_[d].blocked[place] = 0;
    }
    point_[at(p)] = Point(patterns, tables_->coder.codes(patterns));
    set_marks(p);
  }
}

Board::Board(const Position& position, Rules rules) : Board(position.size, rules) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move p : position.stones(color)) make(p, color);
  }
}

// All lines without branches, so that only the few points whose patterns change need be visited.
inline std::uint64_t Board::look(Move p, Color color, Windows& windows) const {
  const StoneDigits& digits = kStoneDigits[ix(color)];
  for (std::size_t d = 0; d < kDirections; ++d) {
    const std::size_t window = tables_->windows[at(p)][d];
    std::array<std::uint16_t, kWindow>& key = windows.key[d];
    std::array<std::uint8_t, kWindow>& after = windows.patterns[d];
    for (std::size_t half = 0; half < kWindow; half += 8) {
      store(&key[half], _mm_add_epi16(load(&lines_[d].key[window + half]), load(&digits[half])));
    }
    store(after.data(), load(&lines_[d].patterns[window]));
    for (std::size_t lane = 0; lane <= 2 * kLineReach; ++lane) {
      if (lane == kLineReach) continue;
      after[lane] = tables_->lines.patterns(tables_->block[d][window + lane] + key[lane]);
    }
  }
  std::uint64_t changed = 0;
  for (std::size_t d = 0; d < kDirections; ++d) {
    const std::size_t window = tables_->windows[at(p)][d];
    const __m128i before = load(&lines_[d].patterns[window]);
    const __m128i after = load(windows.patterns[d].data());
    const __m128i ignored =
        _mm_or_si128(_mm_cmpeq_epi8(before, after), load(&lines_[d].blocked[window]));
    const auto lanes = static_cast<std::uint16_t>(~_mm_movemask_epi8(ignored));
    changed |= std::uint64_t{lanes} << (kWindow * d);
    store(&windows.difference[kWindow * d], _mm_xor_si128(before, after));
  }
  return changed;
}

inline Move Board::neighbour(Move p, std::size_t lane) const {
  return static_cast<Move>(p + tables_->point_step[lane]);
}

inline Board::Point Board::changed_point(const Point& before, const Windows& windows,
                                         std::size_t lane) const {
  const std::uint32_t patterns =
      before.patterns() ^ (spread(windows.difference[lane]) << (lane / kWindow * 4));
  return {patterns, tables_->coder.codes(patterns)};
}

void Board::make(Move p, Color color) {
  const auto depth = static_cast<std::size_t>(stone_count_);
  if (depth == undo_.size()) undo_.emplace_back();
  Undo& undo = undo_[depth];
  undo.sets = sets_;
  for (auto& sets : sets_) {
    for (PointSet& set : sets) set.erase(p);
  }
  stone_[at(p)] = color == Color::kBlack ? 1 : 2;
  empty_.erase(p);
  ++stone_count_;
  hash_[ix(color)] ^= tables_->zobrist[ix(color)][at(p)];

  Windows windows;
  std::uint64_t changed = look(p, color, windows);
  for (std::size_t d = 0; d < kDirections; ++d) {
    const std::size_t window = tables_->windows[at(p)][d];
    Lines& lines = lines_[d];
    for (std::size_t half = 0; half < kWindow; half += 8) {
      store(&lines.key[window + half], load(&windows.key[d][half]));
    }
    store(undo.patterns[d].data(), load(&lines.patterns[window]));
    store(&lines.patterns[window], load(windows.patterns[d].data()));
    lines.blocked[window + kLineReach] = 0xff;
  }
  std::array<Move, kNeighbours> remarked;
  std::size_t remarked_count = 0;
  std::size_t count = 0;
  for (; changed != 0; changed &= changed - 1, ++count) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(changed));
    const Move q = neighbour(p, lane);
    const Point before = point_[at(q)];
    const Point after = changed_point(before, windows, lane);
    undo.point[count] = q;
    undo.before[count] = before;
    point_[at(q)] = after;
    remarked[remarked_count] = q;
    remarked_count +=
        static_cast<std::size_t>(((after.codes() ^ before.codes()) & kBothMarks) != 0);
  }
  undo.changed = count;
  for (std::size_t i = 0; i < remarked_count; ++i) set_marks(remarked[i]);
}

std::size_t Board::changes_of(Move p, Color color,
                              std::array<CodeChange, kNeighbours>& changes) const {
  Windows windows;
  std::size_t count = 0;
  for (std::uint64_t changed = look(p, color, windows); changed != 0; changed &= changed - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(changed));
    const Point& before = point_[at(neighbour(p, lane))];
    changes[count++] = {before.codes(), changed_point(before, windows, lane).codes()};
  }
  return count;
}

Board::SimpleFour Board::simple_four(Color color, Move p) const {
  SimpleFour four;
  for (std::size_t d = 0; d < kDirections; ++d) {
    const LinePattern made = pattern(color, p, static_cast<int>(d));
    if (made < kClosedThree || made == kOverline) continue;
    if (made < kFour) {
      four.builds = true;
      continue;
    }
    if (made != kFour || four.reply != kNoMove) return {};
    const std::size_t place = tables_->windows[at(p)][d] + std::size_t{kLineReach};
    const FourOnLine line =
        tables_->lines.four(tables_->block[d][place] + lines_[d].key[place], ix(color));
    four.reply = neighbour(p, kWindow * d + static_cast<std::size_t>(kLineReach + line.reply));
    four.builds |= line.goes_on;
  }
  return four;
}

inline void Board::set_marks(Move p) {
  for (std::size_t c = 0; c < 2; ++c) {
    const MarkedCode marks = marked(c, p);
    for (std::size_t i = 0; i < kMarks; ++i) {
      sets_[c][i].assign(p, ((marks >> i) & 1) != 0);
    }
  }
}

void Board::unmake(Move p, Color color) {
  --stone_count_;
  const Undo& undo = undo_[static_cast<std::size_t>(stone_count_)];
  for (std::size_t d = 0; d < kDirections; ++d) {
    const std::size_t window = tables_->windows[at(p)][d];
    Lines& lines = lines_[d];
    for (std::size_t half = 0; half < kWindow; half += 8) {
      std::uint16_t* const key = &lines.key[window + half];
      store(key, _mm_sub_epi16(load(key), load(&kStoneDigits[ix(color)][half])));
    }
    store(&lines.patterns[window], load(undo.patterns[d].data()));
    lines.blocked[window + kLineReach] = 0;
  }
  for (std::size_t i = 0; i < undo.changed; ++i) point_[at(undo.point[i])] = undo.before[i];
  sets_ = undo.sets;
  hash_[ix(color)] ^= tables_->zobrist[ix(color)][at(p)];
  empty_.insert(p);
  stone_[at(p)] = 0;
}

bool Board::allows_first_stone(Move p, Color color) const {
  constexpr int kForbiddenToBlacksSecond = 5;
  // In halves of a point from the middle: an even board has four central points.
  const int x2 = 2 * (p % size_) - (size_ - 1);
  const int y2 = 2 * (p / size_) - (size_ - 1);
  const int rings2 = std::max(std::abs(x2), std::abs(y2));
  if (stone_count_ == 0) return rings2 <= 1;
  return stone_count_ != 2 || color != Color::kBlack || rings2 > kForbiddenToBlacksSecond - 1;
}

std::uint64_t Board::hash(Color to_move) const {
  return hash_[0] ^ hash_[1] ^ kSideKey[ix(to_move)];
}

std::uint64_t Board::hash(const Position& position) {
  // The keys are the same for all rules.
  const BoardTables& tables = BoardTables::of(position.size, Rules::kRenju);
  std::uint64_t hash = kSideKey[ix(position.to_move)];
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move p : position.stones(color)) hash ^= tables.zobrist[ix(color)][at(p)];
  }
  return hash;
}

std::uint64_t Board::hash_after(Move p, Color color) const {
  return hash(opponent(color)) ^ tables_->zobrist[ix(color)][at(p)];
}

std::uint64_t Board::hash_after(Move p, Move reply, Color color) const {
  return hash(color) ^ tables_->zobrist[ix(color)][at(p)] ^
         tables_->zobrist[ix(opponent(color))][at(reply)];
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
