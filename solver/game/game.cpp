#include "solver/game/game.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include "solver/connect6/connect6_game.h"
#include "solver/pente/pente_game.h"
#include "solver/renju/point_set.h"
#include "solver/renju/renju_game.h"
#include "solver/reversi/reversi_game.h"

namespace tengen {
namespace {

struct GameEntry {
  std::string_view rules;
  int min_size;
  int max_size;
  bool odd_only;
  std::unique_ptr<Game> (*make)(std::string_view rules, int size);
};

std::unique_ptr<Game> make_five_in_a_row(std::string_view rules, int size) {
  return size <= renju::kMaxSize ? renju::make_five_in_a_row(rules, size)
                                 : renju_large::make_five_in_a_row(rules, size);
}

// Every game there is. Another one is a line here.
constexpr GameEntry kGames[] = {
    {"renju", renju::kMinSize, kMaxBoardSize, false, &make_five_in_a_row},
    {"freestyle", renju::kMinSize, kMaxBoardSize, false, &make_five_in_a_row},
    {"gomoku", renju::kMinSize, kMaxBoardSize, false, &make_five_in_a_row},
    {"gomoku-pro", 7, kMaxBoardSize, true, &make_five_in_a_row},
    {"renju-simple", renju::kMinSize, kMaxBoardSize, true, &make_five_in_a_row},
    {"pente", 5, kMaxBoardSize, false, &pente::make_game},
    {"ninuki", 5, kMaxBoardSize, false, &pente::make_game},
    {"connect6", 6, kMaxBoardSize, false, &connect6::make_game},
};

// A family of ids, which end in what distinguishes them (solver/reversi/variant.h).
constexpr GameEntry kReversi = {"reversi", reversi::kMinSize, reversi::kMaxSize, false,
                                &reversi::make_game};

std::string known_rules() {
  std::string names;
  for (const GameEntry& entry : kGames) {
    if (!names.empty()) names += ", ";
    names += entry.rules;
  }
  return names + ", reversi";
}

// Null for a rule set that does not exist.
const GameEntry* entry_of(std::string_view rules) {
  if (reversi::names_reversi(rules)) return &kReversi;
  const auto* const found = std::find_if(std::begin(kGames), std::end(kGames),
                                         [&](const GameEntry& one) { return one.rules == rules; });
  return found == std::end(kGames) ? nullptr : found;
}

// Of a rule set's name in a message: it may be anything.
constexpr std::size_t kShown = 40;

// Games already made, by (rules, size). Never emptied, so that pointers stay valid.
struct Registry {
  std::mutex mutex;
  std::map<std::pair<std::string, int>, std::unique_ptr<Game>> games;
};

Registry& registry() {
  static auto* const instance = new Registry;  // outlives every static that may hold a Game pointer
  return *instance;
}

class NoShortWins final : public ShortWins {
 public:
  std::optional<Win> find(const Position& /*position*/, Color /*goal*/) override { return {}; }
  std::vector<bool> readers_win(const Position& /*position*/, Color /*goal*/,
                                std::span<const Move> replies) override {
    return std::vector<bool>(replies.size(), false);
  }
};

}  // namespace

std::string ShortWins::readers_search() const {
  return "fours " + std::to_string(kReaderFours) + " nodes " + std::to_string(kReaderNodes);
}

std::vector<RankedMove> Game::ranked_moves(const Position& position) const {
  std::vector<RankedMove> ranked;
  for (const Move move : legal_moves(position)) ranked.push_back({move, 0});
  return ranked;
}

std::vector<Move> Game::foul_points(const Position& /*position*/) const { return {}; }

std::unique_ptr<ShortWins> Game::make_short_wins() const { return std::make_unique<NoShortWins>(); }

Result<const Game*> find_game(std::string_view rules, int size) {
  const GameEntry* const entry = entry_of(rules);
  if (entry == nullptr) {
    return Status(StatusCode::kNotFound, "no rule set '" + std::string(rules.substr(0, kShown)) +
                                             "': there is " + known_rules());
  }
  if (size < entry->min_size || size > entry->max_size || (entry->odd_only && size % 2 == 0)) {
    return Status(StatusCode::kNotFound,
                  std::string(rules.substr(0, kShown)) + " has no board of size " +
                      std::to_string(size) + ": " +
                      (entry->odd_only ? "odd sizes are " : "sizes are ") +
                      std::to_string(entry->min_size) + " to " + std::to_string(entry->max_size));
  }
  if (entry == &kReversi && !reversi::variant_of(rules, size)) {
    const std::string most = std::to_string(size * size);
    return Status(StatusCode::kNotFound,
                  "no rule set '" + std::string(rules.substr(0, kShown)) + "' on " +
                      std::to_string(size) + "x" + std::to_string(size) +
                      ": write reversi, then -parallel, -anti and :S where they are meant, S a "
                      "whole number above -" +
                      most + " and up to " + most);
  }
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  std::unique_ptr<Game>& game = known.games[{std::string(rules), size}];
  if (game == nullptr) game = entry->make(rules, size);
  return game.get();
}

int usual_size(std::string_view rules) {
  if (rules == "renju-simple") return 19;
  return reversi::names_reversi(rules) ? 8 : 15;
}

}  // namespace tengen
