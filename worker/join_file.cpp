#include "worker/join_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>

namespace tengen::worker {
namespace {

constexpr const char* kFileName = "run.join";
constexpr std::streamsize kMostFileBytes = 4096;
constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string to_hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    text += kHexDigits[static_cast<std::uint8_t>(c) >> 4];
    text += kHexDigits[static_cast<std::uint8_t>(c) & 15];
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const std::size_t high = kHexDigits.find(text[i]);
    const std::size_t low = kHexDigits.find(text[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

Status system_error(const std::string& what, const std::string& path) {
  return {StatusCode::kIo, "cannot " + what + " " + path + ": " + std::strerror(errno)};
}

template <typename T>
bool read_number(const nlohmann::json& json, const char* name, T& value) {
  const auto field = json.find(name);
  if (field == json.end() || !field->is_number_integer()) return false;
  const auto number = field->get<std::int64_t>();
  value = static_cast<T>(number);
  return number >= 0 && static_cast<std::int64_t>(value) == number;
}

bool read_text(const nlohmann::json& json, const char* name, std::string& value) {
  const auto field = json.find(name);
  if (field == json.end() || !field->is_string()) return false;
  value = field->get<std::string>();
  return true;
}

}  // namespace

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  if (getrandom(bytes.data(), count, 0) != static_cast<ssize_t>(count)) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  return bytes;
}

std::string join_file_in(const std::string& book_directory) {
  return book_directory + "/" + kFileName;
}

Status write_join_file(const std::string& path, const JoinFile& file) {
  const nlohmann::ordered_json json = {
      {"version", file.version},       {"run", file.run},         {"host", file.host},
      {"process_id", file.process_id}, {"address", file.address}, {"port", file.port},
      {"secret", to_hex(file.secret)}, {"rules", file.rules},     {"size", file.size}};
  const std::string text =
      json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const std::string fresh = path + ".new";
  ::unlink(fresh.c_str());
  const int descriptor = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return system_error("write", fresh);
  const bool written =
      ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const Status status = written ? Status() : system_error("write", fresh);
  ::close(descriptor);
  if (!status.ok()) return status;
  if (::rename(fresh.c_str(), path.c_str()) != 0) return system_error("write", path);
  return {};
}

Result<JoinFile> read_join_file(const std::string& path) {
  std::error_code error;
  const std::string name = std::filesystem::is_directory(path, error) ? join_file_in(path) : path;
  std::ifstream stream(name);
  if (!stream) {
    if (std::filesystem::exists(name, error)) return system_error("read", name);
    return Status(StatusCode::kNotFound, "no run is at work here: there is no " + name);
  }
  std::string text(static_cast<std::size_t>(kMostFileBytes), '\0');
  stream.read(text.data(), kMostFileBytes);
  text.resize(static_cast<std::size_t>(stream.gcount()));
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  JoinFile file;
  std::string secret;
  if (json.is_object() && read_text(json, "version", file.version) &&
      read_number(json, "run", file.run) && read_text(json, "host", file.host) &&
      read_number(json, "process_id", file.process_id) &&
      read_text(json, "address", file.address) && read_number(json, "port", file.port) &&
      read_text(json, "secret", secret) &&
      (!json.contains("rules") || read_text(json, "rules", file.rules)) &&
      (!json.contains("size") || read_number(json, "size", file.size))) {
    const std::optional<std::string> bytes = from_hex(secret);
    if (bytes && bytes->size() == kSecretBytes && file.port != 0) {
      file.secret = *bytes;
      return file;
    }
  }
  return Status(StatusCode::kCorruption, name + " is no join file of Tengen, or it is damaged");
}

}  // namespace tengen::worker
