#include "book/exchange/yxdb.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "book/exchange/byte_reader.h"
#include "book/exchange/lz4_stream.h"

namespace tengen::book {
namespace {

constexpr std::string_view kLz4Magic = "\x04\x22\x4D\x18";
constexpr std::size_t kKeyHead = 3;    // rule, width, height
constexpr std::size_t kValueHead = 5;  // label, value, depth and bound
constexpr std::string_view kLabels = "@BTXT@";
constexpr int kMateValue = 29500;  // beyond it a value says who wins

class Reader {
 public:
  Reader(std::istream& in, int size, const std::function<Status(const YxdbRecord&)>& visit)
      : bytes_(in), size_(size), visit_(visit) {}

  Result<YxdbSummary> run() {
    const std::optional<std::uint64_t> count = number(4);
    if (!count) return fault(0, "not a database: it has no number of records");
    YxdbSummary summary;
    for (std::uint64_t i = 0; i < *count; ++i) {
      YxdbRecord record;
      record.offset = bytes_.offset();
      std::string key;
      std::string value;
      if (!block(key) || !block(value)) {
        return fault(bytes_.offset(), fmt::format("the file ends within record {} of {}, which "
                                                  "begins at byte {}",
                                                  i + 1, *count, record.offset));
      }
      if (key == std::string_view("\0\0\0", kKeyHead)) continue;
      if (Status status = take_key(key, record); !status.ok()) return status;
      if (Status status = take_value(value, record); !status.ok()) return status;
      ++summary.records;
      if (Status status = visit_(record); !status.ok()) return status;
    }
    const std::uint64_t end = bytes_.offset();
    if (bytes_.next() != ByteReader::kEnd) return fault(end, "bytes behind the last record");
    return summary;
  }

  [[nodiscard]] std::uint64_t offset() const { return bytes_.offset(); }

 private:
  static Status fault(std::uint64_t offset, std::string_view what) {
    return invalid_argument(fmt::format("byte {}: {}", offset, what));
  }

  std::optional<std::uint64_t> number(int length) {
    std::uint64_t result = 0;
    for (int i = 0; i < length; ++i) {
      const int byte = bytes_.next();
      if (byte == ByteReader::kEnd) return std::nullopt;
      result |= static_cast<std::uint64_t>(byte) << (8 * i);
    }
    return result;
  }

  bool block(std::string& content) {
    const std::optional<std::uint64_t> length = number(2);
    if (!length) return false;
    content.reserve(*length);
    while (content.size() < *length) {
      const int byte = bytes_.next();
      if (byte == ByteReader::kEnd) return false;
      content += static_cast<char>(byte);
    }
    return true;
  }

  Status take_key(const std::string& key, YxdbRecord& record) const {
    const std::uint64_t begin = record.offset + 2;
    if (key.size() < kKeyHead || (key.size() - kKeyHead) % 2 != 0) {
      return fault(begin, fmt::format("a key of {} bytes", key.size()));
    }
    record.rule = static_cast<unsigned char>(key[0]);
    record.width = static_cast<unsigned char>(key[1]);
    record.height = static_cast<unsigned char>(key[2]);
    const std::size_t pairs = (key.size() - kKeyHead) / 2;
    record.position.to_move = pairs % 2 == 0 ? Color::kBlack : Color::kWhite;
    if (pairs > 0) record.last_mover = opponent(record.position.to_move);
    if (record.width != size_ || record.height != size_) return {};
    record.position.size = size_;
    std::vector<bool> taken(static_cast<std::size_t>(size_ * size_));
    for (std::size_t i = 0; i < pairs; ++i) {
      const int x = static_cast<signed char>(key[kKeyHead + 2 * i]);
      const int y = static_cast<signed char>(key[kKeyHead + 2 * i + 1]);
      if (x == -1 && y == -1) continue;
      const bool on_board = x >= 0 && y >= 0 && x < size_ && y < size_;
      const int point = y * size_ + x;
      if (!on_board || taken[static_cast<std::size_t>(point)]) {
        return fault(begin + kKeyHead + 2 * i, fmt::format("a stone at ({}, {}), which is {}", x, y,
                                                           on_board ? "taken" : "off the board"));
      }
      taken[static_cast<std::size_t>(point)] = true;
      const bool black = i < (pairs + 1) / 2;
      (black ? record.position.black : record.position.white).push_back(static_cast<Move>(point));
    }
    std::sort(record.position.black.begin(), record.position.black.end());
    std::sort(record.position.white.begin(), record.position.white.end());
    return {};
  }

