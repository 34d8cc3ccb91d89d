#include "book/engine/thinker.h"

#include <algorithm>
#include <chrono>

#include "book/query/openings.h"

namespace tengen::book::engine {
namespace {

using Clock = std::chrono::steady_clock;

// Nodes for the first look at one move; doubled each round.
constexpr std::uint64_t kFirstNodes = 2000;
// So many of the moves not known to lose are looked at.
constexpr int kWidth = 6;
// Of the time, what asking for every move what is known may take once so many are open: a large
// book answers slowly, and most of it is about other positions.
constexpr double kKnowledgeShare = 0.25;
// Of the time, the most that is kept back for pauses; of a pause, what the next move still expects.
constexpr double kMostKeptBack = 0.5;
constexpr double kPauseFades = 0.7;
// The look for the mover's own win gets so many times what a move gets.
constexpr std::uint64_t kOwnWinShare = 4;

// Whether the second or third stone makes one of the 26 openings, which every regulation allows.
bool is_opening(const Game& game, const Position& position) {
  if (position.stone_count() == 3) return classify_opening(position) != nullptr;
  const Position asked = canonicalize(position).position;
  const auto begins_so = [&](const Opening& opening) {
    const Result<Position> two = game.parse(opening.moves.substr(0, 4));
    return two.ok() && canonicalize(two.value()).position == asked;
  };
  return std::any_of(all_openings().begin(), all_openings().end(), begins_so);
}

}  // namespace

struct Thinker::Search {
  Search(const Position& asked, const ThinkLimits& given, const std::function<bool()>& stop_asked)
      : position(asked), limits(given), stop(stop_asked) {}

  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  [[nodiscard]] bool time_is_over() {
    const double now = seconds();
    pause = std::max(pause, now - looked);
    looked = now;
    const double kept_back = std::min(pause, kMostKeptBack * limits.seconds);
    return (limits.seconds > 0 && now + kept_back >= limits.seconds) || (stop && stop());
  }
  [[nodiscard]] std::uint64_t nodes_left() const {
    if (limits.nodes == 0) return UINT64_MAX;
    return limits.nodes > choice.nodes ? limits.nodes - choice.nodes : 0;
  }
  [[nodiscard]] bool is_over() { return nodes_left() == 0 || time_is_over(); }
  [[nodiscard]] Color mover() const { return position.to_move; }

