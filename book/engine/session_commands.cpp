#include <algorithm>
#include <bit>
#include <chrono>

#include "book/engine/database_answers.h"
#include "book/engine/session.h"
#include "book/store/store.h"

namespace tengen::book::engine {
namespace {

using Clock = std::chrono::steady_clock;

// What a manager names as the limit includes the program itself and the book's caches.
constexpr std::uint64_t kOutsideSearch = std::uint64_t{96} << 20;
// A search shorter than this does not first look whether the book has grown.
constexpr double kSecondsForRefresh = 1;

Color color_of(const Placed& placed, Color own) {
  return placed.owner == Owner::kOwn ? own : opponent(own);
}

std::string plies_text(int plies) {
  return std::to_string(plies) + (plies == 1 ? " ply" : " plies");
}

}  // namespace

void Session::about(const std::string&) {
  write_("name=\"Tengen\", version=\"" + std::string(tengen_version()) +
         "\", author=\"The Tengen authors\", country=\"International\"");
}

void Session::start(const std::string& arguments) {
  const Result<std::int64_t> size = parse_number(arguments);
  if (!size.ok()) return error("START: " + size.status().message());
  const std::string only = std::to_string(game_.size());
  if (size.value() != game_.size()) {
    return error("START: no board of size " + std::to_string(size.value()) + ", only " +
                 std::string(game_.rules()) + " on " + only + "x" + only);
  }
  thinking_.get_ready();
  restart("");
}

void Session::restart(const std::string&) {
  board_.emplace(game_);
  if (time_.match > 0) time_.left = time_.match;
  thinking_.look_into_book();
  ok();
}

void Session::begin(const std::string&) {
  if (!board_->stones().empty()) return error("BEGIN: the board is not empty");
  think_and_play();
}

void Session::turn(const std::string& arguments) {
  const Result<Placed> placed = parse_placed(arguments, game_.size(), coordinates_);
  if (!placed.ok()) return error("TURN: " + placed.status().message());
  if (const Status played = board_->play(placed.value().move); !played.ok()) {
    return error("TURN: " + played.message());
  }
  think_and_play();
}

void Session::play(const std::string& arguments) {
  const Result<Placed> placed = parse_placed(arguments, game_.size(), coordinates_);
  if (!placed.ok()) return error("PLAY: " + placed.status().message());
  const Move move = placed.value().move;
  if (const Status played = board_->play(move); !played.ok()) {
    return error("PLAY: " + played.message());
  }
  write_(format_point(move, game_.size(), coordinates_));
}

void Session::take_back(const std::string& arguments) {
  const Result<Placed> placed = parse_placed(arguments, game_.size(), coordinates_);
  if (!placed.ok()) return error("TAKEBACK: " + placed.status().message());
  if (const Status taken = board_->take_back(placed.value().move); !taken.ok()) {
    return error("TAKEBACK: " + taken.message());
  }
  ok();
}

// The stones of a BOARD block, of which the first is Black's and the engine's side is to move.
bool Session::lay_block() {
  std::optional<Color> own;
  std::vector<LaidStone> stones;
  for (const Placed& placed : block_->placed) {
    if (placed.owner == Owner::kOther) continue;  // marks a point, lays no stone
    if (placed.owner == Owner::kNone) {
      error(std::string(block_->entry->word) + ": a stone has no owner: X,Y,1 is the engine's");
      return false;
    }
    if (!own) own = placed.owner == Owner::kOwn ? Color::kBlack : Color::kWhite;
    stones.push_back({placed.move, color_of(placed, *own)});
  }
  const Status laid = board_->set_up(stones, own.value_or(Color::kBlack));
  if (!laid.ok()) error(std::string(block_->entry->word) + ": " + laid.message());
  return laid.ok();
}

void Session::set_up(const std::string&) { lay_block(); }

void Session::set_up_and_think(const std::string&) {
  if (lay_block()) think_and_play();
}

void Session::think(const std::string&) { think_and_play(); }

bool Session::plays_rule() const {
  const std::vector<std::int64_t> played = rule_numbers(game_.rules());
  return !rule_ || std::find(played.begin(), played.end(), *rule_) != played.end();
}

std::string Session::refusal_of_rule(std::string_view before_number) const {
  std::string text =
      "rule " + std::to_string(*rule_) + " is not played here, only " + std::string(game_.rules());
  std::string_view between = ": ";
  for (const std::int64_t number : rule_numbers(game_.rules())) {
    text += std::string(between) + (between == ": " ? std::string(before_number) : "") +
            std::to_string(number);
    between = " or ";
  }
  return text;
}

void Session::think_and_play() {
  // A manager's clock runs while what it sent before is still being done.
  const Clock::time_point start = std::max(received_, answered_);
  const auto elapsed = [start] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  if (!plays_rule()) return error(refusal_of_rule("INFO rule "));
  if (!board_->end().empty()) return error("the game is over: " + board_->end());
  const double allowed = seconds_for_move(time_);
  const Position position = board_->position();
  if (game_.legal_moves(position).empty()) return error("the side to move has no legal move");
  const ThinkLimits limits{.seconds = std::max(allowed - elapsed(), 0.001), .nodes = most_nodes_};
  const Choice choice = thinking_.choose(position, limits, stop_, allowed >= kSecondsForRefresh);
  tell(position, choice);
  const Status played = board_->play(choice.move);
  CHECK(played.ok());
  write_(format_point(choice.move, game_.size(), coordinates_));
  if (time_.left) *time_.left -= static_cast<std::int64_t>(elapsed() * 1000);
  answered_ = Clock::now();
}

void Session::tell(const Position& position, const Choice& choice) {
  const std::string move = format_move(choice.move, position.size);
  if (choice.claim) {
    const Claim& claim = *choice.claim;
    const bool wins = claim.winner == position.to_move;
    message(std::string(claim.winner == Color::kBlack ? "Black" : "White") + " wins in at most " +
            plies_text(claim.distance_plies) + ", proven" +
            (claim.searched ? " by this search: " : ": ") + move +
            (wins ? " wins" : " lasts longest"));
    return;
  }
  std::string text = "nothing proven: " + move + " looks best";
  if (choice.avoided > 0) {
    text += ", " + std::to_string(choice.avoided) + " moves lose for certain";
  }
  text += ", " + std::to_string(choice.nodes) + " nodes in " +
          std::to_string(static_cast<int>(choice.seconds * 1000)) + " ms";
  message(text);
}

void Session::info(const std::string& arguments) {
  const Command option = split_command(arguments);
  if (option.word == "FOLDER" || option.word == "EVALUATE" || option.word.empty()) return;
  const Result<std::int64_t> value = parse_number(option.arguments);
  if (!value.ok()) {
    return error("INFO " + shown(option.word) + ": " + value.status().message());
  }
  set_option(option.word, value.value());
}

// Keys that are not known are no business of this engine: Gomocup asks to pass over them.
void Session::set_option(const std::string& key, std::int64_t value) {
  const std::int64_t at_least_zero = std::max<std::int64_t>(value, 0);
  if (key == "TIMEOUT_TURN") {
    time_.turn = at_least_zero;
  } else if (key == "TIMEOUT_MATCH") {
    time_.match = at_least_zero;
    time_.left.reset();
    if (value > 0 && value < kNoTimeLimit) time_.left = value;
  } else if (key == "TIME_LEFT") {
    time_.left.reset();
    if (value < kNoTimeLimit) time_.left = at_least_zero;
  } else if (key == "MAX_NODE") {
    most_nodes_ = static_cast<std::uint64_t>(at_least_zero);
  } else if (key == "MAX_MEMORY") {  // bytes
    const auto bytes = static_cast<std::uint64_t>(at_least_zero);
    set_memory(value <= 0 ? most_memory_ : bytes - std::min(bytes, kOutsideSearch));
  } else if (key == "HASH_SIZE") {  // KiB
    constexpr std::int64_t kMostKib = std::int64_t{1} << 40;
    set_memory(static_cast<std::uint64_t>(std::min(at_least_zero, kMostKib)) << 10);
  } else if (key == "RULE") {
    rule_ = value;
    if (!plays_rule()) error("INFO " + refusal_of_rule(""));
  } else if (key == "USEDATABASE") {
    if (value == 0) return thinking_.close_book();
    if (book_path_.empty()) return;
    if (const Status used = thinking_.use_book(book_path_); !used.ok()) error(used.message());
  }
}

// No more than what the program was started with.
void Session::set_memory(std::uint64_t bytes) {
  memory_ = std::clamp(bytes, kLeastMemoryBytes, most_memory_);
  thinking_.set_memory(memory_);
}

void Session::show_info(const std::string&) {
  if (!coordinates_given_) coordinates_ = Coordinates::kRowColumn;
  message("Tengen " + std::string(tengen_version()));
  message("INFO MAX_THREAD_NUM 1");
  // As a power of two of KiB.
  message("INFO MAX_HASH_SIZE " + std::to_string(std::bit_width(most_memory_ >> 10) - 1));
}

void Session::show_forbidden(const std::string&) {
  std::string points;
  const Position& position = board_->position();
  if (position.to_move == Color::kBlack) {
    const auto two_digits = [](int number) {
      return std::string(number < 10 ? "0" : "") + std::to_string(number);
    };
    for (const Move foul : game_.foul_points(position)) {
      const Pair pair = pair_of(foul, game_.size(), coordinates_);
      points += two_digits(pair.first) + two_digits(pair.second);
    }
  }
  write_("FORBID " + points + ".");
}

void Session::clear_hash(const std::string&) { thinking_.clear(); }

void Session::set_database(const std::string& arguments) {
  if (const Status opened = open_book(arguments); !opened.ok()) {
    return error("YXSETDATABASE: " + opened.message());
  }
  message("reading the book " + shown(arguments));
}

// What the book says of the position of a question, whose stones have no owners: Black's first,
// then in turn. Nothing is known where the game is over or no book is read.
QueryAnswer Session::answer_to_block() {
  std::vector<LaidStone> stones;
  Color color = Color::kBlack;
  for (const Placed& placed : block_->placed) {
    stones.push_back({placed.move, color});
    color = opponent(color);
  }
  LaidBoard asked(game_);
  if (const Status laid = asked.set_up(stones, color); !laid.ok()) {
    error(std::string(block_->entry->word) + ": " + laid.message());
    return {};
  }
  if (!asked.end().empty()) return {};
  return thinking_.query(asked.position()).value_or(QueryAnswer());
}

void Session::tell_children(const QueryAnswer& answer) {
  message("DATABASE REFRESH");
  for (const std::string& line : database_children(answer, coordinates_)) message(line);
  message("DATABASE DONE");
}

void Session::query_all(const std::string&) { tell_children(answer_to_block()); }

void Session::query_one(const std::string&) { message(database_one(answer_to_block())); }

void Session::query_text(const std::string&) { message(database_text(answer_to_block())); }

void Session::query_all_and_text(const std::string&) {
  const QueryAnswer answer = answer_to_block();
  tell_children(answer);
  message(database_text(answer));
}

void Session::tell_fault() {
  if (const std::optional<Status> fault = thinking_.take_fault()) {
    error("the book: " + fault->message());
  }
}

}  // namespace tengen::book::engine
