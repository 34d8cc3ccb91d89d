// The certifier with next to no memory: it forgets, and proves the same.
#include "solver/renju/certify.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "solver/game/game.h"
#include "tests/solver/certificate_check.h"
#include "tests/test_data.h"

namespace tengen::renju {
namespace {

Position problem(const std::string& id) {
  for (const TestRow& row : read_test_data("problems.tsv")) {
    if (row.at("id") != id) continue;
    const std::string text = row.at("black") + "/" + row.at("white") + "/" + row.at("side");
    return find_game("renju", 15).value()->parse(text).value();
  }
  ADD_FAILURE() << "no problem " << id;
  return {};
}

struct Certified {
  int distance_plies = 0;
  int calls = 0;
  std::uint64_t handed_out = 0;
  std::vector<ProofRecord> records;  // each position once, its shortest distance
};

Certified certify(const Position& position, std::uint64_t memory_bytes) {
  Guide guide(std::uint64_t{32} << 20);
  Certifier certifier(guide, position.size, memory_bytes);
  Board board(position);
  const Color attacker = position.to_move;
  std::map<std::string, ProofRecord> records;
  Certified result;
  while (result.distance_plies == 0 && result.calls < 200) {
    ++result.calls;
    if (!guide.search(board, attacker, attacker, 1'000'000, {}).proven()) break;
    result.distance_plies = certifier.certify_attack(board, attacker, 1'000'000, {});
    for (const ProofRecord& record : certifier.take_records()) {
      ++result.handed_out;
      const auto [known, fresh] = records.emplace(encode_position(record.position), record);
      if (!fresh && record.distance_plies < known->second.distance_plies) known->second = record;
    }
    EXPECT_FALSE(certifier.full());
  }
  for (const auto& [key, record] : records) result.records.push_back(record);
  return result;
}

TEST(Certifier, WithLittleMemoryItForgetsAndProvesTheSame) {
  const Game& game = *find_game("renju", 15).value();
  const Position position = problem("quintet_vct_game_white_l08_4");  // some 100 records
  const Certified whole = certify(position, 1 << 20);
  const Certified small = certify(position, Certifier::kLeastBytes);
  EXPECT_EQ(whole.calls, 1);
  EXPECT_EQ(whole.handed_out, whole.records.size());
  EXPECT_GT(small.calls, 1);
  EXPECT_GT(small.handed_out, small.records.size()) << "nothing was forgotten";
  for (const Certified& certified : {whole, small}) {
    EXPECT_GT(certified.distance_plies, 0);
    const std::unique_ptr<Prover> vcf = game.make_prover({.memory_bytes = kLeastMemoryBytes});
    CertificateCheck check(game, *vcf, position.to_move);
    check.add(certified.records);
    EXPECT_TRUE(check.wins(position)) << check.hole();
  }
}

}  // namespace
}  // namespace tengen::renju
