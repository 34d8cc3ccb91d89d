// How the real coordinator fares with many workers, without having them: see cluster/README.md,
// "Scaling".
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>

#include "coordinator/coordinator.h"
#include "solver/game/symmetry.h"
#include "tests/bench/virtual_workers.h"

namespace tengen::bench {
namespace {

struct Options {
  std::vector<int> workers = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
  std::vector<std::uint64_t> seeds = {1, 2, 3};
  VirtualTreeOptions tree;
  ProverModel prover;
  ClusterModel cluster;
  std::string recorded_path = TENGEN_RECORDED_JOBS;
  std::string out;
  bool check = false;
  bool verbose = false;
  double limit_seconds = 0;
  bool cold = false;
  bool all_facts = false;
};

// Of one run.
struct Row {
  int workers = 0;
  double seconds = 0;
  double speed_up = 0;
  double inflation = 0;  // work of all workers / work of one alone
  double busy_share = 0;
  double coordinator_share = 0;
  double measured_share = 0;  // the part of it that is not modelled
  double checking_cores = 0;  // of rank 0's host
  double jobs = 0;
  double job_seconds = 0;  // in the mean
  double messages_per_second = 0;
  double megabytes_per_second = 0;
  double tree_nodes = 0;
  double memory_mib = 0;
  double records = 0;
};

struct Column {
  const char* title;
  double Row::*value;
  int decimals;
};
constexpr Column kColumns[] = {
    {"seconds", &Row::seconds, 1},
    {"speed_up", &Row::speed_up, 1},
    {"inflation", &Row::inflation, 2},
    {"busy", &Row::busy_share, 3},
    {"coordinator", &Row::coordinator_share, 4},
    {"measured", &Row::measured_share, 4},
    {"checking", &Row::checking_cores, 3},
    {"jobs", &Row::jobs, 0},
    {"job_s", &Row::job_seconds, 3},
    {"messages/s", &Row::messages_per_second, 0},
    {"MB/s", &Row::megabytes_per_second, 3},
    {"tree_nodes", &Row::tree_nodes, 0},
    {"MiB", &Row::memory_mib, 1},
    {"records", &Row::records, 0},
};

std::string header() {
  std::string line = "workers";
  for (const Column& column : kColumns) line += fmt::format("\t{}", column.title);
  return line;
}

std::string text(const Row& row) {
  std::string line = fmt::format("{}", row.workers);
  for (const Column& column : kColumns) {
    line += fmt::format("\t{:.{}f}", row.*column.value, column.decimals);
  }
  return line;
}

struct Run {
  Row row;
  double work_seconds = 0;
  bool proven = false;
  int holes = 0;
};

// Positions of the proof in the journal with no record for a move that wins or for a reply.
int count_holes(VirtualTree& tree, VirtualJournal& journal, VirtualId id, Color goal) {
  if (tree.falls_at_once(id)) return 0;
  int holes = 0;
  const VirtualTree::Node node = tree.open(id);
  int proven = 0;
  for (VirtualId child = node.first_child; child < node.first_child + node.child_count; ++child) {
    if (!journal.fact(tree.position(child), goal).value()) continue;
    ++proven;
    holes += count_holes(tree, journal, child, goal);
  }
  return holes + (proven < (node.attacker_to_move ? 1 : node.child_count) ? 1 : 0);
}

// Believes: the model's workers do not lie, and their moves are no real ones. The judge of the tree
// (the first that is made) knows nothing beyond what workers say.
class BelievingJudge final : public coordinator::Judge {
 public:
  explicit BelievingJudge(bool of_answers) : of_answers_(of_answers) {}
  Result<book::Settlement> settle(std::span<const ProofRecord> records) override {
    return book::Settlement{{records.begin(), records.end()}, {}};
  }
  Result<std::optional<book::ProofMove>> value(const Position& /*position*/,
                                               Color /*goal*/) override {
    if (!of_answers_) return std::optional<book::ProofMove>();
    return std::optional(book::ProofMove{kNoMove, 1});
  }

