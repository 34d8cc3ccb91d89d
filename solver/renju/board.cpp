#include "solver/renju/board.h"

#include <algorithm>
#include <mutex>

#include "solver/base/check.h"

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

// What the four patterns of a point amount to.
struct MoveKinds {
  std::array<std::uint8_t, 65536> flags{};
  std::array<std::int16_t, 65536> score{};
  std::array<std::uint8_t, 65536> point_class{};
};

// 0 little, 1 two closed twos, 2 an open two, 3 a closed three, 4 two open twos, 5 two of open two
// and closed three, 6 three of them; 7 a three, 8 with one of them, 9 with two; 10 two threes; 11 a
// four, 12 with one of them, 13 with a three; 14 fours that win; 15 five.
std::uint8_t classify_point(bool five, bool overline, bool winning, int fours, int threes,
                            int closed_threes, int open_twos, int twos) {
  const int shapes = closed_threes + open_twos;
  if (five) return 15;
  if (overline) return 0;
  if (winning || fours > 1) return 14;
  if (fours == 1) return threes > 0 ? 13 : shapes > 0 ? 12 : 11;
  if (threes > 1) return 10;
  if (threes == 1) return static_cast<std::uint8_t>(7 + std::min(shapes, 2));
  if (shapes > 2) return 6;
  if (shapes == 2) return closed_threes > 0 ? 5 : 4;
  if (shapes == 1) return closed_threes > 0 ? 3 : 2;
  return twos > 1 ? 1 : 0;
}

constexpr std::array<int, 16> kPatternScore{0, 2, 6, 20, 22, 60, 70, 90, 90, 200, 0};

MoveKinds make_kinds(bool black) {
  MoveKinds kinds;
  for (std::uint32_t packed = 0; packed < 65536; ++packed) {
    int fours = 0;
    int straight = 0;
    int threes = 0;
    int closed_threes = 0;
    int open_twos = 0;
    int twos = 0;
    bool five = false;
    bool overline = false;
    int score = 0;
    for (int d = 0; d < kDirections; ++d) {
      const std::uint32_t pattern = (packed >> (4 * d)) & 15;
      score += kPatternScore[pattern];
      five |= pattern == kFive;
      overline |= pattern == kOverline;
      if (pattern == kFour || pattern == kStraightFour) ++fours;
      if (pattern == kDoubleFour) fours += 2;
      if (pattern == kStraightFour) ++straight;
      if (pattern == kThree) ++threes;
      if (pattern == kClosedThree) ++closed_threes;
      if (pattern == kOpenTwo) ++open_twos;
      if (pattern == kTwo) ++twos;
    }
    std::uint8_t flags = 0;
    if (five) {
      flags = kMakesFive;
    } else {
      if (fours > 0) flags |= kMakesFour;
      if (straight > 0 || (!black && fours > 1)) flags |= kMakesWinningFour;
      if (threes > 0) flags |= kMakesThree;
      if (black && (overline || fours > 1 || threes > 1)) flags |= kMayBeFoul;
      if (flags == 0 && closed_threes + open_twos > 0) flags |= kMakesShape;
    }
    kinds.point_class[packed] =
        classify_point(five, overline && !five, (flags & kMakesWinningFour) != 0, fours, threes,
                       closed_threes, open_twos, twos);
    kinds.flags[packed] = flags;
    kinds.score[packed] = static_cast<std::int16_t>(score);
  }
  return kinds;
}

const std::array<MoveKinds, 2>& move_kinds() {
  static const std::array<MoveKinds, 2> kinds{make_kinds(true), make_kinds(false)};
  return kinds;
}

}  // namespace

// Everything that depends on the board's size only. Built once per size.
class BoardTables {
 public:
  // A point whose line key changes when a stone is placed, and by how much for a black stone.
  struct LineStep {
    std::uint16_t point;
    std::uint16_t direction;
    std::uint32_t power;
  };

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
        first_step[p] = static_cast<std::uint32_t>(steps.size());
        for (std::size_t d = 0; d < kDirections; ++d) {
          const int dx = kSteps[d][0];
          const int dy = kSteps[d][1];
          const int below = reach(x, y, -dx, -dy);
          const int above = reach(x, y, dx, dy);
          empty_key[p][d] = line_table().block(below, above);
          for (int k = -below; k <= above; ++k) {
            if (k == 0) continue;
            const int qx = x + k * dx;
            const int qy = y + k * dy;
            // Seen from that neighbour this stone lies at offset -k.
            const int neighbour_below = reach(qx, qy, -dx, -dy);
            const int place = k > 0 ? neighbour_below - k : neighbour_below - k - 1;
            steps.push_back({static_cast<std::uint16_t>(qy * size + qx),
                             static_cast<std::uint16_t>(d),
                             kPowersOfThree[static_cast<std::size_t>(place)]});
          }
        }
      }
    }
    first_step[static_cast<std::size_t>(size * size)] = static_cast<std::uint32_t>(steps.size());
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
  const std::array<MoveKinds, 2>& kinds = move_kinds();
  std::array<std::uint32_t, kMaxPoints + 1> first_step{};
  std::vector<LineStep> steps;
  std::array<std::array<std::uint32_t, kDirections>, kMaxPoints> empty_key{};
  std::array<std::array<std::uint64_t, kMaxPoints>, 2> zobrist{};
};

