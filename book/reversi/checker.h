// Checks a certificate by the naive rules and the naive search alone.
#pragma once

#include <cstdint>
#include <functional>

#include "book/reversi/certificate.h"

namespace tengen::reversi {

struct CheckOptions {
  int threads = 1;
  // A certificate whose leaves may need more positions than this each is refused.
  std::uint64_t max_leaf_nodes = 100'000'000;
  // Hears now and then, from any thread, how many leaves of a claim are checked.
  std::function<void(const Claim&, std::uint64_t checked, std::uint64_t leaves)> progress = {};
};

struct CheckReport {
  std::uint64_t positions = 0;  // met on the walks, leaves included
  std::uint64_t leaves = 0;
  std::uint64_t nodes = 0;  // positions that the leaves' searches visited
};

// Ok when every claim of the certificate holds. Else kCorruption, with the first position found
// that does not show what it should.
Result<CheckReport> check_certificate(const Certificate& certificate,
                                      const CheckOptions& options = {});

}  // namespace tengen::reversi
