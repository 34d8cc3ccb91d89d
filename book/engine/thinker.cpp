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
// The look for the mover's own win gets so many times what a move gets.
constexpr std::uint64_t kOwnWinShare = 4;

struct Candidate {
  Move move = kNoMove;
  MoveEffect effect = MoveEffect::kContinues;
  int loss_plies = 0;          // when it loses for certain
  std::uint64_t searched = 0;  // nodes the opponent's win was looked for
};

// The 26 openings, which every regulation allows, after their second stone: few different ones.
std::vector<Position> openings_of_two(const Game& game) {
  std::vector<std::string_view> texts;
  for (const Opening& opening : all_openings()) texts.push_back(opening.moves.substr(0, 4));
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  std::vector<Position> positions;
  for (const std::string_view text : texts) {
    const Result<Position> position = game.parse(text);
    if (position.ok()) positions.push_back(canonicalize(position.value()).position);
  }
  return positions;
}

// The moves that make such an opening with the second or third stone come first.
void prefer_openings(const Game& game, const Position& position, std::vector<Candidate>& points) {
  const std::vector<Position> two =
      position.stone_count() == 1 ? openings_of_two(game) : std::vector<Position>();
  std::stable_partition(points.begin(), points.end(), [&](const Candidate& candidate) {
    const Position after = game.play(position, candidate.move);
    if (after.stone_count() == 3) return classify_opening(after) != nullptr;
    return std::find(two.begin(), two.end(), canonicalize(after).position) != two.end();
  });
}

// The best-looking first.
std::vector<Candidate> candidates_of(const Game& game, const Position& position) {
  std::vector<Candidate> points;
  for (const RankedMove& ranked : game.ranked_moves(position)) {
    if (ranked.move == kPass) continue;
    points.push_back({.move = ranked.move, .effect = game.effect(position, ranked.move)});
  }
  if (has_openings(game) && (position.stone_count() == 1 || position.stone_count() == 2)) {
    prefer_openings(game, position, points);
  }
  if (points.empty()) points.push_back({.move = kPass});
  return points;
}

}  // namespace

Choice first_choice(const Game& game, const Position& position) {
  const std::vector<Candidate> candidates = candidates_of(game, position);
  const auto wins = std::find_if(candidates.begin(), candidates.end(), [](const Candidate& one) {
    return one.effect == MoveEffect::kWins;
  });
  Choice choice;
  choice.move = candidates.front().move;
  if (wins != candidates.end()) {
    choice.move = wins->move;
    choice.claim = Claim{position.to_move, 1, false};
  }
  return choice;
}

struct Thinker::Search {
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  [[nodiscard]] bool time_is_over() const {
    return (limits.seconds > 0 && seconds() >= limits.seconds) || (stop && stop());
  }
  [[nodiscard]] std::uint64_t nodes_left() const {
    if (limits.nodes == 0) return UINT64_MAX;
    return limits.nodes > nodes ? limits.nodes - nodes : 0;
  }
  [[nodiscard]] bool is_over() const { return nodes_left() == 0 || time_is_over(); }
  [[nodiscard]] Color mover() const { return position.to_move; }

  const Position& position;
  const ThinkLimits limits;
  const std::function<bool()>& stop;
  const Publish& publish;
  std::vector<Candidate> candidates;
  const Clock::time_point start = Clock::now();
  std::uint64_t nodes = 0;
  std::optional<Win> win = {};  // of the mover
  bool win_searched = false;
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
                      const std::function<bool()>& stop, const Publish& publish) {
  Search search{position, limits, stop, publish, candidates_of(game_, position)};
  CHECK(!search.candidates.empty());
  if (!decided_by_knowledge(search)) search_moves(search);
  return concluded(search);
}

void Thinker::publish(const Search& search) {
  if (search.publish) search.publish(concluded(search));
}

// Whether there is nothing left to choose: a win, or one move that is not known to lose.
bool Thinker::decided_by_knowledge(Search& search) {
  const Color mover = search.mover();
  search.win = knowledge_.win(search.position);
  if (!search.win && search.candidates.size() > 1) {
    int open_moves = 0;
    for (Candidate& candidate : search.candidates) {
      const bool enough = open_moves >= kWidth && search.limits.seconds > 0 &&
                          search.seconds() > kKnowledgeShare * search.limits.seconds;
      if (enough || search.time_is_over()) break;
      const auto win = knowledge_.win_after(search.position, candidate.move, mover);
      if (win && (!search.win || win->distance_plies < search.win->distance_plies)) {
        search.win = Win{candidate.move, win->distance_plies};
      }
      if (win) continue;
      const auto loss = knowledge_.win_after(search.position, candidate.move, opponent(mover));
      if (loss) {
        candidate.loss_plies = loss->distance_plies;
      } else {
        ++open_moves;
      }
      publish(search);
    }
  }
  if (search.win) return true;
  const auto open = std::count_if(search.candidates.begin(), search.candidates.end(),
                                  [](const Candidate& one) { return one.loss_plies == 0; });
  return open <= 1;
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
  search.nodes += outcome.nodes;
  knowledge_.learn(outcome.records);
  if (outcome.verdict != Verdict::kProven) return false;
  search.win = Win{outcome.best, outcome.distance_plies};
  search.win_searched = true;
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
          prover.solve(game_.play(search.position, candidate.move), opponent(search.mover()),
                       limits, [&search] { return search.time_is_over(); });
      search.nodes += outcome.nodes;
      knowledge_.learn(outcome.records);
      candidate.searched = nodes;
      if (outcome.verdict == Verdict::kProven) candidate.loss_plies = 1 + outcome.distance_plies;
      publish(search);
    }
    if (candidate.loss_plies == 0) ++open;
  }
  return open > 1;
}

// A win, else the best-looking move that is not known to lose, else the one that lasts longest.
Choice Thinker::concluded(const Search& search) {
  Choice choice;
  choice.nodes = search.nodes;
  choice.seconds = search.seconds();
  if (search.win) {
    choice.move = search.win->move;
    choice.claim = Claim{search.mover(), search.win->distance_plies, search.win_searched};
    return choice;
  }
  const Candidate* longest = &search.candidates.front();
  for (const Candidate& candidate : search.candidates) {
    if (candidate.loss_plies == 0) {
      if (choice.move == kNoMove) choice.move = candidate.move;
    } else {
      ++choice.avoided;
      if (candidate.loss_plies > longest->loss_plies) longest = &candidate;
    }
  }
  if (choice.move != kNoMove) return choice;
  choice.avoided = 0;
  choice.move = longest->move;
  // The claim needs the pass, too.
  const std::vector<Move> legal = game_.legal_moves(search.position);
  int distance = longest->loss_plies;
  if (!legal.empty() && legal.back() == kPass) {
    if (game_.effect(search.position, kPass) == MoveEffect::kDraws) {
      choice.move = kPass;  // the only move that does not lose
      return choice;
    }
    const auto loss = knowledge_.win_after(search.position, kPass, opponent(search.mover()));
    if (!loss) return choice;
    distance = std::max(distance, loss->distance_plies);
  }
  const bool searched = std::any_of(search.candidates.begin(), search.candidates.end(),
                                    [](const Candidate& one) { return one.searched > 0; });
  choice.claim = Claim{opponent(search.mover()), distance, searched};
  return choice;
}

}  // namespace tengen::book::engine