Board::Board(int size) : tables_(&BoardTables::for_size(size)), size_(size) {
  key_ = tables_->empty_key;
  for (Move p = 0; p < point_count(); ++p) {
    empty_.insert(p);
    for (int d = 0; d < kDirections; ++d) {
      const std::uint8_t both = tables_->lines.patterns(key_[at(p)][static_cast<std::size_t>(d)]);
      packed_[0][at(p)] = static_cast<std::uint16_t>(packed_[0][at(p)] | ((both & 15) << (4 * d)));
      packed_[1][at(p)] = static_cast<std::uint16_t>(packed_[1][at(p)] | ((both >> 4) << (4 * d)));
    }
    for (std::size_t c = 0; c < 2; ++c) {
      set_flags(c, p, tables_->kinds[c].flags[packed_[c][at(p)]]);
      ++class_counts_[c][tables_->kinds[c].point_class[packed_[c][at(p)]]];
    }
  }
}

Board::Board(const Position& position) : Board(position.size) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move p : position.stones(color)) make(p, color);
  }
}

int Board::shape_score(Color color, Move p) const {
  return tables_->kinds[ix(color)].score[packed_[ix(color)][at(p)]];
}

void Board::set_flags(std::size_t color, Move p, std::uint8_t flags) {
  std::uint8_t changed = flags_[color][at(p)] ^ flags;
  flags_[color][at(p)] = flags;
  if (stone_[at(p)] != 0) return;
  for (; changed != 0; changed = static_cast<std::uint8_t>(changed & (changed - 1))) {
    const int i = std::countr_zero(changed);
    sets_[color][static_cast<std::size_t>(i)].assign(p, ((flags >> i) & 1) != 0);
  }
}

inline void Board::set_pattern(std::size_t color, std::size_t p, int direction, int pattern) {
  const MoveKinds& kinds = tables_->kinds[color];
  std::uint16_t& packed = packed_[color][p];
  const std::uint8_t class_before = kinds.point_class[packed];
  packed = static_cast<std::uint16_t>((packed & ~(15 << (4 * direction))) |
                                      (pattern << (4 * direction)));
  const std::uint8_t flags = kinds.flags[packed];
  if (flags != flags_[color][p]) set_flags(color, static_cast<Move>(p), flags);
  if (stone_[p] == 0) {
    --class_counts_[color][class_before];
    ++class_counts_[color][kinds.point_class[packed]];
  }
}

template <bool kAdd>
void Board::update_lines(Move p, Color color) {
  const std::uint32_t digit = color == Color::kBlack ? 1 : 2;
  const std::uint32_t end = tables_->first_step[at(p) + 1];
  for (std::uint32_t i = tables_->first_step[at(p)]; i < end; ++i) {
    const BoardTables::LineStep& step = tables_->steps[i];
    const std::size_t q = step.point;
    std::uint32_t& key = key_[q][step.direction];
    const std::uint8_t before = tables_->lines.patterns(key);
    key = kAdd ? key + digit * step.power : key - digit * step.power;
    const std::uint8_t after = tables_->lines.patterns(key);
    if (before == after) continue;
    if (((before ^ after) & 15) != 0) set_pattern(0, q, step.direction, after & 15);
    if (((before ^ after) >> 4) != 0) set_pattern(1, q, step.direction, after >> 4);
  }
}

void Board::make(Move p, Color color) {
  for (std::size_t c = 0; c < 2; ++c) {
    --class_counts_[c][tables_->kinds[c].point_class[packed_[c][at(p)]]];
    for (std::uint8_t flags = flags_[c][at(p)]; flags != 0;
         flags = static_cast<std::uint8_t>(flags & (flags - 1))) {
      sets_[c][static_cast<std::size_t>(std::countr_zero(flags))].erase(p);
    }
  }
  stone_[at(p)] = color == Color::kBlack ? 1 : 2;
  empty_.erase(p);
  ++stone_count_;
  hash_[ix(color)] ^= tables_->zobrist[ix(color)][at(p)];
  update_lines<true>(p, color);
}

void Board::unmake(Move p, Color color) {
  update_lines<false>(p, color);
  hash_[ix(color)] ^= tables_->zobrist[ix(color)][at(p)];
  --stone_count_;
  empty_.insert(p);
  stone_[at(p)] = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    ++class_counts_[c][tables_->kinds[c].point_class[packed_[c][at(p)]]];
    for (std::uint8_t flags = flags_[c][at(p)]; flags != 0;
         flags = static_cast<std::uint8_t>(flags & (flags - 1))) {
      sets_[c][static_cast<std::size_t>(std::countr_zero(flags))].insert(p);
    }
  }
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
