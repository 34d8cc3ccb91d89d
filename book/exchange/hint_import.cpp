#include "book/exchange/hint_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <utility>

#include "book/exchange/hint_tree.h"
#include "book/exchange/renlib.h"
#include "book/exchange/sgf.h"
#include "book/exchange/yxdb.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = std::uint64_t{1} << 16;
constexpr int kYxdbRenju = 2;

using Emit = std::function<Status(Hint)>;

// "W", "L", in either case, alone or before a number.
MoveLabel label_of(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !std::all_of(text.begin() + 1, text.end(), is_digit)) return MoveLabel::kNone;
  const char letter = text.front();
  if (letter == 'W' || letter == 'w') return MoveLabel::kWins;
  return letter == 'L' || letter == 'l' ? MoveLabel::kLoses : MoveLabel::kNone;
}

class Import {
 public:
  Import(std::istream& in, std::string_view rules, int size, const Emit& emit,
         const HintProgress& progress)
      : in_(in), rules_(rules), size_(size), emit_(emit), progress_(progress) {}

  Result<HintFileCounts> run(HintFormat format) {
    const Status status = format == HintFormat::kLib   ? lib()
                          : format == HintFormat::kSgf ? sgf()
                                                       : yxdb();
    if (!status.ok()) return status;
    return counts_;
  }

 private:
  Status emit(Hint hint) {
    // The first stone stands on the centre: other ones are no moves to try.
    if (rules_ == "renju" && hint.position.stone_count() == 0) {
      std::erase_if(hint.moves,
                    [this](const HintMove& one) { return one.move != size_ * size_ / 2; });
      if (hint.moves.empty()) return {};
    }
    ++counts_.positions;
    return emit_(std::move(hint));
  }
  void count_node() {
    if (++counts_.nodes % kProgressInterval == 0 && progress_) progress_(counts_.nodes);
  }

  Status lib() {
    if (size_ != kLibBoardSize) {
      return invalid_argument(
          fmt::format("RenLib files are for 15x15, the book is for {0}x{0}", size_));
    }
    HintTree tree(size_, [this](Hint hint) { return emit(std::move(hint)); });
    bool has_root = false;
    const Result<LibSummary> read = read_lib(in_, [&](const LibNode& node) {
      count_node();
      has_root = has_root || node.depth == 0;
      return tree.node({.depth = has_root ? node.depth : node.depth - 1,
                        .move = node.move,
                        .mover = std::nullopt,
                        .label = label_of(node.board_text),
                        .unclear = node.move == kNoMove && node.depth > 0,
                        .position = std::nullopt});
    });
    if (!read.ok()) return read.status();
    counts_.complete = read.value().complete;
    counts_.skipped = tree.skipped();
    return tree.finish();
  }

  Status sgf() {
    HintTree tree(size_, [this](Hint hint) { return emit(std::move(hint)); });
    const Result<SgfSummary> read = read_sgf(in_, size_, [&](const SgfNode& node) {
      count_node();
      HintNode taken{.depth = node.depth,
                     .move = node.move,
                     .mover = node.mover,
                     .label = MoveLabel::kNone,
                     .unclear = false,
                     .position = std::nullopt};
      if (node.sets_up()) {
        taken.position = set_up(tree.position_before(node.depth), node);
        if (!taken.position) {
          return invalid_argument(fmt::format("line {}: a point is set up twice", node.line));
        }
      }
      return tree.node(taken);
    });
    if (!read.ok()) return read.status();
    counts_.skipped = tree.skipped();
    return tree.finish();
  }

  // The position with a node's stones; empty when a point gets two of them.
  static std::optional<Position> set_up(Position position, const SgfNode& node) {
    const auto remove = [&position](Move point) {
      std::erase(position.black, point);
      std::erase(position.white, point);
    };
    std::vector<Move> points = node.black;
    points.insert(points.end(), node.white.begin(), node.white.end());
    points.insert(points.end(), node.emptied.begin(), node.emptied.end());
    std::sort(points.begin(), points.end());
    if (std::adjacent_find(points.begin(), points.end()) != points.end()) return std::nullopt;
    for (const Move point : points) remove(point);
    position.black.insert(position.black.end(), node.black.begin(), node.black.end());
    position.white.insert(position.white.end(), node.white.begin(), node.white.end());
    std::sort(position.black.begin(), position.black.end());
    std::sort(position.white.begin(), position.white.end());
    position.to_move = node.to_move.value_or(
        position.black.size() > position.white.size() ? Color::kWhite : Color::kBlack);
    if (node.mover) {
      position.to_move = *node.mover;
      const bool free = node.move >= 0 && position.is_empty_point(node.move);
      position = after_move(position, free ? node.move : kPass);
    }
    return position;
  }

