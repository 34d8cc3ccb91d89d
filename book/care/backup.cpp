#include "book/care/backup.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/utilities/backup_engine.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "book/store/database.h"
#include "book/store/extent.h"
#include "book/store/store.h"
#include "book/store/store_files.h"

namespace tengen::book {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarker = "tengen-backup";
constexpr std::string_view kRestoreMarker = "tengen-restore";
constexpr int kAttempts = 10;  // to copy a book that is being written

Status io_error(std::string_view what, const std::string& path, int error) {
  if (error == ENOSPC || error == EDQUOT) {
    return {StatusCode::kIo, fmt::format("no space left on the device of {}", path)};
  }
  return {StatusCode::kIo, fmt::format("{} {}: {}", what, path, std::strerror(error))};
}

// The Status of a call of RocksDB on the backup, one line.
Status from_backup(const rocksdb::Status& status, const std::string& target) {
  if (status.ok()) return {};
  if (status.IsNoSpace()) return io_error("", target, ENOSPC);
  std::string text = status.ToString();
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  if (status.IsCorruption()) {
    return {StatusCode::kCorruption, fmt::format("backup {} is damaged: {}", target, text)};
  }
  return {StatusCode::kIo, fmt::format("backup {}: {}", target, text)};
}

bool is_empty_directory(const std::string& path) {
  std::error_code error;
  return fs::is_empty(path, error) && !error;
}

// A file that says what its directory is for, locked as long as the object lives.
class Lock {
 public:
  // Opens the file, and makes it if `make`. Empty when another process has the lock.
  static Result<std::optional<Lock>> acquire(const std::string& file, bool make, bool exclusive) {
    const int flags = make ? O_RDWR | O_CREAT : O_RDONLY;
    Lock lock(::open(file.c_str(), flags | O_CLOEXEC, 0666));
    if (lock.descriptor_ < 0) return io_error("cannot open", file, errno);
    if (::flock(lock.descriptor_, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK) return std::optional<Lock>();
      return io_error("cannot lock", file, errno);
    }
    return std::optional<Lock>(std::move(lock));
  }
  Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Lock& operator=(Lock&&) = delete;
  ~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  explicit Lock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// Makes a directory that is to hold `marker`, or takes one that is empty or has it, and locks it.
Result<Lock> take_directory(const std::string& path, std::string_view marker) {
  const std::string file = fmt::format("{}/{}", path, marker);
  if (::mkdir(path.c_str(), 0777) != 0) {
    if (errno != EEXIST) return io_error("cannot make the directory", path, errno);
    if (!fs::is_directory(path)) return invalid_argument(path + " is not a directory");
    if (!is_empty_directory(path) && !fs::exists(file)) {
      return invalid_argument(path + " holds other files (nothing was changed)");
    }
  }
  Result<std::optional<Lock>> lock = Lock::acquire(file, true, true);
  if (!lock.ok()) return lock.status();
  if (lock.value()) return *std::move(lock).value();
  return Status(StatusCode::kUnavailable,
                fmt::format("{} is being written by another process", path));
}

// For reading a backup.
Result<Lock> share_backup(const std::string& target) {
  std::error_code error;
  if (!fs::exists(target, error)) {
    return Status(StatusCode::kNotFound, fmt::format("no backup at {}", target));
  }
  const std::string file = fmt::format("{}/{}", target, kMarker);
  if (!fs::exists(file, error)) return invalid_argument(target + " is not a backup of a book");
  Result<std::optional<Lock>> lock = Lock::acquire(file, false, false);
  if (!lock.ok()) return lock.status();
  if (lock.value()) return *std::move(lock).value();
  return Status(StatusCode::kUnavailable,
                fmt::format("backup {} is being written by another process", target));
}

std::string confirmation(const std::string& target, std::uint32_t id) {
  return fmt::format("{}/confirmed-{}", target, id);
}

bool is_confirmed(const std::string& target, std::uint32_t id) {
  std::error_code error;
  return fs::exists(confirmation(target, id), error);
}

Status confirm(const std::string& target, std::uint32_t id) {
  const std::string file = confirmation(target, id);
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return io_error("cannot make", file, errno);
  const bool synced = ::fsync(descriptor) == 0;
  const int error = errno;
  ::close(descriptor);
  return synced ? Status() : io_error("cannot write", file, error);
}

std::string metadata_of(const BookMeta& meta) {
  return nlohmann::json({{"rules", meta.rules}, {"size", meta.size}}).dump();
}

Generation to_generation(const rocksdb::BackupInfo& info) {
  Generation generation{.id = info.backup_id,
                        .unix_seconds = info.timestamp,
                        .bytes = info.size,
                        .files = info.number_files,
                        .rules = {},
                        .size = 0};
  const nlohmann::json meta = nlohmann::json::parse(info.app_metadata, nullptr, false);
  if (meta.is_object() && meta.contains("rules") && meta["rules"].is_string() &&
      meta.contains("size") && meta["size"].is_number_integer()) {
    generation.rules = meta["rules"].get<std::string>();
    generation.size = meta["size"].get<int>();
  }
  return generation;
}

std::vector<Generation> generations_of(const rocksdb::BackupEngineReadOnlyBase& engine,
                                       const std::string& target) {
  std::vector<rocksdb::BackupInfo> infos;
  engine.GetBackupInfo(&infos);
  std::vector<Generation> generations;
  for (const rocksdb::BackupInfo& info : infos) {
    if (is_confirmed(target, info.backup_id)) generations.push_back(to_generation(info));
  }
  return generations;
}

Result<std::unique_ptr<rocksdb::BackupEngineReadOnly>> open_engine(const std::string& target) {
  rocksdb::BackupEngineReadOnly* engine = nullptr;
  const rocksdb::IOStatus status = rocksdb::BackupEngineReadOnly::Open(
      rocksdb::BackupEngineOptions(target), rocksdb::Env::Default(), &engine);
  if (!status.ok()) return from_backup(status, target);
  return std::unique_ptr<rocksdb::BackupEngineReadOnly>(engine);
}

// Copies what is in the book now. kUnavailable when a writer changed its set of tables meanwhile:
// what it moved from its log to a table may then be in neither of the copies.
Result<rocksdb::BackupID> copy_once(const std::string& book, const std::string& target,
                                    rocksdb::BackupEngine& engine, const CopyProgress& progress) {
  const std::string before = manifest_state(book);
  const Result<BookMeta> meta = read_meta(book);
  if (!meta.ok()) return meta.status();
  const Result<Database> database = open_database_for_reading(book);
  if (!database.ok()) return database.status();
  const std::uint64_t interval =
      rocksdb::BackupEngineOptions(target).callback_trigger_interval_size;
  std::atomic<std::uint64_t> copied = 0;
  rocksdb::CreateBackupOptions options;
  options.progress_callback = [&] {
    copied += interval;
    if (progress) progress(copied);
  };
  rocksdb::BackupID id = 0;
  const rocksdb::IOStatus status = engine.CreateNewBackupWithMetadata(
      options, database.value().db.get(), metadata_of(meta.value()), &id);
  if (manifest_state(book) != before) {
    return Status(StatusCode::kUnavailable,
                  fmt::format("book {} is being changed too fast to be copied: try again", book));
  }
  if (!status.ok()) return from_backup(status, target);
  return id;
}

// The generation asked for, 0 for the newest.
Result<Generation> find_generation(const rocksdb::BackupEngineReadOnlyBase& engine,
                                   const std::string& target, std::uint32_t id) {
  const std::vector<Generation> generations = generations_of(engine, target);
  for (const Generation& generation : generations) {
    if (generation.id == id) return generation;
  }
  if (id == 0 && !generations.empty()) return generations.back();
  return Status(StatusCode::kNotFound,
                id == 0 ? fmt::format("backup {} holds no whole generation", target)
                        : fmt::format("backup {} has no generation {}", target, id));
}

}  // namespace

Result<Generation> back_up(const std::string& book, const std::string& target,
                           const BackupOptions& options) {
  const Result<PathState> state = inspect_path(book);
  if (!state.ok()) return state.status();
  if (state.value() != PathState::kDatabase) {
    return Status(StatusCode::kNotFound, fmt::format("no book at {}", book));
  }
  const Result<Lock> lock = take_directory(target, kMarker);
  if (!lock.ok()) return lock.status();
  rocksdb::BackupEngine* opened = nullptr;
  rocksdb::Status status = rocksdb::BackupEngine::Open(rocksdb::BackupEngineOptions(target),
                                                       rocksdb::Env::Default(), &opened);
  if (!status.ok()) return from_backup(status, target);
  const std::unique_ptr<rocksdb::BackupEngine> engine(opened);
  Result<rocksdb::BackupID> id = 0U;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    id = copy_once(book, target, *engine, options.progress);
    // What was copied in vain stays for the next attempt, which needs only what is new.
    if (id.ok() || id.status().code() != StatusCode::kUnavailable) break;
  }
  if (!id.ok()) return id.status();
  if (options.verify) {
    status = engine->VerifyBackup(id.value(), true);
    if (!status.ok()) return from_backup(status, target);
  }
  if (Status confirmed = confirm(target, id.value()); !confirmed.ok()) return confirmed;

