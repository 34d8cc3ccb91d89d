// Asks a book about a position and prints verdict, best move, the verdicts of the moves and the
// main line.
//   ask_book BOOK POSITION           POSITION as for `tengen query`: "D4 h7", "h8 h9 i9 h7", ...
//   ask_book BOOK POSITION --wait    first waits until a solve that is writing the book proves it
#include <tengen/book/probe.h>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

namespace book = tengen::book;

namespace {

int fail(const tengen::Status& status) {
  std::cerr << status.message() << '\n';
  return 2;
}

// Asks again after each change of the book until somebody wins.
tengen::Result<book::QueryAnswer> wait_for_answer(book::Probe& probe,
                                                  const tengen::Position& position) {
  while (true) {
    tengen::Result<book::QueryAnswer> answer = probe.query(position);
    if (!answer.ok() || answer.value().result != book::GameResult::kUnknown) return answer;
    while (probe.is_current()) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const tengen::Status refreshed = probe.refresh();
    // kUnavailable: the writer was faster; the next refresh may succeed.
    if (!refreshed.ok() && refreshed.code() != tengen::StatusCode::kUnavailable) return refreshed;
  }
}

void print(const book::QueryAnswer& answer) {
  const int size = answer.position.size;
  std::cout << book::result_name(answer.result);
  if (answer.distance_plies > 0) std::cout << " in at most " << answer.distance_plies << " plies";
  std::cout << '\n';
  if (answer.best != tengen::kNoMove) {
    std::cout << "best: " << tengen::format_move(answer.best, size) << '\n';
  }
  std::cout << "moves:";
  for (const book::MoveAnswer& move : answer.moves) {
    if (move.result == book::GameResult::kUnknown) continue;
    std::cout << ' ' << tengen::format_move(move.move, size) << '='
              << book::result_name(move.result);
  }
  std::cout << "\nline:";
  for (const tengen::Move move : answer.line) std::cout << ' ' << tengen::format_move(move, size);
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const bool wait = argc == 4 && std::string(argv[3]) == "--wait";
  if (argc != 3 && !wait) {
    std::cerr << "usage: ask_book BOOK POSITION [--wait]\n";
    return 2;
  }
  const auto probe = book::Probe::open(argv[1]);
  if (!probe.ok()) return fail(probe.status());
  const auto position = probe.value()->parse(argv[2]);
  if (!position.ok()) return fail(position.status());

  const auto answer = wait ? wait_for_answer(*probe.value(), position.value())
                           : probe.value()->query(position.value());
  if (!answer.ok()) return fail(answer.status());
  print(answer.value());
  return answer.value().result == book::GameResult::kUnknown ? 1 : 0;
}
