// The search itself, in the namespace of an instruction set. Included by search_portable.cpp and
// search_avx2.cpp, which include what it needs; everything here has internal linkage.
//
// Null windows only: nws(stones, bound) says whether the score for the side to move is more than
// `bound`, and returns a bound of the score on that side (fail-soft). By empty points left:
//
//   1, 2      endgame routines of their own
//   3 to 6    moves in parity order: last moves in regions of an odd number of points come first
//   from 7    fastest first: the move that leaves the other side the fewest moves
//   from 8    the transposition table
//   from 11   enhanced transposition cut-off (Plaat et al. 1996): a child in the table may suffice
//   from 13   moves are ordered by a shallow search with an evaluation
//   from 14   moves that another thread is searching come last
//   from 18   a position stands for all its symmetric images
//
// Stability cuts anywhere from 3 on, where the bound is high enough to hope for it.

#include "solver/reversi/kernel.h"

constexpr int kParityDepth = 6;
constexpr int kTableDepth = 8;
constexpr int kChildrenDepth = 11;
constexpr int kShallowDepth = 13;
constexpr int kBusyDepth = 14;
constexpr int kSymmetryDepth = 18;
constexpr int kMostPlies = 6;  // of the search that orders moves

struct Child {
  Stones stones;  // seen by the side to move there
  Hash hash;
  int point = kNoPoint;
  int order = 0;  // the higher, the earlier
};

class NullWindowSearch final : public Search {
 public:
  explicit NullWindowSearch(Shared& shared)
      : shared_(shared),
        geometry_(shared.geometry),
        sign_(shared.rules.anti ? -1 : 1),
        full_(shared.geometry.points) {
    for (int depth = 0; depth <= 64; ++depth) {
      // From which bound on stability is looked at: it costs time and rarely cuts below.
      stability_bound_[static_cast<std::size_t>(depth)] =
          depth < 3 ? 99 : (6 + 2 * (depth - 4)) * full_ / 64;
    }
  }

  Found more_than(const Stones& stones, int bound) override {
    Found found;
    const int depth = full_ - count(stones.mover | stones.other);
    found.score = deep(stones, bound, depth, &found.move);
    published_nodes_.store(nodes_, std::memory_order_relaxed);
    return found;
  }
  void set_limits(std::uint64_t nodes, const std::function<bool()>* stop) override {
    most_nodes_ = nodes == 0 ? kNoLimit : nodes_ + nodes;
    stop_ = stop;
    look_at_ = stop == nullptr ? most_nodes_ : nodes_;
  }
  [[nodiscard]] std::uint64_t nodes() const override {
    return published_nodes_.load(std::memory_order_relaxed);
  }

 private:
  [[nodiscard]] Bits empty_points(const Stones& s) const {
    return geometry_.shape.points & ~(s.mover | s.other);
  }
  static Stones play(const Stones& s, Bits changed, int point) {
    return {s.other ^ changed, s.mover | changed | bit(point)};
  }
  static Stones pass(const Stones& s) { return {s.other, s.mover}; }
  // The score of a full board where the mover has that many stones.
  [[nodiscard]] int full_score(int stones) const { return sign_ * (2 * stones - full_); }
  [[nodiscard]] int over(const Stones& s) const {
    return final_score(geometry_.shape, shared_.rules, s);
  }

  int last_1(const Stones& s, int point) const {
    if (const Bits changed = turned_by(geometry_, s, point); changed != 0) {
      return full_score(count(s.mover) + count(changed) + 1);
    }
    if (const Bits changed = turned_by(geometry_, pass(s), point); changed != 0) {
      return full_score(count(s.mover) - count(changed));
    }
    return over(s);
  }

