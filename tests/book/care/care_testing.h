// Helpers of the tests about the care of books: books and certificates of small proofs.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "book/care/check_book.h"
#include "tests/book/store/store_testing.h"
#include "tests/book/verifier/verifier_testing.h"

namespace tengen::book {

inline std::vector<ProofRecord> records_of(const SmallProof& proof) {
  std::vector<ProofRecord> records;
  for (const auto& [text, found] : proof.book) {
    records.push_back({.position = setup(text),
                       .goal = proof.goal,
                       .move = found.move,
                       .distance_plies = found.distance_plies,
                       .kind = RecordKind::kTree});
  }
  return records;
}

// Adds the records to the book at the path, as a run of that host.
inline void put_records(const std::string& path, std::vector<ProofRecord> records,
                        const std::string& host = "here") {
  const std::unique_ptr<Store> store = writer(path);
  CommitBatch batch = batch_of(std::move(records));
  batch.run = store->begin_run(host).value();
  const Result<CommitCounts> counts = store->commit(batch);
  ASSERT_TRUE(counts.ok()) << counts.status().message();
}

// Puts an entry that no Store would write.
inline void put_entry(const std::string& path, const std::string& key, const std::string& value,
                      const std::string& family) {
  Result<Database> database = open_database_for_writing(path);
  ASSERT_TRUE(database.ok());
  ASSERT_TRUE(database.value().db->Put({}, database.value().families.at(family), key, value).ok());
}

inline void put_hint(const std::string& path, const Position& position, Move move) {
  const HintedPosition hint =
      canonical_hint({.position = position, .moves = {{.move = move, .wins = false}}});
  ASSERT_TRUE(writer(path)->add_hints(std::vector{hint}).ok());
}

inline std::uint64_t records_in(const std::string& path) {
  const BookCounts counts = reader(path)->count().value();
  return counts.black.total() + counts.white.total();
}

// All that a record of the book rests on is there, and every distance is exact.
inline void expect_sound(const std::string& path) {
  const Result<CheckReport> report = check_book(path, {});
  ASSERT_TRUE(report.ok()) << report.status().message();
  for (const CheckFault& fault : report.value().faults) {
    ADD_FAILURE() << path << ": " << fault.where << ": " << fault.what;
  }
}

struct CertificateLine {
  std::string position;
  std::string move;
  std::string distance;
};

inline std::vector<CertificateLine> lines_of(const SmallProof& proof) {
  std::vector<CertificateLine> lines;
  for (const auto& [text, found] : proof.book) {
    lines.push_back({text, format_move(found.move, 15), std::to_string(found.distance_plies)});
  }
  return lines;
}

inline std::string certificate_of(const SmallProof& proof,
                                  const std::vector<CertificateLine>& lines) {
  std::string text = fmt::format(
      "# tengen proof 1\n# rules renju size 15\n# position {}\n# goal {} to_move {}\n",
      format_position(proof.root), color_name(proof.goal), color_name(proof.root.to_move));
  for (const CertificateLine& line : lines) {
    text += fmt::format("{}\t{}\t{}\n", line.position, line.move, line.distance);
  }
  return text + fmt::format("# end {}\n", lines.size());
}

inline std::string certificate_of(const SmallProof& proof) {
  return certificate_of(proof, lines_of(proof));
}

}  // namespace tengen::book
