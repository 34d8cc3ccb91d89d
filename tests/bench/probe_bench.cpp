// Speed of the probe library on a book: how long it takes to open, to look up a record, to answer a
// query, alone and from two threads. Measured with the book's files in the system's memory.
//   probe_bench my.book                          any book
//   probe_bench big.book --make 5000000          makes it first, of positions from random play
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <thread>

#include "book/probe.h"
#include "book/query/openings.h"
#include "solver/game/symmetry.h"

namespace tengen::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Random = std::mt19937_64;

struct Options {
  std::string book;
  std::uint64_t make = 0;
  std::size_t samples = 200'000;
  std::size_t queries = 300;
  int rounds = 5;
  std::uint64_t seed = 1;
  bool cpu = false;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double thread_cpu_seconds() {
  ::timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

[[noreturn]] void stop(const Status& status) {
  fmt::print(stderr, "probe_bench: {}\n", status.message());
  std::exit(1);
}

template <typename T>
T value_of(Result<T> result) {
  if (!result.ok()) stop(result.status());
  return std::move(result).value();
}

template <typename T>
const T& any_of(const std::vector<T>& values, Random& random) {
  return values[random() % values.size()];
}

// An empty point at most two rows and columns from a stone.
Move random_move(const Position& position, Random& random) {
  while (true) {
    const Move stone =
        any_of(position.stones(random() % 2 == 0 ? Color::kBlack : Color::kWhite), random);
    const int column = stone % position.size + static_cast<int>(random() % 5) - 2;
    const int row = stone / position.size + static_cast<int>(random() % 5) - 2;
    if (std::min(column, row) < 0 || std::max(column, row) >= position.size) continue;
    const auto point = static_cast<Move>(row * position.size + column);
    if (position.is_empty_point(point)) return point;
  }
}

// Black's positions of 8 to 30 stones along games of random moves from the 26 openings, as claims
// that no search has made.
void make_book(const Options& options) {
  // No real book gets claims that nobody has proven.
  if (std::filesystem::exists(options.book)) stop(invalid_argument(options.book + " exists"));
  const std::unique_ptr<book::Store> store =
      value_of(book::Store::open_for_writing(options.book, "renju", 15));
  const Game& game = *value_of(find_game("renju", 15));
  Random random(options.seed);
  const bool shows = isatty(STDERR_FILENO) != 0;
  std::uint64_t added = 0;
  const Clock::time_point start = Clock::now();
  while (added < options.make) {
    book::CommitBatch batch;
    batch.sync = false;
    while (batch.proofs.size() < 1000) {
      const book::Opening& opening = book::all_openings()[random() % book::all_openings().size()];
      Position position = value_of(game.parse(opening.moves));
      while (position.stone_count() < 30) {
        position = after_move(position, random_move(position, random));
        if (position.to_move != Color::kBlack || position.stone_count() < 8) continue;
        Canonical canonical = canonicalize(position);
        const Move move = canonical.canonical_from_input.apply(random_move(position, random), 15);
        batch.proofs.push_back({.position = std::move(canonical.position),
                                .goal = Color::kBlack,
                                .move = move,
                                .distance_plies = 5 + 2 * static_cast<int>(random() % 25)});
      }
    }
    added += value_of(store->commit(batch)).added;
    if (shows) fmt::print(stderr, "\r{} records", added);
  }
  if (shows) fmt::print(stderr, "\n");
  const double seconds = seconds_since(start);
  fmt::print("made       {} records in {:.1f} s, {:.0f} a second\n", added, seconds,
             static_cast<double>(added) / seconds);
}

struct Question {
  Position position;
  Color goal = Color::kBlack;
};

// Records of the book in random order, each seen from a random side, and how many there are.
std::vector<Question> sample(const book::Store& store, const Options& options, Random& random,
                             std::uint64_t& records) {
  std::vector<Question> chosen;
  records = 0;
  const Status scanned = store.scan_proofs([&](const book::BookKey& key, const book::StoredProof&) {
    const std::uint64_t place = random() % ++records;
    if (chosen.size() < options.samples) {
      chosen.push_back({key.position, key.goal});
    } else if (place < chosen.size()) {
      chosen[place] = {key.position, key.goal};
    }
    return true;
  });
  if (!scanned.ok()) stop(scanned);
  std::shuffle(chosen.begin(), chosen.end(), random);
  for (Question& question : chosen) {
    const Symmetry side(static_cast<int>(random() % kSymmetryCount));
    question.position = side.apply(question.position);
  }
  return chosen;
}

struct Times {
  double p50 = 0, p99 = 0, p999 = 0;  // microseconds
};

// Each percentile is the best of the rounds; one round before them warms up.
template <typename Ask>
Times measure(const std::vector<Question>& questions, int rounds, bool cpu, const Ask& ask) {
  Times best{1e9, 1e9, 1e9};
  std::vector<double> micros(questions.size());
  for (int round = 0; round <= rounds; ++round) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const Clock::time_point start = Clock::now();
      const double cpu_start = cpu ? thread_cpu_seconds() : 0;
      ask(questions[i]);
      micros[i] = 1e6 * (cpu ? thread_cpu_seconds() - cpu_start : seconds_since(start));
    }
    if (round == 0) continue;
    std::sort(micros.begin(), micros.end());
    const auto at = [&](double share) {
      return micros[static_cast<std::size_t>(share * static_cast<double>(micros.size() - 1))];
    };
    best.p50 = std::min(best.p50, at(0.50));
    best.p99 = std::min(best.p99, at(0.99));
    best.p999 = std::min(best.p999, at(0.999));
  }
  return best;
}

