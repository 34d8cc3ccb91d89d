#include "book/exchange/proof_text.h"

#include <fmt/format.h>
#include <lzma.h>

#include <array>
#include <charconv>
#include <cstring>

#include "book/store/record.h"

namespace tengen::book {
namespace {

constexpr std::size_t kReadBytes = 1 << 16;
constexpr std::uint64_t kXzMemory = std::uint64_t{256} << 20;  // 65 MiB are enough for xz -9
constexpr std::string_view kXzMagic(
    "\xFD"
    "7zXZ\0",
    6);
constexpr std::size_t kMostRoots = 10'000;
constexpr std::size_t kLongestFault = 200;

// The text between `begin` and `end` of a line; empty when it has other ones.
std::optional<std::string_view> between(std::string_view line, std::string_view begin,
                                        std::string_view end = {}) {
  if (line.size() < begin.size() + end.size() || !line.starts_with(begin) || !line.ends_with(end)) {
    return std::nullopt;
  }
  line.remove_prefix(begin.size());
  line.remove_suffix(end.size());
  return line;
}

// A decimal number without sign or leading zeros.
std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (text[0] == '0' && text.size() > 1) return std::nullopt;
  return number;
}

std::optional<Color> color_in(std::string_view text) {
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    if (text == color_name(color)) return color;
  }
  return std::nullopt;
}

}  // namespace

struct TextLines::Xz {
  lzma_stream stream = LZMA_STREAM_INIT;
  std::array<std::uint8_t, kReadBytes> input;
  bool finished = false;
  ~Xz() { lzma_end(&stream); }
};

TextLines::TextLines(std::istream& in) : in_(in) {}
TextLines::~TextLines() = default;

// Appends some text, or finds that there is no more.
Status TextLines::refill() {
  text_.erase(0, begin_);
  begin_ = 0;
  if (xz_ != nullptr) return decompress();
  const std::size_t old_size = text_.size();
  text_.resize(old_size + kReadBytes);
  in_.read(text_.data() + old_size, kReadBytes);
  text_.resize(old_size + static_cast<std::size_t>(in_.gcount()));
  if (in_.bad()) return {StatusCode::kIo, "cannot read"};
  ended_ = in_.eof();
  if (!at_start_) return {};
  at_start_ = false;
  if (!text_.starts_with(kXzMagic)) return {};
  xz_ = std::make_unique<Xz>();
  if (lzma_stream_decoder(&xz_->stream, kXzMemory, LZMA_CONCATENATED) != LZMA_OK) {
    return {StatusCode::kIo, "cannot decompress: no memory"};
  }
  std::memcpy(xz_->input.data(), text_.data(), text_.size());
  xz_->stream.next_in = xz_->input.data();
  xz_->stream.avail_in = text_.size();
  text_.clear();
  ended_ = false;
  return decompress();
}

Status TextLines::decompress() {
  lzma_stream& stream = xz_->stream;
  const std::size_t old_size = text_.size();
  text_.resize(old_size + kReadBytes);
  stream.next_out = reinterpret_cast<std::uint8_t*>(text_.data()) + old_size;
  stream.avail_out = kReadBytes;
  lzma_ret result = LZMA_OK;
  while (result == LZMA_OK && stream.avail_out > 0) {
    if (stream.avail_in == 0 && !in_.eof()) {
      in_.read(reinterpret_cast<char*>(xz_->input.data()), kReadBytes);
      if (in_.bad()) return {StatusCode::kIo, "cannot read"};
      stream.next_in = xz_->input.data();
      stream.avail_in = static_cast<std::size_t>(in_.gcount());
    }
    result = lzma_code(&stream, in_.eof() ? LZMA_FINISH : LZMA_RUN);
  }
  text_.resize(old_size + kReadBytes - stream.avail_out);
  ended_ = result == LZMA_STREAM_END;
  if (result == LZMA_OK || ended_) return {};
  const char* why = "damaged";
  if (result == LZMA_BUF_ERROR) why = "cut off";
  if (result == LZMA_MEMLIMIT_ERROR || result == LZMA_MEM_ERROR) why = "in need of too much memory";
  return invalid_argument(fmt::format("the xz data are {} (near byte {})", why, stream.total_in));
}

Result<std::optional<std::string_view>> TextLines::next() {
  std::size_t searched = 0;
  while (true) {
    const std::size_t end = text_.find('\n', begin_ + searched);
    const std::size_t length = (end == std::string::npos ? text_.size() : end) - begin_;
    if (length > kLongestLine) {
      return invalid_argument(
          fmt::format("line {}: longer than {} bytes", number_ + 1, kLongestLine));
    }
    if (end != std::string::npos || (ended_ && length > 0)) {
      std::string_view line(text_.data() + begin_, length);
      if (line.ends_with('\r')) line.remove_suffix(1);
      begin_ += length + (end != std::string::npos ? 1 : 0);
      ++number_;
      return std::optional<std::string_view>(line);
    }
    if (ended_) return std::optional<std::string_view>();
    searched = length;
    if (Status status = refill(); !status.ok()) return status;
  }
}

