// `tengen import`: files of other programs as hints and notes, certificates as proofs.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/exchange/hint_import.h"
#include "book/query/answer_json.h"
#include "book/store/hint_writer.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/import_proof.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

struct Options : ProofImportArguments {
  std::string format;
  std::string encoding;
  std::string source;
};

// Shows how far a file has been read.
std::function<void(std::uint64_t)> progress_on(ProgressLine& line, const char* doing) {
  return [&line, doing](std::uint64_t nodes) {
    line([doing, nodes] { return fmt::format("{}: {} nodes", doing, nodes); });
  };
}

// The whole file is read before anything is written. Interrupted, it leaves some of the hints.
int import_hints(const Options& options, book::HintFormat format) {
  const Result<const Game*> game = asked_game(options.game, options.book);
  if (!game.ok()) return report(game.status());
  if (Status status = check_only_adds_stones(*game.value(), "files of other programs are");
      !status.ok()) {
    return report(status);
  }
  const std::string rules(game.value()->rules());
  const int size = game.value()->size();
  const book::HintFile file{.path = options.file,
                            .format = format,
                            .rules = rules,
                            .size = size,
                            .charset = options.encoding,
                            .source = options.source.empty() ? book::note_source(options.file)
                                                             : book::note_source(options.source)};
  {
    ProgressLine line;
    const Result<book::HintFileCounts> checked =
        book::read_hints(file, {.progress = progress_on(line, "checking")});
    if (!checked.ok()) return report(checked.status());
  }
  const Result<std::unique_ptr<book::Store>> store =
      book::Store::open_for_writing(options.book, rules, size);
  if (!store.ok()) return report(store.status());
  // What the source says now takes the place of what it said before.
  if (Status status = store.value()->drop_notes(file.source); !status.ok()) return report(status);
  book::HintWriter hints(*store.value());
  book::NoteWriter notes(*store.value());
  ProgressLine line;
  const Result<book::HintFileCounts> counts = book::read_hints(
      file, {.hint = [&hints](const book::HintedPosition& hint) { return hints.add(hint); },
             .note = [&notes](const book::NotedPosition& noted) { return notes.add(noted); },
             .progress = progress_on(line, "importing")});
  if (!counts.ok()) return report(counts.status());
  for (const Status& status : {hints.finish(), notes.finish()}) {
    if (!status.ok()) return report(status);
  }
  const book::HintFileCounts& read = counts.value();
  if (!read.complete) {
    std::cerr << "tengen: " << options.file
              << " ends before its tree does: a saved position, or a file cut off\n";
  }
  if (read.guessed_texts > 0) {
    std::cerr << "tengen: " << read.guessed_texts
              << " texts are not UTF-8 and were taken as GB18030; --encoding names another\n";
  }
  if (options.json) {
    const nlohmann::ordered_json object = {{"file", options.file},
                                           {"file_format", options.format},
                                           {"source", file.source},
                                           {"nodes", read.nodes},
                                           {"skipped", read.skipped},
                                           {"hint_positions", hints.added().positions},
                                           {"hint_moves", hints.added().moves},
                                           {"noted_positions", notes.added()},
                                           {"complete", read.complete}};
    std::cout << book::json_text(object) << '\n';
  } else {
    std::cout << fmt::format(
        "{} nodes read, {} of no use; new in the book: hints in {} positions, {} moves; notes on "
        "{} "
        "positions\n",
        read.nodes, read.skipped, hints.added().positions, hints.added().moves, notes.added());
  }
  return kExitAnswered;
}

// By the suffix of the name, that of xz left out; empty when it says nothing.
std::string guessed_format(const std::string& file) {
  if (file == "-") return "proof";
  std::filesystem::path name(file);
  if (name.extension() == ".xz") name = name.stem();
  std::string suffix = name.extension().string();
  if (suffix.empty()) return suffix;
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  if (suffix == ".db") return "yxdb";
  suffix.erase(0, 1);
  return suffix == "proof" || book::hint_format(suffix) ? suffix : std::string();
}

int run_import(Options options) {
  if (options.format.empty()) options.format = guessed_format(options.file);
  if (options.format.empty()) {
    return report(invalid_argument(
        fmt::format("{}: its name does not say what it is: --format NAME does", options.file)));
  }
  const std::optional<book::HintFormat> format = book::hint_format(options.format);
  if (format && !options.as.empty()) {
    return report(
        invalid_argument("--as is for certificates: hints are for the positions they name"));
  }
  if (format && options.other_rules) {
    return report(invalid_argument("--other-rules is for certificates: hints prove nothing"));
  }
  if (!format && (!options.encoding.empty() || !options.source.empty())) {
    return report(invalid_argument(
        "--encoding and --source are for texts in files of other programs, not for certificates"));
  }
  return format ? import_hints(options, *format) : import_proof(options);
}

}  // namespace

void add_import_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  options->threads = default_threads();
  CLI::App* const command =
      app.add_subcommand("import", "take a certificate, or a file of another program, into a book");
  command->add_option("FILE", options->file, "the file; for proof, -: stdin")
      ->required()
      ->type_name("");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command
      ->add_option("--format", options->format,
                   "proof, lib, sgf, yxdb, psq, pos or bdt; default: as the suffix of the\n"
                   "name, .xz left out")
      ->check(CLI::IsMember({"proof", "lib", "sgf", "yxdb", "psq", "pos", "bdt"}).description(""))
      ->option_text("NAME");
  add_threads_option(*command, options->threads);
  command->add_flag("--partial", options->partial,
                    "of a certificate, store what is proven although other lines are not");
  command
      ->add_option("--as", options->as,
                   "read a certificate as one of this position, which differs in one stone,\n"
                   "and store what is proven then")
      ->type_name("POSITION");
  command->add_flag("--other-rules", options->other_rules,
                    "take a certificate of other rules as one of the book's, and store what is\n"
                    "proven by these: what Black wins at renju he wins at freestyle, too");
  command
      ->add_option("--mend", options->mend_nodes,
                   "with --as or --other-rules: up to so many nodes for each line that does\n"
                   "not hold, the ends first; 0: none")
      ->option_text(fmt::format("NODES [{}]", options->mend_nodes));
  command
      ->add_option(
          "--encoding", options->encoding,
          "of texts that are not UTF-8: gb18030, big5, shift_jis, euc-kr, windows-1251...;\n"
          "default: what the file says, else gb18030")
      ->type_name("NAME");
  command
      ->add_option("--source", options->source,
                   "whose words they are; default: the file's name. What the source has said\n"
                   "before leaves the book")
      ->type_name("NAME");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Every line of a certificate (proof) is checked against all legal replies before the\n"
      "first is stored. The file may be compressed by xz.\n"
      "All other formats (RenLib, SGF, Yixin's database, Piskvork, .pos, .bdt) give hints and\n"
      "notes. Hints are the moves that the file has in its positions: they prove nothing;\n"
      "`tengen solve` on that book tries them first. Notes are its comments, names, labels and\n"
      "marks: `tengen query`, the page and exports show them with their source.\n"
      "Example: tengen import d4h7.proof.xz --book my.book\n"
      "         tengen import my_analysis.lib --book my.book");
  command->callback([options, &action] { action = [options] { return run_import(*options); }; });
}

}  // namespace tengen::cluster
