// What a run says of itself about once a second, on stderr.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tengen::coordinator {

// An attacker's move and how much of it is done.
struct MoveProgress {
  std::string moves;  // from the asked position up to it: "i9", or after a reply "o15 i9"
  int replies_proven = 0;
  int replies_known = 0;
};

struct Progress {
  // The attacker's move at the asked position that the rest is about, where the book suggests one;
  // the root of the tree is what it leads to.
  std::string suggested;
  double seconds = 0;
  std::uint32_t root_proof_number = 1;
  std::uint32_t root_disproof_number = 1;
  bool attacker_to_move = false;  // at the root
  int children_proven = 0;        // of the root
  int children_known = 0;
  // Moves of the root that a worker is on, or on something below, by name in the asker's frame.
  std::vector<std::string> at_work;
  // Of the attacker's moves at the root, or after those replies, the one with most replies proven.
  std::optional<MoveProgress> nearest;
  std::uint32_t attempt = 1;  // the scheduler's, from 1
  std::uint64_t jobs = 0;
  double jobs_per_second = 0;  // in the last ten to twenty seconds
  std::uint64_t nodes = 0;
  double nodes_per_second = 0;  // the same
  double busy_share = 0;        // of the live workers, since the last report
  int live_workers = 0;
  std::uint64_t records = 0;  // stored for this position so far
  std::size_t tree_nodes = 0;
  std::uint64_t memory_bytes = 0;  // the tree's and that of facts waiting for workers
};

// "11 of 13 moves proven, now at j10 and i8, 120 of 222 replies to j10 g7, 1308 positions kept
// (12.3 s  attempt 1  pn 14 dn 1203  4.2 jobs/s  97 % busy (2 workers)  57 nodes)": first what a
// player wants to know. Of a suggested move "after i9, as the book suggests: 11 of 13".
[[nodiscard]] std::string format_progress(const Progress& progress);

// Writes progress to stderr: one rewritten line on a terminal, else a line every five seconds.
class ProgressPrinter {
 public:
  // `label` names what is being solved.
  ProgressPrinter(std::string label, bool terminal);
  ~ProgressPrinter();
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;

  void show(const Progress& progress);
  // A line of its own, above the progress.
  void note(const std::string& line);

 private:
  void clear_line();

  const std::string label_;
  const bool terminal_;
  bool line_open_ = false;
  std::chrono::steady_clock::time_point last_line_;
};

}  // namespace tengen::coordinator
