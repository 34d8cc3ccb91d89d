#include "book/exchange/sgf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "book/exchange/byte_reader.h"

namespace tengen::book {
namespace {

constexpr std::size_t kMaxIdentifier = 64;

bool is_space(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
bool is_upper(int byte) { return byte >= 'A' && byte <= 'Z'; }
bool is_lower(int byte) { return byte >= 'a' && byte <= 'z'; }

class Reader {
 public:
  Reader(std::istream& in, int size, const std::function<Status(const SgfNode&)>& visit)
      : bytes_(in), size_(size), visit_(visit) {}

  Result<SgfSummary> run() {
    Status status = games();
    if (bytes_.failed()) {
      return Status(StatusCode::kIo, fmt::format("line {}: cannot be read", line_));
    }
    if (status.ok() && summary_.games == 0) status = fault("no game: \"(;\" was not found");
    if (!status.ok()) return status;
    return summary_;
  }

 private:
  [[nodiscard]] Status fault(std::string_view what) const {
    return invalid_argument(fmt::format("line {}: {}", line_, what));
  }

  int take() {
    const int byte = bytes_.next();
    if (byte == '\n') ++line_;
    return byte;
  }
  void skip_space() {
    while (is_space(bytes_.peek())) take();
  }

  Status games() {
    for (;;) {
      // Between games anything may stand.
      while (bytes_.peek() != '(') {
        if (take() == ByteReader::kEnd) return {};
      }
      take();
      skip_space();
      if (bytes_.peek() != ';') continue;
      ++summary_.games;
      if (Status status = game(); !status.ok()) return status;
    }
  }

  // Behind the "(" of a game, up to its ")".
  Status game() {
    std::vector<int> open = {0};  // depth before each open "("
    int depth = 0;
    while (!open.empty()) {
      skip_space();
      const int byte = take();
      if (byte == ';') {
        if (depth == kMaxSgfNesting)
          return fault(fmt::format("more than {} nodes in a row", depth));
        SgfNode node;
        node.depth = depth++;
        node.line = line_;
        if (Status status = properties(node); !status.ok()) return status;
        ++summary_.nodes;
        if (Status status = visit_(node); !status.ok()) return status;
      } else if (byte == '(') {
        if (open.size() == kMaxSgfNesting) {
          return fault(fmt::format("more than {} open parentheses", kMaxSgfNesting));
        }
        open.push_back(depth);
      } else if (byte == ')') {
        depth = open.back();
        open.pop_back();
      } else if (byte == ByteReader::kEnd) {
        summary_.complete = false;
        return {};  // the last ")" are often missing
      } else {
        return fault(fmt::format("'{}' where ';', '(' or ')' should be", printable(byte)));
      }
    }
    return {};
  }

  static std::string printable(int byte) {
    if (byte > ' ' && byte <= '~') return std::string(1, static_cast<char>(byte));
    return fmt::format("\\x{:02x}", byte);
  }

  Status properties(SgfNode& node) {
    for (;;) {
      skip_space();
      std::string name;
      // Files of old versions spell names with small letters between: "Black" is B.
      while (is_upper(bytes_.peek()) || is_lower(bytes_.peek())) {
        const int letter = take();
        if (!is_upper(letter)) continue;
        if (name.size() == kMaxIdentifier) return fault("a property's name without an end");
        name += static_cast<char>(letter);
      }
      if (name.empty()) return {};
      skip_space();
      if (bytes_.peek() != '[') return fault(fmt::format("property {} has no value", name));
      while (bytes_.peek() == '[') {
        std::string value;
        if (Status status = read_value(name, value); !status.ok()) return status;
        if (Status status = property(name, value, node); !status.ok()) return status;
        skip_space();
      }
    }
  }

  // Takes "[...]"; keeps the beginning, enough for what is used.
  Status read_value(std::string_view name, std::string& value) {
    const std::uint64_t begin = line_;
    const std::size_t most = name == "C" ? kMaxSgfComment : kMaxSgfValue;
    take();
    for (;;) {
      int byte = take();
      if (byte == ']') return {};
      if (byte == '\\') {
        byte = take();
        if (byte == '\n') continue;  // a line that goes on
      }
      if (byte == ByteReader::kEnd) {
        return invalid_argument(fmt::format("line {}: the value of {} does not end", begin, name));
      }
      if (value.size() < most) value += static_cast<char>(byte);
    }
  }

  Status property(std::string_view name, const std::string& value, SgfNode& node) {
    if (name == "B" || name == "W") {
      const Result<Move> move = parse_point(name, value, true);
      if (!move.ok()) return move.status();
      if (node.mover) return fault("two moves in one node");
      node.move = move.value();
      node.mover = name == "B" ? Color::kBlack : Color::kWhite;
    } else if (name == "AB") {
      return add_stones(name, value, node.black);
    } else if (name == "AW") {
      return add_stones(name, value, node.white);
    } else if (name == "AE") {
      return add_stones(name, value, node.emptied);
    } else if (name == "PL") {
      const char side = value.empty() ? ' ' : value.front();
      if (side == 'B' || side == 'b' || side == '1') {
        node.to_move = Color::kBlack;
      } else if (side == 'W' || side == 'w' || side == '2') {
        node.to_move = Color::kWhite;
      } else {
        return fault("PL is neither B nor W");
      }
    } else if (name == "SZ") {
      int size = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
      if (error != std::errc() || size != size_) {
        return fault(fmt::format("a game on a board of size {}, not {}", quoted(value), size_));
      }
    } else {
      text(name, value, node);
    }
    return {};
  }

  void text(std::string_view name, const std::string& value, SgfNode& node) {
    constexpr std::array<std::pair<std::string_view, PointMark>, 5> kOfPoints = {
        {{"LB", PointMark::kNone},
         {"MA", PointMark::kCross},
         {"TR", PointMark::kTriangle},
         {"SQ", PointMark::kSquare},
         {"CR", PointMark::kCircle}}};
    const auto add_name = [&node](std::string_view between, const std::string& more) {
      if (!node.name.empty() && !more.empty()) node.name += between;
      node.name += more;
    };
    if (name == "C") {
      node.comment += value;
    } else if (name == "N" || name == "GN" || name == "PB") {
      add_name(" / ", value);
    } else if (name == "PW") {
      add_name(" - ", value);
    } else if (name == "CA") {
      node.charset = value;
    } else if (name == "AP") {
      node.program = value;
    }
    const auto kind = std::ranges::find(kOfPoints, name, &decltype(kOfPoints)::value_type::first);
    if (kind == kOfPoints.end()) return;
    const bool is_label = kind->second == PointMark::kNone;
    const std::size_t colon = value.find(':');
    if (is_label && colon == std::string::npos) return;
    std::vector<Move> points;
    const std::string where = is_label ? value.substr(0, colon) : value;
    if (!add_stones(name, where, points).ok()) return;
    for (const Move point : points) {
      if (node.points.size() == kMaxSgfStones) return;
      node.points.push_back({.point = point,
                             .mark = kind->second,
                             .label = is_label ? value.substr(colon + 1) : std::string()});
    }
  }

  static std::string quoted(const std::string& value) {
    std::string text = "\"";
    for (const char c : value.substr(0, 16)) text += printable(static_cast<unsigned char>(c));
    return text + '"';
  }

  // "hh" or "hh:jj", a rectangle.
  Status add_stones(std::string_view name, const std::string& value, std::vector<Move>& stones) {
    const std::size_t colon = value.find(':');
    const Result<Move> first = parse_point(name, value.substr(0, colon), false);
    if (!first.ok()) return first.status();
    const Result<Move> last =
        colon == std::string::npos ? first : parse_point(name, value.substr(colon + 1), false);
    if (!last.ok()) return last.status();
    const auto [left, right] = std::minmax({first.value() % size_, last.value() % size_});
    const auto [low, high] = std::minmax({first.value() / size_, last.value() / size_});
    for (int row = low; row <= high; ++row) {
      for (int column = left; column <= right; ++column) {
        if (stones.size() == kMaxSgfStones) return fault("more stones than points");
        stones.push_back(static_cast<Move>(row * size_ + column));
      }
    }
    return {};
  }

  Result<Move> parse_point(std::string_view name, const std::string& value, bool may_pass) {
    if (may_pass && (value.empty() || (value == "tt" && size_ <= 19))) return kPass;
    if (value.size() == 2 && is_lower(value[0]) && is_lower(value[1])) {
      const int column = value[0] - 'a';
      const int row = size_ - 1 - (value[1] - 'a');
      if (column < size_ && row >= 0) return static_cast<Move>(row * size_ + column);
    } else if (const Result<Move> move = parse_move(value, size_); move.ok() && move.value() >= 0) {
      return move.value();
    }
    return fault(fmt::format("{}[{}] is no point of the board", name,
                             quoted(value).substr(1, quoted(value).size() - 2)));
  }

  ByteReader bytes_;
  const int size_;
  const std::function<Status(const SgfNode&)>& visit_;
  SgfSummary summary_;
  std::uint64_t line_ = 1;
};

}  // namespace

Result<SgfSummary> read_sgf(std::istream& in, int size,
                            const std::function<Status(const SgfNode&)>& visit) {
  return Reader(in, size, visit).run();
}

}  // namespace tengen::book
