#include "book/engine/outside_engine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace tengen::book::engine {
namespace {

using Clock = EngineProcess::Clock;

// Of one question, with all that is said around it. Searches that tell all they do need a few 100
// KB.
constexpr std::size_t kMostOutput = std::size_t{4} << 20;
// How long an OK may still come after an ERROR: some complain about their settings and go on.
constexpr double kSecondsAfterError = 1;
// RESTART is said again when it is not answered: Rapfi drops what it reads before it has, after its
// answer, come to rest.
constexpr double kSecondsToRepeat = 0.5;
// Yixin's, for an answer at once. Others answer UNKNOWN, after their answer, and that is read over.
constexpr std::string_view kAnswerNow = "YXSTOP\n";

Clock::duration duration_of(double seconds) {
  constexpr double kMostSeconds = 1e7;
  return std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::clamp(seconds, 0.0, kMostSeconds)));
}

// Whether a line has the form of a point, if not necessarily of one on the board.
bool is_like_a_point(std::string_view line) {
  return line.find_first_not_of("0123456789+-, \t") == std::string_view::npos &&
         line.find(',') != std::string_view::npos;
}

// From the centre outwards, as games come about, more or less: renju's first stone is in the
// centre, and an engine may insist.
std::vector<Move> from_centre(std::vector<Move> stones, int size) {
  const auto distance = [size](Move point) {
    return std::max(std::abs(2 * (point % size) - (size - 1)),
                    std::abs(2 * (point / size) - (size - 1)));
  };
  std::stable_sort(stones.begin(), stones.end(),
                   [&](Move a, Move b) { return distance(a) < distance(b); });
  return stones;
}

// With renju, the stones of a BOARD are in the order of the game: that is what tells the colours.
std::string question_text(const Position& position, double seconds) {
  constexpr double kMostMilliseconds = 2'000'000'000;
  const double milliseconds = std::clamp(std::floor(seconds * 1000), 1.0, kMostMilliseconds);
  std::string text = "INFO timeout_turn " +
                     std::to_string(static_cast<std::int64_t>(milliseconds)) + "\nINFO time_left " +
                     std::to_string(kNoTimeLimit) + "\n";
  if (position.stone_count() == 0) return text + "BEGIN\n";
  const std::vector<Move> black = from_centre(position.black, position.size);
  const std::vector<Move> white = from_centre(position.white, position.size);
  const auto line_of = [&position](Move point, Color color) {
    return format_point(point, position.size, Coordinates::kColumnRow) +
           (color == position.to_move ? ",1\n" : ",2\n");
  };
  text += "BOARD\n";
  for (std::size_t i = 0; i < black.size(); ++i) {
    text += line_of(black[i], Color::kBlack);
    if (i < white.size()) text += line_of(white[i], Color::kWhite);
  }
  return text + "DONE\n";
}

}  // namespace

std::vector<Hint> hints_in(const EngineAnswer& answer, const Position& position) {
  std::vector<Hint> hints;
  Position reached = position;
  for (const Move move : answer.line) {
    if (reached.to_move == position.to_move) hints.push_back({reached, move, true});
    reached = after_move(reached, move);
  }
  return hints;
}

OutsideEngine::OutsideEngine(std::string command, const Game& game,
                             const OutsideEngineOptions& options)
    : command_(std::move(command)), game_(game), options_(options), main_line_(game) {}

OutsideEngine::~OutsideEngine() {
  if (process_ != nullptr) process_->end_politely("END\n");
}

Result<EngineAnswer> OutsideEngine::ask(const Position& position, double seconds,
                                        const std::function<bool()>& stop) {
  if (given_up()) {
    return Status(StatusCode::kUnavailable, "the engine '" + command_ + "' has been given up");
  }
  if (Status status = check_askable(position); !status.ok()) return status;
  complaint_.clear();
  Result<EngineAnswer> answer = try_to_ask(position, seconds, stop);
  if (answer.ok()) {
    failures_ = 0;
  } else if (answer.status().code() == StatusCode::kIo) {
    return fail(answer.status().message());
  }
  return answer;
}

