#include "book/probe.h"

#include <fmt/format.h>

#include <utility>

#include "book/query/openings.h"

namespace tengen::book {

Result<std::unique_ptr<Probe>> Probe::open(const std::string& path) {
  Result<std::unique_ptr<Store>> store = Store::open_read_only(path);
  if (!store.ok()) return store.status();
  const Result<const Game*> game = find_game(store.value()->rules(), store.value()->size());
  if (!game.ok()) {
    return Status(StatusCode::kIncompatible, path + ": " + game.status().message());
  }
  return std::unique_ptr<Probe>(new Probe(path, *game.value(), std::move(store).value()));
}

Probe::Probe(std::string path, const Game& game, std::shared_ptr<const Store> store)
    : path_(std::move(path)), game_(&game), store_(std::move(store)) {}

Result<Position> Probe::parse(std::string_view text) const {
  const Result<std::string> moves = expand_opening(text, *game_);
  if (!moves.ok()) return moves.status();
  return game_->parse(moves.value());
}

std::shared_ptr<const Store> Probe::store() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return store_;
}

Status Probe::check(const Position& position) const {
  if (position.size == game_->size()) return {};
  return invalid_argument(fmt::format("book {} is for {}x{}, not for a position on {}x{}", path_,
                                      game_->size(), game_->size(), position.size, position.size));
}

Result<std::optional<StoredProof>> Probe::find(const Position& position, Color goal) const {
  if (Status status = check(position); !status.ok()) return status;
  return store()->find(position, goal);
}

Result<QueryAnswer> Probe::query(const Position& position, Color goal) const {
  if (Status status = check(position); !status.ok()) return status;
  return book::query(*store(), *game_, position, goal);
}

Result<std::vector<MoveAnswer>> Probe::children(const Position& position, Color goal) const {
  if (Status status = check(position); !status.ok()) return status;
  return query_moves(*store(), *game_, position, goal);
}

Result<std::vector<Move>> Probe::line(const Position& position) const {
  Result<QueryAnswer> answer = query(position);
  if (!answer.ok()) return answer.status();
  return std::move(answer.value().line);
}

bool Probe::is_current() const { return store()->is_current(); }

Status Probe::refresh() {
  const std::lock_guard<std::mutex> refreshing(refresh_mutex_);
  const std::shared_ptr<const Store> old = store();
  if (old->is_current()) return {};
  Result<std::unique_ptr<Store>> store = old->reopen();
  if (!store.ok()) return store.status();
  if (store.value()->rules() != old->rules() || store.value()->size() != old->size()) {
    return {StatusCode::kIncompatible,
            fmt::format("book {} was for {} on {}x{} and is now another: open it again", path_,
                        old->rules(), old->size(), old->size())};
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  store_ = std::move(store).value();
  return {};
}

}  // namespace tengen::book
