#include "book/exchange/export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

struct Line {
  Move move = kNoMove;
  int distance = 0;
};

// The data lines of a certificate by position, as its text names them.
std::map<std::string, Line> lines_of(const std::string& certificate) {
  std::map<std::string, Line> lines;
  std::istringstream in(certificate);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    EXPECT_NE(second, std::string::npos);
    const std::string position = line.substr(0, first);
    EXPECT_FALSE(lines.contains(position)) << position << " stands twice";
    lines[position] = {point(line.substr(first + 1, second - first - 1), 5),
                       std::stoi(line.substr(second + 1))};
  }
  return lines;
}

// A reader that knows neither the book nor symmetries: counts the replies that the lines refute,
// and fails where they do not.
class Reader {
 public:
  Reader(std::map<std::string, Line> lines, Color goal) : lines_(std::move(lines)), goal_(goal) {}

  bool accepts(const Position& position) {
    return position.to_move == goal_ ? attack(position) : defend(position);
  }
  [[nodiscard]] std::size_t lines_used() const { return used_.size(); }

 private:
  bool attack(const Position& position) {
    for (const Move move : game_.legal_moves(position)) {
      if (game_.effect(position, move) == MoveEffect::kWins) {
        // The asked position may have a line all the same.
        used_.insert(format_position(position));
        return true;
      }
    }
    const auto line = lines_.find(format_position(position));
    if (line == lines_.end()) return false;
    used_.insert(line->first);
    return game_.effect(position, line->second.move) == MoveEffect::kContinues &&
           defend(after_move(position, line->second.move));
  }
  bool defend(const Position& position) {
    for (const Move reply : game_.legal_moves(position)) {
      if (game_.effect(position, reply) != MoveEffect::kContinues) return false;
      if (!accepts(after_move(position, reply))) return false;
    }
    return true;
  }

  ThreeGame game_;
  std::map<std::string, Line> lines_;
  Color goal_;
  std::set<std::string> used_;
};

class Export : public ::testing::Test {
 protected:
  std::vector<ProofRecord> records_of(std::string_view root, Color goal, int plies) {
    ThreeSolver solver(goal);
    EXPECT_TRUE(solver.solve(game_.parse(root).value(), plies).has_value());
    return solver.records();
  }
  Result<ExportCounts> run(std::string_view root, Color goal = Color::kBlack) {
    out_.str("");
    return export_proof(*store_, game_, game_.parse(root).value(), goal, out_);
  }

  TempDir dir_;
  ThreeGame game_;
  std::unique_ptr<Store> store_ = writer(dir_.path("b"), ThreeGame::kSize);
  std::ostringstream out_;
};

TEST_F(Export, AReaderWithoutSymmetriesAcceptsTheCertificate) {
  ASSERT_TRUE(store_->commit(batch_of(records_of("-/-/b", Color::kBlack, 5))).ok());
  const Result<ExportCounts> counts = run("-/-/b");
  ASSERT_TRUE(counts.ok()) << counts.status().message();
  const std::map<std::string, Line> lines = lines_of(out_.str());
  EXPECT_EQ(counts.value().lines, lines.size());
  EXPECT_EQ(lines.size(), 25u);  // the empty board, and each of White's 24 replies as it stands
  EXPECT_TRUE(Reader(lines, Color::kBlack).accepts(game_.parse("-/-/b").value()));
  for (const auto& [position, line] : lines) {
    std::map<std::string, Line> fewer = lines;
    fewer.erase(position);
    EXPECT_FALSE(Reader(fewer, Color::kBlack).accepts(game_.parse("-/-/b").value())) << position;
  }
}

TEST_F(Export, TheHeaderSaysWhatIsProvenAndTheEndHowManyLinesThereAre) {
  ASSERT_TRUE(store_->commit(batch_of(records_of("-/-/b", Color::kBlack, 5))).ok());
  ASSERT_TRUE(run("-/-/b").ok());
  EXPECT_TRUE(
      out_.str().starts_with("# tengen proof 1\n"
                             "# rules renju size 5\n"
                             "# position -/-/b\n"
                             "# goal black to_move black\n"
                             "# leaves fours 5 nodes 20000\n"
                             "-/-/b\t"));
  EXPECT_TRUE(out_.str().ends_with("\n# end 25\n"));
}

