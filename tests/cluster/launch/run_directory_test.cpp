#include "cluster/launch/run_directory.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "tests/temp_dir.h"

namespace tengen::cluster {
namespace {

namespace fs = std::filesystem;

// The process id of nobody.
int dead_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

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

TEST(RunDirectory, ThoseOfKilledRunsGoWhenTheNextIsMade) {
  const TempDir base;
  const auto leave_behind = [&](const std::string& name, int owner) {
    fs::create_directory(base.path(name));
    write_number(base.path(name) + "/owner", owner);
    return base.path(name);
  };
  const std::string stale = leave_behind("tengen-run-stale", dead_process());
  const std::string live = leave_behind("tengen-run-live", getpid());
  const std::string other = leave_behind("other-run-stale", dead_process());
  const RunDirectory directory({base.path("")});
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_TRUE(fs::exists(live));
  EXPECT_TRUE(fs::exists(other));
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
