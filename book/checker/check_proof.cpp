// Checks a certificate of Tengen (its format: book/exchange/export.h) by the rules of renju,
// freestyle or gomoku, on boards up to 15x15. One file, which shares nothing with the program:
//   g++ -O2 -std=c++20 -pthread check_proof.cpp -o check_proof
//   xz -dc h8h9.proof.xz | ./check_proof -
// A line claims that the side to move wins by its move, in so many plies at most. It holds when
// every legal reply, a pass included, leads to another line, to a five, or to a win of at most five
// fours that a plain search by depth finds, none of which takes longer. Positions gain stones from
// line to line, so nothing rests on itself.
// Freestyle: five or more in a row win. Gomoku: exactly five, more are nothing. Neither has passes.
// Renju: five in a row wins, Black's of exactly five. Black loses at once by a move that makes six
// or more, two fours or two threes, unless it makes a five as well. A four is four stones of a line
// that one more stone makes a five; a three becomes by one more stone, legal by these same rules
// and no five, four in a row with a five at both ends. The first stone stands in the centre. Once
// six stones are on the board a player may pass. Nobody wins on a full board.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <charconv>
#include <cstdint>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

namespace {

constexpr unsigned kMostSize = 15, kMostPoints = kMostSize * kMostSize;
constexpr unsigned kMostFours = 5, kStonesBeforePass = 6;
constexpr unsigned kPass = 255, kNoReply = 254;
constexpr std::uint64_t kNoWay = ~std::uint64_t{0};

enum Side : unsigned { kBlack = 0, kWhite = 1 };
Side other(Side side) { return side == kBlack ? kWhite : kBlack; }
using BadInput = std::runtime_error;  // says what is wrong with it
// A set of numbers below 256: points, or lines of the board.
struct Set {
  std::array<std::uint64_t, 4> words{};
  bool operator[](unsigned i) const { return (words[i / 64] >> i % 64 & 1) != 0; }
  void flip(unsigned i) { words[i / 64] ^= std::uint64_t{1} << i % 64; }
  void set(unsigned i, bool in = true) {
    words[i / 64] ^= std::uint64_t{(*this)[i] != in} << i % 64;
  }
  bool any() const { return (words[0] | words[1] | words[2] | words[3]) != 0; }
  // Whether `visit` says true of one of them, asked in ascending order until it does.
  template <typename Visit>
  bool any_of(const Visit& visit) const {
    for (unsigned w = 0; w < 4; ++w) {
      for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
        if (visit(w * 64 + static_cast<unsigned>(std::countr_zero(rest)))) return true;
      }
    }
    return false;
  }
  friend bool operator==(const Set&, const Set&) = default;
};
using Stones = std::array<Set, 2>;
struct Rules {
  std::string_view name;
  std::array<bool, 2> exact;  // by side: more than five in a row are no five
  bool is_renju;              // has fouls, passes, and begins in the centre
};
constexpr Rules kRules[] = {{"renju", {true, false}, true},
                            {"freestyle", {false, false}, false},
                            {"gomoku", {true, true}, false}};

// Where each point stands in the rows, columns and diagonals through it.
struct Geometry {
  struct Place {
    unsigned line, bit;
  };
  const Rules* rules;
  unsigned size, points, lines = 0;
  std::array<std::array<Place, 4>, kMostPoints> places;
  std::array<std::array<unsigned, 16>, 128> point_at{};
  std::array<unsigned, 128> on_board{};

  explicit Geometry(unsigned board_size = 0, const Rules& game = kRules[0])
      : rules(&game), size(board_size), points(board_size * board_size) {
    for (unsigned start = 0; start < points; ++start) {
      for (unsigned direction = 0; direction < 4; ++direction) {
        constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        const auto go = [&](int steps) {  // negative coordinates are large ones
          const unsigned x = start % size + static_cast<unsigned>(steps * kSteps[direction][0]);
          const unsigned y = start / size + static_cast<unsigned>(steps * kSteps[direction][1]);
          return x < size && y < size ? y * size + x : kMostPoints;
        };
        if (go(-1) < points) continue;
        for (unsigned i = 0, at = start; at < points; at = go(static_cast<int>(++i))) {
          places[at][direction] = {lines, 1U << i};
          point_at[lines][i] = at;
          on_board[lines] |= 1U << i;
        }
        ++lines;
      }
    }
  }
};