  const Position& position;
  const ThinkLimits limits;
  const std::function<bool()>& stop;
  const Clock::time_point start = Clock::now();
  double looked = 0;                  // at the clock
  double pause = 0;                   // the longest between two looks
  std::vector<Candidate> candidates;  // the best-looking first
  Choice choice;
};

Thinker::Thinker(const Game& game, Knowledge& knowledge, std::uint64_t memory_bytes)
    : game_(game), knowledge_(knowledge), memory_bytes_(memory_bytes) {
  make_prover();
}

void Thinker::make_prover() {
  prover_.reset();  // before the next one takes its memory
  making_ = std::async(std::launch::async, [&game = game_, bytes = memory_bytes_,
                                            before = std::move(making_)]() mutable {
    if (before.valid()) before.get().reset();
    return game.make_prover({.memory_bytes = bytes});
  });
}

Prover* Thinker::prover(Search& search) {
  constexpr std::chrono::milliseconds kMoment{2};
  while (prover_ == nullptr) {
    if (making_.wait_for(kMoment) == std::future_status::ready) {
      prover_ = making_.get();
    } else if (search.time_is_over()) {
      return nullptr;
    }
  }
  return prover_.get();
}

void Thinker::clear() {
  knowledge_.forget();
  make_prover();
}

void Thinker::set_memory(std::uint64_t bytes) {
  if (bytes == memory_bytes_) return;
  memory_bytes_ = bytes;
  clear();
}

Choice Thinker::think(const Position& position, const ThinkLimits& limits,
                      const std::function<bool()>& stop) {
  Search search(position, limits, stop);
  search.pause = pause_ * kPauseFades;
  search.candidates = candidates(position);
  CHECK(!search.candidates.empty());
  if (!decided_by_knowledge(search)) {
    search_moves(search);
    if (search.choice.move == kNoMove) conclude(search);
  }
  search.choice.seconds = search.seconds();
  pause_ = search.pause;
  return search.choice;
}

std::vector<Thinker::Candidate> Thinker::candidates(const Position& position) const {
  std::vector<Candidate> points;
  for (const RankedMove& ranked : game_.ranked_moves(position)) {
    if (ranked.move == kPass) continue;
    points.push_back({.move = ranked.move, .effect = game_.effect(position, ranked.move)});
  }
  if (has_openings(game_) && (position.stone_count() == 1 || position.stone_count() == 2)) {
    std::stable_partition(points.begin(), points.end(), [&](const Candidate& candidate) {
      return is_opening(game_, after_move(position, candidate.move));
    });
  }
  if (points.empty()) points.push_back({.move = kPass});
  return points;
}

// Whether there is nothing left to choose: a win, or one move that is not known to lose.
bool Thinker::decided_by_knowledge(Search& search) {
  Choice& choice = search.choice;
  const Color mover = search.mover();
  std::optional<KnownWin> best = knowledge_.win(search.position);
  if (!best && search.candidates.size() > 1) {
    int open_moves = 0;
    for (Candidate& candidate : search.candidates) {
      const bool enough = open_moves >= kWidth && search.limits.seconds > 0 &&
                          search.seconds() > kKnowledgeShare * search.limits.seconds;
      if (enough || search.time_is_over()) break;
      const auto win = knowledge_.win_after(search.position, candidate.move, mover);
      if (win && (!best || win->distance_plies < best->distance_plies)) {
        best = KnownWin{candidate.move, win->distance_plies};
      }
      if (win) continue;
      const auto loss = knowledge_.win_after(search.position, candidate.move, opponent(mover));
      if (loss) {
        candidate.loss_plies = loss->distance_plies;
      } else {
        ++open_moves;
      }
    }
  }
  if (best) {
    choice.move = best->move;
    choice.claim = Claim{mover, best->distance_plies, false};
    return true;
  }
  const auto open = std::count_if(search.candidates.begin(), search.candidates.end(),
                                  [](const Candidate& one) { return one.loss_plies == 0; });
  if (open > 1) return false;
  conclude(search);
  return true;
}

void Thinker::search_moves(Search& search) {
  Prover* const prover = this->prover(search);
  if (prover == nullptr) return;
  for (std::uint64_t nodes = kFirstNodes; !search.is_over(); nodes *= 2) {
    if (find_own_win(search, *prover, nodes * kOwnWinShare)) return;
    if (!look_for_losses(search, *prover, nodes)) return;
  }
}

bool Thinker::find_own_win(Search& search, Prover& prover, std::uint64_t nodes) {
  const SolveLimits limits{.nodes = std::min(nodes, search.nodes_left())};
  const SolveOutcome outcome = prover.solve(search.position, search.mover(), limits,
                                            [&search] { return search.time_is_over(); });
  search.choice.nodes += outcome.nodes;
  knowledge_.learn(outcome.records);
  if (outcome.verdict != Verdict::kProven) return false;
  search.choice.move = outcome.best;
  search.choice.claim = Claim{search.mover(), outcome.distance_plies, true};
  return true;
}

// Whether more than one move is still open.
bool Thinker::look_for_losses(Search& search, Prover& prover, std::uint64_t nodes) {
  int open = 0;
  for (Candidate& candidate : search.candidates) {
    if (search.is_over()) return true;
    if (open == kWidth) break;
    if (candidate.loss_plies > 0) continue;
    if (candidate.searched < nodes && candidate.effect == MoveEffect::kContinues) {
      const SolveLimits limits{.nodes = std::min(nodes, search.nodes_left())};
      const SolveOutcome outcome =
          prover.solve(after_move(search.position, candidate.move), opponent(search.mover()),
                       limits, [&search] { return search.time_is_over(); });
      search.choice.nodes += outcome.nodes;
      knowledge_.learn(outcome.records);
      candidate.searched = nodes;
      if (outcome.verdict == Verdict::kProven) candidate.loss_plies = 1 + outcome.distance_plies;
    }
    if (candidate.loss_plies == 0) ++open;
  }
  return open > 1;
}

// The best-looking move that is not known to lose, else the one that lasts longest.
void Thinker::conclude(Search& search) {
  Choice& choice = search.choice;
  const Candidate* longest = &search.candidates.front();
  for (const Candidate& candidate : search.candidates) {
    if (candidate.loss_plies == 0) {
      if (choice.move == kNoMove) choice.move = candidate.move;
    } else {
      ++choice.avoided;
      if (candidate.loss_plies > longest->loss_plies) longest = &candidate;
    }
  }
  if (choice.move != kNoMove) return;
  choice.avoided = 0;
  choice.move = longest->move;
  // The claim needs the pass, too.
  const std::vector<Move> legal = game_.legal_moves(search.position);
  int distance = longest->loss_plies;
  if (!legal.empty() && legal.back() == kPass) {
    if (game_.effect(search.position, kPass) == MoveEffect::kDraws) {
      choice.move = kPass;  // the only move that does not lose
      return;
    }
    const auto loss = knowledge_.win_after(search.position, kPass, opponent(search.mover()));
    if (!loss) return;
    distance = std::max(distance, loss->distance_plies);
  }
  const bool searched = std::any_of(search.candidates.begin(), search.candidates.end(),
                                    [](const Candidate& one) { return one.searched > 0; });
  choice.claim = Claim{opponent(search.mover()), distance, searched};
}

}  // namespace tengen::book::engine
