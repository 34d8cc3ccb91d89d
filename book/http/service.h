// The HTTP service without its sockets: a request in, a response out. Describes itself at
// /v1/openapi.json. Follows a book that others write. All functions may be called from several
// threads at once, refresh() and follow() by one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "book/http/access.h"
#include "book/http/answer_cache.h"
#include "book/http/answers.h"
#include "book/http/content.h"
#include "book/http/message.h"
#include "book/http/metrics.h"
#include "book/probe.h"
#include "book/report/report.h"
#include "book/report/stats.h"

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
  using Clock = std::chrono::steady_clock;

  // When something slow was done, which is to take a small part of the time at most.
  struct Pace {
    Clock::time_point next{};
    std::weak_ptr<const Store> of;  // the state of the book for which it was done
  };

  // Content without the marks of one request.
  struct Page {
    std::string_view route;
    std::string content_type;
    std::shared_ptr<const Content> content;
    bool is_document = false;  // shown by a browser, under the explorer's policy
  };

  // What is known of the book as a whole.
  struct Summary {
    // By path: what is said of the openings.
    Result<std::map<std::string_view, Page>> openings =
        Status(StatusCode::kUnavailable, "the openings are being looked up: ask again");
    Result<BookStats> stats =
        Status(StatusCode::kUnavailable, "the records are being counted: ask again");
    std::int64_t counted_unix_seconds = 0;
    std::int64_t changed_unix_seconds = 0;
    std::chrono::system_clock::time_point refreshed;
    int failed_refreshes = 0;  // in a row
    std::string failure;       // of the last of them
  };

  // What the run last said of itself.
  struct RunNews {
    std::mutex mutex;
    Clock::time_point asked{};
    Page page;
  };

  Service(std::unique_ptr<Probe> probe, ServiceOptions options);
  void load_pages();

  // These two are empty only without `may_look`: it takes a look into the book.
  [[nodiscard]] std::optional<Response> route(const Request& request, bool may_look);
  [[nodiscard]] std::optional<Response> answer_path(const Request& request, bool may_look);
  // The page in the form that the request takes, or that it is the one that the client has.
  [[nodiscard]] static Response send(const Request& request, const Page& page);
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
  [[nodiscard]] Response openings(const Request& request, std::string_view path) const;
  [[nodiscard]] Response run(const Request& request);
  [[nodiscard]] Response stats(const Request& request) const;
  [[nodiscard]] Response health() const;
  [[nodiscard]] Response metrics_text() const;
  void look();
  [[nodiscard]] static std::map<std::string_view, Page> say_openings(const Report& report);
  void look_at_openings();
  void count_records(const std::function<bool()>& stop);
  static void at_pace(Pace& pace, const std::shared_ptr<const Store>& store,
                      const std::function<void()>& work);
  void repeat(const std::stop_token& stop, std::chrono::milliseconds interval,
              const std::function<void()>& work);

  std::unique_ptr<Probe> probe_;
  const ServiceOptions options_;
  const Access access_;
  std::map<std::string, Page> pages_;
  AnswerCache cache_{kAnswerCacheBytes};
  RunNews run_;
  std::mutex opening_mutex_;  // one question about an opening rule at a time: it may take seconds
  Metrics metrics_;

  mutable std::mutex mutex_;  // of summary_
  Summary summary_;
  std::weak_ptr<const Store> seen_;  // these two: of look() alone
  Pace openings_pace_;
  Pace count_pace_;  // of count_records() alone

  std::mutex follow_mutex_;
  std::condition_variable_any follow_wake_;
  std::jthread looker_;  // last: these end before what they use
  std::jthread counter_;
};

}  // namespace tengen::book