  Status take_value(std::string& value, YxdbRecord& record) const {
    if (value.empty()) return {};
    if (value.size() < kValueHead) {
      return fault(bytes_.offset() - value.size(),
                   fmt::format("a value of {} bytes", value.size()));
    }
    const auto word = [&value](std::size_t at) {
      return static_cast<std::int16_t>(static_cast<unsigned char>(value[at]) |
                                       static_cast<unsigned char>(value[at + 1]) << 8);
    };
    record.label = value[0];
    record.value = word(1);
    record.depth = word(3) >> 2;
    record.bound = static_cast<YxdbBound>(word(3) & 3);
    value.erase(0, kValueHead);
    record.text = std::move(value);
    return {};
  }

  ByteReader bytes_;
  const int size_;
  const std::function<Status(const YxdbRecord&)>& visit_;
};

bool is_lz4(std::istream& in) {
  std::string head(kLz4Magic.size(), '\0');
  const std::istream::pos_type begin = in.tellg();
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  const bool found = in.gcount() == static_cast<std::streamsize>(head.size()) && head == kLz4Magic;
  in.clear(in.rdstate() & std::ios::badbit);
  in.seekg(begin);
  return found;
}

}  // namespace

bool YxdbRecord::won_by_last_mover() const {
  if (!last_mover) return false;
  const bool mated =
      value <= -kMateValue && bound != YxdbBound::kLower && bound != YxdbBound::kNone;
  return label == 'w' || (mated && label != 'l');
}

std::string YxdbRecord::comment() const {
  std::string words = text;
  if (text.starts_with(kLabels)) {
    const std::size_t end = text.find('\b');
    words = end == std::string::npos ? std::string() : text.substr(end + 1);
  }
  std::replace(words.begin(), words.end(), '\b', '\n');
  return words;
}

std::vector<YxdbLabel> YxdbRecord::labels() const {
  std::vector<YxdbLabel> found;
  if (!text.starts_with(kLabels)) return found;
  std::string_view rest = std::string_view(text).substr(0, text.find('\b'));
  rest.remove_prefix(kLabels.size());
  const auto digit = [](char c) { return c >= 'A' && c <= 'F' ? c - 'A' + 10 : c - '0'; };
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), one.size() + 1));
    if (one.size() < 3) continue;
    const int x = digit(one[0]);
    const int y = digit(one[1]);
    if (x < 0 || y < 0 || x >= position.size || y >= position.size) continue;
    found.push_back(
        {.point = static_cast<Move>(y * position.size + x), .text = std::string(one.substr(2))});
  }
  return found;
}

Result<YxdbSummary> read_yxdb(std::istream& in, int size,
                              const std::function<Status(const YxdbRecord&)>& visit) {
  const auto io_error = [&in](const Result<YxdbSummary>& result) -> Result<YxdbSummary> {
    if (in.bad()) return Status(StatusCode::kIo, "cannot be read");
    return result;
  };
  if (!is_lz4(in)) return io_error(Reader(in, size, visit).run());
  Lz4Buffer content(in);
  std::istream unpacked(&content);
  Reader reader(unpacked, size, visit);
  Result<YxdbSummary> result = reader.run();
  if (content.damaged()) {
    return io_error(invalid_argument(fmt::format(
        "byte {} of the unpacked database: the LZ4 frame is damaged or cut off", reader.offset())));
  }
  if (result.ok()) result.value().compressed = true;
  return io_error(result);
}

}  // namespace tengen::book
