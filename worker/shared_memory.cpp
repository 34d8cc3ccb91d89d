#include "worker/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace tengen::wire {
namespace {

constexpr const char* kName = "tengen";

// The process may have ended, and another have its number and any file there.
bool is_ours(const std::string& path, int file, std::uint64_t bytes) {
  std::array<char, 64> target{};
  const ssize_t length = readlink(path.c_str(), target.data(), target.size());
  struct stat status {};
  return length > 0 &&
         std::string_view(target.data(), static_cast<std::size_t>(length))
             .starts_with(std::string("/memfd:") + kName) &&
         fstat(file, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == bytes;
}

}  // namespace

SharedMemory::SharedMemory(int file, const SharedAddress& address, bool keep_open)
    : address_(address) {
  void* const start = mmap(nullptr, address.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const bool mapped = start != MAP_FAILED;
  if (mapped) bytes_ = {static_cast<std::byte*>(start), address.bytes};
  if (mapped && keep_open) {
    file_ = file;
  } else {
    close(file);
  }
  if (!mapped) address_ = {};
}

SharedMemory SharedMemory::make(std::size_t bytes) {
  const int file = memfd_create(kName, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return {};
  // Were it cut short by anybody, all who map it would die.
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    close(file);
    return {};
  }
  return {file, {getpid(), file, bytes}, true};
}

SharedMemory SharedMemory::map(const SharedAddress& address) {
  if (address.bytes == 0) return {};
  const std::string path =
      "/proc/" + std::to_string(address.process_id) + "/fd/" + std::to_string(address.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) return {};
  if (!is_ours(path, file, address.bytes)) {
    close(file);
    return {};
  }
  return {file, address, false};
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})),
      address_(std::exchange(other.address_, {})),
      file_(std::exchange(other.file_, -1)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(address_, other.address_);
  std::swap(file_, other.file_);
  return *this;
}

SharedMemory::~SharedMemory() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
  if (file_ >= 0) close(file_);
}

}  // namespace tengen::wire
