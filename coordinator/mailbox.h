// Messages between rank 0 and its workers, counted. Owned by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "solver/base/status.h"
#include "worker/messages.h"
#include "worker/port.h"

namespace tengen::coordinator {

// Messages and their bytes since the start, both ways.
struct Traffic {
  std::uint64_t sent_messages = 0;
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_messages = 0;
  std::uint64_t received_bytes = 0;
};
[[nodiscard]] Traffic operator+(const Traffic& a, const Traffic& b);
[[nodiscard]] Traffic operator-(const Traffic& a, const Traffic& b);

struct Mail {
  int source = 0;
  // What was said; or an error, where nothing that comes from there can be relied on: another build
  // or broken memory. Nothing when the connection has ended without a word.
  std::optional<Result<worker::Message>> message;
  std::size_t bytes = 0;
};

class Mailbox {
 public:
  // The port must outlive it.
  explicit Mailbox(worker::Port& port) : port_(port) {}

  void send(int rank, const worker::Message& message);
  // The next that has come, if there is one.
  std::optional<Mail> receive();

  [[nodiscard]] const Traffic& traffic() const { return traffic_; }

 private:
  worker::Port& port_;
  Traffic traffic_;
};

}  // namespace tengen::coordinator
