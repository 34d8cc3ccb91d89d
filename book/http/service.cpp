#include "book/http/service.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "book/opening_rules/opening_query.h"
#include "book/query/answer_json.h"
#include "book/report/report.h"
#include "book/web/assets.h"

namespace tengen::book {
namespace {

constexpr std::string_view kRules = "/v1/rules";
constexpr std::string_view kHealth = "/healthz";
constexpr std::string_view kMetrics = "/metrics";
constexpr std::string_view kPages = "/";  // the route of all that is embedded

constexpr std::string_view kNoExplorer =
    "<!doctype html><meta charset=\"utf-8\"><title>Tengen</title>"
    "<h1>Tengen</h1><p>This build carries no web explorer. The book answers at "
    "<a href=\"/v1/openings\">/v1/openings</a> and "
    "<a href=\"/v1/position?moves=D4\">/v1/position?moves=D4</a>; "
    "<a href=\"/v1/openapi.json\">/v1/openapi.json</a> describes it.</p>\n";

constexpr std::string_view kOtherGame =
    "<!doctype html><meta charset=\"utf-8\"><title>Tengen</title>"
    "<h1>Tengen</h1><p>The web explorer draws only games whose moves add one stone each, in turns: "
    "not this book's. The book answers at /v1/position; "
    "<a href=\"/v1/openapi.json\">/v1/openapi.json</a> describes it.</p>\n";

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

Response sent(const Request& request, std::string_view route, const Result<Page>& page) {
  return page.ok() ? page_response(request, page.value())
                   : routed(route, error_response(page.status()));
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
    : probe_(std::move(probe)),
      access_(std::move(options.access)),
      run_(std::move(options.ask_run)),
      watch_(*probe_, cache_, metrics_) {
  load_pages();
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
  if (!probe_->game().only_adds_stones()) {
    add("/index.html", "text/html", std::string(kOtherGame));
  }
  pages_["/"] = pages_["/index.html"];
  pages_[std::string(kRules)] = json_page(kRules, rules_json());
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
    if (path == known) return sent(request, known, watch_.openings(known));
  }
  if (path == kRun) {
    return may_look ? std::optional(page_response(request, run_.page())) : std::nullopt;
  }
  if (path == kStats) return sent(request, kStats, watch_.stats());
  if (path == kHealth) return health();
  if (path == kMetrics) return metrics_text();
  return page(request, path);
}

Response Service::page(const Request& request, const std::string& path) const {
  const auto found = pages_.find(path);
  if (found != pages_.end()) return page_response(request, found->second);
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
  return page_response(request, {.route = question.path,
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
  Kept kept{.answer = make_content(json_text(found.json) + "\n")};
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

void Service::refresh() { watch_.refresh(); }

void Service::follow(std::chrono::milliseconds interval) { watch_.follow(interval); }

Response Service::health() const {
  if (const Status status = watch_.health(); !status.ok()) {
    return routed(kHealth, error_response(status));
  }
  return text_response(kHealth, "text/plain; charset=utf-8", "ok\n");
}

Response Service::metrics_text() const {
  ServiceGauges gauges{.cache_bytes = cache_.bytes()};
  watch_.add_to(gauges);
  return text_response(kMetrics, "text/plain; version=0.0.4; charset=utf-8", metrics_.text(gauges));
}

}  // namespace tengen::book
