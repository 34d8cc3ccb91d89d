#include "book/exchange/proof_tree.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "book/exchange/renlib.h"
#include "book/exchange/sgf.h"
#include "book/exchange/tree_writers.h"
#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

using Json = nlohmann::json;

// Proofs on the board of three, where White may pass from six stones on.
constexpr std::string_view kRoot = "-/-/b";
constexpr std::string_view kPassRoot = "c3b5/a1e5a5/b";

class ProofTree : public ::testing::Test {
 protected:
  void prove(std::string_view root, Color goal, int plies) {
    ThreeSolver solver(goal);
    ASSERT_TRUE(solver.solve(game_.parse(root).value(), plies).has_value());
    ASSERT_TRUE(store_->commit(batch_of(solver.records())).ok());
  }
  std::string write(std::unique_ptr<ProofTreeSink> (*writer)(std::ostream&), std::string_view root,
                    const ProofTreeOptions& options = {}, Color goal = Color::kBlack,
                    const std::vector<Move>& path = {}) {
    std::ostringstream out;
    const auto sink = writer(out);
    const auto counts =
        walk_proof_tree(*store_, game_, game_.parse(root).value(), path, goal, options, *sink);
    EXPECT_TRUE(counts.ok()) << counts.status().message();
    return out.str();
  }
  Json json(std::string_view root, const ProofTreeOptions& options = {},
            Color goal = Color::kBlack) {
    return Json::parse(write(json_tree_writer, root, options, goal));
  }

  TempDir dir_;
  ThreeGame game_;
  std::unique_ptr<Store> store_ = writer(dir_.path("b"), ThreeGame::kSize);
};

// Follows a tree in JSON by the rules alone: every reply there, every line ended by three in a row.
class Follower {
 public:
  Follower(const Json& tree, const Game& game) : tree_(tree), game_(game) {
    for (const Json& node : tree["entries"]) {
      children_[node["parent"].get<int>()].push_back(&node);
      by_id_[node["id"].get<int>()] = &node;
    }
  }
  // The distance of the win, or -1 for a fault.
  int follow(const Position& position, int id) {
    const bool attacks = color_name(position.to_move) == tree_["goal"].get<std::string>();
    const std::vector<const Json*>& nodes = children_[id];
    if (attacks && nodes.size() != 1) return -1;
    int longest = 1;
    std::set<Move> seen;
    for (const Json* node : nodes) {
      const Move move = parse_move((*node)["move"].get<std::string>(), position.size).value();
      if (!seen.insert(move).second) return -1;
      const MoveEffect effect = game_.effect(position, move);
      const std::string end = (*node)["end"];
      int distance = 1;
      if (effect != MoveEffect::kWins) {
        if (effect != MoveEffect::kContinues || end == "game_over") return -1;
        const int target =
            end == "transposition" ? (*node)["same_as"].get<int>() : (*node)["id"].get<int>();
        const int rest = follow(after_move(position, move), target);
        if (rest < 0) return -1;
        distance = 1 + rest;
      } else if (end != "game_over") {
        return -1;
      }
      if (distance > (*node)["distance"].get<int>()) return -1;
      longest = std::max(longest, distance);
    }
    if (!attacks && seen.size() != game_.legal_moves(position).size()) return -1;
    return longest;
  }

 private:
  const Json& tree_;
  const Game& game_;
  std::map<int, std::vector<const Json*>> children_;
  std::map<int, const Json*> by_id_;
};

TEST_F(ProofTree, AnswersEveryReplyDownToTheEnd) {
  prove(kRoot, Color::kBlack, 5);
  const Json tree = json(kRoot);
  const int distance = Follower(tree, game_).follow(game_.parse(kRoot).value(), 0);
  EXPECT_GT(distance, 0);
  EXPECT_LE(distance, tree["distance"].get<int>());
  EXPECT_EQ(tree["counts"]["nodes"].get<std::size_t>(), tree["entries"].size());
}

TEST_F(ProofTree, AnswersPassesAndWritesTranspositionsOnce) {
  prove(kPassRoot, Color::kBlack, 7);
  const Json tree = json(kPassRoot);
  EXPECT_GT(Follower(tree, game_).follow(game_.parse(kPassRoot).value(), 0), 0);
  int passes = 0;
  for (const Json& node : tree["entries"]) passes += node["move"] == "pass" ? 1 : 0;
  EXPECT_GT(passes, 0);
}

