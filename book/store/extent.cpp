#include "book/store/extent.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace tengen::book {
namespace {

constexpr std::string_view kName = "tengen-book-extent";
constexpr std::chrono::seconds kInterval{1};
constexpr std::size_t kLongestFile = 256;  // of the extent and of CURRENT; no good one comes near

std::string extent_path(const std::string& path) { return fmt::format("{}/{}", path, kName); }

std::string manifest_name(std::uint64_t number) { return fmt::format("MANIFEST-{:06}", number); }

std::uint32_t crc_of(std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

// A file that is closed at the end of the scope.
class File {
 public:
  File(const std::string& name, int flags)
      : descriptor_(::open(name.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] bool sync() const { return ::fsync(descriptor_) == 0; }
  [[nodiscard]] bool write(std::string_view bytes) const {
    return ::write(descriptor_, bytes.data(), bytes.size()) == static_cast<::ssize_t>(bytes.size());
  }
  // The first bytes, `most` at most; empty after an error, with errno set.
  [[nodiscard]] std::optional<std::string> read(std::size_t most) const {
    std::string bytes;
    std::array<char, 1 << 14> part;
    while (bytes.size() < most) {
      const ::ssize_t count =
          ::read(descriptor_, part.data(), std::min(part.size(), most - bytes.size()));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return std::nullopt;
      if (count == 0) break;
      bytes.append(part.data(), static_cast<std::size_t>(count));
    }
    return bytes;
  }

 private:
  int descriptor_;
};

// Which manifest is the database's.
std::optional<std::uint64_t> current_manifest(const std::string& path) {
  const File file(path + "/CURRENT", O_RDONLY);
  if (!file.is_open()) return std::nullopt;
  const std::optional<std::string> text = file.read(kLongestFile);
  std::uint64_t number = 0;
  if (!text || std::sscanf(text->c_str(), "MANIFEST-%" SCNu64, &number) != 1) return std::nullopt;
  return number;
}

// The extent of a database whose writes up to `sequence` are on the disk; empty after a failure.
std::optional<Extent> measure(const std::string& path, std::uint64_t sequence) {
  const std::optional<std::uint64_t> number = current_manifest(path);
  if (!number) return std::nullopt;
  const File file(fmt::format("{}/{}", path, manifest_name(*number)), O_RDONLY);
  if (!file.is_open()) return std::nullopt;
  const std::optional<std::string> bytes = file.read(std::string::npos);
  // RocksDB may have written the end of it just now.
  if (!bytes || !file.sync()) return std::nullopt;
  return Extent{.sequence = sequence,
                .manifest = *number,
                .manifest_bytes = bytes->size(),
                .manifest_crc = crc_of(*bytes)};
}

bool write_extent(const std::string& path, const Extent& extent) {
  const std::string name = extent_path(path);
  const std::string new_name = name + ".new";
  {
    const File file(new_name, O_WRONLY | O_CREAT | O_TRUNC);
    if (file.is_open() && file.write(encode_extent(extent)) && file.sync() &&
        ::rename(new_name.c_str(), name.c_str()) == 0) {
      return true;
    }
  }
  ::unlink(new_name.c_str());
  return false;
}

Status damaged(const std::string& path, std::string_view what) {
  return {StatusCode::kCorruption,
          fmt::format("book {} is damaged: {}; restore a copy of the book, or delete {} to go on "
                      "with what is left",
                      path, what, extent_path(path))};
}

}  // namespace

std::string encode_extent(const Extent& extent) {
  std::string line = fmt::format("{} 1 {} {} {} {:08x}", kName, extent.sequence, extent.manifest,
                                 extent.manifest_bytes, extent.manifest_crc);
  const std::uint32_t crc = crc_of(line);
  return fmt::format("{} {:08x}\n", line, crc);
}

std::optional<Extent> decode_extent(std::string_view bytes) {
  const std::string line(bytes);
  Extent extent;
  if (std::sscanf(line.c_str(), "tengen-book-extent 1 %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNx32,
                  &extent.sequence, &extent.manifest, &extent.manifest_bytes,
                  &extent.manifest_crc) != 4 ||
      encode_extent(extent) != line) {
    return std::nullopt;
  }
  return extent;
}

Result<std::optional<Extent>> read_extent(const std::string& path) {
  const File file(extent_path(path), O_RDONLY);
  if (!file.is_open() && errno == ENOENT) return std::optional<Extent>();
  const std::optional<std::string> bytes =
      file.is_open() ? file.read(kLongestFile) : std::optional<std::string>();
  if (!bytes) {
    return Status(StatusCode::kIo, fmt::format("book {}: cannot read {}: {}", path,
                                               extent_path(path), std::strerror(errno)));
  }
  const std::optional<Extent> extent = decode_extent(*bytes);
  if (!extent) return damaged(path, fmt::format("its file {}", kName));
  return extent;
}

Status check_manifest(const std::string& path, const Extent& extent) {
  const std::optional<std::uint64_t> number = current_manifest(path);
  // Every writer begins a new manifest with a greater number.
  if (!number || *number > extent.manifest) return {};
  const std::string name = manifest_name(extent.manifest);
  if (*number < extent.manifest) {
    return damaged(path, fmt::format("its file CURRENT names an older manifest than {}", name));
  }
  const File file(fmt::format("{}/{}", path, name), O_RDONLY);
  if (!file.is_open()) return {};
  const std::optional<std::string> bytes = file.read(extent.manifest_bytes);
  if (bytes && bytes->size() == extent.manifest_bytes && crc_of(*bytes) == extent.manifest_crc) {
    return {};
  }
  return damaged(path, fmt::format("{}, the list of its table files, is cut or changed", name));
}

Status check_sequence(const std::string& path, const Extent& extent, std::uint64_t sequence) {
  if (sequence >= extent.sequence) return {};
  return damaged(path, fmt::format("at least the last {} of its {} writes are missing, as its log "
                                   "(*.log) is cut, changed or lost",
                                   extent.sequence - sequence, extent.sequence));
}

std::string manifest_state(const std::string& path) {
  const std::optional<std::uint64_t> number = current_manifest(path);
  struct ::stat status {};
  if (!number || ::stat(fmt::format("{}/{}", path, manifest_name(*number)).c_str(), &status) != 0) {
    return {};
  }
  return fmt::format("{} {}", *number, status.st_size);
}

void ExtentKeeper::reached(std::uint64_t sequence, bool at_once) {
  const auto now = std::chrono::steady_clock::now();
  if (!at_once && now - noted_at_ < kInterval) return;
  noted_at_ = now;
  const std::optional<Extent> extent = measure(path_, sequence);
  if (!extent || extent == noted_) return;
  if (write_extent(path_, *extent)) noted_ = extent;
}

}  // namespace tengen::book
