#include "book/store/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr std::uint8_t kLayoutVersion = 1;
constexpr unsigned kProvenBits = 1;
constexpr int kMoveOffset = 2;  // kNoMove becomes 0

// The index is the rule-set byte. Never reorder or reuse.
constexpr std::array<std::string_view, 9> kRules = {"",          "renju",      "gomoku",
                                                    "freestyle", "gomoku-pro", "renju-simple",
                                                    "pente",     "ninuki",     "connect6"};
constexpr std::uint8_t kPenteByte = 6;
constexpr std::uint8_t kNinukiByte = 7;

// A game that a program brings along (book/verifier/plain_game.h): its books are for it alone.
// All of Reversi (solver/reversi/variant.h).
constexpr std::string_view kReversi = "reversi";
constexpr std::uint8_t kReversiByte = 16;
constexpr std::string_view kOwnRules = "own";
constexpr std::uint8_t kOwnRulesByte = 255;

Status damaged(std::string_view what) {
  return {StatusCode::kCorruption, fmt::format("damaged record: {}", what)};
}

void append_varint(std::string& bytes, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

// Takes a varint in its shortest form off the front of `bytes`; false when there is none.
bool take_varint(std::string_view& bytes, std::uint32_t& number) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 5; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
    if (byte >= 0x80) continue;
    if ((byte == 0 && i > 0) || value > 0xffffffff) return false;
    number = static_cast<std::uint32_t>(value);
    bytes.remove_prefix(i + 1);
    return true;
  }
  return false;
}

// Records come from other processes: the invariant of Position is not taken for granted.
bool is_well_formed(const Position& position) {
  if (position.size < kMinBoardSize || position.size > kMaxBoardSize) return false;
  const Result<Position> decoded = decode_position(encode_position(position), position.size);
  return decoded.ok() && decoded.value() == position;
}

// What is wrong with a record as a statement about its position, or null.
const char* fault_of(const Position& position, Color goal, RecordKind kind, Move move,
                     int distance_plies) {
  if (kind > RecordKind::kAllReplies) return "unknown kind";
  if (goal > Color::kWhite) return "unknown goal";
  if (!is_possible_distance(position, goal, distance_plies)) return "distance out of range";
  const bool attacker_to_move = position.to_move == goal;
  if (kind == RecordKind::kAllReplies) {
    if (attacker_to_move) return "an all-replies record with the attacker to move";
    return move == kNoMove ? nullptr : "an all-replies record with a move";
  }
  if (!attacker_to_move) return "a winning move with the defender to move";
  // Whether the winner may pass is for who knows the rules.
  const bool can_be_one = move == kPass || position.is_empty_point(move);
  return can_be_one ? nullptr : "a winning move that is not an empty point";
}

}  // namespace

Result<std::uint8_t> rules_byte(std::string_view rules) {
  if (rules == kOwnRules) return kOwnRulesByte;
  const std::string_view end = rules.substr(std::min(rules.size(), kReversi.size()));
  if (rules.starts_with(kReversi) && (end.empty() || end[0] == '-' || end[0] == ':')) {
    return kReversiByte;
  }
  for (std::size_t i = 1; i < kRules.size(); ++i) {
    if (kRules[i] == rules) return static_cast<std::uint8_t>(i);
  }
  return Status(
      StatusCode::kIncompatible,
      fmt::format("no book can hold the rule set '{}': there are renju, gomoku, freestyle, "
                  "gomoku-pro, renju-simple, pente, ninuki, connect6, reversi",
                  rules));
}

bool counts_pairs(std::string_view rules) {
  return rules == kRules[kPenteByte] || rules == kRules[kNinukiByte];
}

std::string encode_key(std::uint8_t rules, const Position& canonical, Color goal) {
  std::string key;
  key += static_cast<char>(rules);
  key += static_cast<char>(canonical.size);
  key += encode_position(canonical);
  key += static_cast<char>(goal);
  return key;
}

Result<BookKey> decode_key(std::string_view bytes, std::uint8_t rules, int size) {
  if (bytes.size() < 4) return damaged("key too short");
  if (static_cast<unsigned char>(bytes[0]) != rules) return damaged("key of other rules");
  if (static_cast<unsigned char>(bytes[1]) != size) return damaged("key of another board size");
  const auto goal = static_cast<unsigned char>(bytes.back());
  if (goal > 1) return damaged("bad goal");
  Result<Position> position = decode_position(bytes.substr(2, bytes.size() - 3), size);
  if (!position.ok()) return position.status();
  if (position.value().has_pairs() && rules != kPenteByte && rules != kNinukiByte) {
    return damaged("pairs that were taken, in a game that takes none");
  }
  if (canonicalize(position.value()).position != position.value()) {
    return damaged("position not canonical");
  }
  return BookKey{.position = std::move(position).value(), .goal = static_cast<Color>(goal)};
}

Status check_record(const ProofRecord& record) {
  const Position& position = record.position;
  if (!is_well_formed(position)) {
    return invalid_argument("malformed record: its position is not one of any board");
  }
  const char* fault =
      fault_of(position, record.goal, record.kind, record.move, record.distance_plies);
  if (fault == nullptr && canonicalize(position).position != position) {
    fault = "position not canonical";
  }
  if (fault == nullptr) return {};
  return invalid_argument(fmt::format("malformed record for {}, goal {}: {}",
                                      format_position(position), color_name(record.goal), fault));
}

std::string encode_value(const ProofRecord& record, std::uint32_t run) {
  std::string value;
  value += static_cast<char>(kLayoutVersion);
  value += static_cast<char>(kProvenBits | static_cast<unsigned>(record.kind) << 2);
  append_varint(value, static_cast<std::uint32_t>(record.move + kMoveOffset));
  append_varint(value, static_cast<std::uint32_t>(record.distance_plies));
  append_varint(value, run);
  return value;
}

Result<StoredProof> decode_value(std::string_view bytes, const BookKey& key) {
  if (bytes.size() < 2) return damaged("value too short");
  if (static_cast<unsigned char>(bytes[0]) != kLayoutVersion)
    return damaged("unknown value layout");
  const auto flags = static_cast<unsigned char>(bytes[1]);
  if ((flags & 3) != kProvenBits || flags >> 4 != 0) return damaged("bad flags");
  bytes.remove_prefix(2);
  std::uint32_t move = 0;
  std::uint32_t distance = 0;
  std::uint32_t run = 0;
  if (!take_varint(bytes, move) || !take_varint(bytes, distance) || !take_varint(bytes, run) ||
      !bytes.empty()) {
    return damaged("bad number");
  }
  if (move > 0x7fff) return damaged("a winning move that is not an empty point");
  if (distance > kMaxDistancePlies) return damaged("distance out of range");
  const StoredProof proof{.kind = static_cast<RecordKind>(flags >> 2),
                          .move = static_cast<Move>(static_cast<int>(move) - kMoveOffset),
                          .distance_plies = static_cast<int>(distance),
                          .run = run};
  const char* const fault =
      fault_of(key.position, key.goal, proof.kind, proof.move, proof.distance_plies);
  if (fault != nullptr) return damaged(fault);
  return proof;
}

}  // namespace tengen::book