TEST_F(ProofTree, HoldsWhitesWinsAndThoseWithTheDefenderToMove) {
  prove("a2e4/c3/w", Color::kWhite, 5);
  const Json tree = json("a2e4/c3/w", {}, Color::kWhite);
  EXPECT_GT(Follower(tree, game_).follow(game_.parse("a2e4/c3/w").value(), 0), 0);
  EXPECT_EQ(tree["result"], "white_wins");
  prove("c3", Color::kBlack, 4);
  const Json replies = json("c3/-/w");
  EXPECT_GT(Follower(replies, game_).follow(game_.parse("c3").value(), 0), 0);
}

TEST_F(ProofTree, IsCutAfterSoManyPlies) {
  prove(kRoot, Color::kBlack, 5);
  for (int plies = 1; plies <= 4; ++plies) {
    const Json tree = json(kRoot, {.max_plies = plies, .stored_replies_only = false});
    int deepest = 0;
    for (const Json& node : tree["entries"]) deepest = std::max(deepest, node["ply"].get<int>());
    EXPECT_EQ(deepest, plies);
  }
}

TEST_F(ProofTree, CanLeaveOutRepliesThatLoseToAShortWin) {
  prove(kPassRoot, Color::kBlack, 7);
  const Json all = json(kPassRoot);
  const Json stored = json(kPassRoot, {.max_plies = std::nullopt, .stored_replies_only = true});
  EXPECT_LT(stored["entries"].size(), all["entries"].size());
  EXPECT_EQ(stored["counts"]["stored"], all["counts"]["stored"]);
}

TEST_F(ProofTree, AHoleIsNamedByItsMoves) {
  prove(kRoot, Color::kBlack, 5);
  const Position root = game_.parse(kRoot).value();
  const Move first = store_->find(root, Color::kBlack).value()->move;
  Position replied = after_move(root, first);
  const Move reply = game_.legal_moves(replied).front();
  replied = canonicalize(after_move(replied, reply)).position;
  const auto fewer = writer(dir_.path("c"), ThreeGame::kSize);
  std::vector<ProofRecord> records;
  const Status scan = store_->scan_proofs([&](const BookKey& key, const StoredProof& proof) {
    if (key.position != replied) {
      records.push_back({.position = key.position,
                         .goal = key.goal,
                         .move = proof.move,
                         .distance_plies = proof.distance_plies,
                         .kind = proof.kind});
    }
    return true;
  });
  ASSERT_TRUE(scan.ok());
  ASSERT_TRUE(fewer->commit(batch_of(records)).ok());
  std::ostringstream out;
  const auto counts =
      walk_proof_tree(*fewer, game_, root, {}, Color::kBlack, {}, *json_tree_writer(out));
  ASSERT_FALSE(counts.ok());
  EXPECT_EQ(counts.status().code(), StatusCode::kNotFound);
  EXPECT_EQ(counts.status().message(), "book " + dir_.path("c") +
                                           " has no proof that black wins, after " +
                                           format_move(first, 5) + ' ' + format_move(reply, 5));
}

// A root with the defender to move, all of whose replies but one are proven.
class OpenTree : public ProofTree {
 protected:
  void SetUp() override {
    ThreeSolver solver(Color::kBlack);
    const Position root = game_.parse("c3").value();
    ASSERT_TRUE(solver.solve(root, 4).has_value());
    std::vector<ProofRecord> records;
    const Position missing = canonicalize(after_move(root, point("c4", 5))).position;
    for (const ProofRecord& one : solver.records()) {
      if (one.position == missing) continue;
      records.push_back(one);
    }
    ASSERT_LT(records.size(), solver.records().size());
    ASSERT_TRUE(store_->commit(batch_of(records)).ok());
  }
};

