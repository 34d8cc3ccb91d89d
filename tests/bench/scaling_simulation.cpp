// How a proof fares with many workers, without having them: the real coordinator, real provers and
// real positions, with virtual clocks. See cluster/SCALING.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "coordinator/coordinator.h"
#include "solver/game/symmetry.h"
#include "tests/bench/virtual_workers.h"
#include "tests/solver/renju/certificate_check.h"

namespace tengen::bench {
namespace {

struct Options {
  std::vector<std::string> positions;
  std::vector<int> cores = {1, 2, 4, 16, 64};
  int threads = 1;
  std::vector<std::uint64_t> seeds = {1, 2, 3};
  std::uint64_t memory_mib = 0;
  WorkerModel worker;
  ClusterModel cluster;
  double limit_seconds = 600;
  std::string out;
  bool check = false;
  bool verbose = false;
};

// Of one run, or the medians of several.
struct Row {
  double proven = 0;  // 1 or 0; of several, how many
  double seconds = 0;
  double speed_up = 0;
  double meganodes = 0;
  double busy_share = 0;         // of the workers
  double coordinator_share = 0;  // of a core
  double measured_share = 0;     // the part of it that is not modelled
  double checking_cores = 0;     // of rank 0's host
  double jobs = 0;
  double messages_per_second = 0;
  double megabytes_per_second = 0;
  double tree_nodes = 0;
  double moves_proven = 0;  // at the root
  double records = 0;
};

struct Column {
  const char* title;
  double Row::*value;
  int decimals;
};
constexpr Column kColumns[] = {
    {"seconds", &Row::seconds, 2},
    {"speed_up", &Row::speed_up, 2},
    {"Mnodes", &Row::meganodes, 1},
    {"busy", &Row::busy_share, 3},
    {"coordinator", &Row::coordinator_share, 4},
    {"measured", &Row::measured_share, 4},
    {"checking", &Row::checking_cores, 3},
    {"jobs", &Row::jobs, 0},
    {"messages/s", &Row::messages_per_second, 0},
    {"MB/s", &Row::megabytes_per_second, 3},
    {"tree_nodes", &Row::tree_nodes, 0},
    {"moves", &Row::moves_proven, 0},
    {"records", &Row::records, 0},
};

// Believes: provers certify what they say, and checking is charged by the record. The judge of the
// tree (the first that is made) knows nothing beyond what workers say.
class BelievingJudge final : public coordinator::Judge {
 public:
  explicit BelievingJudge(bool of_answers) : of_answers_(of_answers) {}
  Result<book::Settlement> settle(std::span<const ProofRecord> records) override {
    return book::Settlement{{records.begin(), records.end()}, {}};
  }
  Result<std::optional<Win>> value(const Position& /*position*/, Color /*goal*/) override {
    if (!of_answers_) return std::optional<Win>();
    return std::optional(Win{kNoMove, 1});
  }
  [[nodiscard]] bool allows(const Position& /*position*/, Move /*move*/) const override {
    return true;
  }
  [[nodiscard]] Position play(const Position& position, Move move) const override {
    return after_move(position, move);
  }

