#include "solver/reversi/solver.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "solver/base/check.h"

namespace tengen::reversi {

Solver::Solver(const Shape& shape, const Rules& rules, const SolverOptions& options)
    : shared_(shape, rules, options.table_bytes) {
  CHECK(options.threads >= 1);
  shared_.several_threads = options.threads > 1;
  for (int i = 0; i < options.threads; ++i) searches_.push_back(make_search(shared_));
}

std::uint64_t Solver::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& search : searches_) sum += search->nodes();
  return sum;
}

Solver::Answer Solver::at_least(const Stones& stones, int score) {
  Search::Found found;
  if (searches_.size() == 1) {
    found = searches_[0]->more_than(stones, score - 1);
  } else {
    shared_.stop = false;
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (const auto& search : searches_) {
      threads.emplace_back([&] {
        const Search::Found mine = search->more_than(stones, score - 1);
        // The first to answer ends the others, whose results then mean nothing.
        const std::scoped_lock lock(mutex);
        if (!shared_.stop.exchange(true)) found = mine;
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  return {found.score >= score, found.score, found.score >= score ? found.move : kNoPoint};
}

int Solver::score(const Stones& stones, int guess,
                  const std::function<void(int asked, const Answer&)>& told) {
  int lower = -64;
  int upper = 64;
  int asked = std::clamp(guess, lower + 1, upper);
  // Away from the guess in growing steps until answers of both kinds are there, then halving:
  // questions far from the score are cheap.
  int step = 1;
  bool held = false;
  bool failed = false;
  while (lower < upper) {
    const Answer answer = at_least(stones, asked);
    if (told) told(asked, answer);
    (answer.holds ? held : failed) = true;
    (answer.holds ? lower : upper) = answer.bound;
    if (held && failed) {
      asked = lower + (upper - lower + 1) / 2;
    } else {
      asked = std::clamp(held ? lower + step : upper - step + 1, lower + 1, upper);
      step *= 2;
    }
  }
  return lower;
}

}  // namespace tengen::reversi
