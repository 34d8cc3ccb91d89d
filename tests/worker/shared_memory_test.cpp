#include "worker/shared_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>

namespace tengen::wire {
namespace {

constexpr std::size_t kBytes = 3 * 4096;

TEST(SharedMemory, WhatOneWritesTheOtherReads) {
  const SharedMemory mine = SharedMemory::make(kBytes);
  ASSERT_EQ(mine.bytes().size(), kBytes);
  EXPECT_EQ(mine.bytes()[kBytes - 1], std::byte{0});
  const SharedMemory theirs = SharedMemory::map(mine.address());
  ASSERT_EQ(theirs.bytes().size(), kBytes);
  mine.bytes()[kBytes - 1] = std::byte{7};
  EXPECT_EQ(theirs.bytes()[kBytes - 1], std::byte{7});
}

TEST(SharedMemory, IsReachedFromAnotherProcessAndOutlivesIt) {
  const SharedMemory mine = SharedMemory::make(kBytes);
  const pid_t child = fork();
  if (child == 0) {
    const SharedMemory theirs = SharedMemory::map(mine.address());
    if (!theirs.bytes().empty()) theirs.bytes()[0] = std::byte{9};
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(mine.bytes()[0], std::byte{9});
  // What the child had is gone with it.
  const SharedAddress childs{child, mine.address().file, kBytes};
  EXPECT_TRUE(SharedMemory::map(childs).bytes().empty());
}

TEST(SharedMemory, StaysWithWhoHasMappedItWhenTheMakerLetsGo) {
  SharedMemory mine = SharedMemory::make(kBytes);
  const SharedAddress address = mine.address();
  const SharedMemory theirs = SharedMemory::map(address);
  mine.bytes()[1] = std::byte{3};
  mine = SharedMemory();
  EXPECT_EQ(theirs.bytes()[1], std::byte{3});
  EXPECT_TRUE(SharedMemory::map(address).bytes().empty());
}

TEST(SharedMemory, OnlyMemoryOfThatSizeMadeByUsIsMapped) {
  const SharedMemory mine = SharedMemory::make(kBytes);
  SharedAddress address = mine.address();
  address.bytes = 2 * kBytes;
  EXPECT_TRUE(SharedMemory::map(address).bytes().empty());
  EXPECT_TRUE(SharedMemory::map({}).bytes().empty());
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  EXPECT_TRUE(SharedMemory::map({getpid(), file, 4096}).bytes().empty());
  close(file);
}

}  // namespace
}  // namespace tengen::wire
