#include "book/exchange/game_records.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/book/book_testing.h"

namespace tengen::book {
namespace {

// The games, or the message.
std::vector<std::string> games_in(std::istream& in, RecordFormat format, int size = 15) {
  std::vector<std::string> games;
  const Status read = read_game_records(in, format, size, [&](const GameRecord& game) {
    std::string text;
    for (const Move move : game.moves) text += format_move(move, size);
    if (!game.name.empty()) text += " (" + game.name + ")";
    if (!game.comment.empty()) text += " " + game.comment;
    games.push_back(text);
    return Status();
  });
  if (!read.ok()) games = {read.message()};
  return games;
}

std::vector<std::string> games_of(const std::string& bytes, RecordFormat format, int size = 15) {
  std::istringstream in(bytes);
  return games_in(in, format, size);
}

std::vector<std::string> games_of_sample(const std::string& name, RecordFormat format) {
  std::ifstream in(std::string(TENGEN_TEST_DATA) + "/formats/" + name, std::ios::binary);
  return games_in(in, format);
}

using Games = std::vector<std::string>;

TEST(GameRecords, PiskvorkHasAMoveInEachLine) {
  EXPECT_EQ(games_of_sample("syn_game.psq", RecordFormat::kPsq), (Games{"h8i9i10g9"}));
  EXPECT_EQ(games_of("Piskvorky 15x15, 11:11, 0\n8,8,0\n15,1,5\nEngine.exe\n", RecordFormat::kPsq),
            (Games{"h8o15"}));
}

TEST(GameRecords, PiskvorkCountsFromOneAndSaysTheSize) {
  EXPECT_EQ(games_of("Piskvorky 15x15\n8,8,0\n0,7,0\n", RecordFormat::kPsq),
            (Games{"line 3: 0,7 is no point of the board"}));
  EXPECT_EQ(games_of("Piskvorky 20x20, 0:0, 0\n8,8,0\n", RecordFormat::kPsq),
            (Games{"line 1: a game on a board that is not 15x15"}));
  EXPECT_EQ(games_of("", RecordFormat::kPsq), (Games{"line 0: not a Piskvork game"}));
  EXPECT_EQ(games_of("Piskvorky 15x15\n", RecordFormat::kPsq),
            (Games{"line 1: the game has no moves"}));
}

TEST(GameRecords, PosHasRowsFromTheTop) {
  EXPECT_EQ(games_of(bytes({3, 0, 112, 0xF0}), RecordFormat::kPos), (Games{"a15h8pass"}));
}

TEST(GameRecords, ACutOrForeignPosIsRefused) {
  EXPECT_EQ(games_of(bytes({3, 0, 1}), RecordFormat::kPos),
            (Games{"byte 3: the file ends after 2 of 3 moves"}));
  EXPECT_EQ(games_of(bytes({1, 225}), RecordFormat::kPos),
            (Games{"byte 1: e1 is no point of the board"}));
  EXPECT_EQ(games_of("", RecordFormat::kPos), (Games{"byte 0: no moves"}));
  EXPECT_EQ(games_of(bytes({1, 0}), RecordFormat::kPos, 19),
            (Games{".pos files are for 15x15, the book is for 19x19"}));
}

TEST(GameRecords, BdtHasAGameInEachLine) {
  EXPECT_EQ(games_of(",=[,,,8887A9,,,]\r\n,=[,,,88,,,]\r\n", RecordFormat::kBdt),
            (Games{"h8h7j9", "h8"}));
  EXPECT_EQ(games_of("Cup=[Ann,Bo,+,8800E1,,R,well, well]\r\n\r\n", RecordFormat::kBdt),
            (Games{"h8passn1 (Ann - Bo 1-0) well, well"}));
}

TEST(GameRecords, ABrokenBdtIsRefusedByItsLine) {
  EXPECT_EQ(games_of(",=[,,,88,,,]\n,=[,,,8g,,,]", RecordFormat::kBdt),
            (Games{"line 2: a move that is no point of the board"}));
  EXPECT_EQ(games_of(",=[,,,888,,,]", RecordFormat::kBdt),
            (Games{"line 1: half a move at the end of a game"}));
  EXPECT_EQ(games_of(",=[,,,88", RecordFormat::kBdt).front().substr(0, 38),
            "line 1: not a game of a .bdt file: EVE");
  EXPECT_EQ(games_of("\n", RecordFormat::kBdt), (Games{"line 1: no game"}));
  std::string endless = ",=[,,,";
  for (int i = 0; i < 500; ++i) endless += "88";
  EXPECT_EQ(games_of(endless + "]", RecordFormat::kBdt),
            (Games{"line 1: a game of more moves than there can be"}));
}

}  // namespace
}  // namespace tengen::book
