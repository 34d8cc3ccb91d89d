// Expected failures as values: bad input, I/O, damaged or incompatible data. No exceptions cross a
// public function of Tengen. Thread-compatible value types.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "solver/base/check.h"

namespace tengen {

enum class StatusCode {
  kOk,
  kInvalidArgument,  // the user's input is wrong; exit status 2
  kNotFound,         // what was named does not exist; exit status 2
  kUnavailable,      // exists but cannot be used now (locked, busy); exit status 2
  kCorruption,       // stored bytes are damaged or contradict each other; exit status 3
  kIncompatible,     // another version or another rule set; exit status 3
  kIo,               // the system failed us (full disk, ...); exit status 3
};

// A code and, unless it is kOk, one line that says what failed, on what, and what to do.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  [[nodiscard]] bool ok() const { return code_ == StatusCode::kOk; }
  [[nodiscard]] StatusCode code() const { return code_; }
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

inline Status invalid_argument(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}

// A value or the Status that says why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}  // NOLINT: implicit on purpose
  // REQUIRES: !status.ok()
  Result(Status status) : state_(std::move(status)) { CHECK(!std::get<Status>(state_).ok()); }

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  // REQUIRES: ok()
  [[nodiscard]] const T& value() const& {
    CHECK(ok());
    return std::get<T>(state_);
  }
  [[nodiscard]] T& value() & {
    CHECK(ok());
    return std::get<T>(state_);
  }
  [[nodiscard]] T value() && {
    CHECK(ok());
    return std::get<T>(std::move(state_));
  }
  // REQUIRES: !ok()
  [[nodiscard]] const Status& status() const {
    CHECK(!ok());
    return std::get<Status>(state_);
  }

 private:
  std::variant<T, Status> state_;
};

}  // namespace tengen
