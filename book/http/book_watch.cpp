#include "book/http/book_watch.h"

#include <utility>

#include "book/query/answer_json.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

// Of the time that may go into what is counted anew.
constexpr int kPaceFactor = 20;
// After so many failed looks at the book in a row the service calls itself ill.
constexpr int kFailuresOfTheIll = 5;

std::int64_t unix_seconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

}  // namespace

BookWatch::BookWatch(Probe& probe, AnswerCache& cache, Metrics& metrics)
    : probe_(probe), cache_(cache), metrics_(metrics), seen_(probe.store()) {
  summary_.refreshed = std::chrono::system_clock::now();
  summary_.changed_unix_seconds = unix_seconds(summary_.refreshed);
  look_at_openings();
}

BookWatch::~BookWatch() = default;

Result<Page> BookWatch::openings(std::string_view path) const {
  const std::lock_guard lock(mutex_);
  const auto& known = summary_.openings;
  if (!known.ok()) return known.status();
  return known.value().at(path);
}

Result<Page> BookWatch::stats() const {
  const std::lock_guard lock(mutex_);
  if (!summary_.stats.ok()) return summary_.stats.status();
  Json json = to_json(summary_.stats.value());
  const std::chrono::duration<double> age = std::chrono::system_clock::now() - summary_.refreshed;
  json["live"] = {{"refreshed", unix_seconds(summary_.refreshed)},
                  {"age", static_cast<double>(static_cast<std::int64_t>(age.count() * 10)) / 10},
                  {"changed", summary_.changed_unix_seconds},
                  {"counted", summary_.counted_unix_seconds}};
  return json_page(kStats, json);
}

Status BookWatch::health() const {
  const std::lock_guard lock(mutex_);
  if (summary_.failed_refreshes < kFailuresOfTheIll) return {};
  return {StatusCode::kUnavailable, summary_.failure};
}

void BookWatch::add_to(ServiceGauges& gauges) const {
  const std::lock_guard lock(mutex_);
  gauges.records_known = summary_.stats.ok();
  if (gauges.records_known) {
    const BookCounts& counts = summary_.stats.value().counts;
    gauges.records = counts.black.total() + counts.white.total();
  }
  gauges.refreshed_unix_seconds =
      std::chrono::duration<double>(summary_.refreshed.time_since_epoch()).count();
}

// The state of the openings in all its forms.
std::map<std::string_view, Page> BookWatch::say_openings(const Report& report) {
  Json openings = Json::array();
  for (const OpeningReport& opening : report.openings) openings.push_back(to_json(opening));
  return {{kOpenings, json_page(kOpenings, {{"openings", std::move(openings)}})},
          {kReport, json_page(kReport, to_json(report))},
          {kReportPage,
           {.route = kReportPage,
            .content_type = "text/html; charset=utf-8",
            .content = make_content(to_html(report, kReportStyle)),
            .is_document = true}}};
}

void BookWatch::look_at_openings() {
  const std::shared_ptr<const Store> store = probe_.store();
  at_pace(openings_pace_, store, [&] {
    const Result<Report> report = make_report(*store, probe_.game());
    Result<std::map<std::string_view, Page>> said =
        report.ok() ? Result(say_openings(report.value())) : report.status();
    const std::lock_guard lock(mutex_);
    summary_.openings = std::move(said);
  });
}

void BookWatch::count_records(const std::function<bool()>& stop) {
  const std::shared_ptr<const Store> store = probe_.store();
  at_pace(count_pace_, store, [&] {
    Result<BookStats> counted = collect_stats(*store, probe_.game(), stop);
    const std::lock_guard lock(mutex_);
    summary_.stats = std::move(counted);
    summary_.counted_unix_seconds = unix_seconds(std::chrono::system_clock::now());
  });
}

// Not again for the same state of the book, nor too soon.
void BookWatch::at_pace(Pace& pace, const std::shared_ptr<const Store>& store,
                        const std::function<void()>& work) {
  const Clock::time_point start = Clock::now();
  if (pace.of.lock() == store || start < pace.next) return;
  work();
  pace.of = store;
  const Clock::time_point end = Clock::now();
  pace.next = end + (kPaceFactor - 1) * (end - start);
}

void BookWatch::look() {
  const Status status = probe_.refresh();
  metrics_.refreshed(status.ok());
  const std::shared_ptr<const Store> store = probe_.store();
  const bool changed = seen_.lock() != store;
  if (changed) cache_.next_state();
  seen_ = store;
  {
    const auto now = std::chrono::system_clock::now();
    const std::lock_guard lock(mutex_);
    if (changed) summary_.changed_unix_seconds = unix_seconds(now);
    if (status.ok()) {
      summary_.refreshed = now;
      summary_.failed_refreshes = 0;
    } else {
      ++summary_.failed_refreshes;
      summary_.failure = status.message();
    }
  }
  look_at_openings();
}

void BookWatch::refresh() {
  look();
  count_records({});
}

void BookWatch::repeat(const std::stop_token& stop, std::chrono::milliseconds interval,
                       const std::function<void()>& work) {
  while (!stop.stop_requested()) {
    work();
    std::unique_lock lock(follow_mutex_);
    follow_wake_.wait_for(lock, stop, interval, [] { return false; });
  }
}

void BookWatch::follow(std::chrono::milliseconds interval) {
  looker_ = std::jthread([this, interval](const std::stop_token& stop) {
    repeat(stop, interval, [this] { look(); });
  });
  counter_ = std::jthread([this, interval](const std::stop_token& stop) {
    repeat(stop, interval,
           [this, &stop] { count_records([&stop] { return stop.stop_requested(); }); });
  });
}

}  // namespace tengen::book