Status ProofText::fault(std::string_view what) const {
  // It may quote the line, which may be anything.
  std::string printable(what.substr(0, kLongestFault));
  for (char& c : printable) {
    if (c < ' ' || c > '~') c = '?';
  }
  return invalid_argument(fmt::format("line {}: {}", lines_.number(), printable));
}

// The next line of the head.
Result<std::string> ProofText::comment(std::string_view what) {
  const Result<std::optional<std::string_view>> line = lines_.next();
  if (!line.ok()) return line.status();
  if (line.value()) return std::string(*line.value());
  return invalid_argument(
      fmt::format("line {}: the file ends instead of {}", lines_.number() + 1, what));
}

Result<ProofHead> ProofText::head() {
  ProofHead head;
  Result<std::string> line = comment("a certificate");
  if (!line.ok()) return line.status();
  const std::optional<std::string_view> format = between(line.value(), "# tengen proof ");
  if (!format) return fault("not a certificate: it would begin with '# tengen proof 1'");
  if (*format != "1") {
    return Status(StatusCode::kIncompatible,
                  "line 1: a certificate of another format than 1: use a newer tengen");
  }
  line = comment("'# rules NAME size N'");
  if (!line.ok()) return line.status();
  const std::string_view rules = between(line.value(), "# rules ").value_or("");
  const std::size_t split = rules.find(" size ");
  const auto size =
      split == std::string_view::npos ? std::nullopt : number_in(rules.substr(split + 6));
  if (!size) return fault("not '# rules NAME size N'");
  if (*size < kMinBoardSize || *size > kMaxBoardSize) return fault("no size of a board");
  head.rules = rules.substr(0, split);
  head.size = size_ = static_cast<int>(*size);
  pairs_ = counts_pairs(head.rules) ? PairsInText::kAllowed : PairsInText::kRefused;
  line = comment("'# position SETUP'");
  while (line.ok()) {
    const std::optional<std::string_view> text = between(line.value(), "# position ");
    if (!text && head.roots.empty()) return fault("not '# position SETUP'");
    if (!text) break;
    Result<Position> position = parse_setup(*text, size_, pairs_);
    if (!position.ok()) return fault(position.status().message());
    if (position.value().after_pass) return fault("a proof says nothing of the move before");
    line = comment("'# goal COLOR to_move COLOR'");
    if (!line.ok()) return line.status();
    const std::string end = fmt::format(" to_move {}", color_name(position.value().to_move));
    const std::optional<Color> goal = color_in(between(line.value(), "# goal ", end).value_or(""));
    if (!goal) return fault(fmt::format("not '# goal COLOR{}'", end));
    head.roots.push_back({.position = std::move(position).value(), .goal = *goal});
    if (head.roots.size() > kMostRoots) return fault("too many positions are named");
    line = comment("'# end N'");
  }
  if (!line.ok()) return line.status();
  first_line_ = std::move(line).value();
  return head;
}

Status ProofText::take_end(std::string_view count) {
  const std::optional<std::uint64_t> lines = number_in(count);
  if (!lines || *lines != count_) {
    return fault(fmt::format("the end counts {} lines, there are {}", count, count_));
  }
  const Result<std::optional<std::string_view>> more = lines_.next();
  if (!more.ok()) return more.status();
  return more.value() ? fault("something comes after the end") : Status();
}

Result<std::optional<ProofLine>> ProofText::next() {
  std::string first_line;
  std::string_view line;
  while (true) {
    if (first_line_) {
      first_line = *std::move(first_line_);
      first_line_.reset();
      line = first_line;
    } else {
      const Result<std::optional<std::string_view>> read = lines_.next();
      if (!read.ok()) return read.status();
      if (!read.value()) {
        return invalid_argument(
            fmt::format("line {}: the file ends without '# end {}': it is cut off",
                        lines_.number() + 1, count_));
      }
      line = *read.value();
    }
    if (!line.starts_with('#')) break;
    if (const std::optional<std::string_view> count = between(line, "# end ")) {
      if (Status status = take_end(*count); !status.ok()) return status;
      return std::optional<ProofLine>();
    }
  }
  const std::size_t first = line.find('\t');
  const std::size_t second = first == std::string_view::npos ? first : line.find('\t', first + 1);
  if (second == std::string_view::npos) return fault("not POSITION <tab> MOVE <tab> DISTANCE");
  Result<Position> position = parse_setup(line.substr(0, first), size_, pairs_);
  if (!position.ok()) return fault(position.status().message());
  if (position.value().after_pass) return fault("a proof says nothing of the move before");
  const Result<Move> move = parse_move(line.substr(first + 1, second - first - 1), size_);
  if (!move.ok()) return fault(move.status().message());
  // Whether it may be a pass is for who knows the rules.
  if (move.value() != kPass && !position.value().is_empty_point(move.value()))
    return fault("the move is on a stone");
  const std::optional<std::uint64_t> distance = number_in(line.substr(second + 1));
  const auto most = static_cast<std::uint64_t>(2 * size_ * size_);
  if (!distance || *distance < 1 || *distance > most) {
    return fault(fmt::format("the distance is no number from 1 to {}", most));
  }
  ++count_;
  return std::optional<ProofLine>({.position = std::move(position).value(),
                                   .move = move.value(),
                                   .distance_plies = static_cast<int>(*distance),
                                   .number = lines_.number()});
}

}  // namespace tengen::book
