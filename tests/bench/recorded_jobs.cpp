#include "tests/bench/recorded_jobs.h"

#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

namespace tengen::bench {
namespace {

// Fewer are a proof that was known or is a short win: nothing was searched.
constexpr double kNodesOfASearch = 100;
// With more the job has looked at some only.
constexpr int kMostHardReplies = 8;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

template <typename T>
const T& pick(const std::vector<T>& list, double draw) {
  return list[static_cast<std::size_t>(draw * static_cast<double>(list.size()))];
}

}  // namespace

Result<RecordedJobs> RecordedJobs::read(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return Status(StatusCode::kIo, "cannot read " + path);
  const std::vector<std::string> columns = split(line);
  RecordedJobs jobs;
  double nodes = 0;
  double records = 0;
  Proof mean{0, 0};
  std::map<std::string, int> last_open;  // by position: an answer after another knows more
  for (int number = 2; std::getline(file, line); ++number) {
    const std::vector<std::string> fields = split(line);
    bool good = fields.size() == columns.size();
    const auto text = [&](const std::string& column) {
      for (std::size_t i = 0; good && i < columns.size(); ++i) {
        if (columns[i] == column) return fields[i];
      }
      good = false;
      return std::string();
    };
    const auto count = [&](const char* column) {
      const std::string digits = text(column);
      std::uint64_t value = 0;
      const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), value);
      good = good && error == std::errc() && end == digits.data() + digits.size();
      return static_cast<double>(value);
    };
    const Proof job{count("nodes"), count("records")};
    const int open = static_cast<int>(count("moves") - count("moves_proven"));
    nodes += job.nodes;
    records += job.records;
    const bool proven = text("status") == "proven";
    const bool listed = text("side") == "defender" && count("moves") > 0;
    if (listed && !proven && open > 0) last_open[text("position")] = open;
    if (!good) {
      return Status(StatusCode::kInvalidArgument,
                    path + ": line " + std::to_string(number) + " has no such columns");
    }
    if (!proven || job.nodes < kNodesOfASearch) continue;
    jobs.proofs_.push_back(job);
    mean.nodes += job.nodes;
    mean.records += job.records;
  }
  for (const auto& [position, open] : last_open) {
    if (open <= kMostHardReplies) jobs.hard_replies_.push_back(open);
  }
  if (jobs.hard_replies_.empty() || mean.records == 0) {
    return Status(StatusCode::kInvalidArgument, path + " has no proofs or no replies to draw from");
  }
  const auto proofs = static_cast<double>(jobs.proofs_.size());
  for (Proof& proof : jobs.proofs_) {
    proof.nodes *= proofs / mean.nodes;
    proof.records *= proofs / mean.records;
  }
  jobs.records_per_node_ = records / nodes;
  return jobs;
}

const RecordedJobs::Proof& RecordedJobs::proof(double draw) const { return pick(proofs_, draw); }

int RecordedJobs::hard_replies(double draw) const { return pick(hard_replies_, draw); }

}  // namespace tengen::bench