  // The best of two last points for the mover, or what passing brings.
  int last_2(const Stones& s, int bound, int first, int second) {
    ++nodes_;
    int best = kNone;
    if ((geometry_.neighbours[static_cast<std::size_t>(first)] & s.other) != 0) {
      if (const Bits changed = turned_by(geometry_, s, first); changed != 0) {
        best = -last_1(play(s, changed, first), second);
        if (best > bound) return best;
      }
    }
    if ((geometry_.neighbours[static_cast<std::size_t>(second)] & s.other) != 0) {
      if (const Bits changed = turned_by(geometry_, s, second); changed != 0) {
        best = std::max(best, -last_1(play(s, changed, second), first));
      }
    }
    if (best != kNone) return best;
    const Stones other = pass(s);
    for (const auto& [point, left] : {std::pair(first, second), std::pair(second, first)}) {
      if (const Bits changed = turned_by(geometry_, other, point); changed != 0) {
        best = std::max(best, -last_1(play(other, changed, point), left));
        if (-best <= bound) return -best;
      }
    }
    return best == kNone ? over(s) : -best;
  }

  // Up to two empty points.
  int small(const Stones& s, int bound, int depth) {
    const Bits empty = empty_points(s);
    if (depth == 0) return over(s);
    const int first = std::countr_zero(empty);
    if (depth == 1) return last_1(s, first);
    return last_2(s, bound, first, std::countr_zero(empty & (empty - 1)));
  }

  // The points of `empty` that lie in quarters with an odd number of them.
  [[nodiscard]] Bits odd_points(Bits empty) const {
    Bits odd = 0;
    for (const Bits quarter : geometry_.quarters) {
      const Bits part = empty & quarter;
      odd |= part & -static_cast<Bits>(count(part) & 1);
    }
    return odd;
  }

  // A bound of the score by the stones that the other side keeps (in the anti game: the mover).
  [[nodiscard]] int stability_limit(const Stones& s) const {
    const Bits own = sign_ > 0 ? s.other : s.mover;
    return full_ - 2 * count(stable_stones(geometry_, own, empty_points(s)));
  }
  [[nodiscard]] bool ask_stability(int bound, int depth) const {
    return bound >= stability_bound_[static_cast<std::size_t>(depth)];
  }

  // Three to kParityDepth empty points.
  int parity(const Stones& s, int bound, int depth) {
    ++nodes_;
    if (ask_stability(bound, depth)) {
      if (const int limit = stability_limit(s); limit <= bound) return limit;
    }
    const Bits empty = empty_points(s);
    const Bits odd = odd_points(empty);
    int best = kNone;
    for (Bits part : {odd, empty & ~odd}) {
      for (; part != 0; part &= part - 1) {
        const int point = std::countr_zero(part);
        if ((geometry_.neighbours[static_cast<std::size_t>(point)] & s.other) == 0) continue;
        const Bits changed = turned_by(geometry_, s, point);
        if (changed == 0) continue;
        const Stones next = play(s, changed, point);
        int score = 0;
        if (depth == 3) {
          const Bits left = empty & ~bit(point);
          // The odd one of the two first.
          const Bits left_odd = odd_points(left) != 0 ? odd_points(left) : left;
          const int first = std::countr_zero(left_odd);
          score = -last_2(next, -bound - 1, first, std::countr_zero(left & ~bit(first)));
        } else {
          score = -parity(next, -bound - 1, depth - 1);
        }
        if (score > best) {
          best = score;
          if (best > bound) return best;
        }
      }
    }
    if (best != kNone) return best;
    const Stones other = pass(s);
    return moves_of(geometry_, other) == 0 ? over(s) : -parity(other, -bound - 1, depth);
  }

  int nws(const Stones& s, int bound, int depth) {
    if (depth <= 2) return small(s, bound, depth);
    if (depth <= kParityDepth) return parity(s, bound, depth);
    if (depth >= kSymmetryDepth && shared_.symmetries.size() > 1) {
      return deep(shared_.symmetries.canonical(s), bound, depth, nullptr);
    }
    return deep(s, bound, depth, nullptr);
  }

