// `tengen export`: a proof as a certificate, or as a tree for other programs and people.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <vector>

#include "book/exchange/export.h"
#include "book/exchange/noted_tree.h"
#include "book/exchange/tree_writers.h"
#include "book/query/openings.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"
#include "solver/base/text.h"

namespace tengen::cluster {
namespace {

struct Options {
  std::string position;
  std::string book;
  GameOptions game;
  std::optional<Color> goal;
  std::string format;  // empty: as the output's name says
  std::string output = "-";
  int max_plies = 0;  // 0: all
  std::string replies = "all";
  bool notes = false;
};

using TreeWriter = std::unique_ptr<book::ProofTreeSink> (*)(std::ostream&);

// Null for the certificate.
TreeWriter tree_writer(const std::string& format) {
  if (format == "lib") return book::lib_tree_writer;
  if (format == "sgf") return book::sgf_tree_writer;
  if (format == "json") return book::json_tree_writer;
  if (format == "html") return book::html_tree_writer;
  return nullptr;
}

// By the suffix of the file, a certificate without one; empty when the suffix says nothing.
std::string guessed_format(const std::string& output) {
  const std::string suffix = std::filesystem::path(output).extension().string();
  if (suffix == ".htm") return "html";
  const std::string name = suffix.empty() ? "proof" : suffix.substr(1);
  return name == "proof" || tree_writer(name) != nullptr ? name : std::string();
}

// The moves to a position that was asked as a move list; none for a set-up.
std::vector<Move> path_of(const Game& game, const std::string& text) {
  const Result<std::string> expanded = book::expand_opening(trimmed(text), game);
  if (!expanded.ok()) return {};
  const Result<std::vector<Move>> moves = parse_move_list(expanded.value(), game.size());
  return moves.ok() ? moves.value() : std::vector<Move>();
}

int report_export(const Status& status) {
  const int exit_status = report(status);
  return status.code() == StatusCode::kNotFound ? kExitUnknown : exit_status;
}

// Writes to a file beside `path` first, so that a file under that name is always whole.
// Devices and pipes are written to directly.
int export_to_file(const std::string& path, const std::function<Status(std::ostream&)>& write) {
  std::error_code error;
  const bool special =
      std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error);
  const std::string part = special ? path : path + ".part";
  std::ofstream out(part, std::ios::binary);
  if (!out) return report(invalid_argument(path + ": cannot be opened for writing"));
  const Status written = write(out);
  out.close();
  if (special) return written.ok() ? kExitAnswered : report_export(written);
  if (!written.ok() || !out) {
    std::filesystem::remove(part, error);
    return report_export(written.ok() ? Status(StatusCode::kIo, path + ": cannot be written")
                                      : written);
  }
  std::filesystem::rename(part, path, error);
  if (error) return report({StatusCode::kIo, path + ": " + error.message()});
  return kExitAnswered;
}

// Of a defender's position: the positions after its proven replies, one at least.
Result<std::vector<Position>> replies_of(const book::Store& store, const Game& game,
                                         const Position& position, Color goal) {
  const std::string text = format_position(position);
  if (position.to_move == goal) {
    return invalid_argument(
        fmt::format("{}: {} is to move: no replies of the defender", text, color_name(goal)));
  }
  Result<std::vector<Position>> proven = book::proven_replies(store, game, position, goal);
  if (!proven.ok()) return proven;
  if (proven.value().empty()) {
    return Status(StatusCode::kNotFound,
                  fmt::format("book {} has no proof of a reply to {}", store.path(), text));
  }
  std::cerr << fmt::format("tengen: {} of {} replies are proven\n", proven.value().size(),
                           game.legal_moves(position).size());
  return proven;
}

int run_export(const Options& options) {
  const std::string format =
      options.format.empty() ? guessed_format(options.output) : options.format;
  if (format.empty()) {
    return report(invalid_argument(fmt::format(
        "{}: the suffix is none of proof, lib, sgf, json, html: --format NAME says which",
        options.output)));
  }
  const TreeWriter writer = tree_writer(format);
  const bool proven_alone = options.replies == "proven";
  if (writer == nullptr &&
      (options.max_plies > 0 || options.replies == "stored" || options.notes)) {
    return report(invalid_argument(
        "--max-ply, --replies stored and --notes are not for certificates: these are whole"));
  }
  if (writer != nullptr && proven_alone) {
    return report(
        invalid_argument("--replies proven is for certificates: trees mark open replies"));
  }
  const Result<OpenBook> book = open_book(options.book, options.game);
  if (!book.ok()) return report(book.status());
  const book::Store& store = *book.value().store;
  const Game& game = *book.value().game;
  if (writer != nullptr) {
    if (Status status = check_only_adds_stones(game, format + " files are"); !status.ok()) {
      return report(status);
    }
  }
  const Result<AskedPosition> asked = parse_position(game, options.position);
  if (!asked.ok()) return report(asked.status());
  const Position& position = asked.value().position;
  const Color goal = proven_alone && !options.goal
                         ? opponent(position.to_move)
                         : proven_goal(store, game, position, options.goal);
  ProgressLine line;
  const auto write = [&](std::ostream& out) -> Status {
    if (writer == nullptr) {
      const Result<std::vector<Position>> positions =
          proven_alone ? replies_of(store, game, position, goal) : std::vector{position};
      if (!positions.ok()) return positions.status();
      const Result<book::ExportCounts> counts = book::export_proofs(
          store, game, positions.value(), goal, out, [&line](const book::ExportCounts& so_far) {
            line([&so_far] {
              return fmt::format("{} lines, {} replies", so_far.lines, so_far.replies);
            });
          });
      return counts.ok() ? Status() : counts.status();
    }
    book::ProofTreeOptions tree_options;
    if (options.max_plies > 0) tree_options.max_plies = options.max_plies;
    tree_options.stored_replies_only = options.replies == "stored";
    tree_options.noted = options.notes;
    const auto walk = options.notes ? book::walk_noted_tree : book::walk_proof_tree;
    const Result<book::ProofTreeCounts> counts =
        walk(store, game, position, path_of(game, options.position), goal, tree_options,
             *writer(out), [&line](const book::ProofTreeCounts& so_far) {
               line([&so_far] {
                 return fmt::format("{} nodes, {} stored positions", so_far.nodes, so_far.stored);
               });
             });
    if (!counts.ok()) return counts.status();
    if (counts.value().open > 0 && !options.notes) {
      line.end();
      std::cerr << fmt::format("tengen: not all of it is proven: {} moves are marked as open\n",
                               counts.value().open);
    }
    return {};
  };
  if (options.output != "-") return export_to_file(options.output, write);
  const Status written = write(std::cout);
  return written.ok() ? kExitAnswered : report_export(written);
}

}  // namespace

