#include "book/exchange/game_records.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "book/exchange/byte_reader.h"

namespace tengen::book {
namespace {

constexpr int kRecordSize = 15;  // where a format has but one

class Reader {
 public:
  Reader(std::istream& in, int size, const std::function<Status(const GameRecord&)>& visit)
      : bytes_(in), size_(size), visit_(visit) {}

  Status run(RecordFormat format) {
    const Status status = format == RecordFormat::kPsq   ? psq()
                          : format == RecordFormat::kPos ? pos()
                                                         : bdt();
    if (!bytes_.failed()) return status;
    return {StatusCode::kIo, fmt::format("byte {}: cannot be read", bytes_.offset())};
  }

 private:
  [[nodiscard]] Status fault(std::string_view what) const {
    return invalid_argument(fmt::format("line {}: {}", line_, what));
  }

  // The next line without its end; empty at the end of the file.
  std::optional<std::string> line() {
    if (bytes_.peek() == ByteReader::kEnd) return std::nullopt;
    ++line_;
    std::string text;
    for (int byte = bytes_.next(); byte != ByteReader::kEnd && byte != '\n'; byte = bytes_.next()) {
      if (text.size() <= kMaxRecordLine) text += static_cast<char>(byte);
    }
    if (text.ends_with('\r')) text.pop_back();
    return text;
  }

  // "8,8,120" as numbers; empty for anything else.
  template <std::size_t Count>
  static std::optional<std::array<int, Count>> numbers(std::string_view text, char between) {
    std::array<int, Count> found{};
    for (std::size_t i = 0; i < Count; ++i) {
      while (text.starts_with(' ')) text.remove_prefix(1);
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), found[i]);
      if (error != std::errc()) return std::nullopt;
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      if (i + 1 == Count) break;
      if (!text.starts_with(between)) return std::nullopt;
      text.remove_prefix(1);
    }
    return found;
  }

  Status psq() {
    constexpr std::string_view kMagic = "Piskvorky ";
    const std::optional<std::string> head = line();
    if (!head || !head->starts_with(kMagic)) return fault("not a Piskvork game");
    const auto board = numbers<2>(std::string_view(*head).substr(kMagic.size()), 'x');
    if (!board || (*board)[0] != size_ || (*board)[1] != size_) {
      return fault(fmt::format("a game on a board that is not {0}x{0}", size_));
    }
    GameRecord game;
    while (const std::optional<std::string> text = line()) {
      const auto move = numbers<3>(*text, ',');
      if (!move) break;  // what follows names the players
      const auto [x, y, milliseconds] = *move;
      if (x < 1 || y < 1 || x > size_ || y > size_) {
        return fault(fmt::format("{},{} is no point of the board", x, y));
      }
      if (Status status = add(game, x - 1, size_ - y); !status.ok()) return status;
    }
    return game.moves.empty() ? fault("the game has no moves") : visit_(game);
  }

  Status pos() {
    if (size_ != kRecordSize) return off_size("pos");
    constexpr int kPassByte = 0xF0;
    const int count = bytes_.next();
    if (count == ByteReader::kEnd || count == 0) return invalid_argument("byte 0: no moves");
    GameRecord game;
    for (int i = 0; i < count; ++i) {
      const int byte = bytes_.next();
      if (byte == ByteReader::kEnd) {
        return invalid_argument(
            fmt::format("byte {}: the file ends after {} of {} moves", bytes_.offset(), i, count));
      }
      if (byte == kPassByte) {
        game.moves.push_back(kPass);
      } else if (byte >= size_ * size_) {
        return invalid_argument(
            fmt::format("byte {}: {:02x} is no point of the board", bytes_.offset() - 1, byte));
      } else {
        const int row_from_top = byte / size_;
        if (Status status = add(game, byte % size_, size_ - 1 - row_from_top); !status.ok()) {
          return status;
        }
      }
    }
    return visit_(game);
  }

  Status bdt() {
    if (size_ != kRecordSize) return off_size("bdt");
    bool any = false;
    while (const std::optional<std::string> text = line()) {
      if (text->find_first_not_of(" \t") == std::string::npos) continue;
      if (text->size() > kMaxRecordLine) return fault("a line of more than 64 KiB");
      const std::size_t open = text->find("=[");
      const std::size_t close = text->find(']', open == std::string::npos ? 0 : open);
      if (open == std::string::npos || close == std::string::npos) {
        return fault("not a game of a .bdt file: EVENT=[BLACK,WHITE,RESULT,MOVES,...]");
      }
      any = true;
      if (Status status = bdt_game(text->substr(open + 2, close - open - 2)); !status.ok()) {
        return status;
      }
    }
    return any ? Status() : fault("no game");
  }

  Status bdt_game(std::string_view text) {
    constexpr std::size_t kComment = 6;
    std::array<std::string_view, kComment + 1> fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::size_t comma = i == kComment ? std::string_view::npos : text.find(',');
      fields[i] = text.substr(0, comma);
      text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    const auto& [black, white, result, moves, fifths, swapped, comment] = fields;
    GameRecord game;
    if (!black.empty() || !white.empty() || !result.empty()) {
      const std::string_view score = result == "+"   ? "1-0"
                                     : result == "-" ? "0-1"
                                     : result == "=" ? "0.5-0.5"
                                                     : "";
      game.name = fmt::format("{} - {} {}", black, white, score);
    }
    game.comment = comment;
    for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
      const std::optional<int> x = hexadecimal(moves[i]);
      const std::optional<int> y = hexadecimal(moves[i + 1]);
      if (x == 0 && y == 0) {
        game.moves.push_back(kPass);
      } else if (!x || !y || *x == 0 || *y == 0) {
        return fault("a move that is no point of the board");
      } else if (Status status = add(game, *x - 1, *y - 1); !status.ok()) {
        return status;
      }
    }
    return moves.size() % 2 == 0 ? visit_(game) : fault("half a move at the end of a game");
  }

  static std::optional<int> hexadecimal(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    return std::nullopt;
  }

  Status add(GameRecord& game, int column, int row) const {
    if (game.moves.size() >= static_cast<std::size_t>(2 * size_ * size_)) {
      return fault("a game of more moves than there can be");
    }
    game.moves.push_back(static_cast<Move>(row * size_ + column));
    return {};
  }

  [[nodiscard]] Status off_size(std::string_view format) const {
    return invalid_argument(
        fmt::format(".{} files are for 15x15, the book is for {}x{}", format, size_, size_));
  }

  ByteReader bytes_;
  const int size_;
  const std::function<Status(const GameRecord&)>& visit_;
  std::uint64_t line_ = 0;
};

}  // namespace

Status read_game_records(std::istream& in, RecordFormat format, int size,
                         const std::function<Status(const GameRecord&)>& visit) {
  return Reader(in, size, visit).run(format);
}

}  // namespace tengen::book