  // What the position looks like for the mover, in hundredths of something.
  [[nodiscard]] int evaluate(const Stones& s) const {
    const Bits empty = empty_points(s);
    const Bits mine = moves_of(geometry_, s);
    const Bits theirs = moves_of(geometry_, pass(s));
    const Bits corners = geometry_.corners;
    int value = 10 * (count(mine) - count(theirs));
    value += 10 * (count(mine & corners) - count(theirs & corners));
    const int held = count(s.mover & corners) - count(s.other & corners);
    value += sign_ * 40 * held;
    value += 4 * (contacts(s.other, empty) - contacts(s.mover, empty));
    return value;
  }
  // Empty points beside stones of `stones`.
  [[nodiscard]] int contacts(Bits stones, Bits empty) const {
    const Vector s(stones);
    const Vector beside =
        (Vector(geometry_.to_up) & s.up(1)) | (Vector(geometry_.to_down) & s.down(1));
    return count(beside.any() & empty);
  }

  // A search of `depth` plies by the evaluation, to order moves.
  int shallow(const Stones& s, int alpha, int beta, int depth, bool passed = false) {
    ++nodes_;
    if (depth == 0) return evaluate(s);
    Bits moves = moves_of(geometry_, s);
    if (moves == 0) {
      if (passed) return 1000 * over(s);
      return -shallow(pass(s), -beta, -alpha, depth, true);
    }
    Child* const children = shallow_children_[static_cast<std::size_t>(depth)].data();
    int n = 0;
    for (; moves != 0; moves &= moves - 1) {
      Child& child = children[n++];
      child.point = std::countr_zero(moves);
      child.stones = play(s, turned_by(geometry_, s, child.point), child.point);
      child.order = depth > 1 ? -quick_order(child.stones) : 0;
    }
    int best = -1000000;
    for (int i = 0; i < n; ++i) {
      const Child& child = pick(children, i, n);
      const int value = -shallow(child.stones, -beta, -std::max(alpha, best), depth - 1);
      best = std::max(best, value);
      if (best >= beta) break;
    }
    return best;
  }

  // How much freedom the side to move has; the less the better for who moved there.
  [[nodiscard]] int quick_order(const Stones& s) const {
    const Bits moves = moves_of(geometry_, s);
    return 16 * (count(moves) + count(moves & geometry_.corners)) +
           contacts(s.other, empty_points(s));
  }

  // Brings the best of children[from..n) to `from`.
  static const Child& pick(Child* children, int from, int n) {
    int best = from;
    for (int i = from + 1; i < n; ++i) {
      if (children[i].order > children[best].order) best = i;
    }
    if (best != from) std::swap(children[best], children[from]);
    return children[from];
  }

  void look_at_limits() {
    if (nodes_ >= most_nodes_ || (stop_ != nullptr && (*stop_)())) shared_.stop = true;
    look_at_ = stop_ == nullptr ? most_nodes_ : std::min(most_nodes_, nodes_ + kNodesBetweenLooks);
  }

