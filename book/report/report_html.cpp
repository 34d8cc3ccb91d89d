// The report as a page for a browser.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "book/report/report.h"

namespace tengen::book {
namespace {

constexpr int kSize = 15;

// b1..b5 and w1..w5 are the heat of a proven reply, the longer proof the darker.
constexpr std::string_view kStyle = R"(
:root { color-scheme: light; --ink: #1f2328; --soft: #6a7178; --line: #d9d4c7; --card: #fffdf8;
  --paper: #f4f1e9; --wood: #f3ddb0; --grid: #a5834a; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem clamp(1rem, 4vw, 3rem); background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, "Segoe UI", "Noto Sans", "Noto Sans CJK JP", sans-serif; }
header, footer, main { max-width: 84rem; margin: 0 auto; }
h1 { margin: 0 0 .25rem; font-size: 1.8rem; }
p { margin: .25rem 0; }
footer { margin-top: 1.5rem; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; margin: .8rem 0 1.5rem; padding: 0;
  list-style: none; color: var(--soft); font-size: .9rem; }
.legend svg { width: 6rem; height: 1rem; vertical-align: -.15rem; margin-right: .4rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(17.5rem, 1fr)); gap: 1.2rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .9rem; }
h2 { display: flex; align-items: baseline; gap: .5rem; margin: 0; font-size: 1.15rem; }
h2 .kanji { margin-left: auto; font-weight: normal; font-size: 1.3rem; }
.code { color: var(--soft); }
.english { color: var(--soft); font-size: .9rem; }
.board { display: block; width: 100%; height: auto; margin: .6rem 0; border-radius: .3rem;
  background: var(--wood); }
.grid { fill: none; stroke: var(--grid); stroke-width: .04; }
.label { font-size: .5px; fill: #7c6233; text-anchor: middle; }
.stone-b { fill: #16181b; }
.stone-w { fill: #fff; stroke: #16181b; stroke-width: .05; }
.number { font-size: .48px; font-weight: 600; text-anchor: middle; }
.stone-b + .number { fill: #fff; }
.b1 { fill: #a9cdea; } .b2 { fill: #74add9; } .b3 { fill: #3f8bc4; } .b4 { fill: #1e689f; }
.b5 { fill: #0e4472; }
.w1 { fill: #f7b894; } .w2 { fill: #ef8f5d; } .w3 { fill: #dd6a31; } .w4 { fill: #b54a17; }
.w5 { fill: #86310a; }
.bar { display: block; width: 100%; height: .5rem; margin: .5rem 0; }
.bar .open { fill: #e4dfd2; }
.result { font-weight: 600; }
.black_wins .result { color: #1e689f; }
.white_wins .result { color: #b54a17; }
.counts { color: var(--soft); font-size: .9rem; }
@media print { body { background: #fff; padding: 0; } article { break-inside: avoid; } }
)";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

int x_of(Move point) { return 1 + point % kSize; }
int y_of(Move point) { return kSize - point / kSize; }

std::string_view winner_text(GameResult result) {
  return result == GameResult::kBlackWins ? "Black wins" : "White wins";
}

// The class of a square: who wins, and in which of five steps of distance.
std::string heat_class(const MoveAnswer& reply) {
  constexpr std::array<int, 4> kSteps = {18, 26, 34, 42};
  const auto step =
      std::upper_bound(kSteps.begin(), kSteps.end(), reply.distance_plies) - kSteps.begin();
  return fmt::format("{}{}", reply.result == GameResult::kBlackWins ? 'b' : 'w', 1 + step);
}

// Lines and labels, drawn once and used by every board.
std::string board_symbol() {
  std::string path;
  std::string labels;
  for (int i = 1; i <= kSize; ++i) {
    path += fmt::format("M1 {}H15M{} 1V15", i, i);
    labels += fmt::format("<text class=\"label\" x=\"{}\" y=\"15.95\">{:c}</text>", i, 'a' + i - 1);
    labels += fmt::format("<text class=\"label\" x=\".3\" y=\"{}.18\">{}</text>", i, 16 - i);
  }
  return fmt::format(
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><symbol id=\"grid\" viewBox=\"0 0 16 "
      "16.2\"><path class=\"grid\" d=\"{}\"/>{}</symbol></svg>\n",
      path, labels);
}

std::string diagram(const OpeningReport& report) {
  std::string svg = fmt::format(
      "<svg class=\"board\" viewBox=\"0 0 16 16.2\" role=\"img\" aria-label=\"{} and White's "
      "proven "
      "fourth moves\">\n",
      report.opening.code);
  for (const MoveAnswer& reply : report.replies) {
    svg += fmt::format(
        "<rect class=\"{}\" x=\"{}.5\" y=\"{}.5\" width=\"1\" height=\"1\"><title>{}: {} in at "
        "most {} plies</title></rect>\n",
        heat_class(reply), x_of(reply.move) - 1, y_of(reply.move) - 1,
        format_move(reply.move, kSize), winner_text(reply.result), reply.distance_plies);
  }
  svg += "<use href=\"#grid\" width=\"16\" height=\"16.2\"/>\n";
  const Result<std::vector<Move>> stones = parse_move_list(report.opening.moves, kSize);
  CHECK(stones.ok());
  int number = 0;
  for (const Move stone : stones.value()) {
    svg += fmt::format(
        "<circle class=\"stone-{}\" cx=\"{}\" cy=\"{}\" r=\".44\"/><text class=\"number\" "
        "x=\"{}\" y=\"{}.17\">{}</text>\n",
        number % 2 == 0 ? 'b' : 'w', x_of(stone), y_of(stone), x_of(stone), y_of(stone),
        number + 1);
    ++number;
  }
  return svg + "</svg>\n";
}

// The shares of proven and open replies.
std::string bar(const OpeningReport& report) {
  const int black = report.fourth_black_wins;
  const int white = report.fourth_white_wins;
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 {0} 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      "<rect class=\"open\" width=\"{0}\" height=\"4\"/><rect class=\"b4\" width=\"{1}\" "
      "height=\"4\"/><rect class=\"w3\" x=\"{1}\" width=\"{2}\" height=\"4\"/></svg>\n",
      report.fourth_moves, black, white);
}

std::string longest_text(const OpeningReport& report) {
  const MoveAnswer* longest = nullptr;
  for (const MoveAnswer& reply : report.replies) {
    if (reply.result != GameResult::kBlackWins) continue;
    if (longest == nullptr || reply.distance_plies > longest->distance_plies) longest = &reply;
  }
  if (longest == nullptr) return "";
  return fmt::format("; longest against {}, {} plies", format_move(longest->move, kSize),
                     longest->distance_plies);
}

std::string card(const Report& report, std::size_t index) {
  const OpeningReport& one = report.openings[index];
  const Opening& opening = one.opening;
  std::string html = fmt::format(
      "<article id=\"{0}\" class=\"{1}\">\n<h2><span class=\"code\">{0}</span>{2}"
      "<span class=\"kanji\" lang=\"ja\">{3}</span></h2>\n<div class=\"english\">{4}</div>\n",
      opening.code, result_name(one.result), escaped(opening.romaji), opening.kanji,
      escaped(opening.english));
  html += diagram(one);
  html += one.result == GameResult::kUnknown
              ? "<p class=\"result\">Open</p>\n"
              : fmt::format("<p class=\"result\">{} in at most {} plies</p>\n",
                            winner_text(one.result), one.distance_plies);
  html += bar(one);
  html += fmt::format(
      "<p class=\"counts\">{} fourth moves: {} Black wins, {} White wins, {} open{}</p>\n",
      one.fourth_moves, one.fourth_black_wins, one.fourth_white_wins, one.open(),
      longest_text(one));
  if (!report.records.empty()) {
    const OpeningRecords& records = report.records[index];
    html += fmt::format("<p class=\"counts\">Records: {}", records.black);
    if (records.white > 0) html += fmt::format(" for Black, {} for White", records.white);
    html += "</p>\n";
  }
  return html + "</article>\n";
}

std::string legend_scale(char side, std::string_view text) {
  std::string html = "<li><svg viewBox=\"0 0 5 1\" preserveAspectRatio=\"none\">";
  for (int i = 0; i < 5; ++i) {
    html += fmt::format("<rect class=\"{}{}\" x=\"{}\" width=\"1\" height=\"1\"/>", side, i + 1, i);
  }
  return html + fmt::format("</svg>{}</li>\n", text);
}

}  // namespace

std::string_view report_style() { return kStyle; }

std::string to_html(const Report& report, std::string_view style_href) {
  int black = 0;
  int white = 0;
  int moves = 0;
  int proven_moves = 0;
  for (const OpeningReport& one : report.openings) {
    black += one.result == GameResult::kBlackWins ? 1 : 0;
    white += one.result == GameResult::kWhiteWins ? 1 : 0;
    moves += one.fourth_moves;
    proven_moves += one.fourth_moves - one.open();
  }
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>The 26 openings of renju: what is proven</title>\n";
  html += style_href.empty()
              ? fmt::format("<style>{}</style>\n", kStyle)
              : fmt::format("<link rel=\"stylesheet\" href=\"{}\">\n", escaped(style_href));
  html += "</head>\n<body>\n<header>\n<h1>The 26 openings of renju</h1>\n";
  html += fmt::format(
      "<p>{} won for Black, {} for White, {} open. Of White's {} fourth moves {} are proven.</p>\n",
      black, white, static_cast<int>(report.openings.size()) - black - white, moves, proven_moves);
  html += "<ul class=\"legend\">\n";
  html += legend_scale('b', "Black wins, the longer the darker");
  html += legend_scale('w', "White wins, the longer the darker");
  html += "<li>bare points: open</li>\n</ul>\n</header>\n" + board_symbol() + "<main>\n";
  for (std::size_t i = 0; i < report.openings.size(); ++i) html += card(report, i);
  html += fmt::format("</main>\n<footer><p>Book {}: {} {}x{}, {:.1f} MB.</p>", escaped(report.path),
                      escaped(report.rules), report.size, report.size,
                      static_cast<double>(report.bytes_on_disk) / 1e6);
  if (!report.records.empty()) {
    html +=
        "<p>Records are counted for each opening whose stones the position holds; a position that "
        "several lead to counts for each of them.</p>";
  }
  return html + "</footer>\n</body>\n</html>\n";
}

}  // namespace tengen::book
