// The report as a page for a browser.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "book/report/report.h"
#include "book/web/assets.h"
#include "book/web/script.h"

namespace tengen::book {
namespace {

constexpr int kSize = 15;

// After the colours of the explorer (book/web/colours.css). b0..b4 and w0..w4 are the heat of a
// proven reply, the longer the win the stronger.
constexpr std::string_view kStyle = R"(
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem clamp(.6rem, 3vw, 1.2rem) 2rem; background: var(--page); color: var(--ink);
  font: 16px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; }
header, footer, main { max-width: 92rem; margin: 0 auto; }
h1 { margin: 0 0 .4rem; font-size: 1.5rem; font-weight: 650; }
p { margin: .25rem 0; }
footer { margin-top: 1.5rem; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.5rem; margin: .6rem 0 1.2rem; padding: 0;
  list-style: none; color: var(--soft); font-size: .85rem; }
.legend svg { width: 6rem; height: 1.2rem; vertical-align: -.25rem; margin-right: .4rem;
  background: var(--wood); border-radius: 4px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(17.5rem, 1fr)); gap: .8rem; }
article { background: var(--panel); border: 1px solid var(--edge); border-radius: 12px;
  padding: .8rem 1rem; }
h2 { display: flex; align-items: baseline; gap: .5rem; margin: 0; font-size: 1.1rem; }
.kanji { margin-left: auto; font-weight: normal; font-size: 1.25rem;
  font-family: 'Noto Serif CJK JP', 'Hiragino Mincho ProN', 'Yu Mincho', serif; }
.code, .meaning, .counts { color: var(--soft); }
.meaning, .counts { font-size: .85rem; }
.board { display: block; width: 100%; height: auto; margin: .6rem 0; border-radius: 6px;
  background: var(--wood); }
.grid { fill: none; stroke: var(--grid); stroke-width: .04; }
.label { font-size: .5px; fill: var(--label); text-anchor: middle; }
.stone-b { fill: var(--black-stone); stroke: var(--stone-edge); stroke-width: .04; }
.stone-w { fill: var(--white-stone); stroke: var(--stone-edge); stroke-width: .04; }
.number { font-size: .48px; font-weight: 600; text-anchor: middle; fill: var(--black-stone); }
.stone-b + .number { fill: var(--white-stone); }
.b0 { fill: var(--black-0); } .b1 { fill: var(--black-1); } .b2 { fill: var(--black-2); }
.b3 { fill: var(--black-3); } .b4 { fill: var(--black-4); }
.w0, .w1, .w2, .w3, .w4 { fill: var(--white-mark); stroke: var(--white-edge); stroke-width: .05; }
.w2, .w3 { stroke-width: .09; } .w4 { stroke-width: .14; }
.bar { display: block; width: 100%; height: 6px; margin: .5rem 0; border-radius: 3px; }
.bar .open { fill: var(--bar-open); } .bar .black { fill: var(--black-4); }
.bar .white { fill: var(--white-edge); }
.result { font-weight: 600; }
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
  return fmt::format("{}{}", reply.result == GameResult::kBlackWins ? 'b' : 'w', step);
}

// Lines and labels, drawn once and used by every board.
std::string board_symbol() {
  std::string path;
  std::string labels;
  for (int i = 1; i <= kSize; ++i) {
    path += fmt::format("M1 {}H15M{} 1V15", i, i);
    labels += fmt::format("<text class=\"label\" x=\"{}\" y=\"15.95\">{:c}</text>", i, 'a' + i - 1);
    labels += fmt::format("<text class=\"label\" x=\"-.05\" y=\"{}.18\">{}</text>", i, 16 - i);
  }
  return fmt::format(
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><symbol id=\"grid\" viewBox=\"-.4 0 "
      "16.4 16.2\"><path class=\"grid\" d=\"{}\"/>{}</symbol></svg>\n",
      path, labels);
}

std::string diagram(const OpeningReport& report) {
  std::string svg = fmt::format(
      "<svg class=\"board\" viewBox=\"-.4 0 16.4 16.2\" role=\"img\" aria-label=\"{} and White's "
      "proven "
      "fourth moves\">\n",
      report.opening.code);
  std::string marks;
  for (const MoveAnswer& reply : report.replies) {
    const std::string shape =
        reply.result == GameResult::kBlackWins
            ? fmt::format(
                  "rect class=\"{}\" x=\"{}.56\" y=\"{}.56\" width=\".88\" height=\".88\" "
                  "rx=\".1\"",
                  heat_class(reply), x_of(reply.move) - 1, y_of(reply.move) - 1)
            : fmt::format("circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\".4\"", heat_class(reply),
                          x_of(reply.move), y_of(reply.move));
    marks += fmt::format("<{}><title>{}: {} in at most {} plies</title></{}>\n", shape,
                         format_move(reply.move, kSize), winner_text(reply.result),
                         reply.distance_plies, shape.substr(0, shape.find(' ')));
  }
  svg += "<use href=\"#grid\" x=\"-.4\" width=\"16.4\" height=\"16.2\"/>\n" + marks;
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
      "<rect class=\"open\" width=\"{0}\" height=\"4\"/><rect class=\"black\" width=\"{1}\" "
      "height=\"4\"/><rect class=\"white\" x=\"{1}\" width=\"{2}\" height=\"4\"/></svg>\n",
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
      "<article id=\"{0}\" class=\"{1}\">\n<h2><span class=\"code\">{0}</span>"
      "<span class=\"name\">{2}</span><span class=\"kanji\" lang=\"ja\">{3}</span></h2>\n"
      "<div class=\"meaning\">{4}</div>\n",
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
  std::string html = "<li><svg viewBox=\"0 0 5 1\">";
  for (int i = 0; i < 5; ++i) {
    html += side == 'b'
                ? fmt::format(
                      "<rect class=\"b{}\" x=\"{}.1\" y=\".1\" width=\".8\" "
                      "height=\".8\" rx=\".1\"/>",
                      i, i)
                : fmt::format("<circle class=\"w{}\" cx=\"{}.5\" cy=\".5\" r=\".38\"/>", i, i);
  }
  return html + fmt::format("</svg>{}</li>\n", text);
}

}  // namespace

std::string report_style() { return std::string(asset_text("/colours.css")) + std::string(kStyle); }

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
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>The 26 openings of renju: what is proven</title>\n";
  html +=
      style_href.empty()
          ? fmt::format("<style>{}</style>\n<script type=\"module\">\n{}</script>\n",
                        report_style(), script_of({"/russian.js", "/openings.js", "/report.js"}))
          : fmt::format(
                "<link rel=\"icon\" href=\"/icon.svg\">\n<link rel=\"stylesheet\" href=\"{}\">\n"
                "<script type=\"module\" src=\"/report.js\"></script>\n",
                escaped(style_href));
  html += "</head>\n<body>\n<header>\n<h1>The 26 openings of renju</h1>\n";
  html += fmt::format(
      "<p>{} won for Black, {} for White, {} open. Of White's {} fourth moves {} are proven.</p>\n",
      black, white, static_cast<int>(report.openings.size()) - black - white, moves, proven_moves);
  html += "<ul class=\"legend\">\n";
  html += legend_scale('b', "Black wins, the longer the stronger");
  html += legend_scale('w', "White wins, the longer the stronger");
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
