#include "book/http/service.h"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <utility>

#include "book/opening_rules/opening_query.h"
#include "book/query/answer_json.h"
#include "book/report/report.h"
#include "book/web/assets.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kOpenings = "/v1/openings";
constexpr std::string_view kReport = "/v1/report";
constexpr std::string_view kReportPage = "/report";
constexpr std::string_view kReportStyle = "/report.css";
constexpr std::string_view kRules = "/v1/rules";
constexpr std::string_view kRun = "/v1/run";
constexpr std::string_view kStats = "/v1/stats";
constexpr std::string_view kHealth = "/healthz";
constexpr std::string_view kMetrics = "/metrics";
constexpr std::string_view kPages = "/";  // the route of all that is embedded

// Of the time that may go into what is counted anew.
constexpr int kPaceFactor = 20;
// After so many failed looks at the book in a row the service calls itself ill.
constexpr int kFailuresOfTheIll = 5;
// For so long what a run said of itself is news.
constexpr std::chrono::seconds kNews{1};

constexpr std::string_view kNoExplorer =
    "<!doctype html><meta charset=\"utf-8\"><title>Tengen</title>"
    "<h1>Tengen</h1><p>This build carries no web explorer. The book answers at "
    "<a href=\"/v1/openings\">/v1/openings</a> and "
    "<a href=\"/v1/position?moves=D4\">/v1/position?moves=D4</a>; "
    "<a href=\"/v1/openapi.json\">/v1/openapi.json</a> describes it.</p>\n";

// What the explorer may load: itself, and pictures that it makes.
constexpr std::string_view kPolicy =
    "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'";

std::int64_t unix_seconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

Response text_response(std::string_view route, std::string type, std::string body) {
  return {.content_type = std::move(type),
          .body = std::make_shared<const std::string>(std::move(body)),
          .headers = {{"Cache-Control", "no-cache"}},
          .route = route};
}

Response routed(std::string_view route, Response response) {
  response.route = route;
  return response;
}

// The text of a book may hold anything, host names for one.
std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

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

Result<std::unique_ptr<Service>> Service::open(const std::string& book_path,
                                               ServiceOptions options) {
  for (const std::string& origin : options.access.origins) {
    if (Status status = check_origin(origin); !status.ok()) return status;
  }
  Result<std::unique_ptr<Probe>> probe = Probe::open(book_path);
  if (!probe.ok()) return probe.status();
  return std::unique_ptr<Service>(new Service(std::move(probe).value(), std::move(options)));
}

Service::Service(std::unique_ptr<Probe> probe, ServiceOptions options)
    : probe_(std::move(probe)), options_(std::move(options)), access_(options_.access) {
  load_pages();
  seen_ = probe_->store();
  summary_.refreshed = std::chrono::system_clock::now();
  summary_.changed_unix_seconds = unix_seconds(summary_.refreshed);
  look_at_openings();
}

Service::~Service() = default;

void Service::load_pages() {
  const auto add = [this](std::string_view path, std::string type, std::string body) {
    const bool is_text = type.starts_with("text/");
    pages_[std::string(path)] = {.route = kPages,
                                 .content_type = is_text ? type + "; charset=utf-8" : type,
                                 .content = make_content(std::move(body)),
                                 .is_document = true};
  };
  for (const Asset& asset : all_assets()) {
    add(asset.path, std::string(asset.content_type), std::string(asset.bytes));
  }
  add(kReportStyle, "text/css", report_style());
  if (!pages_.contains("/index.html")) add("/index.html", "text/html", std::string(kNoExplorer));
  pages_["/"] = pages_["/index.html"];
  pages_[std::string(kRules)] = {.route = kRules,
                                 .content_type = "application/json",
                                 .content = make_content(json_text(rules_json()))};
}

std::optional<Response> Service::respond_at_once(const Request& request) {
  return route(request, false);
}

Response Service::respond(const Request& request) { return *route(request, true); }

std::optional<Response> Service::route(const Request& request, bool may_look) {
  try {
    if (std::optional<Response> refused = access_.refuse(request)) return refused;
    std::optional<Response> response = access_.preflight(request);
    if (!response) response = answer_path(request, may_look);
    if (response) access_.allow(request, *response);
    return response;
  } catch (const std::exception& fault) {
    return error_response(500, "internal", fmt::format("internal fault: {}", fault.what()));
  }
}

