#include "cluster/launch/hostfile.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

namespace tengen::cluster {
namespace {

constexpr int kMostSlots = 4096;

std::optional<int> number_after(const std::string& word, const std::string& name) {
  if (!word.starts_with(name)) return std::nullopt;
  int number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data() + name.size(), end, number);
  if (error != std::errc() || stop != end || number < 1 || number > kMostSlots) return 0;
  return number;
}

bool is_host_name(const std::string& word) {
  return !word.starts_with('-') &&
         word.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
             ":") == std::string::npos;
}

}  // namespace

Result<std::vector<std::string>> read_hostfile(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Status(StatusCode::kNotFound, "cannot read the hostfile " + path);
  std::vector<std::string> hosts;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const auto wrong = [&](const std::string& what) {
      return invalid_argument(fmt::format("{}:{}: {}", path, number, what));
    };
    std::istringstream words(line.substr(0, line.find('#')));
    std::string host;
    if (!(words >> host)) continue;
    if (!is_host_name(host)) return wrong("'" + host + "' is no host's name");
    int slots = 1;
    std::string word;
    while (words >> word) {
      const std::optional<int> given = number_after(word, "slots=");
      const std::optional<int> limit = number_after(word, "max_slots=");
      if (!given && !limit) return wrong("'" + word + "' is neither slots=N nor max_slots=N");
      if (given.value_or(1) == 0 || limit.value_or(1) == 0) {
        return wrong(fmt::format("'{}': give a number from 1 to {}", word, kMostSlots));
      }
      slots = given.value_or(slots);
    }
    hosts.insert(hosts.end(), static_cast<std::size_t>(slots), host);
    if (hosts.size() > kMostSlots) return wrong(fmt::format("more than {} slots", kMostSlots));
  }
  if (file.bad()) return Status(StatusCode::kIo, "cannot read the hostfile " + path);
  if (hosts.empty()) return invalid_argument("the hostfile " + path + " names no host");
  return hosts;
}

}  // namespace tengen::cluster
