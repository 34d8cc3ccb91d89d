// The log of a run: one JSON object a line, each with "time" (Unix, seconds) and "event". The
// events and their fields are listed in cluster/README.md.
#pragma once

#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "coordinator/coordinator.h"

namespace tengen::coordinator {

// Owned by one thread. A log that cannot be written is no reason to stop a run: it falls silent,
// and ok() says so.
class RunLog {
 public:
  // Appends to the file; its directory is made when missing.
  explicit RunLog(const std::string& path);

  [[nodiscard]] bool ok() const { return stream_.good(); }
  // `fields` is an object; "time" and "event" come before its fields.
  void write(const std::string& event, const nlohmann::ordered_json& fields);

  void progress(const Progress& progress);  // every ten seconds at most
  void worker(const WorkerEvent& event);
  void set_aside(const SetAside& aside);
  void job(const JobEvent& event);
  void solved(const SolveReport& report);

 private:
  std::ofstream stream_;
  double last_progress_ = 0;
};

// The log of run `run` in the book's directory.
[[nodiscard]] std::string run_log_path(const std::string& book_directory, std::uint32_t run);

}  // namespace tengen::coordinator