 private:
  const bool of_answers_;
};

Run simulate(const Options& options, const RecordedJobs& recorded, int workers,
             std::uint64_t seed) {
  const Game& game = *find_game("renju", 15).value();
  const Position root = canonicalize(game.parse("h8i9j9i7").value()).position;
  const Color goal = Color::kBlack;
  VirtualTreeOptions tree_options = options.tree;
  tree_options.seed = seed;
  // The defender's turn.
  const Position asked =
      root.to_move == goal ? canonicalize(game.parse("h8i9j9i7g6").value()).position : root;
  VirtualTree tree(game, recorded, asked, goal, tree_options);
  VirtualClock clock(options.cluster.count_coordinator);
  VirtualWorkers port(clock, tree, game, recorded, goal, workers, options.cluster, options.prover);
  VirtualJournal journal(clock, options.cluster);
  const std::atomic<bool> stop{false};
  coordinator::CoordinatorOptions coordinator_options = coordinator::options_within(8ULL << 30);
  // The model's choices are the same each time: another attempt would only do it all again.
  coordinator_options.policy.attempt_seconds = std::numeric_limits<double>::max();
  if (options.cold) coordinator_options.policy.many_workers = std::numeric_limits<int>::max();
  if (options.all_facts) coordinator_options.pool.most_facts_per_second = 1e15;
  std::size_t tree_nodes = 0;
  std::uint64_t memory_bytes = 0;
  coordinator::Watcher watcher;
  watcher.progress = [&](const coordinator::Progress& progress) {
    tree_nodes = std::max(tree_nodes, progress.tree_nodes);
    memory_bytes = std::max(memory_bytes, progress.memory_bytes);
    if (options.verbose) {
      fmt::print(stderr, "{} workers, seed {}: {}\n", workers, seed, format_progress(progress));
    }
  };
  clock.leave();
  coordinator_options.check_threads = 0;
  int judges_made = 0;
  const coordinator::JudgeFactory judges = [&judges_made](int) {
    return std::make_unique<BelievingJudge>(judges_made++ > 0);
  };
  coordinator::Coordinator coordinator(port, game, journal, judges, stop, coordinator_options);
  Result<coordinator::SolveReport> result =
      coordinator.solve(asked, goal, options.limit_seconds, watcher);
  clock.enter();
  Run run;
  if (!result.ok()) {
    fmt::print(stderr, "{} workers, seed {}: {}\n", workers, seed, result.status().message());
    return run;
  }
  const coordinator::SolveReport& report = result.value();
  run.proven = report.verdict == Verdict::kProven;
  run.work_seconds = port.busy_seconds();
  if (options.check) run.holes = count_holes(tree, journal, tree.root(), goal);
  Row& row = run.row;
  row.workers = workers;
  row.seconds = report.seconds;
  row.busy_share = port.busy_seconds() / (report.seconds * workers);
  row.coordinator_share = (clock.measured() + clock.charged()) / report.seconds;
  row.measured_share = clock.measured() / report.seconds;
  row.checking_cores = port.check_seconds() / report.seconds;
  row.jobs = static_cast<double>(report.jobs);
  row.job_seconds = port.busy_seconds() / row.jobs;
  const auto& traffic = report.traffic;
  row.messages_per_second =
      static_cast<double>(traffic.sent_messages + traffic.received_messages) / report.seconds;
  row.megabytes_per_second =
      static_cast<double>(traffic.sent_bytes + traffic.received_bytes) / 1e6 / report.seconds;
  row.tree_nodes = static_cast<double>(tree_nodes);
  row.memory_mib = static_cast<double>(memory_bytes) / (1 << 20);
  row.records = static_cast<double>(report.records);
  return run;
}

Row median(const std::vector<Row>& rows) {
  Row result = rows.front();
  for (const Column& column : kColumns) {
    std::vector<double> values;
    for (const Row& row : rows) values.push_back(row.*column.value);
    std::sort(values.begin(), values.end());
    result.*column.value = values[values.size() / 2];
  }
  return result;
}

int run_all(const Options& options) {
  const Result<RecordedJobs> recorded = RecordedJobs::read(options.recorded_path);
  if (!recorded.ok()) {
    fmt::print(stderr, "scaling_simulation: {}\n", recorded.status().message());
    return 2;
  }
  std::ofstream file;
  if (!options.out.empty()) file.open(options.out);
  fmt::print("{}\n", header());
  if (file.is_open()) file << header() << '\n';
  std::map<std::uint64_t, Run> alone;
  for (const std::uint64_t seed : options.seeds) {
    alone[seed] = simulate(options, recorded.value(), 1, seed);
  }
  bool good = true;
  for (const int workers : options.workers) {
    std::vector<Row> rows;
    for (const std::uint64_t seed : options.seeds) {
      Run run = workers == 1 ? alone[seed] : simulate(options, recorded.value(), workers, seed);
      good = good && run.proven && run.holes == 0;
      run.row.speed_up = alone[seed].row.seconds / run.row.seconds;
      run.row.inflation = run.work_seconds / alone[seed].work_seconds;
      if (!run.proven) run.row.speed_up = 0;
      if (options.check && workers == 8) good = good && run.row.speed_up >= 3;
      rows.push_back(run.row);
    }
    const std::string line = text(median(rows));
    fmt::print("{}\n", line);
    std::fflush(stdout);
    if (file.is_open()) file << line << std::endl;
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace tengen::bench

int main(int argc, char** argv) {
  tengen::bench::Options options;
  CLI::App app{"Simulates a proof with many workers against the real coordinator."};
  app.add_option("--workers", options.workers, "counts of workers")->delimiter(',');
  app.add_option("--seeds", options.seeds, "one run each; medians are shown")->delimiter(',');
  app.add_option("--steps", options.tree.steps, "of the root's proof");
  app.add_option("--root-replies", options.tree.root_hard_replies, "hard ones at the root");
  app.add_option("--error", options.tree.estimate_error, "of estimates, in logarithms");
  app.add_option("--penalty", options.tree.bad_move_penalty, "of moves that do not win");
  app.add_option("--clear", options.tree.clear_share, "share of positions with one clear move");
  app.add_option("--growth", options.tree.pit_growth, "of estimates where there is no win");
  app.add_option("--power", options.prover.number_power, "of steps in proof numbers");
  app.add_option("--records", options.prover.records_per_step, "of a proof's step, 0: as recorded");
  app.add_option("--recorded", options.recorded_path, "the jobs to draw from");
  app.add_option("--latency", options.cluster.latency_seconds, "of a message, seconds");
  app.add_option("--check-seconds", options.cluster.check_seconds, "of a core, to check a record");
  app.add_option("--check-threads", options.cluster.check_threads, "cores that check together");
  app.add_flag("!--free-coordinator", options.cluster.count_coordinator,
               "the coordinator's work takes no time; deterministic");
  app.add_option("--limit", options.limit_seconds, "virtual seconds of a run, 0: none");
  app.add_flag("--cold", options.cold, "workers keep to what they know no more than two would");
  app.add_flag("--all-facts", options.all_facts, "every worker is sent every fact");
  app.add_flag("--verbose", options.verbose, "progress on stderr");
  app.add_flag("--check", options.check,
               "fail unless each proof is complete and 8 workers are 3 times as fast");
  app.add_option("--out", options.out, "the table, tab-separated");
  CLI11_PARSE(app, argc, argv);
  return tengen::bench::run_all(options);
}
