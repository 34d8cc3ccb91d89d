// Helpers of the tests about a book's files: what opening says, books of many records, and damage.
#pragma once

#include "book/store/database.h"
#include "book/store/extent.h"
#include "tests/book/book_testing.h"

namespace tengen::book {

namespace fs = std::filesystem;

inline Status opened_for_writing(const std::string& path, std::string_view rules = "renju",
                                 int size = 15) {
  const auto store = Store::open_for_writing(path, rules, size);
  return store.ok() ? Status() : store.status();
}

inline Status opened_read_only(const std::string& path) {
  const auto store = Store::open_read_only(path);
  return store.ok() ? Status() : store.status();
}

// The error has that code and names the path.
inline void expect_refused(const Status& status, StatusCode code, const std::string& path) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(status.message().find(path), std::string::npos) << status.message();
  EXPECT_EQ(status.message().find('\n'), std::string::npos) << status.message();
}

inline void write_file(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Names, sizes and times of change of all files.
inline std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> listing(
    const std::string& path) {
  std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    files[entry.path().filename().string()] = {entry.file_size(), entry.last_write_time()};
  }
  return files;
}

inline Position random_position(std::mt19937& random) {
  Position position = at("-/-/b");
  for (int i = 0; i < 10; ++i) {
    Move p;
    do {
      p = static_cast<Move>(random() % 225);
    } while (!position.is_empty_point(p));
    position = after_move(position, p);
  }
  return position;
}

inline std::vector<ProofRecord> random_records(int count, std::mt19937& random) {
  std::vector<ProofRecord> proofs;
  for (int i = 0; i < count; ++i) {
    const Position position = random_position(random);
    Move move = 0;
    while (!position.is_empty_point(move)) ++move;
    proofs.push_back(record(position, Color::kBlack, move, 9));
  }
  return proofs;
}

// A closed book of many records.
inline void make_large_book(const std::string& path) {
  const std::unique_ptr<Store> store = writer(path);
  std::mt19937 random(6);
  for (int batch = 0; batch < 10; ++batch) {
    ASSERT_TRUE(store->commit(batch_of(random_records(500, random))).ok());
  }
}

// What a run leaves at `path` that is killed after batches of ten records each, all in the log and
// known to be on the disk. The directory beside it is the run's own.
inline void make_killed_book(const std::string& path, int batches) {
  const std::string live = path + ".live";
  const std::unique_ptr<Store> store = writer(live);
  std::mt19937 random(6);
  for (int batch = 0; batch < batches; ++batch) {
    ASSERT_TRUE(store->commit(batch_of(random_records(10, random))).ok());
  }
  fs::copy(live, path);
  const Result<Database> database = open_database_for_reading(path);
  ASSERT_TRUE(database.ok());
  ExtentKeeper(path).reached(database.value().db->GetLatestSequenceNumber(), true);
}

// The largest of the book's files with that beginning and end.
inline std::string largest_file(const std::string& path, std::string_view begin,
                                std::string_view end) {
  std::string largest;
  for (const auto& [name, file] : listing(path)) {
    if (!name.starts_with(begin) || !name.ends_with(end)) continue;
    if (largest.empty() || file.first > fs::file_size(largest)) largest = path + "/" + name;
  }
  CHECK(!largest.empty());
  return largest;
}

inline void change_bytes(const std::string& file, std::uintmax_t offset, std::size_t count) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes(count, '\0');
  stream.seekg(static_cast<std::streamoff>(offset));
  stream.read(bytes.data(), static_cast<std::streamsize>(count));
  for (char& byte : bytes) byte = static_cast<char>(byte ^ 0x55);
  stream.seekp(static_cast<std::streamoff>(offset));
  stream.write(bytes.data(), static_cast<std::streamsize>(count));
  CHECK(stream.good());
}

}  // namespace tengen::book
