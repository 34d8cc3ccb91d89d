#include "solver/game/symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tengen {
namespace {

Position random_position(std::mt19937& random, int size) {
  Position position{.size = size, .black = {}, .white = {}, .to_move = Color::kBlack};
  const unsigned density = static_cast<unsigned>(random() % 8) + 1;
  for (Move point = 0; point < size * size; ++point) {
    const unsigned roll = static_cast<unsigned>(random() % 40);
    if (roll < density) position.black.push_back(point);
    if (roll >= 20 && roll < 20 + density) position.white.push_back(point);
  }
  if (random() % 2 == 0) position.to_move = Color::kWhite;
  return position;
}

Move point(std::string_view text) { return parse_move(text, 15).value(); }

TEST(Symmetry, BitsMirrorColumnsThenRowsThenSwap) {
  EXPECT_EQ(Symmetry(0).apply(point("b3"), 15), point("b3"));
  EXPECT_EQ(Symmetry(1).apply(point("b3"), 15), point("n3"));
  EXPECT_EQ(Symmetry(2).apply(point("b3"), 15), point("b13"));
  EXPECT_EQ(Symmetry(4).apply(point("b3"), 15), point("c2"));
  EXPECT_EQ(Symmetry(5).apply(point("b3"), 15), point("c14"));
  EXPECT_EQ(Symmetry(6).apply(point("b3"), 15), point("m2"));
}

TEST(Symmetry, PassAndNoMoveStayThemselves) {
  for (int index = 0; index < kSymmetryCount; ++index) {
    EXPECT_EQ(Symmetry(index).apply(kPass, 15), kPass);
    EXPECT_EQ(Symmetry(index).apply(kNoMove, 15), kNoMove);
  }
}

TEST(Symmetry, EveryInverseUndoesItsSymmetryOnEveryPoint) {
  for (const int size : {5, 6, 15, 19}) {
    for (int index = 0; index < kSymmetryCount; ++index) {
      const Symmetry symmetry(index);
      for (Move p = 0; p < size * size; ++p) {
        EXPECT_EQ(symmetry.inverse().apply(symmetry.apply(p, size), size), p);
      }
    }
  }
}

TEST(Symmetry, TheEightAreDistinctAndClosedUnderComposition) {
  const auto map_of = [](auto&& function) {
    std::vector<Move> map;
    for (Move p = 0; p < 25; ++p) map.push_back(function(p));
    return map;
  };
  std::set<std::vector<Move>> maps;
  for (int a = 0; a < kSymmetryCount; ++a) {
    maps.insert(map_of([&](Move p) { return Symmetry(a).apply(p, 5); }));
  }
  ASSERT_EQ(maps.size(), 8u);
  for (int a = 0; a < kSymmetryCount; ++a) {
    std::set<std::vector<Move>> composed;
    for (int b = 0; b < kSymmetryCount; ++b) {
      composed.insert(
          map_of([&](Move p) { return Symmetry(a).apply(Symmetry(b).apply(p, 5), 5); }));
    }
    EXPECT_EQ(composed, maps);
  }
}

TEST(Symmetry, APositionMapsAsItsStonesDo) {
  const Position position = parse_setup("h8b3/h9/w", 15).value();
  EXPECT_EQ(Symmetry(5).apply(position), parse_setup("h8c14/i8/w", 15).value());
}

TEST(Canonicalize, AllImagesOfAPositionShareOneCanonicalForm) {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    const int size = kMinBoardSize + round % (kMaxBoardSize - kMinBoardSize + 1);
    const Position position = random_position(random, size);
    const Canonical canonical = canonicalize(position);
    EXPECT_EQ(canonical.canonical_from_input.apply(position), canonical.position);
    EXPECT_EQ(canonicalize(canonical.position).position, canonical.position);
    for (int index = 1; index < kSymmetryCount; ++index) {
      EXPECT_EQ(canonicalize(Symmetry(index).apply(position)).position, canonical.position);
    }
  }
}

TEST(Canonicalize, TheFormHasTheSmallestBytesAndTheLowestIndexThatGivesThem) {
  std::mt19937 random(4);
  for (int round = 0; round < 600; ++round) {
    const int size = kMinBoardSize + round % (kMaxBoardSize - kMinBoardSize + 1);
    Position position = random_position(random, size);
    if (round % 3 == 0) position.black = {static_cast<Move>(size * size / 2)};
    if (round % 5 == 0) position.white.clear();
    std::string smallest = encode_position(position);
    int lowest = 0;
    for (int index = 1; index < kSymmetryCount; ++index) {
      const std::string image = encode_position(Symmetry(index).apply(position));
      if (image < smallest) {
        smallest = image;
        lowest = index;
      }
    }
    const Canonical canonical = canonicalize(position);
    EXPECT_EQ(encode_position(canonical.position), smallest);
    EXPECT_EQ(canonical.canonical_from_input, Symmetry(lowest));
  }
}

TEST(Canonicalize, SideToMoveAndColoursAreKept) {
  const Position black_to_move = parse_setup("h8i9/h9/b", 15).value();
  Position white_to_move = black_to_move;
  white_to_move.to_move = Color::kWhite;
  EXPECT_NE(canonicalize(black_to_move).position, canonicalize(white_to_move).position);
  const Position exchanged = parse_setup("h9/h8i9/b", 15).value();
  EXPECT_NE(canonicalize(black_to_move).position, canonicalize(exchanged).position);
}

}  // namespace
}  // namespace tengen
