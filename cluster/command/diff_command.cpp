// `tengen diff`: what two books say differently.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "book/care/diff.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"

namespace tengen::cluster {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string left;
  std::string right;
  GameOptions game;
  std::uint64_t limit = 20;
  bool all = false;
  bool json = false;
};

std::string proof_text(const book::StoredProof& proof, Color goal, int size) {
  const std::string by =
      proof.move == kNoMove ? " against every reply" : " by " + format_move(proof.move, size);
  return fmt::format("{} wins in {}{}", color_name(goal), proof.distance_plies, by);
}

std::string text(const book::Difference& difference) {
  std::string line = fmt::format("{}: {}", book::difference_name(difference.kind),
                                 format_position(difference.position));
  const int size = difference.position.size;
  if (difference.left) line += ", A: " + proof_text(*difference.left, difference.left_goal, size);
  if (difference.right)
    line += ", B: " + proof_text(*difference.right, difference.right_goal, size);
  return line;
}

ordered_json to_json(const std::optional<book::StoredProof>& proof, Color goal, int size) {
  if (!proof) return nullptr;
  return {{"goal", color_name(goal)},
          {"move",
           proof->move == kNoMove ? ordered_json() : ordered_json(format_move(proof->move, size))},
          {"distance", proof->distance_plies}};
}

ordered_json to_json(const book::Difference& difference) {
  const int size = difference.position.size;
  return {{"kind", book::difference_name(difference.kind)},
          {"position", format_position(difference.position)},
          {"a", to_json(difference.left, difference.left_goal, size)},
          {"b", to_json(difference.right, difference.right_goal, size)}};
}

int run_diff(const Options& options) {
  for (const std::string& path : {options.left, options.right}) {
    if (Status status = check_game(options.game, path); !status.ok()) return report(status);
  }
  const Result<std::unique_ptr<book::Store>> left = book::Store::open_read_only(options.left);
  if (!left.ok()) return report(left.status());
  const Result<std::unique_ptr<book::Store>> right = book::Store::open_read_only(options.right);
  if (!right.ok()) return report(right.status());
  std::map<book::DifferenceKind, std::uint64_t> shown;
  ordered_json listed = ordered_json::array();
  ProgressLine line;
  const Result<book::DiffCounts> counts = book::diff_books(
      *left.value(), *right.value(),
      [&](const book::Difference& difference) {
        if (!options.all && ++shown[difference.kind] > options.limit) return;
        if (options.json) {
          listed.push_back(to_json(difference));
        } else {
          std::cout << text(difference) << '\n';
        }
      },
      [&line](const book::DiffCounts& so_far) {
        line([&] {
          return fmt::format("{} equal, {} different", so_far.equal, so_far.differences());
        });
      });
  if (!counts.ok()) return report(counts.status());
  const book::DiffCounts& found = counts.value();
  if (options.json) {
    const ordered_json object = {{"book", options.left},
                                 {"other", options.right},
                                 {"equal", found.equal},
                                 {"only_a", found.only_left},
                                 {"only_b", found.only_right},
                                 {"other_proof", found.other_proof},
                                 {"contradictions", found.contradictions},
                                 {"differences", std::move(listed)}};
    std::cout << object.dump() << '\n';
  } else {
    std::cout << fmt::format(
        "{} equal, {} only in A, {} only in B, {} with another proof, {} contradictions\n",
        found.equal, found.only_left, found.only_right, found.other_proof, found.contradictions);
  }
  return found.differences() == 0 ? kExitAnswered : kExitUnknown;
}

}  // namespace

void add_diff_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("diff", "what two books say differently");
  command->add_option("A", options->left, "a book")->required()->type_name("");
  command->add_option("B", options->right, "another")->required()->type_name("");
  add_game_options(*command, options->game);
  command->add_option("--limit", options->limit, "listed of each kind; default: 20")
      ->type_name("N");
  command->add_flag("--all", options->all, "list every difference");
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Compares goals, moves, distances and kinds of records, not who stored them. Hints are left\n"
      "out: they claim nothing. Exit status 1 when the books differ.\n"
      "Example: tengen diff yesterday.book today.book");
  command->callback([options, &action] { action = [options] { return run_diff(*options); }; });
}

}  // namespace tengen::cluster