TEST_F(OpenTree, HasEveryReplyAndMarksTheOpenOnes) {
  const Json tree = json("c3/-/w");
  EXPECT_EQ(tree["status"], "unknown");
  EXPECT_TRUE(tree["distance"].is_null());
  std::set<std::string> open;
  std::size_t replies = 0;
  for (const Json& node : tree["entries"]) {
    replies += node["ply"] == 1 ? 1 : 0;
    if (node["end"] != "open") {
      EXPECT_EQ(node["status"], "proven");
      continue;
    }
    EXPECT_EQ(node["ply"], 1);
    EXPECT_EQ(node["status"], "unknown");
    EXPECT_TRUE(node["distance"].is_null());
    open.insert(node["move"].get<std::string>());
  }
  EXPECT_EQ(replies, game_.legal_moves(game_.parse("c3").value()).size());
  EXPECT_EQ(open, (std::set<std::string>{"b3", "c2", "c4", "d3"})) << "the four images of c4";
  EXPECT_EQ(tree["counts"]["open"], 4);
  EXPECT_EQ(tree["entries"].back()["end"], "open") << "open ones come last";
}

TEST_F(OpenTree, IsFoundSomeOpenMovesBefore) {
  const Json tree = json("-/-/b");
  EXPECT_EQ(tree["status"], "unknown");
  bool has_centre = false;
  bool has_proven = false;
  for (const Json& node : tree["entries"]) {
    has_centre = has_centre || (node["ply"] == 1 && node["move"] == "c3");
    has_proven = has_proven || (node["ply"] == 2 && node["status"] == "proven");
  }
  EXPECT_TRUE(has_centre);
  EXPECT_TRUE(has_proven);
}

TEST_F(OpenTree, WordsSayWhatIsOpen) {
  const std::string sgf = write(sgf_tree_writer, "c3/-/w");
  EXPECT_NE(sgf.find("Open: Black wins after 20 of 24 replies"), std::string::npos) << sgf;
  EXPECT_NE(sgf.find(";W[cb]C[open]"), std::string::npos);
  const std::string page = write(html_tree_writer, "c3/-/w");
  EXPECT_NE(page.find("c4:0?"), std::string::npos);
}

TEST_F(OpenTree, ARefutedReplyIsNotOpen) {
  // White makes three at once; against all else Black does.
  const Json tree = json("c3a5/a1b1/w");
  int refuted = 0;
  for (const Json& node : tree["entries"]) {
    if (node["end"] != "refuted") continue;
    ++refuted;
    EXPECT_EQ(node["move"], "c1");
    EXPECT_EQ(node["status"], "disproven");
    EXPECT_EQ(node["result"], "white_wins");
    EXPECT_EQ(node["distance"], 1);
  }
  EXPECT_EQ(refuted, 1);
}

TEST_F(ProofTree, SgfReadsBackMoveForMove) {
  prove(kPassRoot, Color::kBlack, 7);
  const Json tree = json(kPassRoot);
  std::istringstream in(write(sgf_tree_writer, kPassRoot));
  std::vector<SgfNode> nodes;
  const auto read = read_sgf(in, ThreeGame::kSize, [&nodes](const SgfNode& node) {
    nodes.push_back(node);
    return Status();
  });
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(nodes.size(), tree["entries"].size() + 1);
  EXPECT_EQ(nodes[0].black.size(), 2u);
  EXPECT_EQ(nodes[0].white.size(), 3u);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Json& node = tree["entries"][i - 1];
    EXPECT_EQ(nodes[i].depth, node["ply"].get<int>()) << i;
    EXPECT_EQ(format_move(nodes[i].move, 5), node["move"].get<std::string>()) << i;
  }
}

TEST_F(ProofTree, HtmlHoldsEveryNodeAndNothingFromOutside) {
  prove(kPassRoot, Color::kBlack, 7);
  const Json tree = json(kPassRoot);
  const std::string page = write(html_tree_writer, kPassRoot);
  EXPECT_EQ(page.find("src="), std::string::npos);
  EXPECT_EQ(page.find("href="), std::string::npos);
  const std::size_t begin = page.find("id=\"nodes\">");
  ASSERT_NE(begin, std::string::npos);
  std::istringstream words(page.substr(begin + 11, page.find("</script>", begin) - begin - 11));
  std::vector<int> path = {0};
  std::size_t count = 0;
  for (std::string word; words >> word; ++count) {
    ASSERT_LT(count, tree["entries"].size());
    const Json& node = tree["entries"][count];
    const std::size_t up = word.find_first_not_of(')');
    path.resize(path.size() - up);
    EXPECT_EQ(path.back(), node["parent"].get<int>()) << word;
    path.push_back(node["id"].get<int>());
    EXPECT_TRUE(word.substr(up).starts_with(node["move"].get<std::string>() + ":" +
                                            std::to_string(node["distance"].get<int>())))
        << word;
  }
  EXPECT_EQ(count, tree["entries"].size());
}

