#include "book/probe.h"

#include <utility>

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

std::shared_ptr<const Store> Probe::store() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return store_;
}

Result<std::optional<StoredProof>> Probe::find(const Position& position, Color goal) const {
  return store()->find(position, goal);
}

Result<QueryAnswer> Probe::query(const Position& position, Color goal) const {
  return book::query(*store(), *game_, position, goal);
}

Status Probe::refresh() {
  Result<std::unique_ptr<Store>> store = Store::open_read_only(path_);
  if (!store.ok()) return store.status();
  const std::lock_guard<std::mutex> lock(mutex_);
  store_ = std::move(store).value();
  return {};
}

}  // namespace tengen::book
