#include "cluster/run/solve_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <thread>

#include "cluster/command/asked.h"
#include "solver/base/text.h"

namespace tengen::cluster {
namespace {

constexpr int kMostWorkers = 4096;
constexpr int kMostThreads = 1024;
// What one is stuck at another is not: see solver/NOTES.md, "Teams and searchers".
constexpr int kSearchers = 32;
// One part in so many of --memory is the coordinator's, for its tree.
constexpr std::uint64_t kCoordinatorShare = 8;
constexpr std::uint64_t kLoneBytes = std::uint64_t{256} << 20;

}  // namespace

int default_threads(int workers) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cores / std::max(1, workers), 1, kMostThreads);
}

Status check_threads(int threads) {
  if (threads >= 0 && threads <= kMostThreads) return {};
  return invalid_argument(
      fmt::format("--threads {}: give a number from 1 to {}", threads, kMostThreads));
}

void set_threads(int threads, ProverOptions& prover) {
  threads = std::max(1, threads);
  prover.threads = threads;
  prover.searchers = std::max(kSearchers, threads);
}

Status check_numbers(const SolveOptions& options) {
  if (Status status = check_threads(options.threads); !status.ok()) return status;
  if (Status status = check_engine(options.engine); !status.ok()) return status;
  if (options.workers_given && (options.workers < 0 || options.workers > kMostWorkers)) {
    return invalid_argument(
        fmt::format("--workers {}: give a number from 1 to {}, or 0 to wait for workers that join",
                    options.workers, kMostWorkers));
  }
  if (options.seconds_given && !(std::isfinite(options.seconds) && options.seconds > 0)) {
    return invalid_argument(
        fmt::format("--time {}: give a positive number of seconds", options.seconds));
  }
  if (options.memory_given && !(std::isfinite(options.memory_gib) && options.memory_gib > 0)) {
    return invalid_argument(
        fmt::format("--memory {}: give a positive number of GiB", options.memory_gib));
  }
  return {};
}

namespace {

std::uint64_t memory_of_all(const SolveOptions& options, int workers) {
  if (options.memory_given) return static_cast<std::uint64_t>(options.memory_gib * kGiB);
  const double of_cores = kGiB * workers * std::max(1, options.threads);
  return static_cast<std::uint64_t>(std::min(of_cores, machine_memory_bytes() / 2));
}

}  // namespace

std::uint64_t memory_of_coordinator(const SolveOptions& options, int workers) {
  // Alone, it has all of it, or as much as it would have beside a worker or two.
  if (workers == 0) return options.memory_given ? memory_of_all(options, 0) : kLoneBytes;
  return memory_of_all(options, workers) / kCoordinatorShare;
}

std::uint64_t memory_per_worker(const SolveOptions& options, int workers) {
  return (memory_of_all(options, workers) - memory_of_coordinator(options, workers)) /
         static_cast<std::uint64_t>(workers);
}

Status check_memory(const SolveOptions& options, int workers) {
  if (workers == 0) return {};
  if (memory_per_worker(options, workers) >= kLeastMemoryBytes) return {};
  const double least = workers * static_cast<double>(kLeastMemoryBytes) / kGiB * kCoordinatorShare /
                       (kCoordinatorShare - 1);
  const std::string given = options.memory_given ? fmt::format("--memory {}", options.memory_gib)
                                                 : std::string("half of this machine's memory");
  return invalid_argument(fmt::format("{} is too little for {} workers: they need at least {:.3f}",
                                      given, workers, least + 0.0005) +
                          " GiB");
}

namespace {

Status parse_into(const Game& game, const std::string& where, std::string_view text,
                  std::vector<NamedPosition>& positions) {
  Result<AskedPosition> asked = parse_position(game, text);
  if (!asked.ok()) return {asked.status().code(), where + asked.status().message()};
  positions.push_back({std::string(trimmed(text)), std::move(asked).value().position});
  return {};
}

// Whether the arguments are words of one position.
bool may_lack_quotes(const Game& game, const std::vector<std::string>& words) {
  return words.size() > 1 && parse_position(game, fmt::format("{}", fmt::join(words, " "))).ok();
}

}  // namespace

Result<std::vector<NamedPosition>> read_positions(const Game& game, const SolveOptions& options) {
  std::vector<NamedPosition> positions;
  for (const std::string& text : options.positions) {
    if (Status status = parse_into(game, "", text, positions); !status.ok()) {
      return may_lack_quotes(game, options.positions)
                 ? invalid_argument(fmt::format("{}; if that is one position, quote it: \"{}\"",
                                                status.message(),
                                                fmt::join(options.positions, " ")))
                 : status;
    }
  }
  if (!options.file.empty()) {
    std::ifstream file;
    if (options.file != "-") {
      file.open(options.file);
      if (!file) return Status(StatusCode::kNotFound, "cannot read " + options.file);
    }
    std::istream& lines = options.file == "-" ? std::cin : file;
    const std::string name = options.file == "-" ? "standard input" : options.file;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      const std::string_view text = trimmed(line);
      if (text.empty() || text.front() == '#') continue;
      if (Status status = parse_into(game, fmt::format("{}:{}: ", name, number), text, positions);
          !status.ok()) {
        return status;
      }
    }
    if (lines.bad()) return Status(StatusCode::kIo, "cannot read " + name);
  }
  if (positions.empty()) return invalid_argument("no position is given: name one, or --file");
  return positions;
}

}  // namespace tengen::cluster
