// Certificates: written ones hold, the format stays as it is, and nothing false or damaged passes.
#include "book/reversi/certificate.h"

#include <gtest/gtest.h>

#include <random>

#include "book/reversi/checker.h"
#include "book/reversi/writer.h"

namespace tengen::reversi {
namespace {

Certificate written(int width, int height, const Rules& rules, Start start = Start::kStandard,
                    const WriterOptions& options = {.leaf_empty = 9, .leaf_nodes = 500},
                    std::string_view hole = "") {
  const Position position = start_position(width, height, start, hole).value();
  Solver solver(position.shape, rules, {.table_bytes = 1 << 20});
  const int score = solver.score(position.stones);
  return write_certificate(position, rules, score, solver, options).value();
}

TEST(ReversiCertificate, WhatIsWrittenHolds) {
  for (const Start start : {Start::kStandard, Start::kParallelHorizontal}) {
    for (const bool anti : {false, true}) {
      for (const bool to_winner : {false, true}) {
        for (const auto& [width, height] : {std::pair(4, 4), std::pair(5, 4), std::pair(4, 6)}) {
          const Certificate certificate = written(width, height, {to_winner, anti}, start);
          const Result<Certificate> read = decode_certificate(encode_certificate(certificate));
          ASSERT_TRUE(read.ok());
          const Result<CheckReport> report = check_certificate(read.value(), {.threads = 2});
          EXPECT_TRUE(report.ok()) << report.status().message();
        }
      }
    }
  }
}

TEST(ReversiCertificate, BoardsWithAHoleHaveThem) {
  const Certificate certificate = written(4, 6, {}, Start::kStandard, {}, "d1");
  EXPECT_TRUE(check_certificate(certificate).ok());
}

TEST(ReversiCertificate, ItsBytesStayAsTheyAre) {
  const Certificate certificate = written(4, 4, {}, Start::kStandard, {.leaf_empty = 10});
  const std::string head =
      "tengen-reversi-certificate 1\n"
      "board ..../.OX./.XO./....\n"
      "side X\n"
      "count stones\n"
      "better more\n"
      "leaf 20000\n";
  EXPECT_EQ(encode_certificate(certificate), head + "at-least -8 4\nat-most -8 4\n\n" +
                                                 std::string("\0\xff\xff\xff\1\xff\xff\xff", 8));
}

TEST(ReversiCertificate, AHigherOrLowerScoreDoesNotPass) {
  const Certificate sound = written(4, 6, {});
  for (std::size_t claim = 0; claim < 2; ++claim) {
    Certificate certificate = sound;
    certificate.claims[claim].score += claim == 0 ? 1 : -1;
    EXPECT_FALSE(check_certificate(certificate).ok());
  }
}

TEST(ReversiCertificate, AClaimOfTheWriterThatIsFalseIsRefused) {
  const Position position = start_position(4, 6, Start::kStandard).value();
  Solver solver(position.shape, {});
  const int score = solver.score(position.stones);
  for (const int wrong : {score - 1, score + 1}) {
    const Result<Certificate> certificate = write_certificate(position, {}, wrong, solver, {});
    ASSERT_FALSE(certificate.ok());
    EXPECT_NE(certificate.status().message().find("not reached"), std::string::npos);
  }
}

TEST(ReversiCertificate, MovesMissingOrLeftOverAreFound) {
  for (const bool missing : {true, false}) {
    Certificate certificate = written(4, 6, {});
    if (missing) {
      certificate.claims[1].moves.pop_back();
    } else {
      certificate.claims[1].moves.push_back(kLeaf);
    }
    EXPECT_EQ(check_certificate(certificate).status().code(), StatusCode::kCorruption);
  }
}

TEST(ReversiCertificate, ALeafThatNeedsMoreThanTheHeadAllowsIsRefused) {
  Certificate certificate = written(4, 6, {});
  for (Claim& claim : certificate.claims) claim.moves = {kLeaf};
  const Result<CheckReport> report = check_certificate(certificate);
  ASSERT_FALSE(report.ok());
  EXPECT_NE(report.status().message().find("longer than allowed"), std::string::npos);
  certificate.leaf_nodes = 1'000'000'000'000;
  EXPECT_FALSE(check_certificate(certificate).ok());
}

TEST(ReversiCertificate, TruncatedFilesAreRefused) {
  const std::string bytes = encode_certificate(written(4, 4, {}));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(decode_certificate(bytes.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(decode_certificate(bytes + "x").ok());
}

TEST(ReversiCertificate, OtherVersionsAreRefusedInWords) {
  std::string bytes = encode_certificate(written(4, 4, {}));
  bytes[bytes.find('\n') - 1] = '2';
  const Result<Certificate> certificate = decode_certificate(bytes);
  ASSERT_FALSE(certificate.ok());
  EXPECT_EQ(certificate.status().code(), StatusCode::kIncompatible);
  EXPECT_NE(certificate.status().message().find("version 2"), std::string::npos);
}

TEST(ReversiCertificate, AbsurdHeadsAreRefused) {
  const std::string head =
      "tengen-reversi-certificate 1\nboard ..../.OX./.XO./....\nside X\ncount stones\n"
      "better more\nleaf 20000\n";
  for (const std::string claims :
       {"", "at-least\n", "at-least -8\n", "at-least -8 x\n", "at-least 99999999999 1\n",
        "at-least 65 0\n", "at-least -8 -1\n", "at-least -8 18446744073709551615\n",
        "at-most -8 99999999999999999999999\n", "at-least -8 0\nat-most -8 18446744073709551615\n",
        "at-most -8 0\nat-least -8 0\n"}) {
    EXPECT_FALSE(decode_certificate(head + claims + "\n").ok()) << claims;
  }
  EXPECT_TRUE(decode_certificate(head + "at-least -8 0\nat-most -8 0\n\n").ok());
  EXPECT_FALSE(decode_certificate(head + "at-least -8 0\nat-most -8 0\n").ok());
}

// A byte changed anywhere: it is refused, or what it then says is checked to be true. That a change
// is true is possible: another move may do as well.
TEST(ReversiCertificate, NoFlippedBitMakesAFalseClaimPass) {
  const Certificate sound = written(4, 4, {});
  const std::string bytes = encode_certificate(sound);
  std::mt19937 random(11);
  int refused = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << random() % 8));
    const Result<Certificate> read = decode_certificate(changed);
    if (!read.ok() || !check_certificate(read.value(), {.max_leaf_nodes = 100'000}).ok()) {
      ++refused;
      continue;
    }
    const NaiveBoard& board = read.value().board;
    const Position position = parse_position(board.rows(), std::string(1, board.side())).value();
    Solver solver(position.shape, {read.value().rules.empties_to_winner, read.value().rules.anti},
                  {.table_bytes = 1 << 16});
    const int score = solver.score(position.stones);
    for (const Claim& claim : read.value().claims) {
      EXPECT_TRUE(claim.at_least ? score >= claim.score : score <= claim.score) << i;
    }
  }
  EXPECT_GT(refused, static_cast<int>(bytes.size()) / 2);
}

}  // namespace
}  // namespace tengen::reversi
