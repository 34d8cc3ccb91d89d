#include "book/exchange/renlib.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "book/exchange/byte_reader.h"

namespace tengen::book {
namespace {

constexpr std::string_view kMagic = "\xFFRenLib\xFF";
constexpr std::size_t kHeaderBytes = 20;
constexpr int kMajor = 3;
constexpr int kNewestMinor = 4;
constexpr int kFirstMove = 0x78;  // h8

constexpr unsigned kHasSibling = 0x80;
constexpr unsigned kLeaf = 0x40;
constexpr unsigned kOldComment = 0x20;
constexpr unsigned kMark = 0x10;
constexpr unsigned kComment = 0x08;
constexpr unsigned kStart = 0x04;
constexpr unsigned kNoStone = 0x02;
constexpr unsigned kExtension = 0x01;
constexpr unsigned kBoardText = 0x01;  // in the second byte of the extension

Status fault_at(std::uint64_t offset, std::string_view what) {
  return invalid_argument(fmt::format("byte {}: {}", offset, what));
}

class Reader {
 public:
  explicit Reader(std::istream& in) : bytes_(in) {}

  Result<LibSummary> run(const std::function<Status(const LibNode&)>& visit) {
    Result<LibSummary> summary = header();
    if (!summary.ok()) return failure(summary.status());
    int depth = 1;
    std::vector<int> siblings;  // depths at which a sibling is still to come, ascending
    bool tree_ended = false;
    while (bytes_.peek() != ByteReader::kEnd) {
      LibNode node;
      node.offset = bytes_.offset();
      const int move = bytes_.next();
      const int flags = bytes_.next();
      if (flags == ByteReader::kEnd) {
        if (tree_ended) break;  // one odd byte, as some programs leave
        return failure(fault_at(bytes_.offset(), "the file ends within a node"));
      }
      if (tree_ended) return fault_at(node.offset, "the tree has ended, but the file goes on");
      if (summary.value().nodes == 0 && move == 0) depth = 0;
      node.depth = depth;
      if (Status status = read(static_cast<unsigned>(move), static_cast<unsigned>(flags), node);
          !status.ok()) {
        return failure(status);
      }
      ++summary.value().nodes;
      if (Status status = visit(node); !status.ok()) return status;
      // The root has no siblings: what is announced as one is a first move.
      if (node.has_sibling && depth > 0) siblings.push_back(depth);
      if ((node.flags & kLeaf) == 0) {
        if (++depth > kMaxLibDepth) {
          return fault_at(node.offset, fmt::format("more than {} moves in a row", kMaxLibDepth));
        }
      } else if (!siblings.empty()) {
        depth = siblings.back();
        siblings.pop_back();
      } else {
        tree_ended = true;
      }
    }
    if (bytes_.failed()) return failure({});
    if (summary.value().nodes == 0) return fault_at(bytes_.offset(), "the file has no moves");
    summary.value().complete = tree_ended;
    return summary;
  }

 private:
  // A failing disk ends a file as its last byte does.
  [[nodiscard]] Status failure(const Status& status) const {
    if (!bytes_.failed()) return status;
    return {StatusCode::kIo, fmt::format("byte {}: cannot be read", bytes_.offset())};
  }

  Result<LibSummary> header() {
    LibSummary summary;
    if (bytes_.peek() == kFirstMove) return summary;
    for (const char expected : kMagic) {
      const std::uint64_t offset = bytes_.offset();
      if (bytes_.next() != static_cast<unsigned char>(expected)) {
        return fault_at(offset, "not a RenLib file");
      }
    }
    summary.major = bytes_.next();
    summary.minor = bytes_.next();
    while (bytes_.offset() < kHeaderBytes) {
      if (bytes_.next() == ByteReader::kEnd) {
        return fault_at(bytes_.offset(), "the header is cut off");
      }
    }
    if (100 * summary.major + summary.minor > 100 * kMajor + kNewestMinor) {
      return fault_at(kMagic.size(),
                      fmt::format("RenLib version {}.{:02} is newer than {}.{:02}", summary.major,
                                  summary.minor, kMajor, kNewestMinor));
    }
    return summary;
  }

