#include "cluster/ask_run.h"

#include "worker/join_file.h"
#include "worker/joined_port.h"

namespace tengen::cluster {

Result<std::string> ask_run(const std::string& book) {
  const Result<wire::JoinFile> file = wire::read_join_file(book);
  if (!file.ok()) return file.status();
  return wire::ask_status(file.value());
}

}  // namespace tengen::cluster
