#include "book/exchange/hint_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <unordered_set>
#include <utility>

#include "book/exchange/game_records.h"
#include "book/exchange/hint_tree.h"
#include "book/exchange/looks_like.h"
#include "book/exchange/renlib.h"
#include "book/exchange/sgf.h"
#include "book/exchange/yxdb.h"
#include "book/store/foreign_text.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

constexpr std::uint64_t kProgressInterval = std::uint64_t{1} << 16;
constexpr int kYxdbRenju = 2;

// "W", "L", in either case, alone or before a number.
MoveLabel label_of(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !std::all_of(text.begin() + 1, text.end(), is_digit)) return MoveLabel::kNone;
  const char letter = text.front();
  if (letter == 'W' || letter == 'w') return MoveLabel::kWins;
  return letter == 'L' || letter == 'l' ? MoveLabel::kLoses : MoveLabel::kNone;
}

// Files that tengen wrote say so in these words (tree_lib.cpp, tree_sgf.cpp).
constexpr std::string_view kOwnLib = "\r\nTengen ";
constexpr std::string_view kOwnSgf = "Tengen";

// Of a comment that tengen wrote what it took from others: behind `between`.
std::string words_of_others(const std::string& comment, std::string_view between) {
  const std::size_t end = comment.find(between);
  return end == std::string::npos ? std::string() : comment.substr(end + between.size());
}

class Import {
 public:
  Import(std::istream& in, const HintFile& file, const HintSink& sink)
      : in_(in), file_(file), sink_(sink), size_(file.size) {
    source_ = file.source.empty() ? note_source(file.path) : file.source;
  }

  Result<HintFileCounts> run() {
    if (!file_.charset.empty()) {
      if (Status status = decoder_.choose(file_.charset); !status.ok()) return status;
    }
    Status status;
    switch (file_.format) {
      case HintFormat::kLib:
        status = lib();
        break;
      case HintFormat::kSgf:
        status = sgf();
        break;
      case HintFormat::kYxdb:
        status = yxdb();
        break;
      case HintFormat::kPsq:
        status = games(RecordFormat::kPsq);
        break;
      case HintFormat::kPos:
        status = games(RecordFormat::kPos);
        break;
      case HintFormat::kBdt:
        status = games(RecordFormat::kBdt);
        break;
    }
    if (!status.ok()) return status;
    counts_.guessed_texts = decoder_.guessed();
    return counts_;
  }

 private:
  Status emit(HintedPosition hint) {
    // The first stone stands on the centre: other ones are no moves to try.
    if (file_.rules == "renju" && hint.position.stone_count() == 0) {
      std::erase_if(hint.moves,
                    [this](const HintedMove& one) { return one.move != size_ * size_ / 2; });
      if (hint.moves.empty()) return {};
    }
    return sink_.hint ? sink_.hint(std::move(hint)) : Status();
  }
  Status emit(NotedPosition noted) {
    if (!sink_.note) return {};
    for (Note& note : noted.notes) note.source = source_;
    return sink_.note(std::move(noted));
  }
  void count_node() {
    if (++counts_.nodes % kProgressInterval == 0 && sink_.progress) sink_.progress(counts_.nodes);
  }

  // Into UTF-8, empty texts as they are.
  std::string text(const std::string& bytes) {
    return bytes.empty() ? bytes : decoder_.utf8(bytes);
  }
  // RenLib's title stands before 08, the rest behind it.
  Note lib_note(const std::string& comment) {
    const std::size_t end = comment.find('\x08');
    if (end == std::string::npos) return {.comment = text(comment)};
    return {.name = text(comment.substr(0, end)), .comment = text(comment.substr(end + 1))};
  }

  HintTree new_tree() {
    HintTree tree(size_, [this](HintedPosition hint) { return emit(std::move(hint)); });
    tree.emit_notes([this](NotedPosition noted) { return emit(std::move(noted)); });
    return tree;
  }

  Status lib() {
    if (size_ != kLibBoardSize) {
      return invalid_argument(
          fmt::format("RenLib files are for 15x15, the book is for {0}x{0}", size_));
    }
    HintTree tree = new_tree();
    bool has_root = false;
    const Result<LibSummary> read = read_lib(in_, [&](const LibNode& node) {
      count_node();
      has_root = has_root || node.depth == 0;
      const bool is_head = node.comment.find(kOwnLib) != std::string::npos;
      own_ = own_ || is_head;
      HintNode taken{.depth = has_root ? node.depth : node.depth - 1,
                     .move = node.move,
                     .mover = std::nullopt,
                     .label = label_of(node.board_text),
                     .unclear = node.move == kNoMove && node.depth > 0,
                     .position = std::nullopt};
      if (own_) {
        taken.note.comment = text(words_of_others(node.comment, is_head ? "\r\n\r\n" : "\x08"));
      } else {
        taken.note = lib_note(node.comment);
        taken.move_note.label = text(node.board_text);
        taken.move_note.mark = node.marked ? PointMark::kCross : PointMark::kNone;
      }
      return tree.node(taken);
    });
    if (!read.ok()) return read.status();
    counts_.complete = read.value().complete;
    return finish(tree);
  }

  Status finish(HintTree& tree) {
    const Status status = tree.finish();
    counts_.skipped += tree.skipped();
    return status;
  }

