#include "book/verifier/record_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "book/verifier/naive_symmetry.h"
#include "solver/game/position.h"

namespace tengen::book {
namespace {

Position random_position(std::mt19937& random, int size, std::size_t stones) {
  std::vector<Move> points(static_cast<std::size_t>(size * size));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<Move>(i);
  std::shuffle(points.begin(), points.end(), random);
  Position position;
  position.size = size;
  for (std::size_t i = 0; i < stones; ++i) {
    (i % 2 == 0 ? position.black : position.white).push_back(points[i]);
  }
  std::sort(position.black.begin(), position.black.end());
  std::sort(position.white.begin(), position.white.end());
  return position;
}

Position image_of(const Position& position, int index) {
  const NaiveSymmetry symmetry(position.size);
  Position image = position;
  for (std::vector<Move>* stones : {&image.black, &image.white}) {
    for (Move& stone : *stones) stone = symmetry.image(index, stone);
    std::sort(stones->begin(), stones->end());
  }
  return image;
}

bool knows(const RecordFilter& filter, const Position& position) {
  return filter.may_know(filter.hashes_of(position), kPass, Color::kWhite);
}

TEST(RecordFilter, KnowsAllImagesOfWhatWasAddedAndNothingElse) {
  std::mt19937 random(1);
  for (const int size : {5, 15, 19}) {
    RecordFilter filter(size);
    std::vector<Position> added;
    for (int i = 0; i < 2000; ++i) added.push_back(random_position(random, size, 12));
    for (const Position& position : added) filter.add(position);
    for (const Position& position : added) {
      for (int index = 0; index < NaiveSymmetry::kCount; ++index) {
        EXPECT_TRUE(knows(filter, image_of(position, index)));
      }
      Position swapped = position;
      std::swap(swapped.black, swapped.white);
      EXPECT_FALSE(knows(filter, swapped));
      EXPECT_FALSE(knows(filter, random_position(random, size, 11)));
    }
  }
}

TEST(RecordFilter, AStoneMoreIsAsIfItWereInThePosition) {
  std::mt19937 random(2);
  RecordFilter filter(15);
  const Position position = random_position(random, 15, 20);
  filter.add(position);
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (const Move stone : position.stones(color)) {
      Position before = position;
      std::vector<Move>& stones = color == Color::kBlack ? before.black : before.white;
      stones.erase(std::find(stones.begin(), stones.end(), stone));
      const RecordFilter::Hashes hashes = filter.hashes_of(before);
      EXPECT_TRUE(filter.may_know(hashes, stone, color));
      EXPECT_FALSE(filter.may_know(hashes, stone, opponent(color)));
      EXPECT_FALSE(filter.may_know(hashes, kPass, color));
    }
  }
}

}  // namespace
}  // namespace tengen::book
