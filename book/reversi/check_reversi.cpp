// Checks certificates of Reversi scores: `check_reversi FILE... [--threads N]`. Exit status: 0 all
// hold, 2 bad input, 3 one does not.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "book/reversi/checker.h"

namespace tengen::reversi {
namespace {

int exit_status(const Status& status) {
  return status.code() == StatusCode::kCorruption || status.code() == StatusCode::kIncompatible ? 3
                                                                                                : 2;
}

int check_file(const std::string& name, const CheckOptions& options) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream bytes;
  if (!file || !(bytes << file.rdbuf())) {
    fmt::print(stderr, "cannot read {}\n", name);
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const Result<Certificate> certificate = decode_certificate(bytes.view());
  if (!certificate.ok()) {
    fmt::print(stderr, "{}: {}\n", name, certificate.status().message());
    return exit_status(certificate.status());
  }
  const Result<CheckReport> report = check_certificate(certificate.value(), options);
  if (!report.ok()) {
    fmt::print(stderr, "{}: {}\n", name, report.status().message());
    return exit_status(report.status());
  }
  const NaiveBoard& board = certificate.value().board;
  for (const Claim& claim : certificate.value().claims) {
    fmt::print("{}: {} {}, {} stones better: the score is {} {:+} for {}\n", name, board.rows(),
               board.side(), certificate.value().rules.anti ? "fewer" : "more",
               claim.at_least ? "at least" : "at most", claim.score, board.side());
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  fmt::print("{}: {} positions, {} leaves searched in {} nodes, {:.1f} s\n", name,
             report.value().positions, report.value().leaves, report.value().nodes, taken.count());
  return 0;
}

int run(int argc, char** argv) {
  CheckOptions options;
  options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<std::string> files;
  CLI::App app{"Checks certificates of Reversi scores by naive rules and a plain search."};
  app.add_option("files", files, "certificates")->required();
  app.add_option("--threads", options.threads)->check(CLI::Range(1, 256));
  app.add_option("--max-leaf", options.max_leaf_nodes,
                 "refuse certificates whose leaves may need more positions");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  int worst = 0;
  for (const std::string& file : files) worst = std::max(worst, check_file(file, options));
  return worst;
}

}  // namespace
}  // namespace tengen::reversi

int main(int argc, char** argv) { return tengen::reversi::run(argc, argv); }