TEST_F(Export, ShortWinsThatReadersDoNotFindHaveLines) {
  ASSERT_TRUE(store_->commit(batch_of(records_of("-/-/b", Color::kBlack, 5))).ok());
  ASSERT_TRUE(run("-/-/b").ok());
  std::map<std::string, Line> found = lines_of(out_.str());
  game_ = ThreeGame(false);
  const Result<ExportCounts> counts = run("-/-/b");
  ASSERT_TRUE(counts.ok()) << counts.status().message();
  const std::map<std::string, Line> lines = lines_of(out_.str());
  EXPECT_EQ(counts.value().lines, lines.size());
  EXPECT_EQ(counts.value().short_wins, 0U);
  // Few of the 24 x 22 replies lead to the same position.
  EXPECT_GT(lines.size(), 400U);
  for (const auto& [position, line] : lines) {
    const auto known = found.find(position);
    EXPECT_EQ(line.distance, known == found.end() ? 1 : known->second.distance) << position;
  }
}

TEST_F(Export, SeveralPositionsShareTheirLines) {
  ASSERT_TRUE(store_->commit(batch_of(records_of("-/-/b", Color::kBlack, 5))).ok());
  const Position empty = game_.parse("-/-/b").value();
  const Position second =
      after_move(after_move(empty, store_->find(empty, Color::kBlack).value()->move), 3);
  const std::vector<Position> roots = {empty, second, empty};
  const auto counts = export_proofs(*store_, game_, roots, Color::kBlack, out_);
  ASSERT_TRUE(counts.ok()) << counts.status().message();
  const auto head = [](const Position& root) {
    return "# position " + format_position(root) + "\n# goal black to_move black\n";
  };
  EXPECT_TRUE(out_.str().starts_with("# tengen proof 1\n# rules renju size 5\n" + head(empty) +
                                     head(second) + head(empty) +
                                     "# leaves fours 5 nodes 20000\n-/-/b\t"));
  const std::map<std::string, Line> lines = lines_of(out_.str());
  EXPECT_EQ(counts.value().lines, lines.size());
  EXPECT_EQ(lines.size(), 25u);
  EXPECT_TRUE(Reader(lines, Color::kBlack).accepts(roots[0]));
}

TEST_F(Export, OfAnOpenPositionTheProvenRepliesAreListed) {
  const Position open = game_.parse("c3").value();
  const auto proven = [&] {
    const auto replies = proven_replies(*store_, game_, open, Color::kBlack);
    EXPECT_TRUE(replies.ok());
    std::set<std::string> texts;
    for (const Position& reply : replies.value()) texts.insert(format_position(reply));
    return texts;
  };
  EXPECT_EQ(proven(), std::set<std::string>());
  const Position corner = after_move(open, 0);
  const Position side = after_move(open, 2);
  for (const Position& reply : {corner, side}) {
    ThreeSolver solver(Color::kBlack);
    ASSERT_TRUE(solver.solve(reply, 3).has_value());
    ASSERT_TRUE(store_->commit(batch_of(solver.records())).ok());
  }
  // By symmetry the four corners and the four points in the middle of a side.
  EXPECT_EQ(proven().size(), 8U);
  EXPECT_TRUE(proven().contains(format_position(corner)));
  EXPECT_TRUE(proven().contains(format_position(side)));
}

TEST_F(Export, ADefendersPositionIsCoveredFromEachOfItsReplies) {
  ASSERT_TRUE(store_->commit(batch_of(records_of("c3", Color::kBlack, 4))).ok());
  ASSERT_TRUE(run("c3").ok());
  const std::map<std::string, Line> lines = lines_of(out_.str());
  EXPECT_EQ(lines.size(), 24u);
  EXPECT_TRUE(Reader(lines, Color::kBlack).accepts(game_.parse("c3").value()));
}

TEST_F(Export, PassesOfTheDefenderAreAnswered) {
  // Six stones after Black's move, so White may pass; Black then needs two more moves.
  const std::string_view root = "c3b5/a1e5a5/b";
  ASSERT_TRUE(store_->commit(batch_of(records_of(root, Color::kBlack, 7))).ok());
  const Result<ExportCounts> counts = run(root);
  ASSERT_TRUE(counts.ok()) << counts.status().message();
  EXPECT_TRUE(Reader(lines_of(out_.str()), Color::kBlack).accepts(game_.parse(root).value()));
}

