#include "book/exchange/proof_import.h"

#include <lzma.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>
#include <utility>

#include "book/exchange/export.h"
#include "tests/book/care/care_testing.h"

namespace tengen::book {
namespace {

std::string compressed(const std::string& text) {
  std::string bytes(text.size() + 1024, '\0');
  std::size_t used = 0;
  const lzma_ret result = lzma_easy_buffer_encode(
      6, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
      reinterpret_cast<std::uint8_t*>(bytes.data()), &used, bytes.size());
  EXPECT_EQ(result, LZMA_OK);
  bytes.resize(used);
  return bytes;
}

class ProofImport : public ::testing::Test {
 protected:
  Result<ProofImportReport> run(const std::string& text, bool partial = false,
                                std::optional<Position> as = {},
                                const std::string& other_rules = {}) {
    std::istringstream in(text);
    ProofImportOptions options;
    options.file = "f.proof";
    options.book = book_;
    options.source = "test";
    options.threads = 2;
    options.partial = partial;
    options.as = std::move(as);
    options.rules = other_rules;
    options.size = other_rules.empty() ? 0 : 15;
    options.other_rules = !other_rules.empty();
    options.mend_nodes = mend_nodes_;
    options.mend_memory_bytes = std::uint64_t{32} << 20;
    return import_proof(in, options);
  }
  // It names the file and, if there is one, the line; no book was made.
  void expect_error(const std::string& text, const std::string& what,
                    StatusCode code = StatusCode::kInvalidArgument) {
    const Result<ProofImportReport> done = run(text);
    ASSERT_FALSE(done.ok()) << what;
    const std::string& message = done.status().message();
    EXPECT_EQ(done.status().code(), code) << message;
    EXPECT_TRUE(message.starts_with("f.proof: ")) << message;
    EXPECT_NE(message.find(what), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_LT(message.size(), 1000u);
    EXPECT_FALSE(fs::exists(book_));
  }

  std::uint64_t mend_nodes_ = 0;
  TempDir dir_;
  std::string book_ = dir_.path("b");
};

TEST_F(ProofImport, AWholeCertificateOfEitherColourIsStoredAsItIs) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    const Result<ProofImportReport> done = run(certificate_of(proof));
    ASSERT_TRUE(done.ok()) << done.status().message();
    EXPECT_EQ(done.value().lines, proof.book.size());
    EXPECT_EQ(done.value().counts.added, proof.book.size());
    EXPECT_EQ(done.value().unproven, 0u);
    EXPECT_EQ(done.value().roots_proven, std::vector<bool>{true});
    const std::unique_ptr<Store> store = reader(book_);
    for (const ProofRecord& record : records_of(proof)) {
      const auto found = store->find_exact(record.position, record.goal);
      ASSERT_TRUE(found.ok() && found.value());
      EXPECT_EQ(found.value()->move, record.move);
      EXPECT_EQ(found.value()->distance_plies, record.distance_plies);
      EXPECT_EQ(store->runs().value().at(found.value()->run - 1).host, "test");
    }
  }
}

TEST_F(ProofImport, CompressedTextAndLinesOfAnyImageAreTheSame) {
  const SmallProof proof = black_proof();
  std::vector<CertificateLine> lines = lines_of(proof);
  const NaiveSymmetry symmetry(15);
  int index = 0;
  for (CertificateLine& line : lines) {
    index = (index + 1) % NaiveSymmetry::kCount;
    line.move = format_move(symmetry.image(index, parse_move(line.move, 15).value()), 15);
    line.position = format_position(image_of(setup(line.position), index));
  }
  ASSERT_TRUE(run(compressed(certificate_of(proof, lines))).ok());
  EXPECT_EQ(records_in(book_), proof.book.size());
  // With the line ends of other systems, and a second time: nothing is new, no run is added.
  std::string text = certificate_of(proof);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.insert(at, "\r");
  }
  const Result<ProofImportReport> again = run(text);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(again.value().counts.known, proof.book.size());
  EXPECT_EQ(reader(book_)->runs().value().size(), 1u);
}