 private:
  const bool of_answers_;
};

// "" when the journal holds the whole proof.
std::string hole_in(VirtualJournal& journal, const Game& game, const Position& root, Color goal) {
  std::vector<ProofRecord> records;
  for (const auto& [key, record] : journal.memory().facts) records.push_back(record);
  CertificateCheck check(game, goal);
  check.add(shortest_of(records));
  return check.wins(root) ? "" : check.hole();
}

Row simulate(const Options& options, const Position& asked, int cores, std::uint64_t seed) {
  const Game& game = *find_game("renju", asked.size).value();
  const Color goal = Color::kBlack;
  const std::string name =
      fmt::format("{}, {} cores, seed {}", format_position(asked), cores, seed);
  WorkerModel model = options.worker;
  model.threads = std::min(options.threads, cores);
  model.searchers = std::max(options.worker.searchers, model.threads);
  if (options.memory_mib > 0) model.memory_bytes = options.memory_mib << 20;
  const int workers = std::max(1, cores / model.threads);
  VirtualClock clock(options.cluster.count_coordinator);
  VirtualWorkers port(clock, game, workers, options.cluster, model, seed);
  VirtualJournal journal(clock, options.cluster);
  const std::atomic<bool> stop{false};
  coordinator::CoordinatorOptions coordinator_options = coordinator::options_within(8ULL << 30);
  coordinator_options.check_threads = 0;
  Row row;
  coordinator::Watcher watcher;
  watcher.progress = [&](const coordinator::Progress& progress) {
    row.tree_nodes = std::max(row.tree_nodes, static_cast<double>(progress.tree_nodes));
    row.moves_proven = progress.children_proven;
    if (options.verbose) fmt::print(stderr, "{}: {}\n", name, format_progress(progress));
  };
  int judges_made = 0;
  coordinator::JudgeFactory judges = [&judges_made](int) {
    return std::make_unique<BelievingJudge>(judges_made++ > 0);
  };
  if (options.check)
    judges = coordinator::verifying_judges(journal.memory(), {book::kNaiveRenju, asked.size});
  clock.leave();
  coordinator::Coordinator coordinator(port, game, journal, judges, stop, coordinator_options);
  const Result<coordinator::SolveReport> result =
      coordinator.solve(asked, goal, options.limit_seconds, watcher);
  clock.enter();
  if (!result.ok()) {
    fmt::print(stderr, "{}: {}\n", name, result.status().message());
    return row;
  }
  const coordinator::SolveReport& report = result.value();
  row.proven = report.verdict == Verdict::kProven ? 1 : 0;
  if (row.proven == 1 && options.check) {
    const std::string hole = hole_in(journal, game, asked, goal);
    if (!hole.empty()) {
      fmt::print(stderr, "{}: hole {}\n", name, hole);
      row.proven = 0;
    }
  }
  row.seconds = report.seconds;
  row.meganodes = static_cast<double>(report.nodes) / 1e6;
  row.busy_share = port.busy_seconds() / (report.seconds * workers);
  row.coordinator_share = (clock.measured() + clock.charged()) / report.seconds;
  row.measured_share = clock.measured() / report.seconds;
  row.checking_cores = port.check_seconds() / report.seconds;
  row.jobs = static_cast<double>(report.jobs);
  const auto& traffic = report.traffic;
  row.messages_per_second =
      static_cast<double>(traffic.sent_messages + traffic.received_messages) / report.seconds;
  row.megabytes_per_second =
      static_cast<double>(traffic.sent_bytes + traffic.received_bytes) / 1e6 / report.seconds;
  row.records = static_cast<double>(report.records);
  return row;
}

Row median(const std::vector<Row>& rows) {
  Row result;
  for (const Row& row : rows) result.proven += row.proven;
  for (const Column& column : kColumns) {
    std::vector<double> values;
    for (const Row& row : rows) values.push_back(row.*column.value);
    std::sort(values.begin(), values.end());
    result.*column.value = values[values.size() / 2];
  }
  return result;
}

std::string text(const std::string& position, int cores, const Row& row, std::size_t runs) {
  std::string line = fmt::format("{}\t{}\t{:.0f}/{}", position, cores, row.proven, runs);
  for (const Column& column : kColumns) {
    line += fmt::format("\t{:.{}f}", row.*column.value, column.decimals);
  }
  return line;
}

int run_all(const Options& options) {
  std::ofstream file;
  if (!options.out.empty()) file.open(options.out);
  const auto say = [&file](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
    if (file.is_open()) file << line << std::endl;
  };
  std::string header = "position\tcores\tproven";
  for (const Column& column : kColumns) header += fmt::format("\t{}", column.title);
  say(header);
  bool good = true;
  for (const std::string& text_of_position : options.positions) {
    const Game& game = *find_game("renju", 15).value();
    const Result<Position> asked = game.parse(text_of_position);
    if (!asked.ok()) {
      fmt::print(stderr, "scaling_simulation: {}\n", asked.status().message());
      return 2;
    }
    double first_seconds = 0;
    for (const int cores : options.cores) {
      std::vector<Row> rows;
      for (const std::uint64_t seed : options.seeds) {
        rows.push_back(simulate(options, asked.value(), cores, seed));
        good = good && rows.back().proven == 1;
      }
      Row row = median(rows);
      if (first_seconds == 0) first_seconds = row.seconds;
      row.speed_up = first_seconds / row.seconds;
      say(text(text_of_position, cores, row, rows.size()));
    }
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace tengen::bench

int main(int argc, char** argv) {
  tengen::bench::Options options;
  CLI::App app{
      "Simulates proofs by many cores. Exit status: 0 all are proven, 1 some are not in time, 2 "
      "bad "
      "input."};
  app.add_option("positions", options.positions, "as games parse them, such as h8i7/i9j8/b")
      ->required();
  app.add_option("--cores", options.cores, "how many in all")->delimiter(',');
  app.add_option("--threads", options.threads, "cores of a host, which has one worker");
  app.add_option("--searchers", options.worker.searchers, "of a worker, where more than its cores");
  app.add_option("--seeds", options.seeds, "one run each; medians are shown")->delimiter(',');
  app.add_option("--memory", options.memory_mib, "MiB of a worker; 256 unless given");
  app.add_option("--rate", options.worker.nodes_per_second, "nodes a second of a core");
  app.add_option("--latency", options.cluster.latency_seconds, "of a message, seconds");
  app.add_option("--check-seconds", options.cluster.check_seconds, "of a core, to check a record");
  app.add_option("--check-threads", options.cluster.check_threads, "cores that check together");
  app.add_flag("!--free-coordinator", options.cluster.count_coordinator,
               "the coordinator's work takes no time; deterministic");
  app.add_option("--limit", options.limit_seconds, "virtual seconds of a run, 0: none");
  app.add_flag("--verbose", options.verbose, "progress on stderr");
  app.add_flag("--check", options.check,
               "each answer is judged as in a real run, and each proof must be complete");
  app.add_option("--out", options.out, "the table, tab-separated");
  CLI11_PARSE(app, argc, argv);
  return tengen::bench::run_all(options);
}
