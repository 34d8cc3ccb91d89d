#include "cluster/launch/run_directory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/temp_dir.h"

namespace tengen::cluster {
namespace {

namespace fs = std::filesystem;

TEST(RunDirectory, GoesWithTheRun) {
  const TempDir base;
  std::string path;
  {
    const RunDirectory directory({base.path("")});
    ASSERT_TRUE(directory.ok());
    path = directory.path();
    write_number(directory.file(kStatusFile), 3);
    EXPECT_TRUE(fs::is_directory(path));
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(RunDirectory, IsTheFirstThatCanBeMade) {
  const TempDir base;
  const RunDirectory directory({base.path("nowhere"), base.path("")});
  EXPECT_TRUE(directory.path().starts_with(base.path("")));
  EXPECT_FALSE(RunDirectory({base.path("nowhere")}).ok());
}

std::string path_in(const fs::path& base) {
  for (const auto& entry : fs::directory_iterator(base)) return entry.path().string();
  return {};
}

TEST(RunDirectory, ThatOfAKilledRunGoesWhenTheNextIsMade) {
  const TempDir base;
  const pid_t run = fork();
  if (run == 0) {
    const RunDirectory directory({base.path("")});
    raise(SIGKILL);
  }
  waitpid(run, nullptr, 0);
  const std::string stale = path_in(base.path(""));
  ASSERT_FALSE(stale.empty());
  fs::create_directory(base.path("other-run"));
  std::ofstream(base.path("other-run") + "/lock");
  const RunDirectory next({base.path("")});
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_TRUE(fs::exists(base.path("other-run")));
}

// Its process may have no number here: in another container that shares the directory.
TEST(RunDirectory, ThatOfALivingRunStays) {
  const TempDir base;
  const RunDirectory living({base.path("")});
  const pid_t nobody = fork();
  if (nobody == 0) _exit(0);
  waitpid(nobody, nullptr, 0);
  write_number(living.file("owner"), nobody);
  const RunDirectory next({base.path("")});
  EXPECT_TRUE(fs::exists(living.path()));
  EXPECT_NE(next.path(), living.path());
}

// As it is for a moment when it is made.
TEST(RunDirectory, OneWithoutALockStays) {
  const TempDir base;
  fs::create_directory(base.path("tengen-run-young"));
  const RunDirectory next({base.path("")});
  EXPECT_TRUE(fs::exists(base.path("tengen-run-young")));
}

TEST(RunDirectory, ANumberCountsOnceItIsWhole) {
  const TempDir base;
  EXPECT_EQ(read_number(base.path("nowhere")), std::nullopt);
  for (const char* part : {"", "4", "42", "42 ", "42 e", "x end"}) {
    EXPECT_EQ(read_number(base.file("part", part)), std::nullopt) << part;
  }
  write_number(base.path("whole"), 42);
  EXPECT_EQ(read_number(base.path("whole")), 42);
}

}  // namespace
}  // namespace tengen::cluster
