// `tengen import --format proof`.
#pragma once

#include <cstdint>
#include <string>

#include "cluster/command/options.h"

namespace tengen::cluster {

struct ProofImportArguments {
  std::string file;  // "-": stdin
  std::string book;
  GameOptions game;
  int threads = 1;
  bool partial = false;
  std::string as;            // "": the certificate is of what it says
  bool other_rules = false;  // it may be of others than the book
  // Of what is borrowed in one of these ways: nodes for a line that does not hold.
  std::uint64_t mend_nodes = 160'000;
  bool json = false;
};

// Prints what came of it and returns the exit status; 1 when `partial` left something out.
int import_proof(const ProofImportArguments& arguments);

}  // namespace tengen::cluster
