// Memory that other processes of this machine may map. It is named by the process that made it and
// a file number there, not by a file: nothing is left behind when all who map it have ended,
// however they did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tengen::wire {

struct SharedAddress {
  std::int32_t process_id = 0;
  std::int32_t file = -1;
  std::uint64_t bytes = 0;  // 0: none
  friend bool operator==(const SharedAddress&, const SharedAddress&) = default;
};

class SharedMemory {
 public:
  SharedMemory() = default;
  // Zero bytes, which take room only as they are written. Empty when there is none to be had.
  static SharedMemory make(std::size_t bytes);
  // Empty when it is not there: another machine, another user, a process that has ended.
  static SharedMemory map(const SharedAddress& address);

  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&& other) noexcept;
  ~SharedMemory();

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  // For map(), wherever.
  [[nodiscard]] const SharedAddress& address() const { return address_; }

 private:
  SharedMemory(int file, const SharedAddress& address, bool keep_open);

  std::span<std::byte> bytes_;
  SharedAddress address_;
  int file_ = -1;  // open while others may map it
};

}  // namespace tengen::wire