unsigned lowest(unsigned bits) { return bits & (0 - bits); }
unsigned index_of(unsigned bit) { return static_cast<unsigned>(std::countr_zero(bit)); }
// The stones of a line that stand in a row with one of them.
unsigned row_of(unsigned own, unsigned stone) {
  unsigned row = stone;
  while (const unsigned more = (row << 1 | row >> 1) & own & ~row) row |= more;
  return row;
}

// The empty points of a line that complete a five.
unsigned five_points(unsigned own, unsigned empty, bool exact) {
  unsigned found = 0;
  for (unsigned rest = empty & (own << 1 | own >> 1); rest != 0; rest &= rest - 1) {
    const int length = std::popcount(row_of(own | lowest(rest), lowest(rest)));
    if (length == 5 || (length > 5 && !exact)) found |= lowest(rest);
  }
  return found;
}

// Where one more black stone makes four in a row, `stone` among them, with a five at both ends.
unsigned straight_four_points(unsigned own, unsigned empty, unsigned stone) {
  unsigned found = 0;
  for (unsigned rest = empty; rest != 0; rest &= rest - 1) {
    const unsigned with = own | lowest(rest);
    const unsigned row = row_of(with, stone);
    if ((row & lowest(rest)) == 0 || std::popcount(row) != 4) continue;
    const unsigned ends = (row << 1 | row >> 1) & ~row;
    if (std::popcount(five_points(with, empty & ends, true)) == 2) found |= lowest(rest);
  }
  return found;
}

// What a side's next stone makes in one line, for all its points at once.
struct Shape {
  using Bits = std::uint16_t;
  Bits five = 0;
  Bits four = 0;  // one or two fours with the new stone
  // Of who has fouls: two fours; six or more; a three if a point for its straight four is legal.
  Bits fours = 0, over = 0, three = 0;
  Shape() = default;
  Shape(unsigned own, unsigned empty, bool exact, bool has_fouls) {
    five = static_cast<Bits>(five_points(own, empty, exact));
    for (unsigned rest = empty & ~five; rest != 0; rest &= rest - 1) {
      const unsigned point = lowest(rest);
      const unsigned with = own | point;
      const auto mark = [point](Bits& bits) { bits = static_cast<Bits>(bits | point); };
      // A four is known by its stones: both ends of a straight four complete the same ones.
      unsigned stones = 0;
      for (unsigned ends = five_points(with, empty & ~point, exact); ends != 0; ends &= ends - 1) {
        const unsigned these = row_of(with | lowest(ends), lowest(ends)) & ~lowest(ends);
        if ((these & point) == 0) continue;
        mark(four);
        if (stones != 0 && these != stones) mark(fours);
        stones = these;
      }
      if (!has_fouls) continue;
      if (std::popcount(row_of(with, point)) > 5) mark(over);
      if (straight_four_points(with, empty & ~point, point) != 0) mark(three);
    }
  }
};

class Board {
 public:
  explicit Board(const Geometry& geometry) : geometry_(geometry) {}

  void set(const Stones& stones) {
    for (const Side side : {kBlack, kWhite}) {
      for (unsigned point = 0; point < geometry_.points; ++point) {
        if (stones[side][point] != stones_[side][point]) flip(point, side);
      }
    }
  }
  // Puts a stone there or takes it away.
  void flip(unsigned point, Side side) {
    note(point);
    stones_[side].flip(point);
    count_ += stones_[side][point] ? 1U : 0U - 1;
    for (const auto& at : geometry_.places[point]) {
      in_line_[side][at.line] ^= at.bit;
      look_at(at.line);
    }
  }
  const Stones& stones() const { return stones_; }
  bool is_empty(unsigned point) const { return !stones_[kBlack][point] && !stones_[kWhite][point]; }
  unsigned count() const { return count_; }
  bool is_decided() const {
    const auto five = [exact = geometry_.rules->exact[kWhite]](unsigned own) {
      const unsigned first = own & own >> 1 & own >> 2 & own >> 3 & own >> 4;
      return exact ? first & ~(first << 1 | first >> 1) : first;
    };
    return std::ranges::any_of(in_line_[kBlack], five) ||
           std::ranges::any_of(in_line_[kWhite], five);
  }
  // The points where the side makes a five, a four.
  bool has_fives(Side side) const { return with_five_[side].any(); }
  Set fives(Side side) const { return gather(side, with_five_[side], &Shape::five); }
  Set fours(Side side) const { return gather(side, with_four_[side], &Shape::four); }
  bool makes_five(unsigned point, Side side) const {
    return std::ranges::any_of(geometry_.places[point], [&](const auto& at) {
      return (shapes_[side][at.line].five & at.bit) != 0;
    });
  }
  // Whether Black, to move, loses at once by this empty point.
  bool is_foul(unsigned point) {
    note(point);
    if (!geometry_.rules->is_renju || makes_five(point, kBlack)) return false;
    int fours = 0, threes = 0;
    for (const auto& at : geometry_.places[point]) {
      const Shape& shape = shapes_[kBlack][at.line];
      if (((shape.over | shape.fours) & at.bit) != 0) return true;
      fours += (shape.four & at.bit) != 0 ? 1 : 0;
      threes += (shape.three & at.bit) != 0 ? 1 : 0;
    }
    if (fours > 1 || threes < 2) return fours > 1;
    flip(point, kBlack);
    threes = 0;
    for (const auto& at : geometry_.places[point]) threes += is_three(at) ? 1 : 0;
    flip(point, kBlack);
    return threes > 1;
  }

