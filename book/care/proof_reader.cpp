#include "book/care/proof_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "book/store/database.h"

namespace tengen::book {
namespace {

constexpr std::size_t kReadAtOnce = 4096;

// How the keys begin of positions with that side to move and so many black stones.
std::string key_prefix(std::uint8_t rules, int size, Color to_move, int black_stones) {
  Position position{.size = size, .black = {}, .white = {}, .to_move = to_move};
  for (Move stone = 0; stone < black_stones; ++stone) position.black.push_back(stone);
  std::string key = encode_key(rules, position, Color::kBlack);
  // Of what follows the first three bytes, all numbers but that of the stones; and the goal.
  const auto width = (key.size() - 4) / static_cast<std::size_t>(black_stones + 1);
  key.resize(3 + width);
  return key;
}

}  // namespace

// Where moves only add stones: of as many black stones the longer key has more white ones; of
// equally many stones no record rests on one with the defender to move.
std::pair<std::ptrdiff_t, bool> LevelReader::level_of(const std::string& key) const {
  if (!game_.only_adds_stones()) {
    const Result<BookKey> known = decode_key(key, rules_, store_.size());
    if (!known.ok()) return {};
    return {-game_.progress(known.value().position, known.value().goal), false};
  }
  const bool defender_to_move = key.size() < 4 || key[2] != key.back();
  return {-static_cast<std::ptrdiff_t>(key.size()), defender_to_move};
}

Result<std::optional<KeyedProof>> ProofReader::next() {
  if (next_ == read_.size() && !at_end_) {
    read_.clear();
    next_ = 0;
    const Status status = store_.scan_proofs(
        [this](const BookKey& key, const StoredProof& proof) {
          read_.push_back({key, proof});
          return read_.size() < kReadAtOnce;
        },
        last_ ? &*last_ : nullptr);
    if (!status.ok()) return status;
    at_end_ = read_.size() < kReadAtOnce;
    if (!read_.empty()) last_ = read_.back().key;
  }
  if (next_ == read_.size()) return std::optional<KeyedProof>();
  return std::optional<KeyedProof>(read_[next_++]);
}

LevelReader::LevelReader(const Store& store, const NaiveGame& game, Damaged damaged)
    : store_(store),
      game_(game),
      damaged_(damaged),
      rules_(rules_byte(store.rules()).value()),
      black_stones_(store.size() * store.size() + 1) {}

Status LevelReader::read_more() {
  const auto keep = [this](std::string_view key, std::string_view value) {
    entries_.push_back({std::string(key), std::string(value)});
    return true;
  };
  if (!game_.only_adds_stones()) {
    black_stones_ = 0;
    if (Status status = store_.scan_proof_bytes({}, keep); !status.ok()) return status;
  } else {
    --black_stones_;
    for (const Color to_move : {Color::kBlack, Color::kWhite}) {
      const Status status =
          store_.scan_proof_bytes(key_prefix(rules_, store_.size(), to_move, black_stones_), keep);
      if (!status.ok()) return status;
    }
  }
  std::sort(entries_.begin(), entries_.end(), [this](const Entry& a, const Entry& b) {
    return std::tuple(level_of(b.key), std::string_view(b.key)) <
           std::tuple(level_of(a.key), std::string_view(a.key));
  });
  return {};
}

Result<std::vector<KeyedProof>> LevelReader::next(std::size_t most) {
  std::vector<KeyedProof> found;
  while (found.empty()) {
    while (entries_.empty()) {
      if (black_stones_ == 0) return found;
      if (Status status = read_more(); !status.ok()) return status;
    }
    const auto level = level_of(entries_.back().key);
    while (!entries_.empty() && found.size() < most && level_of(entries_.back().key) == level) {
      const Entry entry = std::move(entries_.back());
      entries_.pop_back();
      Result<BookKey> key = decode_key(entry.key, rules_, store_.size());
      const Result<StoredProof> proof =
          key.ok() ? decode_value(entry.value, key.value()) : Result<StoredProof>(key.status());
      if (proof.ok()) {
        found.push_back({std::move(key).value(), proof.value()});
      } else if (damaged_ == Damaged::kIsAnError) {
        return damaged(proof.status(), entry.key);
      }
    }
  }
  return found;
}

Status LevelReader::damaged(const Status& status, const std::string& key) const {
  return {status.code(),
          fmt::format("book {}: {} at {}", store_.path(), status.message(), key_text(key))};
}

}  // namespace tengen::book
