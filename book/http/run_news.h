// What the run that writes the book says of itself. Internal to book/http/.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

#include "book/http/page.h"
#include "solver/base/status.h"

namespace tengen::book {

constexpr std::string_view kRun = "/v1/run";

// May be asked from several threads at once.
class RunNews {
 public:
  // As ServiceOptions::ask_run, which may be null.
  explicit RunNews(std::function<Result<std::string>()> ask_run) : ask_run_(std::move(ask_run)) {}

  // Asks the run, unless that was done just now.
  [[nodiscard]] Page page();

 private:
  const std::function<Result<std::string>()> ask_run_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point asked_{};
  Page page_;
};

}  // namespace tengen::book