void add_export_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("export", "a proof as a certificate, or a tree of moves");
  command
      ->add_option("POSITION", options->position,
                   "what to export; of an open one what is proven below it")
      ->required()
      ->type_name("");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  add_goal_option(*command, options->goal, "as the book says");
  command
      ->add_option("--format", options->format,
                   "proof (a certificate), lib (RenLib), sgf, json, html; default:\n"
                   "as the suffix of the output, proof without one")
      ->check(CLI::IsMember({"proof", "lib", "sgf", "json", "html"}).description(""))
      ->option_text("NAME");
  command->add_option("--max-ply", options->max_plies, "cuts the tree so many plies below POSITION")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N");
  command
      ->add_option("--replies", options->replies,
                   "all (the default), or stored: without those that lose to a few fours; of a\n"
                   "certificate, proven: of an open position those replies that are proven")
      ->check(CLI::IsMember({"all", "stored", "proven"}).description(""))
      ->option_text("WHICH");
  command->add_flag("--notes", options->notes,
                    "the lines of imported files that have notes, in place of the proof");
  command->add_option("-o,--output", options->output, "default: stdout")->type_name("FILE");
  command->footer(
      "A certificate has one line for each position with the attacker to move, down to short\n"
      "wins by fours:\n"
      "  BLACK/WHITE/SIDE <tab> MOVE <tab> DISTANCE       (lines with # are comments)\n"
      "It is for proven positions alone, or with --replies proven for what is proven of the\n"
      "replies to an open one. The others are trees: the attacker's moves, every\n"
      "reply, verdicts and distances; of an open position what is proven, open moves marked.\n"
      "They also have what imported files say of their positions, with the file's name.\n"
      "Example: tengen export \"D4 h7\" --book my.book --max-ply 6 -o d4h7.lib");
  command->callback([options, &action] { action = [options] { return run_export(*options); }; });
}

}  // namespace tengen::cluster
