#include "book/engine/session.h"

#include <algorithm>
#include <utility>

namespace tengen::book::engine {
const Session::Entry* Session::find_entry(std::string_view word) {
  // Gomocup's, Yixin's, questions to the book; what has no handler is answered by an error.
  static const Entry kEntries[] = {
      {"ABOUT", &Session::about},
      {"START", &Session::start},
      {"RECTSTART", nullptr},
      {"RESTART", &Session::restart, true},
      {"BEGIN", &Session::begin, true},
      {"TURN", &Session::turn, true},
      {"PLAY", &Session::play, true},
      {"BOARD", &Session::set_up_and_think, true, true},
      {"TAKEBACK", &Session::take_back, true},
      {"INFO", &Session::info},
      {"STOP", &Session::nothing},
      {"YXSTOP", &Session::nothing},
      {"YXBOARD", &Session::set_up, true, true},
      {"YXNBEST", &Session::think, true},
      {"YXSHOWFORBID", &Session::show_forbidden, true},
      {"YXSHOWINFO", &Session::show_info},
      {"YXHASHCLEAR", &Session::clear_hash},
      {"YXSETDATABASE", &Session::set_database},
      {"YXSAVEDATABASE", &Session::nothing},
      {"YXQUERYDATABASEALL", &Session::query_all, false, true},
      {"YXQUERYDATABASEONE", &Session::query_one, false, true},
      {"YXQUERYDATABASETEXT", &Session::query_text, false, true},
      {"YXQUERYDATABASEALLT", &Session::query_all_and_text, false, true},
      {"YXEDITTVDDATABASE", nullptr, false, true},
      {"YXEDITTEXTDATABASE", nullptr, false, true},
      {"YXEDITLABELDATABASE", nullptr, false, true},
      {"YXDELETEDATABASEONE", nullptr, false, true},
      {"YXDELETEDATABASEALL", nullptr, false, true},
      {"YXDBMERGE", nullptr},
      {"YXDBSPLIT", nullptr},
      {"YXLIBTODB", nullptr},
      {"YXHASHDUMP", nullptr},
      {"YXHASHLOAD", nullptr},
      {"YXBLOCK", nullptr, false, true},
      {"YXBLOCKUNDO", nullptr, false, true},
      {"YXBLOCKRESET", &Session::nothing},
  };
  const auto* const found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                         [word](const Entry& entry) { return entry.word == word; });
  return found == std::end(kEntries) ? nullptr : found;
}

Session::Session(const Game& game, const SessionOptions& options, Write write)
    : game_(game),
      write_(std::move(write)),
      most_memory_(options.memory_bytes),
      memory_(options.memory_bytes),
      coordinates_given_(options.coordinates.has_value()),
      coordinates_(options.coordinates.value_or(Coordinates::kColumnRow)),
      thinking_(game, options.memory_bytes) {
  CHECK(most_memory_ >= kLeastMemoryBytes);
}

Status Session::open_book(const std::string& path) {
  Status status = thinking_.open_book(path);
  if (status.ok()) book_path_ = path;
  return status;
}

bool Session::handle(std::string_view line, const std::function<bool()>& stop,
                     Clock::time_point received) {
  stop_ = stop;
  received_ = received;
  if (line.size() > kLongestLine) {
    const std::string text =
        "a line of more than " + std::to_string(kLongestLine) + " characters is refused";
    if (!block_) {
      error(text);
    } else if (block_->fault.ok()) {
      block_->fault = invalid_argument(text);
    }
    return true;
  }
  const Command command = split_command(line);
  if (command.word == "END") return false;
  if (command.word.empty()) return true;
  const Entry* const entry = find_entry(command.word);
  if (block_ && entry == nullptr) {
    add_to_block(line);
    return true;
  }
  if (block_) {
    error(std::string(block_->entry->word) + " was not ended by DONE before " + command.word);
    block_.reset();
  }
  if (entry == nullptr) {
    write_("UNKNOWN command '" + shown(command.word) + "'");
  } else if (entry->is_block) {
    block_ = Block{entry, command.arguments, {}, {}};
  } else {
    run(*entry, command.arguments);
  }
  return true;
}

void Session::run(const Entry& entry, const std::string& arguments) {
  if (entry.needs_game && !board_) {
    error(std::string(entry.word) + ": no game has been started, send START first");
  } else if (entry.handler == nullptr) {
    error(std::string(entry.word) + " is not supported");
  } else {
    (this->*entry.handler)(arguments);
  }
  tell_fault();
}

void Session::add_to_block(std::string_view line) {
  const Command command = split_command(line);
  if (command.word != "DONE") {
    if (!block_->fault.ok()) return;
    const Result<Placed> placed = parse_placed(line, game_.size(), coordinates_);
    const auto points = static_cast<std::size_t>(game_.size() * game_.size());
    if (!placed.ok()) {
      block_->fault = placed.status();
    } else if (block_->placed.size() == 2 * points) {
      block_->fault = invalid_argument("more moves than a game can have");
    } else {
      block_->placed.push_back(placed.value());
    }
    return;
  }
  if (block_->fault.ok()) {
    run(*block_->entry, block_->arguments);
  } else {
    error(std::string(block_->entry->word) + ": " + block_->fault.message());
  }
  block_.reset();
}

}  // namespace tengen::book::engine
