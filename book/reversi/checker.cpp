#include "book/reversi/checker.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "book/reversi/naive_search.h"
#include "book/reversi/walk.h"

namespace tengen::reversi {
namespace {

constexpr std::uint64_t kProgressEvery = 10'000;  // leaves

// Searches all leaves of a claim, shared out among threads; counts into `report`.
Status check_leaves(const Certificate& certificate, const Claim& claim,
                    const std::vector<NaiveBoard::Packed>& leaves, const CheckOptions& options,
                    CheckReport& report) {
  const char claimant = claim.claimant(certificate.board);
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  Status status;
  const auto work = [&] {
    std::uint64_t nodes = 0;
    while (!failed) {
      const std::uint64_t i = next++;
      if (i >= leaves.size()) break;
      const NaiveBoard board = certificate.board.unpacked(leaves[i], claimant);
      const Reached reached =
          naive_reaches(board, certificate.rules, claim.claimed(), certificate.leaf_nodes, nodes);
      if (reached != Reached::kYes) {
        const std::scoped_lock lock(mutex);
        failed = true;
        status = {StatusCode::kCorruption,
                  (reached == Reached::kNo ? "the claimed score is not reached at "
                                           : "the leaf's search is longer than allowed at ") +
                      describe(board)};
      }
      if (options.progress && i % kProgressEvery == 0) options.progress(claim, i, leaves.size());
    }
    const std::scoped_lock lock(mutex);
    report.nodes += nodes;
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < options.threads; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return status;
}

Status check_claim(const Certificate& certificate, const Claim& claim, const CheckOptions& options,
                   CheckReport& report) {
  std::size_t read = 0;
  std::vector<NaiveBoard::Packed> leaves;
  const auto choose = [&](const NaiveBoard& board,
                          const std::vector<int>&) -> Result<std::uint8_t> {
    if (read == claim.moves.size()) {
      return Status(StatusCode::kCorruption, "the claim's moves end at " + describe(board));
    }
    const std::uint8_t choice = claim.moves[read++];
    if (choice == kLeaf) leaves.push_back(board.packed());
    return choice;
  };
  Walk walk(certificate.rules, claim.claimant(certificate.board), claim.claimed(), choose);
  if (Status status = walk.from(certificate.board); !status.ok()) return status;
  if (read != claim.moves.size()) {
    return {StatusCode::kCorruption, "the claim has " + std::to_string(claim.moves.size() - read) +
                                         " moves more than its walk needs"};
  }
  report.positions += walk.positions();
  report.leaves += leaves.size();
  return check_leaves(certificate, claim, leaves, options, report);
}

}  // namespace

Result<CheckReport> check_certificate(const Certificate& certificate, const CheckOptions& options) {
  if (certificate.leaf_nodes > options.max_leaf_nodes) {
    return Status(StatusCode::kCorruption,
                  "the certificate's leaves may need " + std::to_string(certificate.leaf_nodes) +
                      " positions each; allowed are " + std::to_string(options.max_leaf_nodes));
  }
  CheckReport report;
  for (const Claim& claim : certificate.claims) {
    if (Status status = check_claim(certificate, claim, options, report); !status.ok()) {
      return status;
    }
  }
  return report;
}

}  // namespace tengen::reversi
