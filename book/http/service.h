// The HTTP service without its sockets: a request in, a response out. Describes itself at
// /v1/openapi.json. Follows a book that others write. All functions may be called from several
// threads at once, refresh() and follow() by one.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "book/http/access.h"
#include "book/http/answer_cache.h"
#include "book/http/answers.h"
#include "book/http/book_watch.h"
#include "book/http/message.h"
#include "book/http/metrics.h"
#include "book/http/page.h"
#include "book/http/run_news.h"
#include "book/probe.h"

namespace tengen::book {

// For answers that are kept to be given again.
constexpr std::size_t kAnswerCacheBytes = std::size_t{64} << 20;

struct ServiceOptions {
  AccessRules access;
  // What the run that writes the book says of itself, as JSON text (`tengen status --json`). Called
  // by one thread at a time, once a second at most; may take some seconds. Errors: kNotFound when
  // no run is at work, kUnavailable when it does not answer.
  std::function<Result<std::string>()> ask_run;
};

class Service {
 public:
  // Errors: those of Probe::open(), and of check_origin().
  static Result<std::unique_ptr<Service>> open(const std::string& book_path,
                                               ServiceOptions options = {});
  ~Service();

  // The response, if it takes no look into the book.
  [[nodiscard]] std::optional<Response> respond_at_once(const Request& request);
  // The response to any request. Never throws.
  [[nodiscard]] Response respond(const Request& request);

  // Sees what has been written since, and counts the book again when it has changed. A failure
  // leaves the old state.
  void refresh();
  // From now on refreshes by itself until the service ends. Counting takes seconds in a large book:
  // it has a thread of its own, and a twentieth of the time at most.
  void follow(std::chrono::milliseconds interval);

  [[nodiscard]] Metrics& metrics() { return metrics_; }

 private:
  Service(std::unique_ptr<Probe> probe, ServiceOptions options);
  void load_pages();

  // These two are empty only without `may_look`: it takes a look into the book.
  [[nodiscard]] std::optional<Response> route(const Request& request, bool may_look);
  [[nodiscard]] std::optional<Response> answer_path(const Request& request, bool may_look);
  [[nodiscard]] Response page(const Request& request, const std::string& path) const;
  [[nodiscard]] std::optional<Response> question(const Request& request, const Question& question,
                                                 bool may_look);
  // The answer, kept or new, or why there is none.
  struct Kept {
    AnswerCache::Answer answer{};
    std::optional<Response> error{};
  };
  [[nodiscard]] Kept look_up(const Question& question);
  [[nodiscard]] Kept look_up_all(const Question& question);
  [[nodiscard]] Response health() const;
  [[nodiscard]] Response metrics_text() const;

  std::unique_ptr<Probe> probe_;
  const Access access_;
  std::map<std::string, Page> pages_;
  AnswerCache cache_{kAnswerCacheBytes};
  std::mutex opening_mutex_;  // one question about an opening rule at a time: it may take seconds
  Metrics metrics_;
  RunNews run_;
  BookWatch watch_;  // last: its threads end before what they use
};

}  // namespace tengen::book
