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

Solver::Answer Solver::at_least(const Stones& stones, int score, const Limits& limits) {
  Search::Found found;
  bool answered = false;
  shared_.stop = false;
  const std::size_t threads_used = limits.one_thread ? 1 : searches_.size();
  const std::uint64_t share =
      limits.nodes == 0 ? 0 : std::max<std::uint64_t>(1, limits.nodes / threads_used);
  for (std::size_t i = 0; i < threads_used; ++i) {
    searches_[i]->set_limits(share, i == 0 ? limits.stop : nullptr);
  }
  std::mutex mutex;
  const auto search = [&](Search& one) {
    const Search::Found mine = one.more_than(stones, score - 1);
    // The first to answer ends the others, and a limit all of them: what they say then means
    // nothing.
    const std::scoped_lock lock(mutex);
    if (shared_.stop.exchange(true)) return;
    found = mine;
    answered = true;
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < threads_used; ++i) {
      threads.emplace_back([&search, &one = *searches_[i]] { search(one); });
    }
    search(*searches_[0]);
  }
  if (!answered) return {.gave_up = true};
  return {found.score >= score, found.score, found.score >= score ? found.move : kNoPoint, false};
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
