#include "book/http/metrics.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "book/store/store.h"

namespace tengen::book {
namespace {

using Out = std::back_insert_iterator<std::string>;

void head(Out out, std::string_view name, std::string_view type, std::string_view help) {
  fmt::format_to(out, "# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

template <typename Number>
void single(Out out, std::string_view name, std::string_view type, std::string_view help,
            Number value) {
  head(out, name, type, help);
  fmt::format_to(out, "{} {}\n", name, value);
}

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double total = 0;
  double resident = 0;
  statm >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double unix_now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

const double kProcessStart = unix_now();

}  // namespace

void Metrics::answered(std::string_view route, int status, std::chrono::duration<double> time) {
  const std::lock_guard lock(mutex_);
  ++requests_[{route, status}];
  Histogram& histogram = latencies_[route];
  const auto bound = std::lower_bound(kLatencyBounds.begin(), kLatencyBounds.end(), time.count());
  ++histogram.counts[static_cast<std::size_t>(bound - kLatencyBounds.begin())];
  histogram.sum_seconds += time.count();
}

void Metrics::connection_opened() {
  const std::lock_guard lock(mutex_);
  ++connections_;
  ++open_connections_;
}

void Metrics::connection_closed() {
  const std::lock_guard lock(mutex_);
  --open_connections_;
}

void Metrics::connection_refused() {
  const std::lock_guard lock(mutex_);
  ++refused_connections_;
}

void Metrics::refreshed(bool ok) {
  const std::lock_guard lock(mutex_);
  ++(ok ? refreshes_ : refresh_errors_);
}

void Metrics::asked_cache(bool hit) {
  const std::lock_guard lock(mutex_);
  ++(hit ? cache_hits_ : cache_misses_);
}

std::string Metrics::text(const ServiceGauges& gauges) const {
  const std::lock_guard lock(mutex_);
  std::string text;
  const Out out = std::back_inserter(text);
  head(out, "tengen_build_info", "gauge", "The version of Tengen.");
  fmt::format_to(out, "tengen_build_info{{version=\"{}\"}} 1\n", tengen_version());
  head(out, "tengen_http_requests_total", "counter", "Requests answered, by path and status.");
  for (const auto& [key, count] : requests_) {
    fmt::format_to(out, "tengen_http_requests_total{{path=\"{}\",status=\"{}\"}} {}\n", key.first,
                   key.second, count);
  }
  constexpr std::string_view kDuration = "tengen_http_request_duration_seconds";
  head(out, kDuration, "histogram", "From a request's arrival to its response, by path.");
  for (const auto& [route, histogram] : latencies_) {
    std::uint64_t below = 0;
    for (std::size_t i = 0; i < kLatencyBounds.size(); ++i) {
      below += histogram.counts[i];
      fmt::format_to(out, "{}_bucket{{path=\"{}\",le=\"{}\"}} {}\n", kDuration, route,
                     kLatencyBounds[i], below);
    }
    below += histogram.counts.back();
    fmt::format_to(out, "{}_bucket{{path=\"{}\",le=\"+Inf\"}} {}\n", kDuration, route, below);
    fmt::format_to(out, "{}_sum{{path=\"{}\"}} {}\n", kDuration, route, histogram.sum_seconds);
    fmt::format_to(out, "{}_count{{path=\"{}\"}} {}\n", kDuration, route, below);
  }
  single(out, "tengen_http_open_connections", "gauge", "Connections that are open.",
         open_connections_);
  single(out, "tengen_http_connections_total", "counter", "Connections accepted.", connections_);
  single(out, "tengen_http_connections_refused_total", "counter",
         "Connections refused because too many were open.", refused_connections_);
  single(out, "tengen_answer_cache_hits_total", "counter", "Answers given again.", cache_hits_);
  single(out, "tengen_answer_cache_misses_total", "counter", "Answers looked up in the book.",
         cache_misses_);
  single(out, "tengen_answer_cache_bytes", "gauge", "Size of the answers kept.",
         gauges.cache_bytes);
  if (gauges.records_known) {
    single(out, "tengen_book_records", "gauge", "Proven positions in the book, when last counted.",
           gauges.records);
  }
  single(out, "tengen_book_refreshes_total", "counter", "Times the book was looked at anew.",
         refreshes_);
  single(out, "tengen_book_refresh_errors_total", "counter", "Times that failed.", refresh_errors_);
  single(out, "tengen_book_refresh_timestamp_seconds", "gauge", "When the book was last seen.",
         fmt::format("{:.3f}", gauges.refreshed_unix_seconds));
  single(out, "process_resident_memory_bytes", "gauge", "Resident memory.",
         fmt::format("{:.0f}", resident_bytes()));
  single(out, "process_cpu_seconds_total", "counter", "Processor time used.",
         fmt::format("{:.2f}", cpu_seconds()));
  single(out, "process_start_time_seconds", "gauge", "When the process began.",
         fmt::format("{:.3f}", kProcessStart));
  return text;
}

}  // namespace tengen::book
