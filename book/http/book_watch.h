// What is known of the book as a whole, kept up to date while others write it: its openings, its
// statistics, how fresh they are. Internal to book/http/.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "book/http/answer_cache.h"
#include "book/http/metrics.h"
#include "book/http/page.h"
#include "book/probe.h"
#include "book/report/report.h"
#include "book/report/stats.h"

namespace tengen::book {

constexpr std::string_view kOpenings = "/v1/openings";
constexpr std::string_view kReport = "/v1/report";
constexpr std::string_view kReportPage = "/report";
constexpr std::string_view kReportStyle = "/report.css";
constexpr std::string_view kStats = "/v1/stats";

// All functions may be called from several threads at once, refresh() and follow() by one.
class BookWatch {
 public:
  // Looks at the openings. The cache forgets its answers when the book has changed. All must
  // outlive the watch.
  BookWatch(Probe& probe, AnswerCache& cache, Metrics& metrics);
  ~BookWatch();
  BookWatch(const BookWatch&) = delete;
  BookWatch& operator=(const BookWatch&) = delete;

  // As Service::refresh() and Service::follow().
  void refresh();
  void follow(std::chrono::milliseconds interval);

  // One of kOpenings, kReport and kReportPage. Errors: kUnavailable; what the report said.
  [[nodiscard]] Result<Page> openings(std::string_view path) const;
  // kStats. Errors: kUnavailable while they are being counted; what counting said.
  [[nodiscard]] Result<Page> stats() const;
  // Errors: kUnavailable when looks at the book have failed for some time.
  [[nodiscard]] Status health() const;
  // The gauges of the book; the others are left alone.
  void add_to(ServiceGauges& gauges) const;

 private:
  using Clock = std::chrono::steady_clock;

  // When something slow was done, which is to take a small part of the time at most.
  struct Pace {
    Clock::time_point next{};
    std::weak_ptr<const Store> of;  // the state of the book for which it was done
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

  void look();
  [[nodiscard]] static std::map<std::string_view, Page> say_openings(const Report& report);
  void look_at_openings();
  void count_records(const std::function<bool()>& stop);
  static void at_pace(Pace& pace, const std::shared_ptr<const Store>& store,
                      const std::function<void()>& work);
  void repeat(const std::stop_token& stop, std::chrono::milliseconds interval,
              const std::function<void()>& work);

  Probe& probe_;
  AnswerCache& cache_;
  Metrics& metrics_;

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
