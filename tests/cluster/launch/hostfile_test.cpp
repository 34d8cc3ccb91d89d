// Hostfiles: who gets how many workers, and what a wrong line is answered with.
#include "cluster/launch/hostfile.h"

#include <gtest/gtest.h>

#include "tests/temp_dir.h"

namespace tengen::cluster {
namespace {

using Hosts = std::vector<std::string>;

class Hostfile : public testing::Test {
 protected:
  Result<Hosts> read(const std::string& text) {
    return read_hostfile(directory_.file("hosts", text));
  }

  void expect_refused(const std::string& text, const std::string& line, const std::string& what) {
    const Result<Hosts> hosts = read(text);
    ASSERT_FALSE(hosts.ok()) << text;
    EXPECT_EQ(hosts.status().code(), StatusCode::kInvalidArgument);
    EXPECT_NE(hosts.status().message().find("hosts" + line), std::string::npos)
        << hosts.status().message();
    EXPECT_NE(hosts.status().message().find(what), std::string::npos) << hosts.status().message();
  }

  TempDir directory_;
};

TEST_F(Hostfile, NamesEachHostAsOftenAsItHasSlotsInTheFilesOrder) {
  const Result<Hosts> hosts = read("b slots=2\na\nc slots=1 max_slots=8\nb\n");
  ASSERT_TRUE(hosts.ok()) << hosts.status().message();
  EXPECT_EQ(hosts.value(), (Hosts{"b", "b", "a", "c", "b"}));
}

TEST_F(Hostfile, SkipsCommentsAndEmptyLinesAndTakesAnyLineEnd) {
  const Result<Hosts> hosts = read("# all\n\n  h0   slots=1 # the first\r\n\t10.0.0.1\r\nfe80::1");
  ASSERT_TRUE(hosts.ok()) << hosts.status().message();
  EXPECT_EQ(hosts.value(), (Hosts{"h0", "10.0.0.1", "fe80::1"}));
}

TEST_F(Hostfile, NamesTheLineOfWhatIsWrong) {
  expect_refused("h0\n-oProxyCommand=x\n", ":2:", "'-oProxyCommand=x' is no host's name");
  expect_refused("h0;reboot\n", ":1:", "is no host's name");
  expect_refused("h0 cores=4\n", ":1:", "'cores=4' is neither");
  expect_refused("h0 4\n", ":1:", "'4' is neither");
  for (const char* slots : {"slots=0", "slots=-1", "slots=", "slots=2x", "slots=4097",
                            "slots=99999999999999999999", "max_slots=0"}) {
    expect_refused(std::string("h0\nh1\nh2 ") + slots, ":3:", "give a number from 1 to 4096");
  }
}

TEST_F(Hostfile, RefusesMoreSlotsThanThereCanBeWorkers) {
  EXPECT_TRUE(read("h0 slots=4096\n").ok());
  expect_refused("h0 slots=4096\nh1\n", ":2:", "more than 4096 slots");
}

TEST_F(Hostfile, RefusesAFileWithoutHosts) { expect_refused("# nobody\n", "", "names no host"); }

TEST_F(Hostfile, NamesAFileThatIsNotThere) {
  const Result<Hosts> hosts = read_hostfile(directory_.path("nowhere"));
  ASSERT_FALSE(hosts.ok());
  EXPECT_EQ(hosts.status().code(), StatusCode::kNotFound);
  EXPECT_NE(hosts.status().message().find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace tengen::cluster
