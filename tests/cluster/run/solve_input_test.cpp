// What `tengen solve` was asked for, before anything is started: numbers, memory, positions.
#include "cluster/run/solve_input.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/temp_dir.h"

namespace tengen::cluster {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Game& renju() { return *find_game("renju", 15).value(); }

void expect_refused(const Status& status, const std::string& what) {
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_NE(status.message().find(what), std::string::npos) << status.message();
}

SolveOptions with_workers(int workers) {
  SolveOptions options;
  options.workers = workers;
  options.workers_given = true;
  return options;
}

SolveOptions with_memory(double gib) {
  SolveOptions options;
  options.memory_gib = gib;
  options.memory_given = true;
  return options;
}

SolveOptions with_time(double seconds) {
  SolveOptions options;
  options.seconds = seconds;
  options.seconds_given = true;
  return options;
}

TEST(SolveNumbers, AreFineWhenNoneIsGiven) { EXPECT_TRUE(check_numbers({}).ok()); }

TEST(SolveNumbers, MayBeWorkersFromNoneTo4096) {
  EXPECT_TRUE(check_numbers(with_workers(0)).ok());
  EXPECT_TRUE(check_numbers(with_workers(4096)).ok());
  expect_refused(check_numbers(with_workers(-1)), "--workers -1");
  expect_refused(check_numbers(with_workers(4097)), "--workers 4097");
}

TEST(SolveNumbers, MustBePositiveAndFinite) {
  for (const double wrong : {0.0, -1.0, kNan, kInfinity}) {
    expect_refused(check_numbers(with_time(wrong)), "--time");
    expect_refused(check_numbers(with_memory(wrong)), "--memory");
  }
  EXPECT_TRUE(check_numbers(with_time(0.5)).ok());
  EXPECT_TRUE(check_numbers(with_memory(0.5)).ok());
}

TEST(SolveNumbers, MayBeThreadsTo1024) {
  EXPECT_TRUE(check_threads(1024).ok());
  expect_refused(check_threads(1025), "--threads 1025");
  expect_refused(check_threads(-1), "--threads -1");
  SolveOptions options;
  options.threads = 1025;
  expect_refused(check_numbers(options), "--threads 1025");
}

TEST(SolveNumbers, GiveAWorkerAtLeastOneSearcherForEachOfItsThreads) {
  for (const int threads : {0, 1, 8, 100}) {
    ProverOptions prover;
    set_threads(threads, prover);
    EXPECT_EQ(prover.threads, std::max(1, threads));
    EXPECT_GE(prover.searchers, prover.threads);
  }
}

TEST(SolveNumbers, ShareTheCoresAmongTheWorkers) {
  const int all = default_threads(1);
  EXPECT_EQ(default_threads(0), all) << "of workers that join nobody knows";
  for (const int workers : {1, 2, 3, 7, 64, 4096}) {
    const int threads = default_threads(workers);
    EXPECT_GE(threads, 1) << workers;
    EXPECT_TRUE(threads == 1 || workers * threads <= all) << workers;
    EXPECT_GT(workers * (threads + 1), all) << workers << ": cores are left over";
  }
}

TEST(SolveMemory, IsSharedWithoutGivingOutMoreThanThereIs) {
  for (const int workers : {1, 2, 3, 64, 4096}) {
    const SolveOptions options = with_memory(128);
    const std::uint64_t all = std::uint64_t{128} << 30;
    const std::uint64_t given =
        memory_of_coordinator(options, workers) +
        static_cast<std::uint64_t>(workers) * memory_per_worker(options, workers);
    EXPECT_LE(given, all) << workers;
    EXPECT_GT(given, all - 4096) << workers;
    EXPECT_EQ(memory_of_coordinator(options, workers), all / 8) << workers;
  }
}

TEST(SolveMemory, IsAllTheCoordinatorsWhereNobodyWorks) {
  EXPECT_EQ(memory_of_coordinator(with_memory(2), 0), std::uint64_t{2} << 30);
  EXPECT_TRUE(check_memory(with_memory(0.001), 0).ok());
}

TEST(SolveMemory, IsEnoughFromTheFigureThatARefusalNames) {
  for (const int workers : {1, 2, 7, 64, 1000}) {
    const Status status = check_memory(with_memory(0.001), workers);
    expect_refused(status,
                   "--memory 0.001 is too little for " + std::to_string(workers) + " workers");
    const std::string& message = status.message();
    const double least = std::stod(message.substr(message.find("at least ") + 9));
    EXPECT_TRUE(check_memory(with_memory(least), workers).ok()) << message;
    EXPECT_FALSE(check_memory(with_memory(least - 0.002), workers).ok()) << message;
  }
}

Result<std::vector<NamedPosition>> read(const std::vector<std::string>& arguments,
                                        const std::string& file = "") {
  SolveOptions options;
  options.positions = arguments;
  options.file = file;
  return read_positions(renju(), options);
}

TEST(SolvePositions, AreTheArgumentsThenThoseOfTheFile) {
  const TempDir directory;
  const std::string file =
      directory.file("list", "# fourth moves\n\n  D4 h7 \r\nh8 h9 i9 f6\n  # h8\nh8i9/h9h7/b");
  const auto positions = read({"I7 g9", "h8h9"}, file);
  ASSERT_TRUE(positions.ok()) << positions.status().message();
  std::vector<std::string> texts;
  for (const NamedPosition& position : positions.value()) texts.push_back(position.text);
  EXPECT_EQ(texts,
            (std::vector<std::string>{"I7 g9", "h8h9", "D4 h7", "h8 h9 i9 f6", "h8i9/h9h7/b"}));
  EXPECT_EQ(positions.value()[2].position, positions.value()[4].position);
}

TEST(SolvePositions, NameTheLineOfAFileThatIsWrong) {
  const TempDir directory;
  const std::string file = directory.file("list", "D4\n\nD14\n");
  const auto positions = read({}, file);
  ASSERT_FALSE(positions.ok());
  expect_refused(positions.status(), file + ":3: ");
  expect_refused(read({"h9"}).status(), "h9");
}

TEST(SolvePositions, MustBeGiven) {
  const TempDir directory;
  expect_refused(read({}).status(), "no position is given");
  expect_refused(read({}, directory.file("list", "# none\n")).status(), "no position is given");
  const auto positions = read({}, directory.path("nowhere"));
  ASSERT_FALSE(positions.ok());
  EXPECT_EQ(positions.status().code(), StatusCode::kNotFound);
  EXPECT_NE(positions.status().message().find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace tengen::cluster