Status OutsideEngine::check_askable(const Position& position) const {
  if (game_.rules() != "renju") {
    return invalid_argument("engines are asked about renju only, not " +
                            std::string(game_.rules()));
  }
  const std::size_t white_first = position.to_move == Color::kWhite ? 1 : 0;
  if (position.black.size() != position.white.size() + white_first || position.after_pass) {
    return invalid_argument("an engine cannot be asked about " + format_position(position) +
                            ", where a side has passed or the stones were set up");
  }
  return {};
}

Result<EngineAnswer> OutsideEngine::try_to_ask(const Position& position, double seconds,
                                               const Stop& stop) {
  if (Status status = get_ready(stop); !status.ok()) return status;
  return put_question(position, seconds, stop);
}

// A process that has said OK last and owes nothing: what it says next is about the next question.
Status OutsideEngine::get_ready(const Stop& stop) {
  if (stop && stop()) return trouble(Event::kStopped, "");
  if (process_ != nullptr) {
    process_->allow(kMostOutput);
    Event event = owes_an_answer_ ? take_owed_answer(stop) : Event::kLine;
    // To be stopped late is no failure, but nothing can be asked meanwhile.
    if (event != Event::kLine && event != Event::kStopped) event = Event::kEnded;
    if (event == Event::kLine) event = begin_game(false, stop);
    if (event == Event::kLine) return {};
    // Nor is it one to end after an answer.
    if (event != Event::kEnded) return trouble(event, "RESTART");
    process_.reset();
  }
  Result<std::unique_ptr<EngineProcess>> started = EngineProcess::start(command_);
  if (!started.ok()) return started.status();
  process_ = std::move(started).value();
  process_->allow(kMostOutput);
  owes_an_answer_ = false;
  has_settings_ = false;
  const Event event = begin_game(true, stop);
  return event == Event::kLine ? Status() : trouble(event, "START");
}

// kLine when it has come. Without this, an engine that goes on thinking, and one whose answer is
// under way, could take the next commands for nothing and the answer for one to the next question.
EngineProcess::Event OutsideEngine::take_owed_answer(const Stop& stop) {
  const Clock::time_point deadline = Clock::now() + duration_of(options_.grace_seconds);
  for (;;) {
    const EngineProcess::Heard heard = process_->hear(deadline, stop);
    if (heard.event != Event::kLine) return heard.event;
    if (!is_like_a_point(heard.line)) continue;
    owes_an_answer_ = false;
    return Event::kLine;
  }
}

// kLine when the board is empty and the settings are told. All that comes before the OK is passed
// over, so that no late answer is taken for the one to come.
EngineProcess::Event OutsideEngine::begin_game(bool is_new, const Stop& stop) {
  const std::string start = "START " + std::to_string(game_.size()) + "\n";
  bool says_restart = !is_new && knows_restart_;
  if (!process_->say(says_restart ? "RESTART\n" : start)) return Event::kEnded;
  Clock::time_point deadline = Clock::now() + duration_of(options_.start_seconds);
  double repeat_seconds = kSecondsToRepeat;
  Clock::time_point repeat = Clock::now() + duration_of(repeat_seconds);
  for (;;) {
    const bool may_repeat = says_restart && repeat < deadline;
    const EngineProcess::Heard heard = process_->hear(may_repeat ? repeat : deadline, stop);
    if (heard.event == Event::kTimeout && may_repeat) {
      if (!process_->say("RESTART\n")) return Event::kEnded;
      repeat_seconds *= 2;
      repeat += duration_of(repeat_seconds);
      continue;
    }
    if (heard.event != Event::kLine) return heard.event;
    const std::string word = split_command(heard.line).word;
    if (word == "OK") break;
    const bool refuses = word == "ERROR" || word == "UNKNOWN";
    if (refuses && says_restart) {
      says_restart = false;
      knows_restart_ = false;
      has_settings_ = false;
      if (!process_->say(start)) return Event::kEnded;
    } else if (refuses) {
      take_note(heard.line);
      deadline = std::min(deadline, Clock::now() + duration_of(kSecondsAfterError));
    }
  }
  if (has_settings_ && says_restart) return Event::kLine;
  // Against another program, and not a person: no engine should play below its strength.
  has_settings_ = process_->say("INFO rule " + std::to_string(options_.renju_rule) +
                                "\nINFO timeout_match 0\n" + "INFO max_memory " +
                                std::to_string(options_.memory_bytes) + "\nINFO game_type 1\n");
  return has_settings_ ? Event::kLine : Event::kEnded;
}

