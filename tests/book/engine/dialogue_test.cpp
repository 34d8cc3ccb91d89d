// Recorded dialogues, line by line, through a session.
#include "tests/book/engine/dialogue.h"

#include <filesystem>

#include "book/engine/session.h"
#include "tests/book/book_testing.h"

namespace tengen::book::engine {
namespace {

const Game& renju() {
  const Result<const Game*> game = find_game("renju", 15);
  CHECK(game.ok());
  return *game.value();
}

// A book that proves the position for Black.
void prove_into(const std::string& path, const std::string& text) {
  const std::unique_ptr<Prover> prover = renju().make_prover({.memory_bytes = 64 << 20});
  const Result<Position> position = renju().parse(text);
  ASSERT_TRUE(position.ok()) << position.status().message();
  const SolveOutcome outcome =
      prover->solve(position.value(), Color::kBlack, {.nodes = 2'000'000}, {});
  ASSERT_EQ(outcome.verdict, Verdict::kProven);
  const std::unique_ptr<Store> store = writer(path);
  ASSERT_TRUE(store->commit(batch_of(outcome.records)).ok());
}

std::vector<std::string> all_dialogues() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(TENGEN_TEST_DATA) + "/dialogues")) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  return names;
}

class Dialogues : public ::testing::TestWithParam<std::string> {};

TEST_P(Dialogues, GoAsRecorded) {
  const Dialogue dialogue =
      read_dialogue(std::string(TENGEN_TEST_DATA) + "/dialogues/" + GetParam() + ".txt");
  std::vector<std::string> answers;
  Session session(renju(), {.memory_bytes = 64 << 20, .coordinates = {}},
                  [&answers](std::string_view line) { answers.emplace_back(line); });
  const TempDir directory;
  if (!dialogue.book.empty()) {
    prove_into(directory.path("b"), dialogue.book);
    ASSERT_TRUE(session.open_book(directory.path("b")).ok());
  }
  bool goes_on = true;
  for (const Exchange& exchange : dialogue.exchanges) {
    ASSERT_TRUE(goes_on) << "ended before line " << exchange.line_number;
    answers.clear();
    goes_on = session.handle(exchange.sent);
    EXPECT_EQ(difference(answers, exchange.answers), "")
        << "line " << exchange.line_number << ": " << exchange.sent;
  }
  EXPECT_FALSE(goes_on) << "END comes last";
}

INSTANTIATE_TEST_SUITE_P(Engine, Dialogues, ::testing::ValuesIn(all_dialogues()),
                         [](const auto& tested) { return tested.param; });

TEST(DialogueFiles, AnswersThatDifferAreSeen) {
  EXPECT_EQ(difference({"OK"}, {{false, "OK"}}), "");
  EXPECT_EQ(difference({"MESSAGE a", "7,7"}, {{true, "MESSAGE *"}, {false, "*,*"}}), "");
  EXPECT_EQ(difference({"7,7"}, {{true, "MESSAGE *"}, {false, "7,*"}}), "");
  EXPECT_NE(difference({"OK"}, {}), "");
  EXPECT_NE(difference({}, {{false, "OK"}}), "");
  EXPECT_NE(difference({"ERROR x"}, {{false, "OK"}}), "");
}

}  // namespace
}  // namespace tengen::book::engine
