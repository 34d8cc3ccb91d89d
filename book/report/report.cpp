#include "book/report/report.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "book/query/evaluator.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

// Whoever is known to win by `move`.
Result<MoveAnswer> answer_of(Evaluator& evaluator, const Position& position, Move move) {
  MoveAnswer answer{.move = move};
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    const Result<std::optional<Win>> win = evaluator.win_by(position, move, color);
    if (!win.ok()) return win.status();
    if (!win.value()) continue;
    answer.result = color == Color::kBlack ? GameResult::kBlackWins : GameResult::kWhiteWins;
    answer.status = verdict_for(answer.result, Color::kBlack);
    answer.distance_plies = win.value()->distance_plies;
    break;
  }
  return answer;
}

// As query() concludes: what is known of the position itself, if White, who is to move, wins; else
// from the replies where they decide it; else from a record of the position.
Status conclude(Evaluator& evaluator, const Position& position, OpeningReport& report) {
  const Result<std::optional<Win>> here = evaluator.attacker_win(position, Color::kWhite);
  if (!here.ok()) return here.status();
  if (here.value()) {
    report.result = GameResult::kWhiteWins;
    report.distance_plies = here.value()->distance_plies;
    return {};
  }
  int shortest_win = 0;
  int longest_loss = 0;
  for (const MoveAnswer& reply : report.replies) {
    if (reply.result == GameResult::kBlackWins) {
      longest_loss = std::max(longest_loss, reply.distance_plies);
    } else if (shortest_win == 0 || reply.distance_plies < shortest_win) {
      shortest_win = reply.distance_plies;
    }
  }
  if (report.fourth_white_wins > 0) {
    report.result = GameResult::kWhiteWins;
    report.distance_plies = shortest_win;
    return {};
  }
  if (report.fourth_black_wins == report.fourth_moves) {
    report.result = GameResult::kBlackWins;
    report.distance_plies = longest_loss;
    return {};
  }
  const Result<std::optional<StoredProof>> record = evaluator.store().find(position, Color::kBlack);
  if (!record.ok()) return record.status();
  if (record.value()) {
    report.result = GameResult::kBlackWins;
    report.distance_plies = record.value()->distance_plies;
  }
  return {};
}

Result<OpeningReport> report_opening(Evaluator& evaluator, const Opening& opening) {
  const Game& game = evaluator.game();
  OpeningReport report;
  report.opening = opening;
  const Result<Position> position = game.parse(opening.moves);
  if (!position.ok()) return position.status();
  std::map<std::string, MoveAnswer> asked;  // by the canonical position after the move
  for (const Move move : game.legal_moves(position.value())) {
    ++report.fourth_moves;
    const std::string key =
        encode_position(canonicalize(game.play(position.value(), move)).position);
    auto known = asked.find(key);
    if (known == asked.end()) {
      const Result<MoveAnswer> answer = answer_of(evaluator, position.value(), move);
      if (!answer.ok()) return answer.status();
      known = asked.emplace(key, answer.value()).first;
    }
    MoveAnswer reply = known->second;
    reply.move = move;
    if (reply.result == GameResult::kUnknown) continue;
    ++(reply.result == GameResult::kBlackWins ? report.fourth_black_wins
                                              : report.fourth_white_wins);
    report.replies.push_back(reply);
  }
  const Status status = conclude(evaluator, position.value(), report);
  if (!status.ok()) return status;
  return report;
}

}  // namespace

Result<std::vector<OpeningReport>> report_openings(const Store& store, const Game& game) {
  CHECK(store.rules() == game.rules() && store.size() == game.size());
  std::vector<OpeningReport> reports;
  if (!has_openings(game)) return reports;
  Evaluator evaluator(store, game);
  for (const Opening& opening : all_openings()) {
    Result<OpeningReport> one = report_opening(evaluator, opening);
    if (!one.ok()) return one.status();
    reports.push_back(std::move(one).value());
  }
  return reports;
}

Result<Report> make_report(const Store& store, const Game& game) {
  Result<std::vector<OpeningReport>> openings = report_openings(store, game);
  if (!openings.ok()) return openings.status();
  const Result<std::uint64_t> bytes = store.bytes_on_disk();
  if (!bytes.ok()) return bytes.status();
  return Report{.path = store.path(),
                .rules = store.rules(),
                .size = store.size(),
                .bytes_on_disk = bytes.value(),
                .openings = std::move(openings).value(),
                .records = {}};
}

Json to_json(const OpeningReport& report) {
  const Opening& opening = report.opening;
  const bool known = report.result != GameResult::kUnknown;
  const Result<std::vector<Move>> stones = parse_move_list(opening.moves, 15);
  CHECK(stones.ok());
  Position position;
  Json history = Json::array();
  for (const Move stone : stones.value()) {
    position = after_move(position, stone);
    history.push_back(format_move(stone, position.size));
  }
  return {{"code", opening.code},
          {"name", opening.romaji},
          {"english", opening.english},
          {"kanji", opening.kanji},
          {"position", format_position(position)},
          {"history", std::move(history)},
          {"result", result_name(report.result)},
          {"distance", known ? Json(report.distance_plies) : Json(nullptr)},
          {"fourth_moves", report.fourth_moves},
          {"fourth_black_wins", report.fourth_black_wins},
          {"fourth_white_wins", report.fourth_white_wins},
          {"open", report.open()}};
}

Json to_json(const Report& report) {
  Json openings = Json::array();
  std::map<GameResult, int> results;
  int moves = 0;
  int black_wins = 0;
  int white_wins = 0;
  for (std::size_t i = 0; i < report.openings.size(); ++i) {
    const OpeningReport& one = report.openings[i];
    ++results[one.result];
    moves += one.fourth_moves;
    black_wins += one.fourth_black_wins;
    white_wins += one.fourth_white_wins;
    Json replies = Json::array();
    for (const MoveAnswer& reply : one.replies) {
      replies.push_back({{"move", format_move(reply.move, report.size)},
                         {"result", result_name(reply.result)},
                         {"distance", reply.distance_plies}});
    }
    Json json = to_json(one);
    json["replies"] = std::move(replies);
    json["records"] = nullptr;
    json["records_by_goal"] = nullptr;
    if (!report.records.empty()) {
      const OpeningRecords& records = report.records[i];
      json["records"] = records.black + records.white;
      json["records_by_goal"] = {{"black", records.black}, {"white", records.white}};
    }
    openings.push_back(std::move(json));
  }
  return {{"book", report.path},
          {"rules", report.rules},
          {"size", report.size},
          {"bytes", report.bytes_on_disk},
          {"openings", std::move(openings)},
          {"openings_black_wins", results[GameResult::kBlackWins]},
          {"openings_white_wins", results[GameResult::kWhiteWins]},
          {"openings_open", results[GameResult::kUnknown]},
          {"fourth_moves", moves},
          {"fourth_black_wins", black_wins},
          {"fourth_white_wins", white_wins},
          {"open", moves - black_wins - white_wins}};
}

}  // namespace tengen::book