std::optional<Response> Service::answer_path(const Request& request, bool may_look) {
  if (request.target.size() > kMaxTargetBytes) {
    return error_response(
        414, "uri_too_long",
        fmt::format("the request's target is longer than {} bytes", kMaxTargetBytes));
  }
  if (request.method != "GET" && request.method != "HEAD") {
    Response response = error_response(405, "method_not_allowed",
                                       "the book is only read here: GET and HEAD are answered");
    response.headers.emplace_back("Allow", "GET, HEAD");
    return response;
  }
  const Result<Target> target = parse_target(request.target);
  if (!target.ok()) return error_response(target.status());
  // Another path is one more line here, and its description in openapi.json.
  const std::string& path = target.value().path;
  if (const std::optional<Result<Question>> asked = read_question(target.value())) {
    if (!asked->ok()) return error_response(asked->status());
    return question(request, asked->value(), may_look);
  }
  for (const std::string_view known : {kOpenings, kReport, kReportPage}) {
    if (path == known) return openings(request, known);
  }
  if (path == kRun) return may_look ? std::optional(run(request)) : std::nullopt;
  if (path == kStats) return stats(request);
  if (path == kHealth) return health();
  if (path == kMetrics) return metrics_text();
  return page(request, path);
}

Response Service::send(const Request& request, const Page& page) {
  Response response{.content_type = page.content_type,
                    .body = nullptr,
                    .headers = {{"Cache-Control", "no-cache"}, {"ETag", page.content->etag}},
                    .route = page.route};
  if (page.is_document) response.headers.emplace_back("Content-Security-Policy", kPolicy);
  if (!page.content->gzip.empty()) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (matches_etag(request.if_none_match, page.content->etag)) {
    response.status = 304;
    response.body = std::make_shared<const std::string>();
  } else if (!page.content->gzip.empty() && accepts_gzip(request.accept_encoding)) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = {page.content, &page.content->gzip};
  } else {
    response.body = {page.content, &page.content->plain};
  }
  return response;
}

Response Service::page(const Request& request, const std::string& path) const {
  const auto found = pages_.find(path);
  if (found != pages_.end()) return send(request, found->second);
  return error_response(404, "not_found", "there is nothing at " + path);
}

std::optional<Response> Service::question(const Request& request, const Question& question,
                                          bool may_look) {
  // Asked again before a look into the book: many may have waited for the same.
  Kept kept{.answer = cache_.find(question.key())};
  if (!may_look) metrics_.asked_cache(kept.answer != nullptr);
  if (kept.answer == nullptr) {
    if (!may_look) return std::nullopt;
    kept = question.path == kPositions ? look_up_all(question) : look_up(question);
  }
  if (kept.error) return routed(question.path, *std::move(kept.error));
  return send(request, {.route = question.path,
                        .content_type = "application/json",
                        .content = std::move(kept.answer)});
}

Service::Kept Service::look_up(const Question& question) {
  std::unique_lock one_at_a_time(opening_mutex_, std::defer_lock);
  if (question.path == kOpening && !one_at_a_time.try_lock()) {
    return {.error = error_response({StatusCode::kUnavailable,
                                     "another question about an opening rule is being answered: "
                                     "ask again"})};
  }
  const std::uint64_t state = cache_.state();
  Answered found = answer(*probe_, question);
  if (found.error) return {.answer = nullptr, .error = std::move(found.error)};
  Kept kept{.answer = make_content(json_text(found.json))};
  cache_.put(state, question.key(), kept.answer);
  return kept;
}

Service::Kept Service::look_up_all(const Question& question) {
  const Result<std::vector<Question>> singles = single_questions(question);
  if (!singles.ok()) return {.answer = nullptr, .error = error_response(singles.status())};
  const std::uint64_t state = cache_.state();
  std::string text = "{\"answers\":[";
  for (const Question& single : singles.value()) {
    Kept one{.answer = cache_.find(single.key())};
    if (one.answer == nullptr) one = look_up(single);
    // A fault of the book is one of the whole answer.
    if (one.error && one.error->status >= 500) return one;
    const std::string& json = one.error ? *one.error->body : one.answer->plain;
    if (!text.ends_with('[')) text += ',';
    text.append(json, 0, json.find_last_not_of('\n') + 1);
  }
  Kept kept{.answer = make_content(text + "]}\n")};
  cache_.put(state, question.key(), kept.answer);
  return kept;
}

Response Service::openings(const Request& request, std::string_view path) const {
  const std::lock_guard lock(mutex_);
  const auto& known = summary_.openings;
  return known.ok() ? send(request, known.value().at(path))
                    : routed(path, error_response(known.status()));
}

Response Service::run(const Request& request) {
  const std::lock_guard lock(run_.mutex);
  const Clock::time_point now = Clock::now();
  if (run_.page.content == nullptr || now - run_.asked >= kNews) {
    Json run = nullptr;
    if (options_.ask_run) {
      const Result<std::string> said = options_.ask_run();
      Json status = Json::parse(said.ok() ? said.value() : std::string(), nullptr, false);
      // A run that is beginning or ending has nothing to say yet.
      if (status.is_object() && status.contains("run")) run = told_of_run(std::move(status));
    }
    run_.page = {.route = kRun,
                 .content_type = "application/json",
                 .content = make_content(json_text({{"at_work", std::move(run)}}))};
    run_.asked = Clock::now();
  }
  return send(request, run_.page);
}

