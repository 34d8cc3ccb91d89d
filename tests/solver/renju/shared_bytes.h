// Memory as a team shares it, for tests.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace tengen {

// Zero bytes, aligned as shared memory is.
class SharedBytes {
 public:
  explicit SharedBytes(std::size_t bytes) : lines_(bytes / sizeof(Line) + 1), bytes_(bytes) {}
  [[nodiscard]] std::span<std::byte> bytes() {
    return std::as_writable_bytes(std::span(lines_)).first(bytes_);
  }

 private:
  struct alignas(64) Line {
    std::array<std::byte, 64> bytes{};
  };
  std::vector<Line> lines_;
  std::size_t bytes_;
};

}  // namespace tengen
