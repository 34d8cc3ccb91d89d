#include "book/http/message.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "book/query/answer_json.h"

namespace tengen::book {
namespace {

Result<std::string> percent_decoded(std::string_view text, bool plus_is_space) {
  std::string decoded;
  while (!text.empty()) {
    char c = text.front();
    std::size_t length = 1;
    if (c == '%') {
      unsigned char value = 0;
      const char* const end = text.data() + std::min<std::size_t>(3, text.size());
      const auto [stop, error] = std::from_chars(text.data() + 1, end, value, 16);
      if (error != std::errc() || stop != text.data() + 3) {
        return invalid_argument("the target's percent-encoding is broken at '" +
                                std::string(text.substr(0, 3)) + "'");
      }
      c = static_cast<char>(value);
      length = 3;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) return invalid_argument("a control character in the target");
    decoded += c;
    text.remove_prefix(length);
  }
  return decoded;
}

}  // namespace

Response error_response(int status, std::string_view code, std::string_view message) {
  return {.status = status,
          .content_type = "application/json",
          .body = std::make_shared<const std::string>(json_text(error_json(code, message)) + "\n"),
          .headers = {}};
}

Response error_response(const Status& status) {
  const auto response = [&status](int number) {
    return error_response(number, error_code(status), status.message());
  };
  switch (status.code()) {
    case StatusCode::kInvalidArgument:
      return response(400);
    case StatusCode::kNotFound:
      return response(404);
    case StatusCode::kUnavailable: {
      Response busy = response(503);
      busy.headers.emplace_back("Retry-After", "1");
      return busy;
    }
    default:
      return response(500);
  }
}

Result<Target> parse_target(std::string_view target) {
  // A proxy may send the absolute form.
  constexpr std::string_view kScheme = "http://";
  if (target.starts_with(kScheme)) {
    const std::size_t slash = target.find('/', kScheme.size());
    target = slash == std::string_view::npos ? "/" : target.substr(slash);
  }
  if (!target.starts_with('/')) return invalid_argument("the target must begin with '/'");
  const std::size_t mark = target.find('?');
  Result<std::string> path = percent_decoded(target.substr(0, mark), false);
  if (!path.ok()) return path.status();
  Target parsed{.path = std::move(path).value(), .parameters = {}};
  std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view field = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), field.size() + 1));
    if (field.empty()) continue;
    const std::size_t equals = std::min(field.find('='), field.size());
    Result<std::string> name = percent_decoded(field.substr(0, equals), true);
    if (!name.ok()) return name.status();
    Result<std::string> value =
        percent_decoded(field.substr(std::min(equals + 1, field.size())), true);
    if (!value.ok()) return value.status();
    for (const auto& [known, unused] : parsed.parameters) {
      if (known == name.value()) {
        return invalid_argument("parameter '" + name.value() + "' is given twice");
      }
    }
    parsed.parameters.emplace_back(std::move(name).value(), std::move(value).value());
  }
  return parsed;
}

}  // namespace tengen::book
