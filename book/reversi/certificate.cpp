#include "book/reversi/certificate.h"

#include <charconv>

namespace tengen::reversi {
namespace {

constexpr std::string_view kName = "tengen-reversi-certificate";
constexpr std::string_view kVersion = "1";

Status bad(const std::string& what) {
  return {StatusCode::kCorruption, "not a sound certificate: " + what};
}

// The head's lines, one after the other.
class Head {
 public:
  explicit Head(std::string_view bytes) : rest_(bytes) {}

  // The text behind `word` and a blank on the next line, if that is how it begins.
  std::optional<std::string_view> line(std::string_view word) {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view text = rest_.substr(0, end);
    if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != ' ') {
      return std::nullopt;
    }
    rest_.remove_prefix(end + 1);
    text.remove_prefix(word.size() + 1);
    return text;
  }
  // Whether the next line is empty; if so it is passed.
  bool empty_line() {
    if (!rest_.starts_with('\n')) return false;
    rest_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "-4 1234" behind at-least or at-most.
struct ClaimLine {
  int score = 0;
  std::uint64_t bytes = 0;
};
std::optional<ClaimLine> claim_line(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::optional<int> score = number<int>(text.substr(0, blank));
  const std::optional<std::uint64_t> bytes = number<std::uint64_t>(text.substr(blank + 1));
  if (!score || !bytes || *score < -64 || *score > 64) return std::nullopt;
  return ClaimLine{*score, *bytes};
}

}  // namespace

std::string encode_certificate(const Certificate& certificate) {
  std::string text;
  const auto line = [&](std::string_view word, std::string_view value) {
    text.append(word).append(" ").append(value).append("\n");
  };
  line(kName, kVersion);
  line("board", certificate.board.rows());
  line("side", std::string(1, certificate.board.side()));
  line("count", certificate.rules.empties_to_winner ? "empties-to-winner" : "stones");
  line("better", certificate.rules.anti ? "fewer" : "more");
  line("leaf", std::to_string(certificate.leaf_nodes));
  for (const Claim& claim : certificate.claims) {
    line(claim.at_least ? "at-least" : "at-most",
         std::to_string(claim.score) + " " + std::to_string(claim.moves.size()));
  }
  text += '\n';
  for (const Claim& claim : certificate.claims) text.append(claim.moves.begin(), claim.moves.end());
  return text;
}

Result<Certificate> decode_certificate(std::string_view bytes) {
  Head head(bytes);
  const std::optional<std::string_view> version = head.line(kName);
  if (!version) return bad("it does not begin with '" + std::string(kName) + "'");
  if (*version != kVersion) {
    return Status(StatusCode::kIncompatible, "a Reversi certificate of version " +
                                                 std::string(version->substr(0, 20)) +
                                                 "; this program reads version 1");
  }
  Certificate certificate;
  const std::optional<std::string_view> rows = head.line("board");
  const std::optional<std::string_view> side = rows ? head.line("side") : std::nullopt;
  if (!rows || !side) return bad("lines 2 and 3 are to be 'board ROWS' and 'side X' or 'side O'");
  Result<NaiveBoard> board = NaiveBoard::parse(*rows, *side);
  if (!board.ok()) return bad(board.status().message());
  certificate.board = board.value();
  const std::optional<std::string_view> counting = head.line("count");
  if (counting != "stones" && counting != "empties-to-winner") {
    return bad("line 4 is to be 'count stones' or 'count empties-to-winner'");
  }
  certificate.rules.empties_to_winner = counting == "empties-to-winner";
  const std::optional<std::string_view> better = head.line("better");
  if (better != "more" && better != "fewer") {
    return bad("line 5 is to be 'better more' or 'better fewer'");
  }
  certificate.rules.anti = better == "fewer";
  const std::optional<std::string_view> leaf = head.line("leaf");
  const std::optional<std::uint64_t> nodes = leaf ? number<std::uint64_t>(*leaf) : std::nullopt;
  if (!nodes) return bad("line 6 is to be 'leaf NUMBER'");
  certificate.leaf_nodes = *nodes;
  std::vector<std::uint64_t> sizes;
  for (const bool at_least : {true, false}) {
    const std::optional<std::string_view> text = head.line(at_least ? "at-least" : "at-most");
    if (!text) continue;
    const std::optional<ClaimLine> claim = claim_line(*text);
    if (!claim) return bad("a claim is to be 'at-least SCORE BYTES' or 'at-most SCORE BYTES'");
    certificate.claims.push_back({at_least, claim->score, {}});
    sizes.push_back(claim->bytes);
  }
  if (certificate.claims.empty()) return bad("it claims nothing");
  if (!head.empty_line()) return bad("its head is to end with an empty line");
  std::string_view rest = head.rest();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > rest.size()) return bad("moves are missing at its end");
    certificate.claims[i].moves.assign(rest.begin(),
                                       rest.begin() + static_cast<std::ptrdiff_t>(sizes[i]));
    rest.remove_prefix(sizes[i]);
  }
  if (!rest.empty()) return bad("bytes are left over at its end");
  return certificate;
}

}  // namespace tengen::reversi
