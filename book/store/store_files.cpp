#include "book/store/store_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tengen::book {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkerName = "tengen-book-being-made";
constexpr std::string_view kIdentityName = "tengen-book";  // the marker, once the book is made
constexpr std::string_view kNote = "An opening book of Tengen.\n";  // what it says

std::string marker_path(const std::string& path) { return fmt::format("{}/{}", path, kMarkerName); }
std::string identity_path(const std::string& path) {
  return fmt::format("{}/{}", path, kIdentityName);
}

Status io_error(const std::string& path, std::string_view what, std::string_view why) {
  return {StatusCode::kIo, fmt::format("book {}: cannot {}: {}", path, what, why)};
}

Status errno_error(const std::string& path, std::string_view what) {
  if (errno == ENOSPC || errno == EDQUOT) return no_space_error(path);
  return io_error(path, what, std::strerror(errno));
}

}  // namespace

Status no_space_error(const std::string& path) {
  return {StatusCode::kIo,
          fmt::format("no space left on the device of book {}; what was acknowledged is kept: free "
                      "some space and run the same again",
                      path)};
}

Result<PathState> inspect_path(const std::string& path) {
  if (path.empty()) return invalid_argument("the book's path is empty");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    fs::path parent = fs::path(path).lexically_normal();
    if (!parent.has_filename()) parent = parent.parent_path();
    parent = parent.parent_path();
    if (parent.empty() || fs::is_directory(parent, error)) return PathState::kMissing;
    return Status(StatusCode::kNotFound,
                  fmt::format("no book at {}: there is no directory {}", path, parent.string()));
  }
  if (error) return io_error(path, "look at it", error.message());
  if (status.type() != fs::file_type::directory) {
    return invalid_argument(fmt::format("{} is not a book: it is not a directory", path));
  }
  bool empty = true;
  bool has_current = false;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name == kMarkerName) return PathState::kHalfMade;
    empty = false;
    has_current |= name == "CURRENT";
  }
  if (error) return io_error(path, "list the directory", error.message());
  if (has_current) return PathState::kDatabase;
  if (empty) return PathState::kEmpty;
  if (has_identity(path)) {
    return Status(StatusCode::kCorruption,
                  fmt::format("book {} is damaged: its file CURRENT is missing", path));
  }
  return invalid_argument(
      fmt::format("{} is not a book: the directory holds other files (nothing was changed)", path));
}

bool has_identity(const std::string& path) {
  std::error_code error;
  return fs::exists(identity_path(path), error);
}

Status sync_directory(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno_error(path, "open the directory");
  const bool synced = ::fsync(descriptor) == 0;
  const Status status = synced ? Status() : errno_error(path, "sync the directory");
  ::close(descriptor);
  return status;
}

Status write_identity(const std::string& path) {
  const std::string file = identity_path(path);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno_error(path, "make a file in it");
  const bool written =
      ::write(descriptor, kNote.data(), kNote.size()) == static_cast<::ssize_t>(kNote.size()) &&
      ::fsync(descriptor) == 0;
  const Status status = written ? Status() : errno_error(path, "write to it");
  ::close(descriptor);
  return status.ok() ? sync_directory(path) : status;
}

MakingGuard::MakingGuard(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {}

MakingGuard::MakingGuard(MakingGuard&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

MakingGuard::~MakingGuard() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::optional<MakingGuard>> MakingGuard::acquire(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) {
    return errno_error(path, "make the directory");
  }
  const std::string marker = marker_path(path);
  const int descriptor = ::open(marker.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return errno_error(path, "make a file in it");
  MakingGuard guard(path, descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return errno_error(path, "lock it");
    return Status(StatusCode::kUnavailable,
                  fmt::format("book {} is being made by another process", path));
  }
  // Between open() and flock() another process may have finished the book and removed the marker.
  struct ::stat held {};
  struct ::stat named {};
  if (::fstat(descriptor, &held) != 0) return errno_error(path, "look at its files");
  if (::stat(marker.c_str(), &named) != 0 || named.st_ino != held.st_ino) {
    return std::optional<MakingGuard>();
  }
  // Or it may have done so before open(), which then made a new marker beside a finished book.
  if (held.st_size == 0) {
    std::error_code error;
    if (fs::exists(path + "/CURRENT", error)) {
      ::unlink(marker.c_str());
      return std::optional<MakingGuard>();
    }
    if (::write(descriptor, kNote.data(), kNote.size()) != static_cast<::ssize_t>(kNote.size())) {
      return errno_error(path, "write to it");
    }
    if (::fsync(descriptor) != 0) return errno_error(path, "write to it");
  }
  return std::optional<MakingGuard>(std::move(guard));
}

Status MakingGuard::finish() {
  if (::rename(marker_path(path_).c_str(), identity_path(path_).c_str()) != 0) {
    return errno_error(path_, "finish making it");
  }
  return sync_directory(path_);
}

std::string database_files(const std::string& path) {
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name != "CURRENT" && !name.starts_with("MANIFEST-") && !name.ends_with(".log")) continue;
    struct ::stat status {};
    // A log may have been removed since it was listed.
    if (::stat(entry->path().c_str(), &status) != 0) continue;
    files.push_back(fmt::format("{} {} {} {}.{}\n", name, status.st_size, status.st_ino,
                                status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
  }
  if (error) return {};
  std::sort(files.begin(), files.end());
  return fmt::format("{}", fmt::join(files, ""));
}

Result<std::uint64_t> directory_bytes(const std::string& path) {
  std::uint64_t bytes = 0;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code vanished;
    const std::uintmax_t size = entry->file_size(vanished);
    if (!vanished) bytes += size;
  }
  if (error) return io_error(path, "list the directory", error.message());
  return bytes;
}

}  // namespace tengen::book
