// The fast rules: all four kinds of line at once. Included by search_body.h only, once for each
// instruction set, inside a namespace of that set; so it includes nothing itself.
//
// With AVX2 the four lines are the lanes of a vector; without, a loop over them. The ways to flood
// and to turn are those of Richard Delorme's Edax (board.c, flip_avx_ppfill.c), for boards of any
// shape: lines end where the geometry's tables say.

#ifdef __AVX2__

struct Vector {
  __m256i v;
  explicit Vector(__m256i value) : v(value) {}
  explicit Vector(Bits same) : v(_mm256_set1_epi64x(static_cast<long long>(same))) {}
  explicit Vector(const Lanes& lanes)
      : v(_mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.lane.data()))) {}
  friend Vector operator&(Vector a, Vector b) { return Vector(_mm256_and_si256(a.v, b.v)); }
  friend Vector operator|(Vector a, Vector b) { return Vector(_mm256_or_si256(a.v, b.v)); }
  // Where `a` is not set.
  static Vector minus(Vector b, Vector a) { return Vector(_mm256_andnot_si256(a.v, b.v)); }
  [[nodiscard]] Vector up(int steps) const { return Vector(_mm256_sllv_epi64(v, distance(steps))); }
  [[nodiscard]] Vector down(int steps) const {
    return Vector(_mm256_srlv_epi64(v, distance(steps)));
  }
  [[nodiscard]] Vector plus_one() const {
    return Vector(_mm256_sub_epi64(v, _mm256_set1_epi64x(-1)));
  }
  [[nodiscard]] Vector minus_one() const {
    return Vector(_mm256_add_epi64(v, _mm256_set1_epi64x(-1)));
  }
  // All bits of the lanes that are zero.
  [[nodiscard]] Vector where_zero() const {
    return Vector(_mm256_cmpeq_epi64(v, _mm256_setzero_si256()));
  }
  [[nodiscard]] Bits any() const {
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<Bits>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
  }
  [[nodiscard]] Bits all() const {
    const __m128i half = _mm_and_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return static_cast<Bits>(
        _mm_cvtsi128_si64(_mm_and_si128(half, _mm_unpackhi_epi64(half, half))));
  }

 private:
  static __m256i distance(int steps) {
    return _mm256_set_epi64x(kStep[3] * steps, kStep[2] * steps, kStep[1] * steps,
                             kStep[0] * steps);
  }
};

#else

struct Vector {
  Lanes l;
  explicit Vector(Bits same) : l{{same, same, same, same}} {}
  explicit Vector(const Lanes& lanes) : l(lanes) {}
  template <typename F>
  static Vector each(F f) {
    return Vector(Lanes{{f(0U), f(1U), f(2U), f(3U)}});
  }
  friend Vector operator&(const Vector& a, const Vector& b) {
    return each([&](std::size_t i) { return a.l.lane[i] & b.l.lane[i]; });
  }
  friend Vector operator|(const Vector& a, const Vector& b) {
    return each([&](std::size_t i) { return a.l.lane[i] | b.l.lane[i]; });
  }
  // Where `a` is not set.
  static Vector minus(const Vector& b, const Vector& a) {
    return each([&](std::size_t i) { return b.l.lane[i] & ~a.l.lane[i]; });
  }
  [[nodiscard]] Vector up(int steps) const {
    return each([&](std::size_t i) { return l.lane[i] << (kStep[i] * steps); });
  }
  [[nodiscard]] Vector down(int steps) const {
    return each([&](std::size_t i) { return l.lane[i] >> (kStep[i] * steps); });
  }
  [[nodiscard]] Vector plus_one() const {
    return each([&](std::size_t i) { return l.lane[i] + 1; });
  }
  [[nodiscard]] Vector minus_one() const {
    return each([&](std::size_t i) { return l.lane[i] - 1; });
  }
  // All bits of the lanes that are zero.
  [[nodiscard]] Vector where_zero() const {
    return each([&](std::size_t i) { return l.lane[i] == 0 ? ~Bits{0} : Bits{0}; });
  }
  [[nodiscard]] Bits any() const { return l.lane[0] | l.lane[1] | l.lane[2] | l.lane[3]; }
  [[nodiscard]] Bits all() const { return l.lane[0] & l.lane[1] & l.lane[2] & l.lane[3]; }
};

#endif

// Points where `mover` turns at least one stone. A stone in the first or last column is never
// turned along a row or a diagonal, which also keeps lines from running on into the next row.
inline Bits moves_of(const Geometry& geometry, const Stones& stones) {
  constexpr Bits kInner = 0x7E7E7E7E7E7E7E7E;
  const Vector mover(stones.mover);
  const Vector other = Vector(stones.other) & Vector(Lanes{{kInner, ~Bits{0}, kInner, kInner}});
  Vector up = other & mover.up(1);
  Vector down = other & mover.down(1);
  up = up | (other & up.up(1));
  down = down | (other & down.down(1));
  const Vector two_up = other & other.up(1);
  const Vector two_down = two_up.down(1);
  up = up | (two_up & up.up(2));
  down = down | (two_down & down.down(2));
  up = up | (two_up & up.up(2));
  down = down | (two_down & down.down(2));
  return (up.up(1) | down.down(1)).any() & geometry.shape.points & ~(stones.mover | stones.other);
}

// The stones that the mover turns by a stone on `point`.
inline Bits turned_by(const Geometry& geometry, const Stones& stones, int point) {
  const auto p = static_cast<std::size_t>(point);
  const Vector mover(stones.mover);
  const Vector other(stones.other);
  // Upwards a carry runs through the other side's stones to the first point that is not theirs.
  const Vector up(geometry.up[p]);
  const Vector end_up = (other | Vector::minus(Vector(~Bits{0}), up)).plus_one() & mover & up;
  const Vector turned_up = Vector::minus(end_up.minus_one() & up, end_up.where_zero());
  // Downwards everything below the highest point that is not theirs is filled.
  const Vector down(geometry.down[p]);
  Vector filled = Vector::minus(down, other);
  filled = filled | filled.down(1);
  filled = filled | filled.down(2);
  filled = filled | filled.down(4);
  const Vector end_down = Vector::minus(filled, filled.down(1)) & mover & down;
  const Vector turned_down = Vector::minus(Vector::minus(down, filled), end_down.where_zero());
  return (turned_up | turned_down).any();
}

// Stones of `own` that can never be turned: on each line they have an end of the line, another
// stable stone, or no empty point at all. Finds many of them, not all.
inline Bits stable_stones(const Geometry& geometry, Bits own, Bits empty) {
  const Vector to_up(geometry.to_up);
  const Vector to_down(geometry.to_down);
  const Vector to_up_two = to_up & to_up.up(1);
  const Vector to_down_two = to_down & to_down.down(1);
  const Vector to_up_four = to_up_two & to_up_two.up(2);
  const Vector to_down_four = to_down_two & to_down_two.down(2);
  // Points on lines with an empty point.
  Vector up(empty);
  Vector down(empty);
  up = up | (to_up & up.up(1));
  down = down | (to_down & down.down(1));
  up = up | (to_up_two & up.up(2));
  down = down | (to_down_two & down.down(2));
  up = up | (to_up_four & up.up(4));
  down = down | (to_down_four & down.down(4));
  const Vector safe = Vector::minus(Vector(~Bits{0}), up | down) | Vector(geometry.ends);
  Bits stable = own & safe.all();
  for (Bits before = 0; stable != 0 && stable != before;) {
    before = stable;
    const Vector s(stable);
    stable |= own & (safe | (to_up & s.up(1)) | (to_down & s.down(1))).all();
  }
  return stable;
}