TEST_F(ProofImport, EveryMissingLineThatIsNeededIsAHole) {
  const SmallProof proof = black_proof();
  for (const std::string& missing : needed_records(proof)) {
    SmallProof less = proof;
    less.book.erase(missing);
    expect_error(certificate_of(less), "the certificate has a hole, nothing is stored");
  }
}

TEST_F(ProofImport, EveryWrongMoveOrTooSmallDistanceIsRefused) {
  const SmallProof proof = black_proof();
  const std::vector<CertificateLine> lines = lines_of(proof);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::vector<CertificateLine> wrong = lines;
    wrong[i].distance = "1";
    expect_error(certificate_of(proof, wrong), fmt::format("line {}: ", 5 + i));
    wrong = lines;
    wrong[i].move = wrong[i].position.find("a15") == std::string::npos ? "a15" : "b15";
    expect_error(certificate_of(proof, wrong), fmt::format("line {}: ", 5 + i));
  }
}

TEST_F(ProofImport, AKillAfterAnyCommitLeavesABookWithoutAHole) {
  const SmallProof proof = white_proof();
  std::vector<std::string> copies;
  ProofImportOptions options;
  options.book = book_;
  options.records_per_commit = 2;
  options.progress = [&](const ProofImportProgress& progress) {
    if (progress.stored == 0) return;
    copies.push_back(dir_.path("killed" + std::to_string(copies.size())));
    fs::copy(book_, copies.back());
  };
  std::istringstream in(certificate_of(proof));
  ASSERT_TRUE(import_proof(in, options).ok());
  EXPECT_GE(copies.size(), proof.book.size() / 2);
  for (const std::string& copy : copies) {
    expect_sound(copy);
    book_ = copy;
    ASSERT_TRUE(run(certificate_of(proof)).ok());
    EXPECT_EQ(records_in(copy), proof.book.size());
  }
}

TEST_F(ProofImport, DistancesAreExactAlsoWhereTheCertificateSaysMore) {
  for (const SmallProof& proof : {black_proof(), white_proof()}) {
    std::vector<CertificateLine> lines = lines_of(proof);
    for (CertificateLine& line : lines) {
      // The more stones, the less: so none is too small.
      const auto stones = static_cast<int>(setup(line.position).stone_count());
      line.distance = std::to_string(400 - 4 * stones);
    }
    const Result<ProofImportReport> done = run(certificate_of(proof, lines));
    ASSERT_TRUE(done.ok()) << done.status().message();
  }
  expect_sound(book_);
}

TEST_F(ProofImport, WhatIsStoredStaysAndTheDistancesAboveItAreThoseItGives) {
  const SmallProof proof = black_proof();
  ASSERT_TRUE(run(certificate_of(proof)).ok());
  const std::string whole = book_;
  book_ = dir_.path("other");
  std::vector<ProofRecord> most;
  for (ProofRecord record : records_of(proof)) {
    if (format_position(record.position) == canonical_text(proof.root)) continue;
    record.distance_plies += 20;
    most.push_back(record);
  }
  put_records(book_, most);
  ASSERT_TRUE(run(certificate_of(proof)).ok());
  const int exact = reader(whole)->find(proof.root, proof.goal).value()->distance_plies;
  EXPECT_EQ(reader(book_)->find(proof.root, proof.goal).value()->distance_plies, exact + 20);
}

TEST_F(ProofImport, AContradictionAtAnyLineStoresNothing) {
  const SmallProof proof = black_proof();
  for (const ProofRecord& record : records_of(proof)) {
    book_ = dir_.path(format_position(record.position).substr(0, 4) +
                      std::to_string(fs::hash_value(format_position(record.position))));
    put_records(book_, {{record.position, Color::kWhite, kNoMove, 8, RecordKind::kAllReplies}});
    const Result<ProofImportReport> done = run(certificate_of(proof));
    ASSERT_FALSE(done.ok());
    EXPECT_NE(done.status().message().find("; nothing is stored"), std::string::npos);
    EXPECT_EQ(records_in(book_), 1u);
  }
}

