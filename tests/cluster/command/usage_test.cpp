#include "cluster/command/usage.h"

#include <gtest/gtest.h>

#include "cluster/command/options.h"

namespace tengen::cluster {
namespace {

struct Parsed {
  std::string error;  // empty: it was read
  std::string position;
  std::string book;
  double seconds = 0;
  double gib = 0;
  std::optional<Color> goal;
};

Parsed parse(std::vector<std::string> words) {
  Parsed parsed;
  CLI::App app("", "tengen");
  app.require_subcommand(1);
  CLI::App* const query = app.add_subcommand("query", "");
  app.add_subcommand("stats", "");
  query->add_option("POSITION", parsed.position, "")->required();
  add_book_option(*query, parsed.book);
  add_time_option(*query, "--time", parsed.seconds, "");
  add_memory_option(*query, "--memory", parsed.gib, "");
  add_goal_option(*query, parsed.goal, "black");
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    parsed.error = usage_error(app, error, words);
  }
  return parsed;
}

TEST(Usage, WhatMayHaveBeenMeantIsNamed) {
  EXPECT_EQ(parse({"qurey", "D4"}).error,
            "unknown subcommand 'qurey': did you mean query? (see tengen --help)");
  EXPECT_EQ(parse({"xyzzy"}).error, "unknown subcommand 'xyzzy' (see tengen --help)");
  EXPECT_EQ(parse({"query", "D4", "--bok", "b"}).error,
            "query has no option --bok: did you mean --book? (see tengen query --help)");
  EXPECT_EQ(parse({"query", "D4", "--book", "b", "--tmie=3"}).error,
            "query has no option --tmie: did you mean --time? (see tengen query --help)");
}

TEST(Usage, APositionOfSeveralWordsWantsQuotes) {
  EXPECT_EQ(parse({"query", "D4", "h7", "--book", "b"}).error,
            "query takes one position: quote it: \"D4 h7\" (see tengen query --help)");
  EXPECT_EQ(parse({"query", "--book", "b", "D4", "h7", "i8"}).error,
            "query takes one position: quote it: \"D4 h7 i8\" (see tengen query --help)");
}

TEST(Usage, WhatIsMissingIsNamed) {
  EXPECT_EQ(parse({"query", "D4"}).error, "--book is required (see tengen query --help)");
  EXPECT_EQ(parse({"query", "--book", "b"}).error,
            "POSITION is required (see tengen query --help)");
  EXPECT_EQ(parse({}).error, "A subcommand is required (see tengen --help)");
}

TEST(Usage, TimesMemoryAndColoursAreWrittenAsPeopleWriteThem) {
  const std::vector<std::pair<std::string, double>> times = {
      {"90", 90},     {"0.5", 0.5},   {"90s", 90},  {"5m", 300},
      {"1.5h", 5400}, {"2 min", 120}, {"1d", 86400}};
  for (const auto& [text, seconds] : times) {
    EXPECT_EQ(parse({"query", "D4", "--book", "b", "--time", text}).seconds, seconds) << text;
  }
  const std::vector<std::pair<std::string, double>> sizes = {
      {"4", 4}, {"4G", 4}, {"4GiB", 4}, {"512M", 0.5}, {"0.05", 0.05}, {"1t", 1024}};
  for (const auto& [text, gib] : sizes) {
    EXPECT_EQ(parse({"query", "D4", "--book", "b", "--memory", text}).gib, gib) << text;
  }
  EXPECT_EQ(parse({"query", "D4", "--book", "b", "--goal", "White"}).goal, Color::kWhite);
  EXPECT_EQ(parse({"query", "D4", "--book", "b", "--goal", "BLACK"}).goal, Color::kBlack);
  EXPECT_NE(parse({"query", "D4", "--book", "b", "--time", "5y"}).error, "");
  EXPECT_NE(parse({"query", "D4", "--book", "b", "--goal", "red"}).error, "");
}

TEST(Usage, TheBookMayStandInTheEnvironment) {
  ::setenv("TENGEN_BOOK", "some.book", 1);
  EXPECT_EQ(parse({"query", "D4"}).book, "some.book");
  EXPECT_EQ(parse({"query", "D4", "--book", "b"}).book, "b");
  ::unsetenv("TENGEN_BOOK");
}

}  // namespace
}  // namespace tengen::cluster
