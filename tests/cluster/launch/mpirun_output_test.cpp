#include "cluster/launch/mpirun_output.h"

#include <gtest/gtest.h>

namespace tengen::cluster {
namespace {

constexpr std::string_view kNoise =
    "[vm:18730] PMIX ERROR: BAD-PARAM in file pmix_event_notification.c at line 1033\n";

// What passes of `text`, given in pieces of that many bytes.
std::string passed(const std::string& text, std::size_t piece) {
  std::string out;
  MpirunOutput output([&out](std::string_view bytes) { out += bytes; });
  output.begin();
  for (std::size_t at = 0; at < text.size(); at += piece) output.take(text.substr(at, piece));
  return out;
}

TEST(MpirunOutput, ErrorsOfPmixArePassedOver) {
  const std::string before = "\r\033[KD4: 1.0 s  attempt 1 [a]";
  const std::string after = "[vm:1] other\n[12:30] \033[K[[x\n";
  for (const std::size_t piece : {1, 3, 7, 1000}) {
    EXPECT_EQ(passed(before + std::string(kNoise) + after, piece), before + after);
    EXPECT_EQ(passed(std::string(kNoise) + std::string(kNoise), piece), "");
  }
}

TEST(MpirunOutput, TheCodeThatClearsALinePassesAtOnce) {
  for (const std::size_t piece : {1, 2, 100}) {
    EXPECT_EQ(passed("D4: 1.0 s\r\033[K", piece), "D4: 1.0 s\r\033[K");
    EXPECT_EQ(passed("\033[K" + std::string(kNoise) + "\033[K", piece), "\033[K\033[K");
  }
}

TEST(MpirunOutput, WhatMpirunSaysBeforeTheRunIsHeldBack) {
  std::string out;
  MpirunOutput output([&out](std::string_view bytes) { out += bytes; });
  output.take("-----\n[vm:1] noise\nThere are no slots.\n");
  EXPECT_EQ(out, "");
  EXPECT_EQ(output.reason(), "There are no slots.");
  output.begin();
  EXPECT_NE(out.find("no slots"), std::string::npos);
}

}  // namespace
}  // namespace tengen::cluster