TEST_F(ProofImport, WithPartialWhatIsProvenByItselfIsStored) {
  const SmallProof proof = black_proof();
  const std::vector<std::string> needed = needed_records(proof);
  ASSERT_GE(needed.size(), 2u);
  for (const std::string& missing : needed) {
    SmallProof less = proof;
    less.book.erase(missing);
    const TempDir dir;
    book_ = dir.path("b");
    const Result<ProofImportReport> done = run(certificate_of(less), true);
    ASSERT_TRUE(done.ok()) << done.status().message();
    if (missing != canonical_text(proof.root)) {
      EXPECT_GT(done.value().unproven, 0u);
      EXPECT_TRUE(done.value().faults.at(0).starts_with("line "));
    }
    EXPECT_EQ(done.value().roots_proven, std::vector<bool>{false});
    EXPECT_EQ(done.value().counts.added, less.book.size() - done.value().unproven);
    if (done.value().counts.added == 0) continue;
    // What was stored is whole.
    const std::unique_ptr<Store> store = reader(book_);
    std::vector<Position> stored;
    ASSERT_TRUE(store
                    ->scan_proofs([&](const BookKey& key, const StoredProof&) {
                      stored.push_back(key.position);
                      return true;
                    })
                    .ok());
    const ProofLookup lookup = [&](const Position& canonical, Color goal) {
      Result<std::optional<Win>> found = std::optional<Win>();
      const auto record = store->find_exact(canonical, goal);
      if (record.value())
        found = std::optional(Win{record.value()->move, record.value()->distance_plies});
      return found;
    };
    for (const Position& position : stored) {
      EXPECT_TRUE(
          verify({kNaiveRenju, position.size}, position, proof.goal, lookup).value().complete);
    }
  }
}

// A white stone stands elsewhere: of what the certificate says, that is stored which holds there.
TEST_F(ProofImport, ReadAsAProofOfAnotherPositionItIsCheckedForThatOne) {
  const SmallProof proof = make_proof("h8h6j6g5i5a15/i10i9h7i6h5a1/b", 2);
  put_records(book_, records_of(proof));
  std::ostringstream out;
  const Game& game = *find_game("renju", 15).value();
  ASSERT_TRUE(export_proof(*reader(book_), game, proof.root, proof.goal, out).ok());
  const Move winning = reader(book_)->find(proof.root, proof.goal).value()->move;
  for (const auto& [point, holds] :
       {std::pair(parse_move("o15", 15).value(), true), std::pair(winning, false)}) {
    Position as = proof.root;
    std::replace(as.white.begin(), as.white.end(), parse_move("a1", 15).value(), point);
    std::sort(as.white.begin(), as.white.end());
    book_ = dir_.path("as-" + format_move(point, 15));
    const Result<ProofImportReport> done = run(out.str(), true, as);
    ASSERT_TRUE(done.ok()) << done.status().message();
    EXPECT_EQ(done.value().roots.front().position, as);
    EXPECT_EQ(done.value().roots_proven.front(), holds);
    EXPECT_EQ(done.value().unproven == 0, holds);
    if (!fs::exists(book_)) continue;
    expect_sound(book_);
    EXPECT_EQ(reader(book_)->find(as, Color::kBlack).value().has_value(), holds);
    // What failed is a hint.
    EXPECT_EQ(reader(book_)->hints(as).value().empty(), holds);
  }
}

// Where the stone stands elsewhere a win may take longer.
TEST_F(ProofImport, OfACertificateReadAsAnothersTheDistancesAreFoundAnew) {
  const SmallProof proof = black_proof();
  const std::string text = certificate_of(proof);
  const Result<ProofImportReport> given = run(text);
  ASSERT_TRUE(given.ok());
  const auto distance = [&] { return reader(book_)->find(proof.root, proof.goal).value(); };
  const int right = distance()->distance_plies;
  std::string sooner;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); sooner += line + '\n') {
    if (line[0] != '#') line = line.substr(0, line.rfind('\t')) + "\t1";
  }
  book_ = dir_.path("as it is");
  EXPECT_FALSE(run(sooner).ok());
  const Result<ProofImportReport> done = run(sooner, true, proof.root);
  ASSERT_TRUE(done.ok()) << done.status().message();
  EXPECT_EQ(done.value().unproven, 0U);
  EXPECT_EQ(distance()->distance_plies, right);
  expect_sound(book_);
}

