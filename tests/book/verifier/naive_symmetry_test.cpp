#include "book/verifier/naive_symmetry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {
namespace {

Position image_of(const NaiveSymmetry& symmetry, int index, const Position& position) {
  Position image = position;
  for (std::vector<Move>* stones : {&image.black, &image.white}) {
    for (Move& point : *stones) point = symmetry.image(index, point);
    std::sort(stones->begin(), stones->end());
  }
  return image;
}

Position random_position(int size, std::mt19937& random) {
  Position position;
  position.size = size;
  for (int point = 0; point < size * size; ++point) {
    const auto draw = random() % 8;
    if (draw == 0) position.black.push_back(static_cast<Move>(point));
    if (draw == 1) position.white.push_back(static_cast<Move>(point));
  }
  position.to_move = random() % 2 == 0 ? Color::kBlack : Color::kWhite;
  return position;
}

TEST(NaiveSymmetry, EightDifferentImagesThatUndoThemselves) {
  const NaiveSymmetry symmetry(15);
  const Move corner_neighbour = parse_move("b1", 15).value();
  std::set<std::string> images;
  for (int index = 0; index < NaiveSymmetry::kCount; ++index) {
    images.insert(format_move(symmetry.image(index, corner_neighbour), 15));
    for (Move point = 0; point < 225; ++point) {
      ASSERT_EQ(symmetry.preimage(index, symmetry.image(index, point)), point);
    }
  }
  EXPECT_EQ(images, (std::set<std::string>{"b1", "a2", "n1", "o2", "b15", "a14", "n15", "o14"}));
}

TEST(NaiveSymmetry, CanonicalIsTheImageWithTheFirstBytesOnEveryBoardSize) {
  std::mt19937 random(1);
  for (const int size : {5, 8, 15, 16, 17, 19}) {
    const NaiveSymmetry symmetry(size);
    for (int repeat = 0; repeat < 100; ++repeat) {
      const Position position = random_position(size, random);
      std::string first;
      for (int index = 0; index < NaiveSymmetry::kCount; ++index) {
        const std::string bytes = encode_position(image_of(symmetry, index, position));
        if (index == 0 || bytes < first) first = bytes;
      }
      const CanonicalImage canonical = symmetry.canonical(position);
      ASSERT_EQ(encode_position(canonical.position), first);
      ASSERT_EQ(image_of(symmetry, canonical.input_symmetry, position), canonical.position);
    }
  }
}

}  // namespace
}  // namespace tengen::book