  std::vector<rocksdb::BackupInfo> infos;
  engine->GetBackupInfo(&infos);
  std::vector<rocksdb::BackupID> whole;
  for (const rocksdb::BackupInfo& info : infos) {
    if (is_confirmed(target, info.backup_id)) {
      whole.push_back(info.backup_id);
    } else {
      status = engine->DeleteBackup(info.backup_id);
      if (!status.ok()) return from_backup(status, target);
    }
  }
  for (std::size_t i = 0; options.keep > 0 && i + options.keep < whole.size(); ++i) {
    ::unlink(confirmation(target, whole[i]).c_str());
    status = engine->DeleteBackup(whole[i]);
    if (!status.ok()) return from_backup(status, target);
  }
  status = engine->GarbageCollect();
  if (!status.ok()) return from_backup(status, target);
  return find_generation(*engine, target, id.value());
}

Result<std::vector<Generation>> list_backups(const std::string& target) {
  const Result<Lock> lock = share_backup(target);
  if (!lock.ok()) return lock.status();
  const auto engine = open_engine(target);
  if (!engine.ok()) return engine.status();
  return generations_of(*engine.value(), target);
}

Status verify_backup(const std::string& target, std::uint32_t generation) {
  const Result<Lock> lock = share_backup(target);
  if (!lock.ok()) return lock.status();
  const auto engine = open_engine(target);
  if (!engine.ok()) return engine.status();
  const Result<Generation> found = find_generation(*engine.value(), target, generation);
  if (!found.ok()) return found.status();
  return from_backup(engine.value()->VerifyBackup(found.value().id, true), target);
}

