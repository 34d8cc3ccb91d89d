// A Store's hints.
#include "book/store/store_state.h"
#include "solver/game/symmetry.h"

namespace tengen::book {

bool Store::has_hints() const { return state_->has(kHintsFamily); }

Result<std::vector<HintedMove>> Store::hints(const Position& position) const {
  CHECK(position.size == size());
  if (!has_hints()) return std::vector<HintedMove>();
  const Canonical canonical = canonicalize(position);
  Result<std::vector<HintedMove>> found = state_->hints(canonical.position);
  if (!found.ok()) return found;
  const Symmetry input_from_canonical = canonical.canonical_from_input.inverse();
  for (HintedMove& one : found.value()) one.move = input_from_canonical.apply(one.move, size());
  return found;
}

Result<AddedHints> Store::add_hints(std::span<const HintedPosition> hints) {
  CHECK(state_->extent.has_value());
  if (!has_hints()) {
    if (Status status = add_family(state_->database, kHintsFamily, path()); !status.ok()) {
      return status;
    }
  }
  AddedHints added;
  rocksdb::WriteBatch batch;
  for (const HintedPosition& hint : hints) {
    CHECK(hint.position.size == size());
    const Result<std::vector<HintedMove>> known = state_->hints(hint.position);
    if (!known.ok()) return known.status();
    const std::vector<HintedMove> merged = merge_hints(known.value(), hint.moves);
    added.positions += known.value().empty() ? 1 : 0;
    added.moves += merged.size() - known.value().size();
    const rocksdb::Status status = batch.Put(state_->family(kHintsFamily),
                                             state_->hint_key(hint.position), encode_hint(merged));
    if (!status.ok()) return state_->error(status);
  }
  if (Status status = state_->write(batch, true); !status.ok()) return status;
  return added;
}

Status Store::scan_hints(const std::function<bool(const HintedPosition&)>& visit) const {
  if (!has_hints()) return {};
  return state_->scan(kHintsFamily, {},
                      [&](std::string_view key, std::string_view value) -> Result<bool> {
                        Result<BookKey> decoded = decode_key(key, state_->rules, size());
                        if (!decoded.ok()) return in_book(decoded.status(), path());
                        Position& position = decoded.value().position;
                        Result<std::vector<HintedMove>> moves = decode_hint(value, position);
                        if (!moves.ok()) {
                          return state_->damaged_record(moves.status(), decoded.value());
                        }
                        return visit({std::move(position), std::move(moves).value()});
                      });
}

}  // namespace tengen::book