  // While set: what may have a say in what is played and asked, a stone at most five points off.
  Set* noted = nullptr;

 private:
  void note(unsigned point) const {
    for (const auto& at : geometry_.places[point]) {
      unsigned around = noted == nullptr ? 0 : at.bit;
      for (int step = 0; step < 5; ++step) around |= around << 1 | around >> 1;
      for (around &= geometry_.on_board[at.line]; around != 0; around &= around - 1) {
        noted->set(geometry_.point_at[at.line][index_of(around)]);
      }
    }
  }
  void look_at(unsigned line) {
    for (const Side side : {kBlack, kWhite}) {
      const unsigned own = in_line_[side][line];
      const unsigned empty = geometry_.on_board[line] & ~own & ~in_line_[other(side)][line];
      const unsigned key = own | empty << 16;
      auto& [known_key, shape] = known_[side << 15 | key * 0x9E3779B1U >> 17];
      if (known_key != key) {
        known_key = key;
        shape = Shape(own, empty, geometry_.rules->exact[side],
                      geometry_.rules->is_renju && side == kBlack);
      }
      shapes_[side][line] = shape;
      with_five_[side].set(line, shape.five != 0);
      with_four_[side].set(line, shape.four != 0);
    }
  }
  Set gather(Side side, const Set& lines, Shape::Bits Shape::*kind) const {
    Set points;
    lines.any_of([&](unsigned line) {
      for (unsigned bits = shapes_[side][line].*kind; bits != 0; bits &= bits - 1) {
        points.set(geometry_.point_at[line][index_of(bits)]);
      }
      return false;
    });
    return points;
  }
  // Whether the black stone just played there is in a three of this line.
  bool is_three(const Geometry::Place& at) {
    const unsigned own = in_line_[kBlack][at.line];
    const unsigned empty = geometry_.on_board[at.line] & ~own & ~in_line_[kWhite][at.line];
    for (unsigned rest = straight_four_points(own, empty, at.bit); rest != 0; rest &= rest - 1) {
      const unsigned point = geometry_.point_at[at.line][index_of(rest)];
      note(point);
      if (!makes_five(point, kBlack) && !is_foul(point)) return true;
    }
    return false;
  }

  const Geometry& geometry_;
  Stones stones_;
  unsigned count_ = 0;
  std::array<std::array<unsigned, 128>, 2> in_line_{};  // stones
  std::array<std::array<Shape, 128>, 2> shapes_;        // by line
  std::array<Set, 2> with_five_, with_four_;            // lines where the side makes one
  std::vector<std::pair<unsigned, Shape>> known_{std::size_t{1} << 16};
};

