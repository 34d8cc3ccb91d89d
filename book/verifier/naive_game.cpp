// What game a proof is a proof of: five in a row by its rules, or one that a program brings along.
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "book/verifier/naive_connect6.h"
#include "book/verifier/naive_pente.h"
#include "book/verifier/naive_reversi.h"
#include "book/verifier/naive_rules.h"
#include "book/verifier/plain_game.h"
#include "solver/base/check.h"

namespace tengen::book {
namespace {

constexpr int kNaiveLeastFive = 5;

std::array<const PlainGame*, kMaxBoardSize + 1>& own_games() {
  static std::array<const PlainGame*, kMaxBoardSize + 1> games{};
  return games;
}

// Each made once and kept for as long as the program runs.
const PlainGame* reversi_of(std::string_view rules, int size) {
  static std::mutex mutex;
  static auto* const games = new std::map<std::pair<std::string, int>, NaiveReversi>();
  const auto meant = NaiveReversi::rules_of(rules, size);
  if (!meant || size < NaiveReversi::kMinSize || size > NaiveReversi::kMaxSize) return nullptr;
  const std::lock_guard lock(mutex);
  return &games->try_emplace({std::string(rules), size}, *meant, size).first->second;
}

// The same of rules that only the arguments tell apart.
template <typename Made, typename... Arguments>
const PlainGame& one_of(Arguments... arguments) {
  static std::mutex mutex;
  static auto* const games = new std::map<std::tuple<Arguments...>, Made>();
  const std::lock_guard lock(mutex);
  return games->try_emplace(std::tuple(arguments...), arguments...).first->second;
}

}  // namespace

void bring_game(int size, const PlainGame& game) {
  CHECK(size >= kMinBoardSize && size <= kMaxBoardSize);
  own_games()[static_cast<std::size_t>(size)] = &game;
}

Result<NaiveGame> naive_game(std::string_view rules, int size) {
  const auto no_such_size = [&] {
    return Status(StatusCode::kIncompatible, "the verifier knows no " +
                                                 std::string(rules.substr(0, 40)) +
                                                 " on a board of size " + std::to_string(size));
  };
  NaiveGame game{.rules = {}, .size = size};
  if (rules == "renju") {
    game.rules = kNaiveRenju;
  } else if (rules == "gomoku") {
    game.rules.black_needs_exactly_five = game.rules.white_needs_exactly_five = true;
  } else if (rules == "gomoku-pro") {
    game.rules.begins_in_centre = game.rules.second_stone_far = true;
  } else if (rules == "renju-simple") {
    game.rules.black_needs_exactly_five = game.rules.white_needs_exactly_five = true;
    game.rules.black_has_fouls = game.rules.simple_fouls = true;
  } else if (rules.starts_with("reversi")) {
    game.plain = reversi_of(rules, size);
    if (game.plain == nullptr) return no_such_size();
    return game;
  } else if (rules != "freestyle" && rules != "pente" && rules != "ninuki" && rules != "connect6" &&
             rules != kOwnGame) {
    return Status(StatusCode::kIncompatible,
                  "the verifier does not know the rules '" + std::string(rules.substr(0, 40)) +
                      "': it knows renju, freestyle, gomoku, gomoku-pro, renju-simple, pente, "
                      "ninuki, connect6, reversi");
  }
  // The centre of gomoku-pro is that of an odd board.
  if (size < kNaiveLeastFive || size > kMaxBoardSize ||
      (game.rules.second_stone_far && (size < 7 || size % 2 == 0)) ||
      (game.rules.simple_fouls && size % 2 == 0) || (rules == "connect6" && size < 6)) {
    return no_such_size();
  }
  if (rules == "pente") game.plain = &one_of<NaivePente>(NaivePente::Rules::kPente, size);
  if (rules == "ninuki") game.plain = &one_of<NaivePente>(NaivePente::Rules::kNinuki, size);
  if (rules == "connect6") game.plain = &one_of<NaiveConnect6>(size);
  if (rules == kOwnGame) {
    game.plain = own_games()[static_cast<std::size_t>(size)];
    if (game.plain == nullptr) return no_such_size();
  }
  return game;
}

bool NaiveGame::counts_pairs() const { return plain != nullptr && plain->counts_pairs(); }

Status NaiveGame::check_pairs(const Position& position) const {
  if (!position.has_pairs() || counts_pairs()) return {};
  return invalid_argument("pairs that were taken, in a game that takes none");
}

bool NaiveGame::is_over(const Position& position) const {
  if (plain != nullptr) return plain->is_over(position);
  return NaiveBoard(rules, position).is_over();
}

std::vector<Move> NaiveGame::legal_moves(const Position& position) const {
  if (plain != nullptr) return plain->legal_moves(position);
  NaiveBoard board(rules, position);
  std::vector<Move> moves;
  for (Move point = 0; point < board.point_count(); ++point) {
    if (!board.is_empty(point) || !board.allows(point, position.to_move)) continue;
    if (position.to_move == Color::kBlack && board.is_foul(point)) continue;
    moves.push_back(point);
  }
  const bool stuck =
      rules.simple_fouls && moves.empty() && board.stone_count() < board.point_count();
  if (stuck || (rules.has_passes && board.stone_count() >= kNaiveStonesBeforePass)) {
    moves.push_back(kPass);
  }
  return moves;
}

NaiveEffect NaiveGame::effect(const Position& position, Move move) const {
  if (plain != nullptr) return plain->effect(position, move);
  if (move == kPass) return position.after_pass ? NaiveEffect::kDraws : NaiveEffect::kContinues;
  const NaiveBoard board(rules, position);
  if (board.makes_five(move, position.to_move)) return NaiveEffect::kMoverWins;
  return board.stone_count() + 1 == board.point_count() ? NaiveEffect::kDraws
                                                        : NaiveEffect::kContinues;
}

Position NaiveGame::play(const Position& position, Move move) const {
  return plain != nullptr ? plain->play(position, move) : after_move(position, move);
}

// In five in a row every move adds a stone but the defender's pass, after which the attacker is to
// move.
int NaiveGame::progress(const Position& position, Color goal) const {
  if (plain != nullptr) return plain->progress(position, goal);
  return 2 * static_cast<int>(position.stone_count()) + (position.to_move == goal ? 1 : 0);
}

}  // namespace tengen::book
