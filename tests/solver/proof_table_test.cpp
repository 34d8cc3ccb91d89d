#include "solver/renju/proof_table.h"

#include <gtest/gtest.h>

namespace tengen::renju {
namespace {

ProofEntry entry(std::uint64_t key, std::uint32_t proof_number) {
  ProofEntry result;
  result.key = key;
  result.proof_number = proof_number;
  result.work = static_cast<std::uint32_t>(key);
  return result;
}

TEST(ProofTable, ForgetsWhatIsOpenAndKeepsProofs) {
  ProofTable table(4 * sizeof(ProofEntry));  // one bucket
  for (const auto& [key, proof] : {std::pair{1U, 5U}, {2U, 0U}, {3U, 7U}, {4U, 0U}}) {
    table.store(entry(key, proof));
  }
  table.forget_open();
  for (const std::uint64_t key : {2U, 4U}) EXPECT_NE(table.find(key), nullptr) << key;
  for (const std::uint64_t key : {1U, 3U}) EXPECT_EQ(table.find(key), nullptr) << key;
  // There is room for two, and proofs are not stored a second time before themselves.
  table.store(entry(4, 0));
  table.store(entry(5, 9));
  table.store(entry(6, 9));
  for (const std::uint64_t key : {2U, 4U, 5U, 6U}) EXPECT_NE(table.find(key), nullptr) << key;
}

}  // namespace
}  // namespace tengen::renju