  static std::size_t hash(const Position& position) {
    return std::hash<std::string>()(encode_position(canonicalize(position).position));
  }

  Status yxdb() {
    if (rules_ != "renju") return invalid_argument("only renju databases can be imported");
    const auto is_ours = [this](const YxdbRecord& record) {
      return record.rule == kYxdbRenju && record.width == size_ && record.height == size_;
    };
    std::vector<std::size_t> known;  // two positions of one hash cost a useless hint at most
    Result<YxdbSummary> read = read_yxdb(in_, size_, [&](const YxdbRecord& record) {
      if (is_ours(record)) known.push_back(hash(record.position));
      return Status();
    });
    if (!read.ok()) return read.status();
    std::sort(known.begin(), known.end());
    in_.clear();
    in_.seekg(0);
    read = read_yxdb(in_, size_, [&](const YxdbRecord& record) {
      count_node();
      if (!is_ours(record)) ++counts_.skipped;
      return is_ours(record) && record.won_by_last_mover() ? winning_moves(record, known)
                                                           : Status();
    });
    return read.ok() ? Status() : read.status();
  }

  // Any stone of the side that moved last may have been the last.
  Status winning_moves(const YxdbRecord& record, const std::vector<std::size_t>& known) {
    const Color winner = *record.last_mover;
    for (const Move move : record.position.stones(winner)) {
      Hint hint{.position = record.position, .moves = {{.move = move, .wins = true}}};
      hint.position.to_move = winner;
      std::erase(winner == Color::kBlack ? hint.position.black : hint.position.white, move);
      if (!std::binary_search(known.begin(), known.end(), hash(hint.position))) continue;
      if (Status status = emit(std::move(hint)); !status.ok()) return status;
    }
    return {};
  }

  std::istream& in_;
  const std::string_view rules_;
  const int size_;
  const Emit& emit_;
  const HintProgress& progress_;
  HintFileCounts counts_;
};

// What a file is by its first bytes, where that is another format than was asked for.
std::string looks_like(const std::string& path, HintFormat asked) {
  constexpr std::size_t kMostBytes = 64;
  std::ifstream in(path, std::ios::binary);
  std::string head(kMostBytes, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  const std::size_t text = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const std::string_view first = std::string_view(head).substr(text);
  if (head.starts_with("\xffRenLib\xff")) {
    return asked == HintFormat::kLib ? "" : "; it looks like RenLib (--format lib)";
  }
  if (first.starts_with("(;")) {
    return asked == HintFormat::kSgf ? "" : "; it looks like SGF (--format sgf)";
  }
  if (head.starts_with("\x04\x22\x4d\x18")) {
    return asked == HintFormat::kYxdb ? "" : "; it looks like a database (--format yxdb)";
  }
  if (first.starts_with("# tengen proof") || head.starts_with("\xfd"
                                                              "7zXZ")) {
    return "; it looks like a certificate (--format proof)";
  }
  return first.starts_with("Piskvorky") ? "; it looks like a Piskvork game (.psq)" : "";
}

}  // namespace

std::optional<HintFormat> hint_format(std::string_view name) {
  if (name == "lib") return HintFormat::kLib;
  if (name == "sgf") return HintFormat::kSgf;
  if (name == "yxdb") return HintFormat::kYxdb;
  return std::nullopt;
}

Result<HintFileCounts> read_hints(const std::string& path, HintFormat format,
                                  std::string_view rules, int size,
                                  const std::function<Status(Hint)>& emit,
                                  const HintProgress& progress) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Status(StatusCode::kNotFound, path + ": cannot be read");
  Result<HintFileCounts> counts = Import(in, rules, size, emit, progress).run(format);
  if (counts.ok()) return counts;
  // A book's errors name the book.
  const Status& status = counts.status();
  const bool of_file = status.code() == StatusCode::kInvalidArgument ||
                       status.message().starts_with("byte ") ||
                       status.message().starts_with("line ");
  return of_file ? Status(status.code(), path + ": " + status.message() + looks_like(path, format))
                 : status;
}

}  // namespace tengen::book
