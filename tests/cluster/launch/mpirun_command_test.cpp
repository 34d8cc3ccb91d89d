#include "cluster/launch/mpirun_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/temp_dir.h"
#include "worker/port.h"

namespace tengen::cluster {
namespace {

class MpirunCommand : public testing::Test {
 protected:
  MpirunCommand() {
    launch_.arguments = {"--book", "b"};
    launch_.positions = {"D4 h7", "h8/-/w"};
    launch_.ranks = 3;
    launch_.look = "discs";
  }
  // What follows `name` in the command, "" where it does not stand.
  [[nodiscard]] std::string after(const std::string& name) const {
    const std::vector<std::string> words = mpirun_command(launch_, directory_);
    const auto found = std::find(words.begin(), words.end(), name);
    return found == words.end() || found + 1 == words.end() ? "" : found[1];
  }
  [[nodiscard]] std::string text(const char* name) const {
    std::ifstream file(directory_.file(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // The value of each variable of that name.
  [[nodiscard]] std::vector<std::string> values(const std::string& name) const {
    std::vector<std::string> found;
    for (const std::string& variable : mpirun_environment(launch_, directory_)) {
      if (variable.starts_with(name + "=")) found.push_back(variable.substr(name.size() + 1));
    }
    return found;
  }

  const TempDir base_;
  const RunDirectory directory_{{base_.path("")}};
  Launch launch_;
};

TEST_F(MpirunCommand, RanksOfOneHostListenNowhereElse) {
  EXPECT_EQ(after("-n"), "3");
  EXPECT_EQ(after("btl"), "vader,self");
  EXPECT_EQ(after("oob_tcp_if_include"), "lo");
  EXPECT_EQ(after("--hostfile"), "");
}

TEST_F(MpirunCommand, RanksOfSeveralHostsKeepToTheNetworkThatIsNamed) {
  launch_.worker_hosts = {"h1", "localhost"};
  launch_.interface = "10.0.0.0/8";
  EXPECT_EQ(after("btl"), "tcp,self");
  EXPECT_EQ(after("--hostfile"), directory_.file(kHostsFile));
  EXPECT_EQ(after("oob_tcp_if_include"), "10.0.0.0/8");
  EXPECT_EQ(after("btl_tcp_if_include"), "10.0.0.0/8");
  ASSERT_TRUE(write_launch_files(launch_, directory_).ok());
  const std::string here = worker::host_name();
  EXPECT_EQ(text(kHostsFile), here + "\nh1\n" + here + "\n") << "rank 0 comes first, and is here";
}

TEST_F(MpirunCommand, PositionsReachRank0InAFile) {
  ASSERT_TRUE(write_launch_files(launch_, directory_).ok());
  EXPECT_EQ(after("--file"), directory_.file(kPositionsFile));
  EXPECT_EQ(text(kPositionsFile), "D4 h7\nh8/-/w\n");
  EXPECT_EQ(after("solve"), "--book");
}

TEST_F(MpirunCommand, SlurmsAllocationIsNotMpiruns) {
  ::setenv("SLURM_JOB_NODELIST", "n[1-4]", 1);
  ::setenv("NOT_SLURM_", "kept", 1);
  EXPECT_TRUE(values("SLURM_JOB_NODELIST").empty());
  EXPECT_EQ(values("NOT_SLURM_"), std::vector<std::string>{"kept"});
  EXPECT_EQ(values(kLookVariable), std::vector<std::string>{"discs"});
  ::unsetenv("SLURM_JOB_NODELIST");
  ::unsetenv("NOT_SLURM_");
}

TEST_F(MpirunCommand, TheLastVariableHasRoomForAProcessId) {
  const std::string last = mpirun_environment(launch_, directory_).back();
  ASSERT_TRUE(last.starts_with(std::string(kMpirunVariable) + "="));
  EXPECT_GE(last.size() - std::string(kMpirunVariable).size() - 1, std::string("4194304").size());
}

}  // namespace
}  // namespace tengen::cluster