  // From kParityDepth + 1 empty points on, and the root. `move`, if asked for, is the best move.
  int deep(const Stones& s, int bound, int depth, int* move) {
    const std::uint64_t nodes_before = nodes_++;
    if (depth >= kBusyDepth) {
      if (nodes_ >= look_at_) look_at_limits();
      if (shared_.stop.load(std::memory_order_relaxed)) return bound;
      published_nodes_.store(nodes_, std::memory_order_relaxed);
    }
    // Step 1: cut by stable stones.
    if (ask_stability(bound, depth)) {
      if (const int limit = stability_limit(s); limit <= bound) return limit;
    }
    // Step 2: cut by what is known.
    const bool keeps = depth >= kTableDepth;
    Hash hash;
    Known known;
    if (keeps) {
      hash = hash_of(s);
      known = shared_.table.find(hash);
      if (known.lower > bound && (move == nullptr || known.move != kNoPoint)) {
        if (move != nullptr) *move = known.move;
        return known.lower;
      }
      if (known.upper <= bound) return known.upper;
    }
    // Step 3: pass, or the end.
    Bits moves = moves_of(geometry_, s);
    if (moves == 0) {
      const Stones other = pass(s);
      return moves_of(geometry_, other) == 0 ? over(s) : -nws(other, -bound - 1, depth);
    }
    // Step 4: the children; one of them may be known well enough.
    Child* const children = children_[static_cast<std::size_t>(depth)].data();
    int n = 0;
    const bool asks_children = depth >= kChildrenDepth;
    for (; moves != 0; moves &= moves - 1) {
      Child& child = children[n++];
      child.point = std::countr_zero(moves);
      child.stones = play(s, turned_by(geometry_, s, child.point), child.point);
      if (asks_children) {
        const bool folds = depth - 1 >= kSymmetryDepth && shared_.symmetries.size() > 1;
        if (folds) child.stones = shared_.symmetries.canonical(child.stones);
        child.hash = hash_of(child.stones);
        const Known there = shared_.table.find(child.hash);
        if (-there.upper > bound) {
          if (move != nullptr) *move = child.point;
          shared_.table.store(hash, {-there.upper, 64, child.point}, 1);
          return -there.upper;
        }
      }
    }
    // Step 5: their order.
    order(s, children, n, depth, known.move);
    // Step 6: search them, those that others are searching at last.
    int best = kNone;
    int best_point = kNoPoint;
    const bool shares = shared_.several_threads && depth >= kBusyDepth;
    Bits put_off = 0;
    for (int round = 0; round < (shares ? 2 : 1) && best <= bound; ++round) {
      for (int i = 0; i < n; ++i) {
        if (round == 0) {
          pick(children, i, n);
        } else if ((put_off & bit(i)) == 0) {
          continue;
        }
        const Child& child = children[i];
        if (shares && round == 0 && i > 0 && shared_.busy.has(child.hash)) {
          put_off |= bit(i);
          continue;
        }
        if (shares) shared_.busy.enter(child.hash);
        const int score = -nws(child.stones, -bound - 1, depth - 1);
        if (shares) shared_.busy.leave(child.hash);
        if (score > best) {
          best = score;
          best_point = child.point;
          if (best > bound) break;
        }
      }
    }
    if (depth >= kBusyDepth && shared_.stop.load(std::memory_order_relaxed)) return bound;
    // Step 7: remember.
    if (move != nullptr) *move = best_point;
    if (keeps) {
      const int effort = static_cast<int>(std::bit_width(nodes_ - nodes_before)) + 1;
      shared_.table.store(
          hash, best > bound ? Known{best, 64, best_point} : Known{-64, best, kNoPoint}, effort);
    }
    return best;
  }

  void order(const Stones& s, Child* children, int n, int depth, int known_move) {
    if (n == 1) return;
    const Bits odd = odd_points(empty_points(s));
    const int plies =
        depth < kShallowDepth ? 0 : std::min(1 + (depth - kShallowDepth) / 3, kMostPlies);
    for (int i = 0; i < n; ++i) {
      Child& child = children[i];
      if (child.point == known_move) {
        child.order = 1 << 30;
      } else if (child.stones.mover == 0) {
        child.order = 1 << 29;  // nothing is left of the other side
      } else if (depth < kShallowDepth) {
        child.order = -quick_order(child.stones) + ((odd & bit(child.point)) != 0 ? 8 : 0);
      } else {
        child.order = -shallow(child.stones, -1000000, 1000000, plies);
      }
    }
  }

  // Kept here because making them anew at each node takes time.
  using Children = std::array<Child, 64>;
  std::array<Children, 65> children_;                      // by empty points
  std::array<Children, kMostPlies + 1> shallow_children_;  // by plies left
  static constexpr int kNone = -99;                        // less than any score
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
  static constexpr std::uint64_t kNodesBetweenLooks = 4096;

  Shared& shared_;
  const Geometry& geometry_;
  const int sign_;
  const int full_;
  std::array<int, 65> stability_bound_{};
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = kNoLimit;
  std::uint64_t look_at_ = kNoLimit;
  const std::function<bool()>* stop_ = nullptr;
  std::atomic<std::uint64_t> published_nodes_{0};
};