struct Position {
  Stones stones;
  Side to_move = kBlack;
  friend bool operator==(const Position&, const Position&) = default;
};
std::uint64_t hash_of(const Position& position) {
  std::uint64_t hash = position.to_move;
  for (unsigned w = 0; w < 8; ++w) {
    hash = (hash ^ position.stones[w / 4].words[w % 4]) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

std::string name_of(unsigned point, unsigned size) {
  if (point == kPass) return "pass";
  return static_cast<char>('a' + point % size) + std::to_string(point / size + 1);
}

// A number without sign or leading zeros; zero where there is none, or a greater one than `most`.
unsigned number_in(std::string_view text, unsigned most) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return 0;
  return text[0] == '0' || number > most ? 0 : number;
}

// Takes an empty point off the front of a text.
unsigned take_point(std::string_view& text, unsigned size, const Stones& stones) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  const unsigned column = text.empty() ? size : static_cast<unsigned>(text[0] - 'a');
  const unsigned row = end < 2 ? 0 : number_in(text.substr(1, end - 1), size);
  if (column >= size || row == 0) throw BadInput("a point that is none of the board");
  const unsigned point = (row - 1) * size + column;
  if (stones[kBlack][point] || stones[kWhite][point]) throw BadInput("a point taken twice");
  text.remove_prefix(end);
  return point;
}

// BLACK/WHITE/SIDE.
Position position_in(std::string_view text, unsigned size) {
  Position position;
  for (const Side side : {kBlack, kWhite}) {
    std::string_view points = text.substr(0, text.find('/'));
    text.remove_prefix(std::min(points.size() + 1, text.size()));
    if (points.empty()) throw BadInput("not BLACK/WHITE/SIDE");
    if (points == "-") continue;
    while (!points.empty()) position.stones[side].flip(take_point(points, size, position.stones));
  }
  if (text != "b" && text != "w") throw BadInput("not BLACK/WHITE/SIDE");
  position.to_move = text == "b" ? kBlack : kWhite;
  return position;
}
struct Asked {
  std::string text;
  Position position;
  Side goal;
};
struct Line {
  Position position;
  unsigned move, plies;
};

// All lines in memory, to be found by their position.
struct Certificate {
  Geometry geometry;
  std::vector<Asked> asked;
  std::deque<Line> lines;

  explicit Certificate(std::istream& text) : text_(text) {
    try {
      read();
      build_table();
    } catch (const BadInput& fault) {
      throw BadInput("line " + std::to_string(number_) + ": " + fault.what());
    }
  }
  // The number of its line, from 1; 0 where there is none.
  unsigned find(const Position& position) const {
    const std::uint64_t hash = hash_of(position);
    for (std::size_t i = hash & mask_;; i = (i + 1) & mask_) {
      const auto line = static_cast<std::uint32_t>(table_[i]);
      const bool may_be = line != 0 && (table_[i] ^ hash) >> 32 == 0;
      if (line == 0 || (may_be && lines[line - 1].position == position)) return line;
    }
  }

  // The next line of the text without its end.
  std::string_view next() {
    ++number_;
    text_.getline(buffer_.data(), std::ssize(buffer_));
    auto length = static_cast<std::size_t>(text_.gcount());
    if (text_.eof() && length == 0) throw BadInput("the text ends before its '# end': cut off");
    if (text_.fail()) throw BadInput("too long, or not to be read");
    if (!text_.eof()) --length;
    if (length > 0 && buffer_[length - 1] == '\r') --length;
    return {buffer_.data(), length};
  }
  // What follows these words in a text.
  static std::string_view after(std::string_view words, std::string_view text) {
    if (!text.starts_with(words)) throw BadInput("not '" + std::string(words) + "...'");
    return text.substr(words.size());
  }
  void read() {
    if (after("# tengen proof ", next()) != "1") throw BadInput("another format than 1");
    std::string_view game = after("# rules ", next());
    const auto rules = std::ranges::find(kRules, game.substr(0, game.find(' ')), &Rules::name);
    if (rules == std::end(kRules)) throw BadInput("not the rules renju, freestyle or gomoku");
    game.remove_prefix(rules->name.size());
    geometry = Geometry(number_in(after(" size ", game), kMostSize), *rules);
    if (geometry.size < 5) throw BadInput("no size of a board from 5 to 15");
    std::string_view line = next();
    for (; asked.empty() || line.starts_with("# position "); line = next()) {
      const std::string position(after("# position ", line));
      line = after("# goal ", next());
      asked.push_back({position, position_in(position, geometry.size),
                       line.starts_with('b') ? kBlack : kWhite});
      const std::string goal = asked.back().goal == kBlack ? "black" : "white";
      const std::string to_move = position.back() == 'b' ? "black" : "white";
      if (line != goal + " to_move " + to_move) throw BadInput("no goal and side to move");
    }
    for (; !line.starts_with("# end "); line = next()) {
      if (!line.starts_with('#')) read_line(line);
    }
    if (after("# end ", line) != std::to_string(lines.size())) throw BadInput("wrong number");
    if (text_.peek() != EOF) throw BadInput("something comes after the end");
  }
  void read_line(std::string_view text) {
    const std::size_t tab = std::min(text.find('\t'), text.size());
    const Position position = position_in(text.substr(0, tab), geometry.size);
    text = after("\t", text.substr(tab));
    const unsigned move = take_point(text, geometry.size, position.stones);
    lines.push_back({position, move, number_in(after("\t", text), 2 * geometry.points)});
    if (lines.back().plies == 0) throw BadInput("no distance in plies");
  }

