// What the HTTP service counts of itself, in the text format of Prometheus. Thread-safe.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace tengen::book {

// Upper bounds of the latency histogram, in seconds; one more bucket has none.
constexpr std::array<double, 12> kLatencyBounds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                                   0.01,   0.025,   0.05,   0.1,   0.25,   1};

// What the service knows beside its counters.
struct ServiceGauges {
  bool records_known = false;
  std::uint64_t records = 0;
  double refreshed_unix_seconds = 0;
  std::uint64_t cache_bytes = 0;
};

class Metrics {
 public:
  // `route` lives for the program. The time is from the request's arrival to its response.
  void answered(std::string_view route, int status, std::chrono::duration<double> time);
  void connection_opened();
  void connection_closed();
  void connection_refused();  // the limit was reached
  void refreshed(bool ok);
  void asked_cache(bool hit);

  [[nodiscard]] std::string text(const ServiceGauges& gauges) const;

 private:
  struct Histogram {
    std::array<std::uint64_t, kLatencyBounds.size() + 1> counts{};
    double sum_seconds = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::pair<std::string_view, int>, std::uint64_t> requests_;
  std::map<std::string_view, Histogram> latencies_;
  std::uint64_t open_connections_ = 0;
  std::uint64_t connections_ = 0;
  std::uint64_t refused_connections_ = 0;
  std::uint64_t refreshes_ = 0;
  std::uint64_t refresh_errors_ = 0;
  std::uint64_t cache_hits_ = 0;
  std::uint64_t cache_misses_ = 0;
};

}  // namespace tengen::book