TEST_F(ProofImport, WhatIsBorrowedAndDoesNotHoldIsSearched) {
  const SmallProof proof = black_proof();
  std::string wrong;
  std::istringstream lines(certificate_of(proof));
  std::uint64_t count = 0;
  for (std::string line; std::getline(lines, line); wrong += line + '\n') {
    if (line[0] == '#') continue;
    ++count;
    const std::size_t move = line.find('\t') + 1;
    line.replace(move, line.rfind('\t') - move, "o15");
  }
  ASSERT_GE(count, 1U);
  book_ = dir_.path("as it is");
  const Result<ProofImportReport> unmended = run(wrong, true, proof.root);
  ASSERT_TRUE(unmended.ok()) << unmended.status().message();
  EXPECT_FALSE(unmended.value().roots_proven.front());
  EXPECT_GE(unmended.value().unproven, 1U);
  EXPECT_EQ(unmended.value().mend_nodes, 0U);
  book_ = dir_.path("mended");
  mend_nodes_ = 100'000;
  const Result<ProofImportReport> mended = run(wrong, true, proof.root);
  ASSERT_TRUE(mended.ok()) << mended.status().message();
  EXPECT_TRUE(mended.value().roots_proven.front());
  EXPECT_GE(mended.value().mended, 1U);
  EXPECT_LE(mended.value().unproven + mended.value().mended, unmended.value().unproven);
  EXPECT_TRUE(reader(book_)->find(proof.root, proof.goal).value().has_value());
  expect_sound(book_);
}

// White's stone on g15 in place of a1 makes five of the four in the second line.
TEST_F(ProofImport, ALineThatIsDecidedForAnotherPositionIsNotSearched) {
  const std::string text =
      "# tengen proof 1\n# rules renju size 15\n"
      "# position h5h8i8j8/a1c15d15e15/b\n# goal black to_move black\n"
      "h5h8i8j8/a1c15d15e15/b\th6\t5\n"
      "h5h6h8i8j8/a1c15d15e15f15/b\tg8\t3\n# end 2\n";
  mend_nodes_ = 20'000;
  const Position as = find_game("renju", 15).value()->parse("h5h8i8j8/c15d15e15g15/b").value();
  const Result<ProofImportReport> done = run(text, true, as);
  ASSERT_TRUE(done.ok()) << done.status().message();
  EXPECT_EQ(done.value().unproven, 2U);
  EXPECT_EQ(done.value().mended, 0U);
  EXPECT_FALSE(fs::exists(book_));
}

TEST_F(ProofImport, WhatIsNotBorrowedIsNotMended) {
  mend_nodes_ = 100'000;
  const std::string text = certificate_of(black_proof());
  std::string wrong = text;
  const std::size_t move = text.find('\t', text.rfind("\n", text.rfind("# end") - 2)) + 1;
  wrong.replace(move, text.find('\t', move) - move, "o15");
  expect_error(wrong, "the certificate has a hole, nothing is stored");
}

// Without fouls all that Black wins at renju is won, and White has nothing more.
TEST_F(ProofImport, ACertificateOfOtherRulesIsCheckedByThoseAskedFor) {
  const SmallProof proof = black_proof();
  const std::string text = certificate_of(proof);
  for (const char* rules : {"freestyle", "gomoku"}) {
    book_ = dir_.path(rules);
    const Result<ProofImportReport> done = run(text, true, {}, rules);
    ASSERT_TRUE(done.ok()) << done.status().message();
    EXPECT_TRUE(done.value().roots_proven.front()) << rules;
    EXPECT_EQ(done.value().unproven, 0U) << rules;
    EXPECT_EQ(reader(book_)->rules(), rules);
    EXPECT_TRUE(reader(book_)->find(proof.root, proof.goal).value().has_value()) << rules;
  }
}

