// Generates a tree of moves, writes it as a RenLib file, reads it again, and imports it into a book
// as hints: nodes per second and the most memory that was taken.
//
//   exchange_bench NODES DIRECTORY
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "book/exchange/hint_import.h"
#include "book/exchange/renlib.h"
#include "book/store/hint_writer.h"

namespace tengen::book {
namespace {

class Stopwatch {
 public:
  // Since the last call.
  double seconds() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - last_;
    last_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void say(const char* what, std::uint64_t count, double seconds) {
  fmt::print("{:<8}{:>12} nodes {:>8.2f} s {:>12.0f} nodes/s {:>8.0f} MB at most so far\n", what,
             count, seconds, static_cast<double>(count) / seconds, peak_mb());
}

// A tree like that of a proof: one move of Black, many of White, some texts, legal throughout.
void write_tree(std::uint64_t nodes, std::ostream& out) {
  std::mt19937 random(1);
  LibWriter writer(out, 4);
  writer.node({.depth = 0});
  std::vector<Move> path;     // the moves to where the tree goes on
  std::vector<int> siblings;  // by depth: how many are still to come
  std::vector<bool> taken(225);
  for (std::uint64_t written = 1; written < nodes; ++written) {
    const bool black = path.size() % 2 == 0;
    if (siblings.size() == path.size()) {
      siblings.push_back(black ? 0 : static_cast<int>(random() % 40));
    }
    Move move;
    do {
      move = static_cast<Move>(random() % 225);
    } while (taken[static_cast<std::size_t>(move)]);
    writer.node({.depth = static_cast<int>(path.size()) + 1,
                 .move = move,
                 .has_sibling = siblings.back() > 0,
                 .comment = random() % 8 == 0 ? "Black wins in at most 31 plies" : "",
                 .board_text = fmt::format("{}{}", black ? 'W' : 'L', random() % 60)});
    path.push_back(move);
    taken[static_cast<std::size_t>(move)] = true;
    const bool ends = path.size() >= 40 || (!black && random() % 3 != 0);
    // Up to the next sibling; once the tree is used up, it goes on below its last node.
    if (ends && std::any_of(siblings.begin(), siblings.end(), [](int left) { return left > 0; })) {
      while (siblings.back() == 0) {
        siblings.pop_back();
        taken[static_cast<std::size_t>(path.back())] = false;
        path.pop_back();
      }
      --siblings.back();
      taken[static_cast<std::size_t>(path.back())] = false;
      path.pop_back();
    }
  }
  CHECK(writer.finish().ok());
}

int run(std::uint64_t nodes, const std::string& directory) {
  std::filesystem::create_directories(directory);
  const std::string path = directory + "/generated.lib";
  Stopwatch watch;
  {
    std::ofstream out(path, std::ios::binary);
    write_tree(nodes, out);
  }
  say("write", nodes, watch.seconds());
  std::ifstream in(path, std::ios::binary);
  const auto read = read_lib(in, [](const LibNode&) { return Status(); });
  CHECK(read.ok() && read.value().nodes == nodes);
  say("read", nodes, watch.seconds());
  const auto store = Store::open_for_writing(directory + "/book", "renju", 15);
  CHECK(store.ok());
  HintWriter writer(*store.value());
  NoteWriter notes(*store.value());
  const auto counts =
      read_hints({.path = path, .format = HintFormat::kLib, .rules = "renju"},
                 {.hint = [&writer](const HintedPosition& hint) { return writer.add(hint); },
                  .note = [&notes](const NotedPosition& noted) { return notes.add(noted); }});
  CHECK(counts.ok() && writer.finish().ok() && notes.finish().ok());
  say("import", nodes, watch.seconds());
  fmt::print("{} bytes, hints for {} positions\n", std::filesystem::file_size(path),
             writer.added().positions);
  return 0;
}

}  // namespace
}  // namespace tengen::book

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: exchange_bench NODES DIRECTORY\n");
    return 2;
  }
  return tengen::book::run(std::strtoull(argv[1], nullptr, 10), argv[2]);
}
