#include "book/http/service.h"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <utility>

#include "book/answer_json.h"
#include "book/http/answers.h"
#include "book/http/asked_game.h"
#include "book/http/assets.h"
#include "book/report/report.h"

namespace tengen::book {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPosition = "/v1/position";
constexpr std::string_view kLine = "/v1/line";
constexpr std::string_view kOpenings = "/v1/openings";
constexpr std::string_view kReport = "/v1/report";
constexpr std::string_view kReportPage = "/report";
constexpr std::string_view kReportStyle = "/report.css";
constexpr std::string_view kStats = "/v1/stats";
constexpr std::string_view kHealth = "/healthz";
constexpr std::string_view kMetrics = "/metrics";
constexpr std::string_view kPages = "/";  // the route of all that is embedded

// Of the time that may go into what is counted anew.
constexpr int kPaceFactor = 20;
// After so many failed looks at the book in a row the service calls itself ill.
constexpr int kFailuresOfTheIll = 5;

constexpr std::string_view kNoExplorer =
    "<!doctype html><meta charset=\"utf-8\"><title>Tengen</title>"
    "<h1>Tengen</h1><p>This build carries no web explorer. The book answers at "
    "<a href=\"/v1/openings\">/v1/openings</a> and "
    "<a href=\"/v1/position?moves=D4\">/v1/position?moves=D4</a>; "
    "<a href=\"/v1/openapi.json\">/v1/openapi.json</a> describes it.</p>\n";

// What the explorer may load: itself.
constexpr std::string_view kPolicy =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'";

std::int64_t unix_seconds(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

Response text_response(std::string_view route, int status, std::string type, std::string body) {
  return {.status = status,
          .content_type = std::move(type),
          .body = std::make_shared<const std::string>(std::move(body)),
          .headers = {{"Cache-Control", "no-cache"}},
          .route = route};
}

Response json_response(std::string_view route, std::shared_ptr<const std::string> body) {
  return {.content_type = "application/json",
          .body = std::move(body),
          .headers = {{"Cache-Control", "no-cache"}},
          .route = route};
}

Response routed(std::string_view route, Response response) {
  response.route = route;
  return response;
}

// The text of a book may hold anything, host names for one.
std::shared_ptr<const std::string> json_text(const Json& json) {
  return std::make_shared<const std::string>(
      json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

// The state of the openings in all its forms.
std::map<std::string_view, Response> say_openings(const Report& report) {
  Json openings = Json::array();
  for (const OpeningReport& opening : report.openings) openings.push_back(to_json(opening));
  Response page =
      text_response(kReportPage, 200, "text/html; charset=utf-8", to_html(report, kReportStyle));
  page.headers.emplace_back("Content-Security-Policy", kPolicy);
  return {{kOpenings, json_response(kOpenings, json_text({{"openings", std::move(openings)}}))},
          {kReport, json_response(kReport, json_text(to_json(report)))},
          {kReportPage, std::move(page)}};
}

struct Question {
  std::string moves;
  Color goal = Color::kBlack;
};

Result<Question> read_question(const Target& target) {
  Question question;
  for (const auto& [name, value] : target.parameters) {
    if (name == "moves") {
      question.moves = value;
    } else if (name == "goal") {
      if (value != "black" && value != "white") {
        return invalid_argument("goal is black or white, not '" + value + "'");
      }
      question.goal = value == "black" ? Color::kBlack : Color::kWhite;
    } else {
      return invalid_argument("unknown parameter '" + name + "': there are moves and goal");
    }
  }
  return question;
}

}  // namespace

Result<std::unique_ptr<Service>> Service::open(const std::string& book_path) {
  Result<std::unique_ptr<Probe>> probe = Probe::open(book_path);
  if (!probe.ok()) return probe.status();
  return std::unique_ptr<Service>(new Service(std::move(probe).value()));
}

Service::Service(std::unique_ptr<Probe> probe) : probe_(std::move(probe)) {
  load_pages();
  seen_ = probe_->store();
  summary_.refreshed = std::chrono::system_clock::now();
  summary_.changed_unix_seconds = unix_seconds(summary_.refreshed);
  look_at_openings();
}

Service::~Service() = default;

void Service::load_pages() {
  const auto add = [this](std::string path, std::string type, std::string etag, std::string body) {
    if (type.starts_with("text/")) type += "; charset=utf-8";
    Response response = text_response(kPages, 200, std::move(type), std::move(body));
    response.headers.emplace_back("ETag", etag);
    response.headers.emplace_back("Content-Security-Policy", kPolicy);
    pages_[std::move(path)] = {.etag = std::move(etag), .response = std::move(response)};
  };
  for (const Asset& asset : all_assets()) {
    add(std::string(asset.path), std::string(asset.content_type), std::string(asset.etag),
        std::string(asset.bytes));
  }
  const std::size_t style = std::hash<std::string_view>()(report_style());
  add(std::string(kReportStyle), "text/css", fmt::format("\"{:x}\"", style),
      std::string(report_style()));
  if (!pages_.contains("/index.html")) {
    add("/index.html", "text/html", "\"none\"", std::string(kNoExplorer));
  }
  pages_["/"] = pages_["/index.html"];
}

std::optional<Response> Service::respond_at_once(const Request& request) {
  return route(request, false);
}

Response Service::respond(const Request& request) { return *route(request, true); }

std::optional<Response> Service::route(const Request& request, bool may_look) {
  try {
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
    if (path == kPosition || path == kLine) return question(request, target.value(), may_look);
    for (const std::string_view known : {kOpenings, kReport, kReportPage}) {
      if (path == known) return openings(known);
    }
    if (path == kStats) return stats();
    if (path == kHealth) return health();
    if (path == kMetrics) return metrics_text();
    return page(request, path);
  } catch (const std::exception& fault) {
    return error_response(500, "internal", fmt::format("internal fault: {}", fault.what()));
  }
}

Response Service::page(const Request& request, const std::string& path) const {
  const auto found = pages_.find(path);
  if (found == pages_.end()) {
    return error_response(404, "not_found", "there is nothing at " + path);
  }
  Response response = found->second.response;
  if (request.if_none_match.find(found->second.etag) != std::string::npos) {
    response.status = 304;
    response.body = std::make_shared<const std::string>();
  }
  return response;
}

std::optional<Response> Service::question(const Request& request, const Target& target,
                                          bool may_look) {
  const std::string_view path = target.path == kLine ? kLine : kPosition;
  // Asked again before a look into the book: many may have waited for the same.
  AnswerCache::Answer kept = cache_.find(request.target);
  if (!may_look) metrics_.asked_cache(kept != nullptr);
  if (kept != nullptr) return json_response(path, std::move(kept));
  if (!may_look) return std::nullopt;
  const std::uint64_t state = cache_.state();
  const Result<Question> asked = read_question(target);
  if (!asked.ok()) return routed(path, error_response(asked.status()));
  const Result<AskedGame> game = parse_game(probe_->game(), asked.value().moves);
  if (!game.ok()) return routed(path, error_response(400, "illegal", game.status().message()));
  const Result<Json> answer = path == kLine
                                  ? line_answer(*probe_, game.value(), asked.value().goal)
                                  : position_answer(*probe_, game.value(), asked.value().goal);
  if (!answer.ok()) return routed(path, error_response(answer.status()));
  std::shared_ptr<const std::string> body = json_text(answer.value());
  cache_.put(state, request.target, body);
  return json_response(path, std::move(body));
}

Response Service::openings(std::string_view path) const {
  const std::lock_guard lock(mutex_);
  const auto& known = summary_.openings;
  return known.ok() ? known.value().at(path) : routed(path, error_response(known.status()));
}

Response Service::stats() const {
  const std::lock_guard lock(mutex_);
  if (!summary_.stats.ok()) return routed(kStats, error_response(summary_.stats.status()));
  Json json = to_json(summary_.stats.value());
  const std::chrono::duration<double> age = std::chrono::system_clock::now() - summary_.refreshed;
  json["live"] = {{"refreshed", unix_seconds(summary_.refreshed)},
                  {"age", static_cast<double>(static_cast<std::int64_t>(age.count() * 10)) / 10},
                  {"changed", summary_.changed_unix_seconds},
                  {"counted", summary_.counted_unix_seconds}};
  return json_response(kStats, json_text(json));
}

Response Service::health() const {
  const std::lock_guard lock(mutex_);
  if (summary_.failed_refreshes >= kFailuresOfTheIll) {
    return routed(kHealth, error_response({StatusCode::kUnavailable, summary_.failure}));
  }
  return text_response(kHealth, 200, "text/plain; charset=utf-8", "ok\n");
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
  return text_response(kMetrics, 200, "text/plain; version=0.0.4; charset=utf-8",
                       metrics_.text(gauges));
}

void Service::look_at_openings() {
  const std::shared_ptr<const Store> store = probe_->store();
  at_pace(openings_pace_, store, [&] {
    const Result<Report> report = make_report(*store, probe_->game());
    Result<std::map<std::string_view, Response>> said =
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
