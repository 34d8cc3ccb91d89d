// `tengen verify`: the separate full-width check of one proof, or of every record of a book.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "book/verifier/verifier.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"
#include "cluster/command/progress_line.h"
#include "cluster/command/render.h"

namespace tengen::cluster {
namespace {

using nlohmann::ordered_json;

struct Options {
  std::string position;
  std::string book;
  GameOptions game;
  std::optional<Color> goal;
  int threads = default_threads();
  bool json = false;
};

struct Root {
  Position position;
  Color goal = Color::kBlack;
};

// Shows what a walk is doing.
std::function<void(const book::VerifyReport&)> progress_on(ProgressLine& line) {
  return [&line](const book::VerifyReport& report) {
    line([&report] {
      return fmt::format("records {}, replies {}, holes {}", report.records_used,
                         report.replies_tried, report.holes_total);
    });
  };
}

// Asks the store, for any thread, and notes which records the walk came across.
class Lookup {
 public:
  explicit Lookup(const book::Store& store) : store_(store) {}

  Result<std::optional<Win>> operator()(const Position& canonical, Color goal) {
    const Result<std::optional<book::StoredProof>> found = store_.find_exact(canonical, goal);
    if (!found.ok()) return found.status();
    if (!found.value().has_value()) return std::optional<Win>();
    {
      const std::lock_guard lock(mutex_);
      seen_.insert(key(canonical, goal));
    }
    return std::optional(Win{found.value()->move, found.value()->distance_plies});
  }
  // REQUIRES: no walk is going on.
  [[nodiscard]] bool seen(const Root& root) const {
    return seen_.contains(key(root.position, root.goal));
  }

 private:
  static std::string key(const Position& position, Color goal) {
    return encode_position(position) + static_cast<char>(goal);
  }

