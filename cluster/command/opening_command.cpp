// `tengen opening`: what the proven facts decide under an opening rule.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "book/opening_rules/opening_query.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"
#include "cluster/command/render.h"
#include "solver/base/text.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string rule;
  std::string position;
  std::string book;
  std::string offers;
  int number = 0;
  bool rules = false;
  bool json = false;
};

std::string_view bounds_text(book::Bounds bounds) {
  using book::Outcome;
  if (bounds == book::kBlackWins) return "Black wins";
  if (bounds == book::kWhiteWins) return "White wins";
  if (bounds.decided()) return "a draw";
  if (bounds.least == Outcome::kDraw) return "open, but Black does not lose";
  if (bounds.most == Outcome::kDraw) return "open, but White does not lose";
  return "open";
}

std::string values_text(const book::OpeningStage& stage) {
  std::string text;
  for (const book::NumberValue& value : stage.values) {
    if (!text.empty()) text += "; ";
    if (value.from != 0) {
      text += value.from == value.to ? fmt::format("{} offered: ", value.from)
                                     : fmt::format("{}-{} offered: ", value.from, value.to);
    }
    text += bounds_text(value.bounds);
  }
  return text;
}

// The moves of one value in lines of at most some 90 characters, symmetric ones after "=". A long
// list of open moves is only counted.
std::string moves_of(const book::OpeningStage& stage, book::Bounds bounds) {
  constexpr int kMostOpenShown = 40;
  std::string text;
  std::string line;
  int count = 0;
  for (const book::OpeningMove& move : stage.moves) {
    if (move.bounds != bounds) continue;
    ++count;
    std::string name = ' ' + format_move(move.move, book::kOpeningBoardSize);
    for (const Move other : move.symmetric)
      name += '=' + format_move(other, book::kOpeningBoardSize);
    if (line.size() + name.size() > 86) {
      text += "       " + line + '\n';
      line.clear();
    }
    line += name;
  }
  if (!bounds.decided() && count > kMostOpenShown) {
    return fmt::format("      {}: {}\n", bounds_text(bounds), count);
  }
  return fmt::format("      {} ({}):\n", bounds_text(bounds), count) + text + "       " + line +
         '\n';
}

std::string stage_text(const book::OpeningRule& rule, const book::OpeningStage& stage) {
  std::string text = fmt::format("  {:>2}. {}\n      -> {}\n", stage.step + 1,
                                 step_text(rule, stage.step), values_text(stage));
  std::vector<book::Bounds> shown;
  for (const book::OpeningMove& move : stage.moves) {
    if (std::find(shown.begin(), shown.end(), move.bounds) != shown.end()) continue;
    shown.push_back(move.bounds);
  }
  std::sort(shown.begin(), shown.end(), [](book::Bounds a, book::Bounds b) {
    return std::pair(a.least, a.most) > std::pair(b.least, b.most);
  });
  for (const book::Bounds bounds : shown) text += moves_of(stage, bounds);
  return text;
}

std::string answer_text(const book::OpeningAnswer& answer) {
  const book::OpeningRule& rule = *answer.rule;
  std::string text = fmt::format("{}: {}", rule.name, format_position(answer.position));
  if (answer.opening != nullptr) {
    text += fmt::format("  ({} {})", answer.opening->code, answer.opening->romaji);
  }
  if (answer.number != 0) text += fmt::format(", {} fifth moves declared", answer.number);
  text +=
      "\nBlack and White are whoever holds that colour at the step. Next, up to the next stone:\n";
  for (const book::OpeningStage& stage : answer.stages) text += stage_text(rule, stage);
  return text;
}

std::string rules_text() {
  std::string text;
  for (const book::OpeningRule& rule : book::all_rules()) {
    text += fmt::format("{}  ({}; {})\n", rule.id, rule.name, rule.note);
    for (std::size_t i = 0; i < rule.steps.size(); ++i) {
      text += fmt::format("  {:>2}. {}\n", i + 1, step_text(rule, i));
    }
  }
  return text;
}

int run_opening(const Options& options) {
  if (options.rules) {
    std::cout << (options.json ? book::rules_json().dump() + '\n' : rules_text());
    return kExitAnswered;
  }
  const Result<const book::OpeningRule*> rule = book::find_rule(options.rule);
  if (!rule.ok()) return report(rule.status());
  const Result<OpenBook> book = open_book(options.book, {});
  if (!book.ok()) return report(book.status());
  const Game& game = *book.value().game;
  if (!book::has_openings(game)) {
    return report(
        invalid_argument(options.book + ": opening rules are of renju on 15x15, this book is not"));
  }
  const Result<book::OpeningPosition> opening =
      book::parse_opening_position(game, trimmed(options.position));
  if (!opening.ok()) return report(opening.status());
  const Result<std::vector<Move>> offers = parse_move_list(options.offers, book::kOpeningBoardSize);
  if (!offers.ok()) return report(offers.status());
  ProgressLine line;
  const Result<book::OpeningAnswer> answer =
      book::query_opening(*book.value().store, game,
                          {.rule = rule.value(),
                           .opening = opening.value(),
                           .number = options.number,
                           .offers = offers.value()},
                          [&line](std::uint64_t positions) {
                            line([positions] { return fmt::format("positions {}", positions); });
                          });
  if (!answer.ok()) return report(answer.status());
  std::cout << (options.json ? book::to_json(answer.value()).dump() + '\n'
                             : answer_text(answer.value()));
  return answer.value().decided() ? kExitAnswered : kExitUnknown;
}

}  // namespace

void add_opening_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("opening", "what the proven facts decide under an opening rule");
  CLI::Option* const position =
      command->add_option("POSITION", options->position, "where the game stands")->type_name("");
  CLI::Option* const rule =
      command->add_option("--rule", options->rule, "the opening rule; --rules lists them")
          ->type_name("NAME");
  CLI::Option* const book = add_book_option(*command, options->book)->required(false);
  command->add_option("--fifths", options->number, "fifth moves that were declared")
      ->check(CLI::PositiveNumber.description(""))
      ->option_text("N");
  command->add_option("--offers", options->offers, "fifth moves on offer: \"g7 i10\"")
      ->option_text("MOVES");
  CLI::Option* const rules =
      command->add_flag("--rules", options->rules, "the rules and their steps in words");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Shows each step that the position can stand at, who decides, and what best play of both\n"
      "comes to by what is proven. Exit status 0 when that decides the first of them.\n"
      "Example: tengen opening --rule soosorv-8 \"D4 h7\" --book my.book");
  command->callback([=, &action] {
    for (const CLI::Option* option : {position, rule, book}) {
      if (rules->count() == 0 && option->count() == 0) {
        throw CLI::RequiredError(option->get_name());
      }
    }
    action = [options] { return run_opening(*options); };
  });
}

}  // namespace tengen::cluster
