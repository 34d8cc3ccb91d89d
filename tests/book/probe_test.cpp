// The probe library: questions to a book that others may be writing.
#include "book/probe.h"

#include "tests/book/store_testing.h"

namespace tengen::book {
namespace {

TEST(Probe, SeesWhatWasWrittenAfterARefresh) {
  const TempDir directory;
  const std::string path = directory.path("b");
  const std::unique_ptr<Store> store = writer(path);
  const auto probe = Probe::open(path);
  ASSERT_TRUE(probe.ok()) << probe.status().message();
  const Position position = canonicalize(at("h8i9/h9h7/b")).position;
  EXPECT_FALSE(probe.value()->find(position, Color::kBlack).value());
  ASSERT_TRUE(store->commit(batch_of({record(position, Color::kBlack, 0, 9)})).ok());
  EXPECT_FALSE(probe.value()->find(position, Color::kBlack).value());
  ASSERT_TRUE(probe.value()->refresh().ok());
  ASSERT_TRUE(probe.value()->find(position, Color::kBlack).value());
}

TEST(Probe, OfNoBookIsNotFound) {
  const auto probe = Probe::open("/nonexistent/book");
  ASSERT_FALSE(probe.ok());
  EXPECT_EQ(probe.status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace tengen::book
