#include "coordinator/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace tengen::coordinator {
namespace {

constexpr std::chrono::seconds kLineInterval{5};

// ", now at j10, i8 and 3 more"; nothing where no move is worked at.
std::string now_at(const std::vector<std::string>& moves) {
  constexpr std::size_t kMostNamed = 3;
  if (moves.empty()) return {};
  const std::size_t named = std::min(moves.size(), kMostNamed);
  std::string text = ", now at " + moves[0];
  for (std::size_t i = 1; i < named; ++i) {
    text += (i + 1 == moves.size() ? " and " : ", ") + moves[i];
  }
  return moves.size() > named ? fmt::format("{} and {} more", text, moves.size() - named) : text;
}

}  // namespace

std::string format_progress(const Progress& p) {
  // A short search answers the position as a whole: its moves are not looked at one by one.
  std::string moves = "searching all its moves at once";
  if (p.children_known > 0) {
    // One proven move is all that the attacker needs.
    moves = (p.attacker_to_move
                 ? fmt::format("{} moves looked at", p.children_known)
                 : fmt::format("{} of {} moves proven", p.children_proven, p.children_known)) +
            now_at(p.at_work);
  }
  if (p.nearest) {
    moves += fmt::format(", {} of {} replies to {}", p.nearest->replies_proven,
                         p.nearest->replies_known, p.nearest->moves);
  }
  if (!p.suggested.empty()) {
    moves = fmt::format("after {}, as the book suggests: {}", p.suggested, moves);
  }
  return fmt::format(
      "{}, {} positions kept  ({:.1f} s  attempt {}  pn {} dn {}  {:.1f} jobs/s  {:.0f} % busy "
      "({} workers)  {} tree nodes)",
      moves, p.records, p.seconds, p.attempt, p.root_proof_number, p.root_disproof_number,
      p.jobs_per_second, 100 * p.busy_share, p.live_workers, p.tree_nodes);
}

ProgressPrinter::ProgressPrinter(std::string label, bool terminal)
    : label_(std::move(label)), terminal_(terminal), last_line_(std::chrono::steady_clock::now()) {}

ProgressPrinter::~ProgressPrinter() { clear_line(); }

void ProgressPrinter::show(const Progress& progress) {
  const std::string text = label_ + ": " + format_progress(progress);
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    line_open_ = true;
    return;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now - last_line_ < kLineInterval) return;
  last_line_ = now;
  std::fprintf(stderr, "%s\n", text.c_str());
}

void ProgressPrinter::note(const std::string& line) {
  clear_line();
  std::fprintf(stderr, "tengen: %s\n", line.c_str());
}

void ProgressPrinter::clear_line() {
  if (line_open_) std::fprintf(stderr, "\r\033[K");
  line_open_ = false;
}

}  // namespace tengen::coordinator
