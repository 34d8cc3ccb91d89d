// What jobs of real runs were like (recorded_jobs.tsv: the columns are its first line), for a
// simulation to draw from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/base/status.h"

namespace tengen::bench {

class RecordedJobs {
 public:
  // A job that searched and proved its position, in multiples of what such jobs have in the mean.
  struct Proof {
    double nodes = 1;
    double records = 1;
  };

  // Errors: kIo, kInvalidArgument for what is no such table or has nothing to draw from.
  static Result<RecordedJobs> read(const std::string& path);

  // `draw` is uniform in [0, 1).
  [[nodiscard]] const Proof& proof(double draw) const;
  // Replies that stay open at a defender's position after the others have fallen, at least one.
  [[nodiscard]] int hard_replies(double draw) const;
  // Of all jobs together, proven or not.
  [[nodiscard]] double records_per_node() const { return records_per_node_; }

 private:
  std::vector<Proof> proofs_;
  std::vector<int> hard_replies_;
  double records_per_node_ = 0;
};

}  // namespace tengen::bench