Result<EngineAnswer> OutsideEngine::put_question(const Position& position, double seconds,
                                                 const Stop& stop) {
  main_line_.clear();
  const Clock::time_point asked = Clock::now();
  const Clock::time_point due = asked + duration_of(seconds);
  const Clock::time_point deadline = due + duration_of(options_.grace_seconds);
  if (!process_->say(question_text(position, seconds))) return trouble(Event::kEnded, "BOARD");
  bool hurried = false;
  for (;;) {
    const EngineProcess::Heard heard = process_->hear(hurried ? deadline : due, stop);
    if (heard.event == Event::kLine) {
      if (!is_like_a_point(heard.line)) {
        take_note(heard.line);
        continue;
      }
      Result<Move> move = move_in(heard.line, position);
      if (!move.ok()) return move.status();
      EngineAnswer answer;
      answer.move = move.value();
      answer.line = main_line_.beginning_with(answer.move, position);
      answer.seconds = std::chrono::duration<double>(Clock::now() - asked).count();
      return answer;
    }
    if (heard.event == Event::kTimeout && !hurried) {
      hurried = true;
      process_->say(kAnswerNow);
      continue;
    }
    if (heard.event == Event::kStopped) {
      owes_an_answer_ = true;
      process_->say(kAnswerNow);
    }
    return trouble(heard.event, "BOARD");
  }
}

// Errors: kIo for a move that is none.
Result<Move> OutsideEngine::move_in(const std::string& line, const Position& position) const {
  const auto no_move = [&](std::string_view why) {
    return Status(StatusCode::kIo, "answers '" + shown(line) + "', " + std::string(why));
  };
  const Result<Placed> placed = parse_placed(line, position.size, Coordinates::kColumnRow);
  if (!placed.ok() || placed.value().owner != Owner::kNone) return no_move("which is no point");
  const Move move = placed.value().move;
  if (move == kPass) return no_move("a pass, which is no guide");
  if (!position.is_empty_point(move)) return no_move("a point that is taken");
  if (game_.effect(position, move) == MoveEffect::kFoul) return no_move("a foul");
  return move;
}

void OutsideEngine::take_note(const std::string& line) {
  const std::string word = split_command(line).word;
  if (word == "ERROR") {
    complaint_ = shown(line);
  } else if (word != "UNKNOWN" && word != "SUGGEST") {
    main_line_.read(line);
  }
}

Status OutsideEngine::trouble(Event event, const std::string& with) const {
  if (event == Event::kStopped) return {StatusCode::kUnavailable, "the question was stopped"};
  std::string text = "does not answer " + with + " in time";
  if (event == Event::kTooMuch) text = "answers " + with + " with lines or an output without end";
  if (event == Event::kEnded) text = "has ended at " + with + " (" + process_->how_ended() + ")";
  if (!complaint_.empty()) text += ", it says '" + complaint_ + "'";
  return {StatusCode::kIo, std::move(text)};
}

Status OutsideEngine::fail(const std::string& why) {
  process_.reset();
  ++failures_;
  std::string text = "the engine '" + command_ + "' " + why;
  if (given_up()) {
    text += failures_ == 1
                ? ": it is given up"
                : ", the failure " + std::to_string(failures_) + " in a row: it is given up";
  }
  return {StatusCode::kIo, std::move(text)};
}

}  // namespace tengen::book::engine