Response Service::stats(const Request& request) const {
  const std::lock_guard lock(mutex_);
  if (!summary_.stats.ok()) return routed(kStats, error_response(summary_.stats.status()));
  Json json = to_json(summary_.stats.value());
  const std::chrono::duration<double> age = std::chrono::system_clock::now() - summary_.refreshed;
  json["live"] = {{"refreshed", unix_seconds(summary_.refreshed)},
                  {"age", static_cast<double>(static_cast<std::int64_t>(age.count() * 10)) / 10},
                  {"changed", summary_.changed_unix_seconds},
                  {"counted", summary_.counted_unix_seconds}};
  return send(request, {.route = kStats,
                        .content_type = "application/json",
                        .content = make_content(json_text(json))});
}

Response Service::health() const {
  const std::lock_guard lock(mutex_);
  if (summary_.failed_refreshes >= kFailuresOfTheIll) {
    return routed(kHealth, error_response({StatusCode::kUnavailable, summary_.failure}));
  }
  return text_response(kHealth, "text/plain; charset=utf-8", "ok\n");
}

Response Service::metrics_text() const {
  ServiceGauges gauges{.cache_bytes = cache_.bytes()};
  {
    const std::lock_guard lock(mutex_);
    gauges.records_known = summary_.stats.ok();
    if (gauges.records_known) {
      const BookCounts& counts = summary_.stats.value().counts;
      gauges.records = counts.black.total() + counts.white.total();
    }
    gauges.refreshed_unix_seconds =
        std::chrono::duration<double>(summary_.refreshed.time_since_epoch()).count();
  }
  return text_response(kMetrics, "text/plain; version=0.0.4; charset=utf-8", metrics_.text(gauges));
}

// The state of the openings in all its forms.
std::map<std::string_view, Service::Page> Service::say_openings(const Report& report) {
  Json openings = Json::array();
  for (const OpeningReport& opening : report.openings) openings.push_back(to_json(opening));
  const auto json_page = [](std::string_view route, const Json& json) {
    return Page{.route = route,
                .content_type = "application/json",
                .content = make_content(json_text(json))};
  };
  return {{kOpenings, json_page(kOpenings, {{"openings", std::move(openings)}})},
          {kReport, json_page(kReport, to_json(report))},
          {kReportPage,
           {.route = kReportPage,
            .content_type = "text/html; charset=utf-8",
            .content = make_content(to_html(report, kReportStyle)),
            .is_document = true}}};
}

void Service::look_at_openings() {
  const std::shared_ptr<const Store> store = probe_->store();
  at_pace(openings_pace_, store, [&] {
    const Result<Report> report = make_report(*store, probe_->game());
    Result<std::map<std::string_view, Page>> said =
        report.ok() ? Result(say_openings(report.value())) : report.status();
    const std::lock_guard lock(mutex_);
    summary_.openings = std::move(said);
  });
}

void Service::count_records(const std::function<bool()>& stop) {
  const std::shared_ptr<const Store> store = probe_->store();
  at_pace(count_pace_, store, [&] {
    Result<BookStats> counted = collect_stats(*store, probe_->game(), stop);
    const std::lock_guard lock(mutex_);
    summary_.stats = std::move(counted);
    summary_.counted_unix_seconds = unix_seconds(std::chrono::system_clock::now());
  });
}

// Not again for the same state of the book, nor too soon.
void Service::at_pace(Pace& pace, const std::shared_ptr<const Store>& store,
                      const std::function<void()>& work) {
  const Clock::time_point start = Clock::now();
  if (pace.of.lock() == store || start < pace.next) return;
  work();
  pace.of = store;
  const Clock::time_point end = Clock::now();
  pace.next = end + (kPaceFactor - 1) * (end - start);
}

void Service::look() {
  const Status status = probe_->refresh();
  metrics_.refreshed(status.ok());
  const std::shared_ptr<const Store> store = probe_->store();
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

void Service::refresh() {
  look();
  count_records({});
}

void Service::repeat(const std::stop_token& stop, std::chrono::milliseconds interval,
                     const std::function<void()>& work) {
  while (!stop.stop_requested()) {
    work();
    std::unique_lock lock(follow_mutex_);
    follow_wake_.wait_for(lock, stop, interval, [] { return false; });
  }
}

void Service::follow(std::chrono::milliseconds interval) {
  looker_ = std::jthread([this, interval](const std::stop_token& stop) {
    repeat(stop, interval, [this] { look(); });
  });
  counter_ = std::jthread([this, interval](const std::stop_token& stop) {
    repeat(stop, interval,
           [this, &stop] { count_records([&stop] { return stop.stop_requested(); }); });
  });
}

}  // namespace tengen::book