TEST_F(ProofImport, WhatOtherRulesDoNotProveIsAHintAtMost) {
  // Six in a row: the end at freestyle, a foul at renju, nothing at gomoku.
  const std::string text =
      "# tengen proof 1\n# rules freestyle size 15\n"
      "# position f8g8h8j8k8/f1h1j1l1/b\n# goal black to_move black\n"
      "f8g8h8j8k8/f1h1j1l1/b\ti8\t1\n# end 1\n";
  for (const char* rules : {"renju", "gomoku"}) {
    book_ = dir_.path(rules);
    const Result<ProofImportReport> done = run(text, true, {}, rules);
    ASSERT_TRUE(done.ok()) << done.status().message();
    EXPECT_FALSE(done.value().roots_proven.front()) << rules;
    EXPECT_EQ(done.value().counts.added, 0U) << rules;
  }
  book_ = dir_.path("freestyle");
  EXPECT_TRUE(run(text, true, {}, "freestyle").value().roots_proven.front());
}

TEST_F(ProofImport, APositionThatDiffersInMoreThanAStoneIsRefused) {
  const SmallProof proof = black_proof();
  Position two_stones = proof.root;
  two_stones.white.erase(two_stones.white.begin(), two_stones.white.begin() + 2);
  two_stones.white.insert(two_stones.white.begin(), {0, 1});
  Position one_more = proof.root;
  one_more.white.insert(one_more.white.begin(), 0);
  Position other_side = proof.root;
  other_side.to_move = Color::kWhite;
  for (const Position& as : {two_stones, one_more, other_side}) {
    const Result<ProofImportReport> done = run(certificate_of(proof), true, as);
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.status().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(done.status().message().find("must differ in one stone"), std::string::npos);
    EXPECT_FALSE(fs::exists(book_));
  }
}

TEST_F(ProofImport, ADefendersAskedPositionGetsARecord) {
  SmallProof proof = black_proof();
  const Win first = proof.book.at(canonical_text(proof.root));
  proof.root = after_move(NaiveSymmetry(15).canonical(proof.root).position, first.move);
  const Result<ProofImportReport> done = run(certificate_of(proof));
  ASSERT_TRUE(done.ok()) << done.status().message();
  EXPECT_EQ(done.value().counts.added, proof.book.size() + 1);
  const auto record = reader(book_)->find(proof.root, proof.goal);
  ASSERT_TRUE(record.ok() && record.value());
  EXPECT_EQ(record.value()->kind, RecordKind::kAllReplies);
  EXPECT_LE(record.value()->distance_plies, first.distance_plies - 1);
}

TEST_F(ProofImport, SeveralPositionsMayShareACertificate) {
  const SmallProof black = black_proof();
  const SmallProof white = white_proof();
  std::vector<CertificateLine> lines = lines_of(black);
  for (const CertificateLine& line : lines_of(white)) lines.push_back(line);
  std::string text = certificate_of(black, lines);
  text.insert(text.find("# goal black"), fmt::format("# goal black to_move black\n# position {}\n",
                                                     format_position(white.root)));
  const std::size_t second = text.find("# goal black", text.find(format_position(white.root)));
  text.replace(second, 26, "# goal white to_move white");
  const Result<ProofImportReport> done = run(text);
  ASSERT_TRUE(done.ok()) << done.status().message();
  EXPECT_EQ(done.value().roots.size(), 2u);
  EXPECT_EQ(done.value().roots[1].goal, Color::kWhite);
  EXPECT_EQ(records_in(book_), black.book.size() + white.book.size());
}

TEST_F(ProofImport, AnAskedPositionWithoutALineIsAHole) {
  SmallProof proof = black_proof();
  proof.root = setup("h8/i9/b");
  expect_error(certificate_of(proof), "a position of the head, h8/i9/b: no line");
}