TEST_F(Export, WhitesWinsAreExportedToo) {
  const std::string_view root = "a2e4/c3/w";
  ASSERT_TRUE(store_->commit(batch_of(records_of(root, Color::kWhite, 5))).ok());
  ASSERT_TRUE(run(root, Color::kWhite).ok());
  EXPECT_NE(out_.str().find("# goal white to_move white\n"), std::string::npos);
  EXPECT_TRUE(Reader(lines_of(out_.str()), Color::kWhite).accepts(game_.parse(root).value()));
  EXPECT_EQ(run(root, Color::kBlack).status().code(), StatusCode::kNotFound);
}

TEST_F(Export, TheAskedPositionHasALineEvenIfAShortWinDecidesIt) {
  ASSERT_TRUE(run("b3c3/a1e5/b").ok());
  EXPECT_EQ(lines_of(out_.str()).at("b3c3/a1e5/b").distance, 1);
}

TEST_F(Export, EveryHoleIsNamedByItsMoves) {
  const std::vector<ProofRecord> all = records_of("-/-/b", Color::kBlack, 5);
  ASSERT_TRUE(store_->commit(batch_of(all)).ok());
  ASSERT_TRUE(run("-/-/b").ok());
  std::set<std::string> needed;
  for (const auto& [position, line] : lines_of(out_.str())) {
    needed.insert(format_position(canonicalize(at(position, ThreeGame::kSize)).position));
  }
  ASSERT_GE(needed.size(), 6u);
  for (std::size_t missing = 0; missing < all.size(); ++missing) {
    const TempDir dir;
    store_ = writer(dir.path("b"), ThreeGame::kSize);
    std::vector<ProofRecord> records = all;
    records.erase(records.begin() + static_cast<std::ptrdiff_t>(missing));
    ASSERT_TRUE(store_->commit(batch_of(records)).ok());
    const Result<ExportCounts> counts = run("-/-/b");
    if (!needed.contains(format_position(all[missing].position))) {
      EXPECT_TRUE(counts.ok());
      continue;
    }
    ASSERT_FALSE(counts.ok());
    EXPECT_EQ(counts.status().code(), StatusCode::kNotFound);
    EXPECT_EQ(out_.str().find("# end"), std::string::npos);
    // The moves lead from the asked position to one that the missing record is about.
    const std::string& message = counts.status().message();
    const std::size_t reached = message.find("reached by ");
    Position position = game_.parse("-/-/b").value();
    if (all[missing].position.stone_count() > 0) {
      ASSERT_NE(reached, std::string::npos) << message;
      position = game_.parse(message.substr(reached + 11)).value();
    }
    EXPECT_EQ(canonicalize(position).position, all[missing].position);
  }
}

TEST_F(Export, AnUnknownPositionIsNotFoundAndNoCertificate) {
  EXPECT_EQ(run("-/-/b").status().code(), StatusCode::kNotFound);
  EXPECT_EQ(run("c3").status().code(), StatusCode::kNotFound);
}

TEST_F(Export, AStreamThatCannotTakeItIsAnError) {
  ASSERT_TRUE(store_->commit(batch_of(records_of("-/-/b", Color::kBlack, 5))).ok());
  std::ostringstream full;
  full.setstate(std::ios::badbit);
  const Result<ExportCounts> counts =
      export_proof(*store_, game_, game_.parse("-/-/b").value(), Color::kBlack, full);
  EXPECT_EQ(counts.status().code(), StatusCode::kIo);
}

TEST_F(Export, WhoMayDrawByASecondPassHasNotLost) {
  const Result<ExportCounts> lost = run("b3c3d5/a1e1e5/w");
  ASSERT_TRUE(lost.ok());
  out_.str("");
  const Result<ExportCounts> drawn = run("b3c3d5/a1e1e5/w/pass");
  ASSERT_FALSE(drawn.ok());
  EXPECT_EQ(drawn.status().code(), StatusCode::kNotFound);
  EXPECT_NE(drawn.status().message().find("reached by pass"), std::string::npos);
  EXPECT_EQ(out_.str().find("# end"), std::string::npos);
  // The attacker does not pass: his certificate is the same.
  out_.str("");
  ASSERT_TRUE(run("b3c3d5/a1e1e5/b").ok());
  const std::string plain = out_.str();
  out_.str("");
  ASSERT_TRUE(run("b3c3d5/a1e1e5/b/pass").ok());
  EXPECT_EQ(out_.str(), plain);
}

}  // namespace
}  // namespace tengen::book