  // Of half of a hash and the number of a line.
  void build_table() {
    mask_ = std::bit_ceil(lines.size() * 2 + 2) - 1;
    table_.resize(mask_ + 1);
    for (number_ = 0; number_ < lines.size(); ++number_) {
      const Position& position = lines[number_].position;
      if (find(position) != 0)
        throw BadInput("of those with a move: there are two of its position");
      std::size_t i = hash_of(position) & mask_;
      while (table_[i] != 0) i = (i + 1) & mask_;
      table_[i] = hash_of(position) >> 32 << 32 | (number_ + 1);
    }
  }

  std::istream& text_;
  std::uint64_t number_ = 0;
  std::array<char, 4096> buffer_;
  std::vector<std::uint64_t> table_;
  std::size_t mask_ = 0;
};

// A task, a reply to it and what does not hold after it.
using Hole = std::tuple<std::uint64_t, unsigned, const char*>;
enum Count { kReplies, kByLine, kByFive, kByFours, kFouls, kSearches, kMostNodes, kCounts };

// Checks one task after another; the asked positions are the first, then come the lines.
class Checker {
 public:
  // The least of the ways to each line: a task, and in the lower byte the reply to it.
  using Ways = std::vector<std::atomic<std::uint64_t>>;

  Checker(const Certificate& proof, Ways& ways, unsigned nodes, bool plain)
      : proof_(proof), ways_(ways), most_nodes_(nodes), plain_(plain) {}

  std::array<std::uint64_t, kCounts> counts{};
  std::vector<Hole> holes;
  void check(std::uint64_t task) {
    task_ = task;
    if (task < proof_.asked.size()) {
      const Asked& asked = proof_.asked[task];
      board_.set(asked.position.stones);
      if (board_.is_decided()) return fail(kNoReply, "is decided already");
      prepare(asked.goal, ~0U);
      return asked.position.to_move == asked.goal ? meet(kNoReply) : meet_all();
    }
    const Line& line = proof_.lines[task - proof_.asked.size()];
    const Side attacker = line.position.to_move;
    board_.set(line.position.stones);
    if (board_.makes_five(line.move, attacker)) return;
    if (attacker == kBlack && board_.is_foul(line.move)) return fail(kNoReply, "is a foul");
    const bool begins = proof_.geometry.rules->is_renju && board_.count() == 0;
    const bool is_centre = line.move == proof_.geometry.points / 2;
    if (begins && !is_centre) return fail(kNoReply, "is not in the centre");
    board_.flip(line.move, attacker);
    if (board_.count() == proof_.geometry.points) return fail(kNoReply, "fills the board");
    prepare(attacker, std::max(line.plies, 2U) - 2);
    meet_all();
  }

 private:
  struct Attack {  // fours, each with one answer, and a five at the end
    std::array<unsigned, kMostFours> moves{};
    unsigned fours = 0;
  };
  // A win by fours after some reply and, once asked whether it wins without one, the points that
  // have a say in it then. After a reply elsewhere that makes no four it is the same.
  struct Known {
    Attack attack;
    std::optional<bool> wins = {};
    Set points = {};
  };

