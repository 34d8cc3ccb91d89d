#include "book/exchange/sgf.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

// "0 B h8" for a move; set-up stones behind; one line a node.
std::string shown(const SgfNode& node, int size) {
  std::string text = std::to_string(node.depth);
  if (node.mover) {
    text += *node.mover == Color::kBlack ? " B " : " W ";
    text += format_move(node.move, size);
  }
  for (const Move point : node.black) text += " +" + format_move(point, size);
  for (const Move point : node.white) text += " -" + format_move(point, size);
  for (const Move point : node.emptied) text += " ." + format_move(point, size);
  if (node.to_move) text += *node.to_move == Color::kBlack ? " black" : " white";
  return text;
}

Result<std::vector<std::string>> read(const std::string& file, int size = 15) {
  std::istringstream in(file);
  std::vector<std::string> nodes;
  const Result<SgfSummary> summary = read_sgf(in, size, [&](const SgfNode& node) {
    nodes.push_back(shown(node, size));
    return Status();
  });
  if (!summary.ok()) return summary.status();
  EXPECT_EQ(summary.value().nodes, nodes.size());
  return nodes;
}

std::string error_of(const std::string& file) {
  const auto nodes = read(file);
  if (nodes.ok()) return "no error";
  EXPECT_EQ(nodes.status().code(), StatusCode::kInvalidArgument);
  return nodes.status().message();
}

std::string sample(const std::string& name) {
  std::ifstream file(std::string(TENGEN_TEST_DATA) + "/formats/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

using Nodes = std::vector<std::string>;

TEST(Sgf, ATreeIsReadNodeForNode) {
  const auto nodes = read(sample("syn_tree.sgf"));
  ASSERT_TRUE(nodes.ok()) << nodes.status().message();
  EXPECT_EQ(nodes.value(),
            (Nodes{"0", "1 B h8", "2 W i9", "3 B j10", "4 W g9", "3 B i8", "4 W h9"}));
}

TEST(Sgf, GoFilesOfChineseProgramsAreTakenWithAnyEncoding) {
  const auto nodes = read(sample("syn_gm1_gb2312.sgf"));
  ASSERT_TRUE(nodes.ok()) << nodes.status().message();
  EXPECT_EQ(nodes.value(), (Nodes{"0", "1 B h8", "2 W i9"}));
}

TEST(Sgf, PassesSetUpsRectanglesAndPrintedPointsAreRead) {
  EXPECT_EQ(read("(;AB[aa:ba]AW[h8][hi]AE[oo]PL[W];W[];B[tt];W[i9])").value(),
            (Nodes{"0 +a15 +b15 -h8 -h7 .o1 white", "1 W pass", "2 B pass", "3 W i9"}));
}

TEST(Sgf, TextBeforeGamesAndMissingParenthesesAreTolerated) {
  EXPECT_EQ(read("\xef\xbb\xbf some (text) (;B[hh](;W[ig])\n(;W[hg]").value(),
            (Nodes{"0 B h8", "1 W i9", "1 W h9"}));
  EXPECT_EQ(read("(;Black[hh])(;B[ii])").value(), (Nodes{"0 B h8", "0 B i7"}));
}

TEST(Sgf, EscapedBracketsAreText) {
  EXPECT_EQ(read("(;C[a\\]b\\\\];B[hh]C[;W(\n)])").value(), (Nodes{"0", "1 B h8"}));
}

TEST(Sgf, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("no game"), "line 1: no game: \"(;\" was not found");
  EXPECT_EQ(error_of("(;SZ[19];B[hh])"), "line 1: a game on a board of size \"19\", not 15");
  EXPECT_EQ(error_of("(;SZ[15]\n;B[pp])"), "line 2: B[pp] is no point of the board");
  EXPECT_EQ(error_of("(;B[hh]\nW)"), "line 2: property W has no value");
  EXPECT_EQ(error_of("(;B[hh]\n\nC[abc"), "line 3: the value of C does not end");
  EXPECT_EQ(error_of("(;B[hh]\n\\)"), "line 2: '\\' where ';', '(' or ')' should be");
  EXPECT_EQ(error_of("(;B[hh]W[ii])"), "line 1: two moves in one node");
  EXPECT_EQ(error_of("(;PL[x])"), "line 1: PL is neither B nor W");
}

TEST(Sgf, HostileFilesAreRefusedInBoundedMemory) {
  EXPECT_NE(error_of("(;" + std::string(5000, '(')).find("open parentheses"), std::string::npos);
  std::string nodes = "(";
  for (int i = 0; i < 5000; ++i) nodes += ";B[]";
  EXPECT_NE(error_of(nodes).find("nodes in a row"), std::string::npos);
  std::string stones = "(;AB";
  for (int i = 0; i < 5000; ++i) stones += "[aa:oo]";
  EXPECT_NE(error_of(stones + ")").find("more stones than points"), std::string::npos);
  EXPECT_NE(error_of("(;" + std::string(5000, 'A') + "[])").find("name without an end"),
            std::string::npos);
  EXPECT_TRUE(read("(;C[" + std::string(1 << 20, 'x') + "];B[hh])").ok());
}

TEST(Sgf, NoTruncationAndNoFlippedBitBreaksTheReader) {
  const std::string file = sample("syn_tree.sgf");
  const Nodes whole = read(file).value();
  int accepted = 0;
  for (std::size_t length = 0; length < file.size(); ++length) {
    const auto nodes = read(file.substr(0, length));
    if (!nodes.ok()) {
      EXPECT_TRUE(nodes.status().message().starts_with("line ")) << length;
      continue;
    }
    // The last node may lack what was cut off.
    ++accepted;
    const Nodes& begun = nodes.value();
    ASSERT_FALSE(begun.empty());
    ASSERT_LE(begun.size(), whole.size()) << length;
    EXPECT_TRUE(std::equal(begun.begin(), begun.end() - 1, whole.begin())) << length;
    EXPECT_TRUE(whole[begun.size() - 1].starts_with(begun.back())) << length;
  }
  EXPECT_GT(accepted, 0);
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    std::string flipped = file;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const auto nodes = read(flipped);
    if (!nodes.ok()) {
      EXPECT_TRUE(nodes.status().message().starts_with("line ")) << bit;
    }
  }
}

}  // namespace
}  // namespace tengen::book