  const book::Store& store_;
  std::mutex mutex_;
  std::unordered_set<std::string> seen_;
};

// All positions with a record, least progress first: a proof leads to positions of more only, so
// whatever no earlier walk came across is a root.
Result<std::vector<Root>> all_records(const book::Store& store, const Game& game) {
  std::vector<Root> roots;
  const Status status = store.scan_proofs([&](const book::BookKey& key, const book::StoredProof&) {
    roots.push_back({key.position, key.goal});
    return true;
  });
  if (!status.ok()) return status;
  std::stable_sort(roots.begin(), roots.end(), [&](const Root& left, const Root& right) {
    return game.progress(left.position, left.goal) < game.progress(right.position, right.goal);
  });
  return roots;
}

// Knows what the book has of a goal.
Result<book::RecordFilter> filter_of(const book::Store& store, Color goal) {
  book::RecordFilter filter(store.size());
  const Status status = store.scan_proofs([&](const book::BookKey& key, const book::StoredProof&) {
    if (key.goal == goal) filter.add(key.position);
    return true;
  });
  if (!status.ok()) return status;
  return filter;
}

ordered_json to_json(const Root& root, const std::string& rules, const book::VerifyReport& report) {
  ordered_json object;
  object["position"] = format_position(root.position);
  object["rules"] = rules;
  object["size"] = root.position.size;
  object["to_move"] = color_name(root.position.to_move);
  object["goal"] = color_name(root.goal);
  object["status"] = report.complete ? "proven" : "unknown";
  object["complete"] = report.complete;
  object["records"] = report.records_used;
  object["vcf_leaves"] = report.vcf_leaves;
  object["reply_count"] = report.replies_tried;
  object["passes"] = report.passes_tried;
  object["max_depth"] = report.max_depth_plies;
  object["seconds"] = report.seconds;
  object["holes_total"] = report.holes_total;
  object["holes"] = ordered_json::array();
  for (const book::Hole& hole : report.holes) {
    ordered_json moves = ordered_json::array();
    for (const Move move : hole.moves) moves.push_back(format_move(move, root.position.size));
    object["holes"].push_back({{"history", std::move(moves)}, {"reason", hole.reason}});
  }
  return object;
}

void print(const Root& root, const book::VerifyReport& report) {
  const int size = root.position.size;
  std::cout << (report.complete ? "complete: " : "INCOMPLETE: ") << format_position(root.position)
            << ", " << goal_text(root.goal) << '\n'
            << "records " << report.records_used << ", short wins " << report.vcf_leaves
            << ", replies " << report.replies_tried << " (passes " << report.passes_tried
            << ", fouls " << report.foul_replies << "), depth " << report.max_depth_plies
            << " plies, holes " << report.holes_total
            << fmt::format(", {:.2f} s\n", report.seconds);
  for (const book::Hole& hole : report.holes) {
    std::cout << "hole: " << (hole.moves.empty() ? "at the position itself" : "")
              << moves_text(hole.moves, size) << ": " << hole.reason << '\n';
  }
}

// Sums up the walks of a whole book.
void add(book::VerifyReport& sum, const book::VerifyReport& walk) {
  sum.complete = sum.complete && walk.complete;
  sum.records_used += walk.records_used;
  sum.vcf_leaves += walk.vcf_leaves;
  sum.replies_tried += walk.replies_tried;
  sum.seconds += walk.seconds;
  sum.holes_total += walk.holes_total;
}

int verify_position(const Options& options, const OpenBook& book) {
  const Result<book::NaiveGame> game = book::naive_game(book.store->rules(), book.store->size());
  if (!game.ok()) return report(game.status());
  const Result<AskedPosition> asked = parse_position(*book.game, options.position);
  if (!asked.ok()) return report(asked.status());
  const Position& position = asked.value().position;
  const Root root{position, proven_goal(*book.store, *book.game, position, options.goal)};
  const Result<book::RecordFilter> filter = filter_of(*book.store, root.goal);
  if (!filter.ok()) return report(filter.status());
  book::VerifyOptions verify_options;
  verify_options.threads = options.threads;
  verify_options.filter = &filter.value();
  ProgressLine line;
  verify_options.progress = progress_on(line);
  Lookup lookup(*book.store);
  const Result<book::VerifyReport> walk =
      book::verify(game.value(), root.position, root.goal, std::ref(lookup), verify_options);
  if (!walk.ok()) return report(walk.status());
  if (options.json) {
    std::cout << to_json(root, book.store->rules(), walk.value()).dump() << '\n';
  } else {
    print(root, walk.value());
  }
  return walk.value().complete ? kExitAnswered : kExitUnknown;
}

int verify_book(const Options& options, const OpenBook& book) {
  const Result<book::NaiveGame> game = book::naive_game(book.store->rules(), book.store->size());
  if (!game.ok()) return report(game.status());
  const Result<std::vector<Root>> records = all_records(*book.store, *book.game);
  if (!records.ok()) return report(records.status());
  book::RecordFilter of_black(book.store->size());
  book::RecordFilter of_white(book.store->size());
  for (const Root& record : records.value()) {
    (record.goal == Color::kBlack ? of_black : of_white).add(record.position);
  }
  Lookup lookup(*book.store);
  ProgressLine line;
  book::VerifyMemory memory;
  book::VerifyOptions verify_options;
  verify_options.progress = progress_on(line);
  verify_options.memory = &memory;
  verify_options.threads = options.threads;
  book::VerifyReport sum;
  sum.complete = true;
  ordered_json walks = ordered_json::array();
  std::size_t roots = 0;
  for (const Root& root : records.value()) {
    if (options.goal.value_or(root.goal) != root.goal || lookup.seen(root)) continue;
    verify_options.filter = root.goal == Color::kBlack ? &of_black : &of_white;
    const Result<book::VerifyReport> walk =
        book::verify(game.value(), root.position, root.goal, std::ref(lookup), verify_options);
    if (!walk.ok()) return report(walk.status());
    add(sum, walk.value());
    ++roots;
    if (options.json) {
      walks.push_back(to_json(root, book.store->rules(), walk.value()));
    } else {
      print(root, walk.value());
    }
  }
  if (options.json) {
    ordered_json object;
    object["book"] = options.book;
    object["rules"] = book.store->rules();
    object["size"] = book.store->size();
    object["complete"] = sum.complete;
    object["records"] = sum.records_used;
    object["reply_count"] = sum.replies_tried;
    object["seconds"] = sum.seconds;
    object["holes_total"] = sum.holes_total;
    object["proofs"] = std::move(walks);
    std::cout << object.dump() << '\n';
  } else {
    std::cout << (sum.complete ? "complete: " : "INCOMPLETE: ") << roots << " proofs, "
              << records.value().size() << " records in the book, holes " << sum.holes_total << ", "
              << fmt::format("{:.2f} s\n", sum.seconds);
  }
  return sum.complete ? kExitAnswered : kExitUnknown;
}

int run_verify(const Options& options) {
  const Result<OpenBook> book = open_book(options.book, options.game);
  if (!book.ok()) return report(book.status());
  return options.position.empty() ? verify_book(options, book.value())
                                  : verify_position(options, book.value());
}

}  // namespace

void add_verify_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command = app.add_subcommand("verify", "check a proof against every legal reply");
  command->add_option("POSITION", options->position, "the claim; default: every record")
      ->type_name("");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  add_goal_option(*command, options->goal, "as the book says");
  add_threads_option(*command, options->threads);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(
      "Separate code: own rules, own search for wins by fours, nothing of the solver's.\n"
      "Names every hole by the moves that lead to it. Without POSITION it walks every\n"
      "record of the book, beginning with those that no other record leads to.\n"
      "Example: tengen verify \"D4 h7\" --book my.book");
  command->callback([options, &action] { action = [options] { return run_verify(*options); }; });
}

}  // namespace tengen::cluster