TEST_F(ProofTree, RenLibFilesAreFor15x15) {
  prove(kRoot, Color::kBlack, 5);
  std::ostringstream out;
  const auto counts = walk_proof_tree(*store_, game_, game_.parse(kRoot).value(), {}, Color::kBlack,
                                      {}, *lib_tree_writer(out));
  ASSERT_FALSE(counts.ok());
  EXPECT_EQ(counts.status().code(), StatusCode::kInvalidArgument);
}

// An open three that becomes a straight four: every reply loses to a five.
class LibTree : public ::testing::Test {
 protected:
  std::vector<LibNode> nodes(std::string_view text, const std::vector<Move>& path,
                             const ProofTreeOptions& options) {
    const Position position = game_->parse(text).value();
    EXPECT_TRUE(store_->commit(batch_of({record(position, Color::kBlack, point("k8"), 5)})).ok());
    std::ostringstream out;
    const auto counts = walk_proof_tree(*store_, *game_, position, path, Color::kBlack, options,
                                        *lib_tree_writer(out));
    EXPECT_TRUE(counts.ok()) << counts.status().message();
    std::istringstream in(out.str());
    std::vector<LibNode> found;
    const auto read = read_lib(in, [&found](const LibNode& node) {
      found.push_back(node);
      return Status();
    });
    EXPECT_TRUE(read.ok() && read.value().complete);
    minor_ = read.value().minor;
    return found;
  }

  TempDir dir_;
  const Game* game_ = find_game("renju", 15).value();
  std::unique_ptr<Store> store_ = writer(dir_.path("b"));
  int minor_ = -1;
};

TEST_F(LibTree, MovesCarryVerdictAndTheLastMovesNumber) {
  const std::vector<LibNode> tree =
      nodes("h8a1i8a3j8a5", parse_move_list("h8a1i8a3j8a5", 15).value(), {});
  EXPECT_EQ(minor_, 4) << "White may pass";
  ASSERT_GT(tree.size(), 8u);
  EXPECT_EQ(tree[0].depth, 0);
  EXPECT_EQ(tree[6].move, point("a5"));
  EXPECT_TRUE(tree[6].is_start);
  EXPECT_TRUE(tree[6].comment.starts_with("Black wins in at most 5 plies\x08"));
  EXPECT_EQ(tree[7].move, point("k8"));
  EXPECT_EQ(tree[7].board_text, "W11");  // the record's bound of 5: moves 7 to 11
  EXPECT_EQ(tree[7].comment, "Black wins in at most 5 plies");
  EXPECT_EQ(tree[8].board_text, "L9");  // a five follows
  EXPECT_EQ(tree[9].board_text, "W9");
  int replies = 0;
  bool passes = false;
  for (const LibNode& node : tree) {
    replies += node.depth == 8 ? 1 : 0;
    passes = passes || node.move == kPass;
  }
  EXPECT_EQ(replies, 219);  // 218 empty points and the pass
  EXPECT_TRUE(passes);
}

TEST_F(LibTree, ASetUpIsReachedBySomeOrderOfItsStones) {
  const std::vector<LibNode> tree =
      nodes("h8i8j8/a1a3/b", {}, {.max_plies = 1, .stored_replies_only = false});
  ASSERT_EQ(tree.size(), 8u);  // root, six plies with a pass of White's, k8
  std::vector<std::string> moves;
  for (std::size_t i = 1; i < tree.size(); ++i) moves.push_back(format_move(tree[i].move, 15));
  EXPECT_EQ(moves, (std::vector<std::string>{"h8", "a1", "i8", "a3", "j8", "pass", "k8"}));
}

TEST_F(LibTree, WithoutPassesTheFileIsOfVersion0) {
  const std::vector<LibNode> tree = nodes("h8a1i8a3", parse_move_list("h8a1i8a3", 15).value(),
                                          {.max_plies = 1, .stored_replies_only = false});
  EXPECT_EQ(minor_, 0);
  EXPECT_EQ(tree.size(), 5u);
  EXPECT_EQ(tree[0].move, point("h8"));
}

}  // namespace
}  // namespace tengen::book
