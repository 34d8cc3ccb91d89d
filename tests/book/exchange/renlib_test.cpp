#include "book/exchange/renlib.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/book/book_testing.h"
#include "tests/test_data.h"

namespace tengen::book {
namespace {

std::string header(int minor) {
  return bytes({0xff, 'R', 'e', 'n', 'L', 'i', 'b', 0xff, 3, minor}) + std::string(10, '\xff');
}

struct Read {
  Result<LibSummary> summary;
  std::vector<LibNode> nodes;
};

Read read(const std::string& file) {
  std::istringstream in(file);
  std::vector<LibNode> nodes;
  Result<LibSummary> summary = read_lib(in, [&nodes](const LibNode& node) {
    nodes.push_back(node);
    return Status();
  });
  return {std::move(summary), std::move(nodes)};
}

std::string error_of(const std::string& file) {
  const Read result = read(file);
  if (result.summary.ok()) return "no error";
  EXPECT_EQ(result.summary.status().code(), StatusCode::kInvalidArgument);
  return result.summary.status().message();
}

std::string hex(const std::string& text) {
  if (text.empty()) return "-";
  std::string digits;
  for (const char c : text) {
    constexpr const char* kDigits = "0123456789abcdef";
    digits += kDigits[static_cast<unsigned char>(c) >> 4];
    digits += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return digits;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// Every file of the table as its rows say. Rows of one file stand together.
void expect_samples(const std::string& folder, const std::string& table) {
  std::map<std::string, std::vector<TestRow>> files;
  for (const TestRow& row : read_tsv(table)) files[row.at("file")].push_back(row);
  ASSERT_FALSE(files.empty());
  for (const auto& [name, rows] : files) {
    const Read result = read(file_text(folder + "/" + name));
    if (rows.front().at("move").starts_with("REJECT")) {
      EXPECT_FALSE(result.summary.ok()) << name;
      continue;
    }
    ASSERT_TRUE(result.summary.ok()) << name << ": " << result.summary.status().message();
    EXPECT_EQ(std::to_string(result.summary.value().major) + ".0" +
                  std::to_string(result.summary.value().minor),
              rows.front().at("version"))
        << name;
    ASSERT_EQ(result.nodes.size(), rows.size()) << name;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const LibNode& node = result.nodes[i];
      const std::string move = node.depth == 0 ? "ROOT" : upper(format_move(node.move, 15));
      EXPECT_EQ(std::to_string(node.depth), rows[i].at("depth")) << name << ' ' << i;
      EXPECT_EQ(move, rows[i].at("move")) << name << ' ' << i;
      EXPECT_EQ(hex(std::string(1, static_cast<char>(node.flags))), rows[i].at("flags_hex"))
          << name << ' ' << i;
      EXPECT_EQ(hex(node.comment), rows[i].at("comment_hex")) << name << ' ' << i;
      EXPECT_EQ(hex(node.board_text), rows[i].at("boardtext_hex")) << name << ' ' << i;
    }
  }
}

TEST(RenLib, SamplesReadNodeForNode) {
  const std::string folder = std::string(TENGEN_TEST_DATA) + "/formats";
  expect_samples(folder, folder + "/expected_lib_nodes.tsv");
}

// TENGEN_FORMAT_SAMPLES names a folder of files that are not ours to copy, with the same table.
TEST(RenLib, OtherPeoplesFilesReadNodeForNode) {
  const char* const folder = std::getenv("TENGEN_FORMAT_SAMPLES");
  if (folder == nullptr) GTEST_SKIP() << "TENGEN_FORMAT_SAMPLES is not set";
  expect_samples(folder, std::string(folder) + "/EXPECTED_lib_nodes.tsv");
}

TEST(RenLib, PointsCountFromTheTopLeftCorner) {
  const std::pair<int, const char*> known[] = {{0x78, "h8"},  {0x69, "i9"}, {0x01, "a15"},
                                               {0x0f, "o15"}, {0xe1, "a1"}, {0xef, "o1"}};
  for (const auto& [byte, name] : known) {
    const Read result = read(header(4) + bytes({0, 0, byte, 0x40}));
    ASSERT_TRUE(result.summary.ok());
    EXPECT_EQ(format_move(result.nodes.at(1).move, 15), name);
  }
  EXPECT_EQ(error_of(header(4) + bytes({0, 0, 0x10, 0x40})),
            "byte 22: 10 is no point of the board");
  EXPECT_EQ(error_of(header(4) + bytes({0, 0, 0xf1, 0x40})),
            "byte 22: f1 is no point of the board");
}

TEST(RenLib, AVersion4FileHasTheBytesOfItsFormat) {
  std::ostringstream out;
  LibWriter writer(out, 4);
  writer.node({.depth = 0, .comment = "root"});
  writer.node({.depth = 1, .move = point("h8"), .is_start = true});
  writer.node({.depth = 2, .move = point("i9"), .has_sibling = true, .board_text = "L12"});
  writer.node({.depth = 3, .move = kPass, .marked = true, .comment = "abc", .board_text = "W"});
  writer.node({.depth = 2, .move = point("a15")});
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_EQ(hex(out.str()),
            hex(header(4) + bytes({0x00, 0x08, 'r', 'o', 'o', 't', 0,   0,          //
                                   0x78, 0x04,                                      //
                                   0x69, 0x81, 0,   1,   'L', '1', '2', 0,          //
                                   0x00, 0x59, 0,   1,   'a', 'b', 'c', 0, 'W', 0,  //
                                   0x01, 0x40})));
}

TEST(RenLib, AVersion0FileHasTheBytesOfItsFormat) {
  std::ostringstream out;
  LibWriter writer(out, 0);
  writer.node({.depth = 1, .move = point("h8")});
  writer.node({.depth = 2, .move = point("h9")});
  ASSERT_TRUE(writer.finish().ok());
  EXPECT_EQ(hex(out.str()), hex(header(0) + bytes({0x78, 0, 0x68, 0x40})));
}

// A random tree with texts of any bytes but NUL.
std::vector<LibNode> random_tree(std::mt19937& random) {
  std::vector<LibNode> nodes = {{.depth = 0}};
  std::vector<bool> open = {false};  // whether a sibling was announced, by depth
  const auto text = [&random] {
    std::string made(random() % 6, ' ');
    for (char& c : made) c = static_cast<char>(1 + random() % 255);
    return made;
  };
  for (int depth = 1; nodes.size() < 300 && depth > 0;) {
    LibNode node{.depth = depth,
                 .move = random() % 20 == 0 ? kPass : static_cast<Move>(random() % 225),
                 .has_sibling = random() % 2 == 0,
                 .marked = random() % 8 == 0,
                 .is_start = random() % 8 == 0,
                 .comment = text(),
                 .board_text = text()};
    open.resize(static_cast<std::size_t>(depth));
    open.push_back(node.has_sibling);
    nodes.push_back(std::move(node));
    if (random() % 3 != 0) {
      ++depth;
    } else {
      while (depth > 0 && !open[static_cast<std::size_t>(depth)]) --depth;
    }
  }
  return nodes;
}

TEST(RenLib, WhatIsWrittenReadsBackNodeForNode) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    const std::vector<LibNode> tree = random_tree(random);
    std::ostringstream out;
    LibWriter writer(out, 4);
    for (const LibNode& node : tree) writer.node(node);
    ASSERT_TRUE(writer.finish().ok());
    const Read result = read(out.str());
    ASSERT_TRUE(result.summary.ok()) << result.summary.status().message();
    ASSERT_EQ(result.nodes.size(), tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const LibNode& got = result.nodes[i];
      EXPECT_EQ(got.depth, tree[i].depth);
      EXPECT_EQ(got.move, tree[i].move);
      EXPECT_EQ(got.has_sibling, tree[i].has_sibling);
      EXPECT_EQ(got.marked, tree[i].marked);
      EXPECT_EQ(got.is_start, tree[i].is_start);
      EXPECT_EQ(got.comment, tree[i].comment);
      EXPECT_EQ(got.board_text, tree[i].board_text);
    }
  }
}

TEST(RenLib, ASavedPositionEndsWithoutALeaf) {
  const Read result = read(header(4) + bytes({0, 0, 0x01, 0x80, 0x02, 0}));
  ASSERT_TRUE(result.summary.ok());
  EXPECT_EQ(result.nodes.size(), 3u);
  EXPECT_FALSE(result.summary.value().complete);
}

TEST(RenLib, OneOddByteBehindTheTreeIsNoFaultMoreAre) {
  const std::string file = header(0) + bytes({0x78, 0x40});
  EXPECT_TRUE(read(file + "\n").summary.ok());
  EXPECT_TRUE(read(file + "\n").summary.value().complete);
  EXPECT_EQ(error_of(file + "\n\n"), "byte 22: the tree has ended, but the file goes on");
}

TEST(RenLib, AHeaderlessFileBeginsWithH8) {
  EXPECT_EQ(read(bytes({0x78, 0, 0x68, 0x40})).nodes.size(), 2u);
  EXPECT_EQ(error_of(bytes({0x68, 0x40})), "byte 0: not a RenLib file");
}

TEST(RenLib, NewerVersionsAreRefused) {
  EXPECT_EQ(error_of(header(5) + bytes({0x78, 0x40})),
            "byte 8: RenLib version 3.05 is newer than 3.04");
}

TEST(RenLib, AnAnnotationNodeHasNoStone) {
  const Read result = read(header(0) + bytes({0x78, 0, 0x69, 0x42}));
  EXPECT_EQ(result.nodes.at(1).move, kNoMove);
}

TEST(RenLib, EndlessPathsAndTextsAreRefused) {
  std::string path = header(4);
  for (int i = 0; i < 2000; ++i) path += bytes({0, 0});
  EXPECT_EQ(error_of(path), "byte 2020: more than 1000 moves in a row");
  EXPECT_EQ(error_of(header(0) + bytes({0x78, 0x48}) + std::string(3 << 20, 'x')),
            "byte 22: a text of more than 1 MiB");
  EXPECT_EQ(error_of(header(0) + bytes({0x78, 0x60}) + std::string(3 << 20, 'x')),
            "byte 22: a text of more than 1 MiB");
}

TEST(RenLib, NoTruncationAndNoFlippedBitPassesForMoreThanItIs) {
  const std::string file =
      file_text(std::string(TENGEN_TEST_DATA) + "/formats/syn_all_flags_v34.lib");
  const std::size_t whole = read(file).nodes.size();
  for (std::size_t length = 0; length < file.size(); ++length) {
    const Read result = read(file.substr(0, length));
    if (result.summary.ok()) {
      EXPECT_LT(result.nodes.size(), whole) << length;
      EXPECT_FALSE(result.summary.value().complete) << length;
    } else {
      EXPECT_TRUE(result.summary.status().message().starts_with("byte ")) << length;
    }
  }
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    std::string flipped = file;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const Read result = read(flipped);
    if (!result.summary.ok()) {
      EXPECT_TRUE(result.summary.status().message().starts_with("byte ")) << bit;
    }
  }
}

TEST(RenLib, AVisitorsErrorEndsTheReading) {
  std::istringstream in(header(0) + bytes({0x78, 0, 0x68, 0x40}));
  int visits = 0;
  const Result<LibSummary> summary = read_lib(in, [&visits](const LibNode&) {
    ++visits;
    return Status(StatusCode::kIo, "full");
  });
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.status().message(), "full");
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace tengen::book