Result<Generation> restore_backup(const std::string& target, std::uint32_t generation,
                                  const std::string& book, const CopyProgress& progress) {
  const Result<PathState> state = inspect_path(book);
  if (!state.ok()) return state.status();
  if (state.value() != PathState::kMissing && state.value() != PathState::kEmpty) {
    return invalid_argument(
        fmt::format("{} is not empty: a backup is restored to a new place", book));
  }
  const Result<Lock> lock = share_backup(target);
  if (!lock.ok()) return lock.status();
  const auto engine = open_engine(target);
  if (!engine.ok()) return engine.status();
  const Result<Generation> found = find_generation(*engine.value(), target, generation);
  if (!found.ok()) return found.status();

  fs::path place = fs::path(book).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  const std::string workshop = place.string() + ".restoring";
  const std::string new_book = workshop + "/book";
  const Result<Lock> workshop_lock = take_directory(workshop, kRestoreMarker);
  if (!workshop_lock.ok()) return workshop_lock.status();
  std::error_code error;
  fs::remove_all(new_book, error);  // of a restore that was killed
  const auto give_up = [&](Status status) {
    fs::remove_all(workshop, error);
    return status;
  };
  std::future<rocksdb::Status> copying = std::async(std::launch::async, [&] {
    return rocksdb::Status(
        engine.value()->RestoreDBFromBackup(found.value().id, new_book, new_book));
  });
  while (copying.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
    const Result<std::uint64_t> bytes = directory_bytes(new_book);
    if (bytes.ok() && progress) progress(bytes.value());
  }
  if (const rocksdb::Status status = copying.get(); !status.ok()) {
    const bool damaged = status.IsCorruption();
    return give_up(from_backup(status, damaged ? target : new_book));
  }
  if (Status status = write_identity(new_book); !status.ok()) return give_up(status);
  {
    // A book that opens for writing has its log in tables, and its extent noted (extent.h).
    const Result<std::unique_ptr<Store>> store =
        Store::open_for_writing(new_book, found.value().rules, found.value().size);
    if (!store.ok()) return give_up(store.status());
  }
  if (::rename(new_book.c_str(), place.c_str()) != 0) {
    return give_up(io_error("the restored book cannot be put in place at", book, errno));
  }
  fs::remove_all(workshop, error);
  if (Status status =
          sync_directory(place.parent_path().empty() ? "." : place.parent_path().string());
      !status.ok()) {
    return status;
  }
  return found.value();
}

}  // namespace tengen::book