  void fail(unsigned reply, const char* reason) { holes.emplace_back(task_, reply, reason); }
  void count(Count what) { ++counts[what]; }
  void prepare(Side attacker, unsigned plies) {
    attacker_ = attacker;
    defender_ = other(attacker);
    plies_ = plies;
    fives_ = board_.fives(attacker_);
    fours_ = board_.fours(defender_);
    known_.clear();
  }
  void meet_all() {
    if (proof_.geometry.rules->is_renju && board_.count() >= kStonesBeforePass) meet(kPass);
    for (unsigned point = 0; point < proof_.geometry.points; ++point) {
      if (board_.is_empty(point)) meet(point);
    }
  }
  void meet(unsigned reply) {
    const bool is_stone = reply < kNoReply;
    if (is_stone && board_.makes_five(reply, defender_)) return fail(reply, "makes a five");
    if (is_stone && defender_ == kBlack && board_.is_foul(reply)) return count(kFouls);
    count(kReplies);
    Position reached{board_.stones(), attacker_};
    if (is_stone) reached.stones[defender_].flip(reply);
    const unsigned line = proof_.find(reached);
    if (line != 0) {
      const std::uint64_t way = task_ << 8 | reply;
      std::uint64_t least = ways_[line - 1];
      while (way < least && !ways_[line - 1].compare_exchange_weak(least, way)) continue;
      if (proof_.lines[line - 1].plies <= plies_) return count(kByLine);
    }
    Set fives = fives_;
    if (is_stone) fives.set(reply, false);
    if (fives.any() && plies_ > 0) return count(kByFive);
    if (wins_as_without(reply)) return count(kByFours);
    if (is_stone) board_.flip(reply, defender_);
    const bool wins = wins_by_fours();
    if (is_stone) board_.flip(reply, defender_);
    if (wins) return count(kByFours);
    fail(reply, line != 0 ? "is met too late" : "has no line, and no win by fours in time");
  }
  bool wins_as_without(unsigned reply) {
    if (fives_.any() || board_.has_fives(defender_) || fours_[reply]) return false;
    return std::ranges::any_of(known_, [&](Known& known) {
      if (!known.wins) {
        board_.noted = &known.points;
        known.wins = holds(known.attack);
        board_.noted = nullptr;
      }
      return *known.wins && !known.points[reply];
    });
  }
  bool holds(const Attack& known) {
    nodes_ = 0;
    return 2 * known.fours < plies_ && attack(0, known.fours, &known);
  }
  // The search by depth: wins by no four are looked for, then by one, and so on.
  bool wins_by_fours() {
    if (std::ranges::any_of(known_, [&](Known& k) { return holds(k.attack); })) return true;
    count(kSearches);
    nodes_ = 0;
    for (unsigned fours = 0; fours <= kMostFours && 2 * fours < plies_; ++fours) {
      if (!attack(0, fours, nullptr)) continue;
      counts[kMostNodes] = std::max(counts[kMostNodes], nodes_);
      if (!plain_) known_.push_back({attack_});
      return true;
    }
    return false;
  }
  // Whether the attacker, to move, wins by so many fours, or by those that are given.
  bool attack(unsigned ply, unsigned fours, const Attack* given) {
    attack_.fours = ply;
    if (board_.has_fives(attacker_)) return true;
    if (fours == 0) return false;
    const Set threats = board_.fives(defender_);
    return board_.fours(attacker_).any_of([&](unsigned move) {
      if ((threats.any() && !threats[move]) || nodes_ >= most_nodes_) return false;
      if (given != nullptr && given->moves[ply] != move) return false;
      if (attacker_ == kBlack && board_.is_foul(move)) return false;
      ++nodes_;
      attack_.moves[ply] = move;
      board_.flip(move, attacker_);
      const bool wins = four_wins(ply, fours, given);
      board_.flip(move, attacker_);
      return wins;
    });
  }
  // The attacker has just played the four of this ply.
  bool four_wins(unsigned ply, unsigned fours, const Attack* given) {
    if (board_.has_fives(defender_)) return false;
    Set ends = board_.fives(attacker_);
    unsigned answer = 0;
    while (!ends[answer]) ++answer;
    ends.flip(answer);
    attack_.fours = ply + 1;
    if (ends.any() || (defender_ == kBlack && board_.is_foul(answer))) return true;
    if (fours == 1) return false;
    board_.flip(answer, defender_);
    const bool wins = attack(ply + 1, fours - 1, given);
    board_.flip(answer, defender_);
    return wins;
  }

  const Certificate& proof_;
  Ways& ways_;
  const unsigned most_nodes_;
  const bool plain_;  // each win is searched for
  Board board_{proof_.geometry};
  std::uint64_t nodes_ = 0;  // fours played by a search
  Attack attack_;            // that it found
  std::uint64_t task_ = 0;
  Side attacker_ = kBlack, defender_ = kWhite;
  unsigned plies_ = 0;  // that may follow a reply
  Set fives_;           // of the attacker, should no reply be made
  Set fours_;           // of the defender
  std::vector<Known> known_;
};