void print_times(const char* what, const Times& times) {
  fmt::print("{:<10} p50 {:.1f} µs, p99 {:.1f} µs, p99.9 {:.1f} µs\n", what, times.p50, times.p99,
             times.p999);
}

struct Rate {
  double per_second = 0;
  double per_cpu_second = 0;  // of all threads together, free of what else the machine does
};

Rate read_by_threads(const book::Probe& probe, const std::vector<Question>& questions,
                     std::size_t threads) {
  std::atomic<std::uint64_t> finds = 0;
  std::vector<double> cpu_seconds(threads);
  std::vector<std::thread> running;
  const Clock::time_point start = Clock::now();
  for (std::size_t thread = 0; thread < threads; ++thread) {
    running.emplace_back([&, thread] {
      const double cpu_start = thread_cpu_seconds();
      std::uint64_t count = 0;
      std::size_t next = thread * questions.size() / threads;
      while (seconds_since(start) < 2) {
        for (int i = 0; i < 100; ++i, ++count) {
          const Question& question = questions[next++ % questions.size()];
          const auto found = probe.find(question.position, question.goal);
          if (!found.ok()) stop(found.status());
        }
      }
      finds += count;
      cpu_seconds[thread] = thread_cpu_seconds() - cpu_start;
    });
  }
  for (std::thread& one : running) one.join();
  double cpu = 0;
  for (const double one : cpu_seconds) cpu += one;
  const auto count = static_cast<double>(finds);
  return {.per_second = count / seconds_since(start),
          .per_cpu_second = static_cast<double>(threads) * count / cpu};
}

void measure_threads(const book::Probe& probe, const std::vector<Question>& questions, int rounds) {
  std::array<Rate, 2> best;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < best.size(); ++i) {
      const Rate rate = read_by_threads(probe, questions, i + 1);
      best[i].per_second = std::max(best[i].per_second, rate.per_second);
      best[i].per_cpu_second = std::max(best[i].per_cpu_second, rate.per_cpu_second);
    }
  }
  fmt::print(
      "threads    1: {:.0f} finds a second, 2: {:.0f}, {:.2f} times; by CPU time {:.2f} times\n",
      best[0].per_second, best[1].per_second, best[1].per_second / best[0].per_second,
      best[1].per_cpu_second / best[0].per_cpu_second);
}

template <typename Do>
double best_milliseconds(int rounds, bool cpu, const Do& act) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point start = Clock::now();
    const double cpu_start = thread_cpu_seconds();
    act();
    best = std::min(best, 1e3 * (cpu ? thread_cpu_seconds() - cpu_start : seconds_since(start)));
  }
  return best;
}

int run(const Options& options) {
  if (options.make > 0) make_book(options);
  Random random(options.seed);
  std::unique_ptr<book::Probe> probe;
  const double open = best_milliseconds(options.rounds, options.cpu,
                                        [&] { probe = value_of(book::Probe::open(options.book)); });
  const std::shared_ptr<const book::Store> store = probe->store();
  std::uint64_t records = 0;
  const std::vector<Question> questions = sample(*store, options, random, records);
  const std::uint64_t bytes = value_of(store->bytes_on_disk());
  fmt::print("book       {} records, {} bytes, {:.1f} bytes a record\n", records, bytes,
             static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(records, 1)));
  if (questions.empty()) return 0;
  fmt::print("open       {:.1f} ms\n", open);
  fmt::print("refresh    {:.3f} ms when nothing has changed\n",
             best_milliseconds(options.rounds, options.cpu, [&] {
               if (const Status status = probe->refresh(); !status.ok()) stop(status);
             }));

  std::uint64_t hits = 0;
  const auto find = [&](const Question& question) {
    const auto found = value_of(probe->find(question.position, question.goal));
    if (found) ++hits;
  };
  print_times("find", measure(questions, options.rounds, options.cpu, find));
  if (hits != questions.size() * static_cast<std::size_t>(options.rounds + 1)) {
    stop({StatusCode::kCorruption, "a record of the book was not found"});
  }
  std::vector<Question> others = questions;
  for (Question& question : others) {
    question.position = after_move(question.position, random_move(question.position, random));
  }
  print_times("find none", measure(others, options.rounds, options.cpu, find));
  measure_threads(*probe, questions, options.rounds);

  std::vector<Question> open_positions;  // not decided by a stone on the board
  for (const Question& question : questions) {
    if (open_positions.size() == options.queries) break;
    if (probe->game().parse(format_position(question.position)).ok()) {
      open_positions.push_back(question);
    }
  }
  if (open_positions.empty()) return 0;
  const int few_rounds = std::min(options.rounds, 3);
  const auto children = [&](const Question& question) {
    value_of(probe->children(question.position, question.goal));
  };
  print_times("children", measure(open_positions, few_rounds, options.cpu, children));
  const auto query = [&](const Question& question) {
    value_of(probe->query(question.position, question.goal));
  };
  print_times("query", measure(open_positions, few_rounds, options.cpu, query));
  return 0;
}

}  // namespace
}  // namespace tengen::bench

int main(int argc, char** argv) {
  tengen::bench::Options options;
  CLI::App app("Speed of the probe library on a book");
  app.add_option("BOOK", options.book)->required();
  app.add_option("--make", options.make, "make the book first, of so many records");
  app.add_option("--samples", options.samples, "records looked up")->capture_default_str();
  app.add_option("--queries", options.queries, "positions queried")->capture_default_str();
  app.add_option("--rounds", options.rounds, "the best of so many counts")->capture_default_str();
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_flag("--cpu", options.cpu, "times of CPU, for a machine that does other work");
  CLI11_PARSE(app, argc, argv);
  return tengen::bench::run(options);
}