TEST_F(ProofImport, AContradictionOrAnotherSizeOfBookStoresNothing) {
  const SmallProof proof = black_proof();
  put_records(book_, {{canonicalize(proof.root).position, Color::kWhite, kNoMove, 8,
                       RecordKind::kAllReplies}});
  const Result<ProofImportReport> done = run(certificate_of(proof));
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.status().code(), StatusCode::kCorruption);
  EXPECT_NE(done.status().message().find("contradiction"), std::string::npos);
  EXPECT_EQ(records_in(book_), 1u);
  book_ = dir_.path("small");
  writer(book_, 9);
  EXPECT_EQ(run(certificate_of(proof)).status().code(), StatusCode::kIncompatible);
}

TEST_F(ProofImport, ATextThatIsCutAnywhereIsRefused) {
  const std::string text = certificate_of(white_proof());
  for (std::size_t length = 0; length + 1 < text.size(); length += 7) {
    expect_error(text.substr(0, length), "line ");
  }
  // A last line without its end is whole.
  EXPECT_TRUE(run(text.substr(0, text.size() - 1)).ok());
}

TEST_F(ProofImport, CompressedDataThatAreCutOrChangedAreRefused) {
  const std::string bytes = compressed(certificate_of(white_proof()));
  for (std::size_t length = 6; length < bytes.size(); length += 5) {
    expect_error(bytes.substr(0, length), "");
  }
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    expect_error(changed, "");
  }
  expect_error(bytes + "x", "xz data are");
}

TEST_F(ProofImport, EveryFaultOfTheTextIsNamedByItsLine) {
  const std::string head =
      "# tengen proof 1\n# rules renju size 15\n# position h8/i9/b\n# goal black to_move black\n";
  const std::vector<std::pair<std::string, std::string>> faults = {
      {"", "line 1: the file ends"},
      {"\x7f\x01\x02", "line 1: not a certificate"},
      {"# tengen proof 1\n# rules renju size 99\n", "line 2: no size of a board"},
      {"# tengen proof 1\n# rules renju size 15\n# position h8/h8/b\n", "line 3: "},
      {"# tengen proof 1\n# rules renju size 15\n# position h8/i9/b\n# goal black to_move white\n",
       "line 4: not '# goal COLOR to_move black'"},
      {head + "h8/i9/b j10 9\n", "line 5: not POSITION <tab> MOVE <tab> DISTANCE"},
      {head + "h8/i99/b\tj10\t9\n", "line 5: "},
      {head + "h8/i9/b\tz3\t9\n", "line 5: "},
      {head + "h8/i9/b\th8\t9\n", "line 5: the move is on a stone"},
      {head + "h8/i9/b\tpass\t9\n# end 1\n", "line 5: "},
      {head + "h8/i9/b\tj10\t0\n", "line 5: the distance"},
      {head + "h8/i9/b\tj10\t-3\n", "line 5: the distance"},
      {head + "h8/i9/b\tj10\t451\n", "line 5: the distance"},
      {head + "h8/i9/b\tj10\t99999999999999999999\n", "line 5: the distance"},
      {head + "h8/i9/b\tj10\t9\nh8/i9/b\tj11\t9\n", "line 6: says something else than line 5"},
      {head + "h8/i9/b\tj10\t9\n# end 2\n", "line 6: the end counts 2 lines, there are 1"},
      {head + "# end 0\nmore\n", "line 6: something comes after the end"},
      {head + "# " + std::string(5000, '#') + "\n", "line 5: longer than 4096 bytes"},
      {head + "h8i8j8k8l8/a1a3a5a7/b\tm8\t9\n# end 1\n", "line 5: "},
  };
  for (const auto& [text, what] : faults) expect_error(text, what);
  std::string of_chess = head + "#\n";
  of_chess.replace(of_chess.find("renju"), 5, "chess");
  expect_error(of_chess, "line 2: the verifier does not know the rules 'chess'",
               StatusCode::kIncompatible);
  const Result<ProofImportReport> newer = run("# tengen proof 2\n");
  EXPECT_EQ(newer.status().code(), StatusCode::kIncompatible);
}

}  // namespace
}  // namespace tengen::book