// The moves from an asked position to what a hole is about.
std::string path_to(const Hole& hole, const Certificate& proof, const Checker::Ways& ways) {
  const std::size_t roots = proof.asked.size();
  auto [task, reply, reason] = hole;
  for (std::string moves = std::string(": ") + reason;;) {
    if (reply != kNoReply) moves = ' ' + name_of(reply, proof.geometry.size) + moves;
    if (task < roots) return proof.asked[task].text + moves;
    moves = ' ' + name_of(proof.lines[task - roots].move, proof.geometry.size) + moves;
    const std::uint64_t way = ways[task - roots];
    if (way == kNoWay) return "not reached:" + moves;
    task = way >> 8;
    reply = way & 255;
  }
}

int check(std::istream& text, std::map<std::string, unsigned>& options) {
  const Certificate proof(text);
  const std::uint64_t tasks = proof.asked.size() + proof.lines.size();
  Checker::Ways ways(proof.lines.size());
  for (auto& way : ways) way = kNoWay;
  std::array<std::uint64_t, kCounts> counts{};
  std::vector<Hole> holes;
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  std::vector<std::jthread> threads(std::max(1U, options["--threads"]));
  for (auto& thread : threads) {
    thread = std::jthread([&] {
      Checker checker(proof, ways, options.at("--nodes"), options.at("--plain") != 0);
      for (std::uint64_t task; (task = next++) < tasks;) checker.check(task);
      const std::lock_guard lock(mutex);
      holes.insert(holes.end(), checker.holes.begin(), checker.holes.end());
      for (unsigned i = 0; i < kMostNodes; ++i) counts[i] += checker.counts[i];
      counts[kMostNodes] = std::max(counts[kMostNodes], checker.counts[kMostNodes]);
    });
  }
  threads.clear();
  std::ranges::sort(holes);
  for (const Hole& hole : std::span(holes).first(std::min(holes.size(), std::size_t{20}))) {
    std::cout << "hole: " << path_to(hole, proof, ways) << '\n';
  }
  const auto unreached = std::ranges::count_if(ways, [](auto& way) { return way == kNoWay; });
  std::cout << (holes.empty() ? "complete: " : std::to_string(holes.size()) + " holes: ")
            << proof.asked.size() << " asked, " << proof.lines.size() << " lines, " << unreached
            << " not reached, " << counts[kReplies] << " replies, " << counts[kByLine]
            << " lead to lines, " << counts[kByFive] << " lose to a five, " << counts[kByFours]
            << " to fours, " << counts[kFouls] << " fouls, " << counts[kSearches] << " searches of "
            << counts[kMostNodes] << " nodes at most\n";
  return holes.empty() ? 0 : 1;
}

// The fouls of Black in each position BLACK/WHITE of a text.
int list_fouls(std::istream& text) {
  const Geometry geometry(kMostSize);
  Board board(geometry);
  for (std::string line; std::getline(text, line); std::cout << '\n') {
    board.set(position_in(line + "/b", geometry.size).stones);
    for (unsigned point = 0; point < geometry.points; ++point) {
      if (board.is_empty(point) && board.is_foul(point)) std::cout << name_of(point, 15) << ' ';
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, unsigned> options{{"--nodes", 20'000}, {"--plain", 0}, {"--fouls", 0}};
  options["--threads"] = std::thread::hardware_concurrency();
  int i = 1;
  for (; i + 2 < argc && options.contains(argv[i]); i += 2) {
    options[argv[i]] = number_in(argv[i + 1], 1'000'000'000);
  }
  try {
    if (i + 1 != argc) throw BadInput("the arguments are not as follows");
    const std::string name = argv[i];
    std::ifstream file(name == "-" ? "/dev/stdin" : name, std::ios::binary);
    if (!file) throw BadInput("cannot be read");
    return options["--fouls"] != 0 ? list_fouls(file) : check(file, options);
  } catch (const std::exception& fault) {
    std::cerr << "check_proof: " << argv[argc - 1] << ": " << fault.what() << '\n'
              << "usage: check_proof [--threads N] [--nodes N] [--plain 1] [--fouls 1] FILE|-\n";
    return 2;
  }
}
