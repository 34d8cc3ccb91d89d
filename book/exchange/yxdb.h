// The position database of Yixin-Board and its relatives (YXDB), read in one pass; as it stands, or
// in an LZ4 frame.
//
// Little-endian: u32 number of records; for each u16 length of the key, key, u16 length of the
// value, value. Key: rule (0 free, 1 exact five, 2 renju), width, height, then x and y of each
// stone as signed bytes, Black's first, (-1, -1) for a pass; of n pairs the first (n + 1) / 2 are
// Black's. The key 00 00 00 holds the database's own properties. Value: nothing, or i8 label, i16
// value, i16 depth * 4 + bound, text. Text: where there are labels "@BTXT@", the labels with line
// ends between them, and 08; then the comment, its lines ended by 08. A label: x and y as
// hexadecimal digits from 0, and what stands on the point.
//
// Perspective: label 'w' is a win of the side that has just moved, 'l' its loss, while the value is
// from the side to move.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {

enum class YxdbBound : std::uint8_t { kNone = 0, kUpper = 1, kLower = 2, kExact = 3 };

struct YxdbLabel {
  Move point = kNoMove;
  std::string text{};
};

struct YxdbRecord {
  std::uint64_t offset = 0;  // of the record in the database's bytes
  int rule = 0;
  int width = 0;
  int height = 0;
  Position position;  // stones and side to move; size is the width
  // Who moved last; empty for a position without stones.
  std::optional<Color> last_mover;
  char label = 0;  // 0 when there is no value
  int value = 0;
  int depth = 0;
  YxdbBound bound = YxdbBound::kNone;
  std::string text;  // raw bytes

  // The parts of the text: what is said of the position, and labels on its points. Raw bytes.
  [[nodiscard]] std::string comment() const;
  [[nodiscard]] std::vector<YxdbLabel> labels() const;
  // That `last_mover` has won, by the label or by a mate value.
  [[nodiscard]] bool won_by_last_mover() const;
};

struct YxdbSummary {
  std::uint64_t records = 0;  // of positions
  bool compressed = false;
};

// Hands over the records of positions in the file's order; positions of boards that are not square
// or of another size than `size` come without stones. Errors: kInvalidArgument with the offset,
// counted in the unpacked bytes: not a database, a key or value cut off or malformed, bytes behind
// the last record, a damaged LZ4 frame; kIo; and what `visit` returns.
Result<YxdbSummary> read_yxdb(std::istream& in, int size,
                              const std::function<Status(const YxdbRecord&)>& visit);

}  // namespace tengen::book