  Status sgf() {
    HintTree tree = new_tree();
    const Result<SgfSummary> read = read_sgf(in_, size_, [&](const SgfNode& node) {
      count_node();
      HintNode taken{.depth = node.depth,
                     .move = node.move,
                     .mover = node.mover,
                     .label = MoveLabel::kNone,
                     .unclear = false,
                     .position = std::nullopt};
      if (node.depth == 0) own_ = node.program.starts_with(kOwnSgf);
      // One that nobody knows is no reason to refuse a file.
      if (!node.charset.empty() && file_.charset.empty()) {
        if (Status unknown = decoder_.choose(node.charset); !unknown.ok()) decoder_.forget();
      }
      taken.note = sgf_note(node);
      if (node.sets_up()) {
        taken.position = set_up(tree.position_before(node.depth), node);
        if (!taken.position) {
          return invalid_argument(fmt::format("line {}: a point is set up twice", node.line));
        }
      }
      return tree.node(taken);
    });
    if (!read.ok()) return read.status();
    counts_.complete = read.value().complete;
    return finish(tree);
  }

  Note sgf_note(const SgfNode& node) {
    if (own_) return {.comment = text(words_of_others(node.comment, "\n\n"))};
    Note note{.name = text(node.name), .comment = text(node.comment), .points = node.points};
    for (PointNote& one : note.points) one.label = text(one.label);
    return note;
  }

  Status games(RecordFormat format) {
    HintTree tree = new_tree();
    const Status read =
        read_game_records(in_, format, size_, [&](const GameRecord& game) -> Status {
          int depth = 0;
          for (const Move move : game.moves) {
            count_node();
            HintNode taken{.depth = depth++, .move = move, .mover = {}, .position = {}};
            if (static_cast<std::size_t>(depth) == game.moves.size()) {
              taken.note = {.name = text(game.name), .comment = text(game.comment)};
            }
            if (Status status = tree.node(taken); !status.ok()) return status;
          }
          return {};
        });
    return read.ok() ? finish(tree) : read;
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
    if (file_.rules != "renju") return invalid_argument("only renju databases can be imported");
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
      if (!is_ours(record)) {
        ++counts_.skipped;
        return Status();
      }
      if (Status status = yxdb_note(record, known); !status.ok()) return status;
      return record.won_by_last_mover() ? winning_moves(record, known) : Status();
    });
    return read.ok() ? Status() : read.status();
  }

  // What the database says of a position, and that positions of the database lead there.
  Status yxdb_note(const YxdbRecord& record, const std::vector<std::size_t>& known) {
    Note note{.comment = text(record.comment())};
    for (const YxdbLabel& one : record.labels()) {
      note.points.push_back({.point = one.point, .label = text(one.text)});
    }
    if (!note.says_something()) return {};
    if (Status status = emit({.position = record.position, .notes = {std::move(note)}});
        !status.ok()) {
      return status;
    }
    std::vector<Position> open = {record.position};
    while (!open.empty()) {
      const Position below = std::move(open.back());
      open.pop_back();
      for (const Move move : below.stones(opponent(below.to_move))) {
        Position before = before_move(below, move);
        const std::size_t key = hash(before);
        if (!std::binary_search(known.begin(), known.end(), key)) continue;
        if (Status status = emit({.position = before, .notes = {Note{.leads_to = {move}}}});
            !status.ok()) {
          return status;
        }
        if (leading_.insert(key).second) open.push_back(std::move(before));
      }
    }
    return {};
  }

  // REQUIRES: a stone of the side that is not to move.
  static Position before_move(Position position, Move move) {
    position.to_move = opponent(position.to_move);
    std::erase(position.to_move == Color::kBlack ? position.black : position.white, move);
    return position;
  }

  // Any stone of the side that moved last may have been the last.
  Status winning_moves(const YxdbRecord& record, const std::vector<std::size_t>& known) {
    const Color winner = *record.last_mover;
    for (const Move move : record.position.stones(winner)) {
      HintedPosition hint{.position = before_move(record.position, move),
                          .moves = {{.move = move, .wins = true}}};
      if (!std::binary_search(known.begin(), known.end(), hash(hint.position))) continue;
      if (Status status = emit(std::move(hint)); !status.ok()) return status;
    }
    return {};
  }

  std::istream& in_;
  const HintFile& file_;
  const HintSink& sink_;
  const int size_;
  std::string source_;
  TextDecoder decoder_;
  bool own_ = false;                         // written by tengen
  std::unordered_set<std::size_t> leading_;  // positions of a database from which notes are reached
  HintFileCounts counts_;
};

}  // namespace

std::optional<HintFormat> hint_format(std::string_view name) {
  if (name == "lib") return HintFormat::kLib;
  if (name == "sgf") return HintFormat::kSgf;
  if (name == "yxdb") return HintFormat::kYxdb;
  if (name == "psq") return HintFormat::kPsq;
  if (name == "pos") return HintFormat::kPos;
  if (name == "bdt") return HintFormat::kBdt;
  return std::nullopt;
}

std::string note_source(const std::string& path) {
  const std::string name =
      clean_text(std::filesystem::path(path).filename().string(), kMaxNoteSource, Lines::kOne);
  return name.empty() ? "file" : name;
}

Result<HintFileCounts> read_hints(const HintFile& file, const HintSink& sink) {
  std::ifstream in(file.path, std::ios::binary);
  if (!in) return Status(StatusCode::kNotFound, file.path + ": cannot be read");
  Result<HintFileCounts> counts = Import(in, file, sink).run();
  if (counts.ok()) return counts;
  // A book's errors name the book.
  const Status& status = counts.status();
  const bool of_file = status.code() == StatusCode::kInvalidArgument ||
                       status.message().starts_with("byte ") ||
                       status.message().starts_with("line ");
  return of_file ? Status(status.code(),
                          file.path + ": " + status.message() + looks_like(file.path, file.format))
                 : status;
}

}  // namespace tengen::book
