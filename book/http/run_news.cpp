#include "book/http/run_news.h"

#include <utility>

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

// For so long what a run said of itself is news.
constexpr std::chrono::seconds kNews{1};

// What a status tells of a run, without what helps to reach or to know its hosts.
Json told_of_run(Json run) {
  run.erase("listen");
  if (!run.contains("workers")) return run;
  for (Json& worker : run["workers"]) {
    worker.erase("host");
    worker.erase("process_id");
  }
  return run;
}

}  // namespace

Page RunNews::page() {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (page_.content == nullptr || now - asked_ >= kNews) {
    Json run = nullptr;
    if (ask_run_) {
      const Result<std::string> said = ask_run_();
      Json status = Json::parse(said.ok() ? said.value() : std::string(), nullptr, false);
      // A run that is beginning or ending has nothing to say yet.
      if (status.is_object() && status.contains("run")) run = told_of_run(std::move(status));
    }
    page_ = json_page(kRun, {{"at_work", std::move(run)}});
    asked_ = std::chrono::steady_clock::now();
  }
  return page_;
}

}  // namespace tengen::book
