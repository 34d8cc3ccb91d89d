#include "cluster/run/run_endpoint.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "book/store/store.h"
#include "worker/port.h"

namespace tengen::cluster {

namespace {

// Every joiner takes one, and a run may have thousands.
void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

Result<std::unique_ptr<RunEndpoint>> RunEndpoint::open(const std::string& book_directory,
                                                       const std::string& listen, std::uint32_t run,
                                                       int first_rank, const Game& game) {
  allow_many_files();
  worker::GateOptions options;
  options.listen = listen;
  options.secret = worker::random_bytes(worker::kSecretBytes);
  options.first_rank = first_rank;
  Result<std::unique_ptr<worker::Gate>> gate = worker::Gate::open(options);
  if (!gate.ok()) return Status(gate.status().code(), "--listen: " + gate.status().message());
  const std::string path = worker::join_file_in(book_directory);
  const Status written =
      worker::write_join_file(path, {std::string(book::tengen_version()), run, worker::host_name(),
                                     getpid(), gate.value()->address(), gate.value()->port(),
                                     options.secret, std::string(game.rules()), game.size()});
  if (!written.ok()) return written;
  return std::unique_ptr<RunEndpoint>(new RunEndpoint(std::move(gate).value(), path));
}

RunEndpoint::~RunEndpoint() { ::unlink(path_.c_str()); }

std::string RunEndpoint::where() const {
  return gate_->address() + ":" + std::to_string(gate_->port());
}

}  // namespace tengen::cluster