  Status read(unsigned move, unsigned flags, LibNode& node) {
    node.flags = static_cast<std::uint8_t>(flags);
    node.has_sibling = (flags & kHasSibling) != 0;
    node.marked = (flags & kMark) != 0;
    node.is_start = (flags & kStart) != 0;
    if (node.depth > 0 && (flags & kNoStone) == 0) {
      const unsigned column = move & 15;
      const unsigned row_from_top = move >> 4;
      if (move != 0 && (column == 0 || row_from_top >= kLibBoardSize)) {
        return fault_at(node.offset, fmt::format("{:02x} is no point of the board", move));
      }
      node.move = move == 0
                      ? kPass
                      : static_cast<Move>((kLibBoardSize - 1 - static_cast<int>(row_from_top)) *
                                              kLibBoardSize +
                                          static_cast<int>(column) - 1);
    }
    unsigned extension = 0;
    if ((flags & kExtension) != 0) {
      const int high = bytes_.next();
      const int low = bytes_.next();
      if (high == ByteReader::kEnd || low == ByteReader::kEnd) {
        return fault_at(bytes_.offset(), "the file ends within a node");
      }
      extension = static_cast<unsigned>(low);
    }
    Status status;
    if ((flags & kOldComment) != 0) status = read_old_text(node.comment);
    if (status.ok() && (flags & kComment) != 0) status = read_text(node.comment);
    if (status.ok() && (extension & kBoardText) != 0) status = read_text(node.board_text);
    return status;
  }

  Status read_text(std::string& text) {
    const std::uint64_t begin = bytes_.offset();
    for (;;) {
      const int first = bytes_.next();
      const int second = bytes_.next();
      if (second == ByteReader::kEnd) {
        return fault_at(bytes_.offset(),
                        fmt::format("the file ends within the text that begins at byte {}", begin));
      }
      if (first == 0) return {};
      text += static_cast<char>(first);
      if (second == 0) return {};
      text += static_cast<char>(second);
      if (text.size() > kMaxLibText) return fault_at(begin, "a text of more than 1 MiB");
    }
  }

  Status read_old_text(std::string& text) {
    const std::uint64_t begin = bytes_.offset();
    for (bool second = false;; second = !second) {
      const int byte = bytes_.next();
      if (byte == ByteReader::kEnd) {
        return fault_at(bytes_.offset(),
                        fmt::format("the file ends within the text that begins at byte {}", begin));
      }
      text += static_cast<char>(byte & 0x7f);
      if ((byte & 0x80) != 0) {
        if (!second) bytes_.next();
        return {};
      }
      if (text.size() > kMaxLibText) return fault_at(begin, "a text of more than 1 MiB");
    }
  }

  ByteReader bytes_;
};

void write_text(std::ostream& out, const std::string& text) {
  CHECK(text.find('\0') == std::string::npos);
  out << text << '\0';
  if (text.size() % 2 == 0) out << '\0';
}

unsigned move_byte(Move move) {
  if (move < 0) return 0;
  const int row = move / kLibBoardSize;
  return static_cast<unsigned>(16 * (kLibBoardSize - 1 - row) + move % kLibBoardSize + 1);
}

}  // namespace

Result<LibSummary> read_lib(std::istream& in, const std::function<Status(const LibNode&)>& visit) {
  return Reader(in).run(visit);
}

LibWriter::LibWriter(std::ostream& out, int minor) : out_(out) {
  CHECK(minor == 0 || minor == kNewestMinor);
  out_ << kMagic << static_cast<char>(kMajor) << static_cast<char>(minor)
       << std::string(kHeaderBytes - kMagic.size() - 2, '\xFF');
}

void LibWriter::node(LibNode node) {
  if (pending_) write(node.depth <= pending_->depth);
  pending_ = std::move(node);
}

Status LibWriter::finish() {
  if (pending_) write(true);
  pending_.reset();
  out_.flush();
  return out_ ? Status() : Status(StatusCode::kIo, "cannot be written");
}

void LibWriter::write(bool leaf) {
  const LibNode& node = *pending_;
  unsigned flags = 0;
  if (node.has_sibling) flags |= kHasSibling;
  if (leaf) flags |= kLeaf;
  if (node.marked) flags |= kMark;
  if (!node.comment.empty()) flags |= kComment;
  if (node.is_start) flags |= kStart;
  if (node.move == kNoMove && node.depth > 0) flags |= kNoStone;
  if (!node.board_text.empty()) flags |= kExtension;
  out_ << static_cast<char>(move_byte(node.move)) << static_cast<char>(flags);
  if (!node.board_text.empty()) out_ << '\0' << static_cast<char>(kBoardText);
  if (!node.comment.empty()) write_text(out_, node.comment);
  if (!node.board_text.empty()) write_text(out_, node.board_text);
}

}  // namespace tengen::book
