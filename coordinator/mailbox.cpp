#include "coordinator/mailbox.h"

#include <string>
#include <utility>

namespace tengen::coordinator {

Traffic operator+(const Traffic& a, const Traffic& b) {
  return {a.sent_messages + b.sent_messages, a.sent_bytes + b.sent_bytes,
          a.received_messages + b.received_messages, a.received_bytes + b.received_bytes};
}

Traffic operator-(const Traffic& a, const Traffic& b) {
  return {a.sent_messages - b.sent_messages, a.sent_bytes - b.sent_bytes,
          a.received_messages - b.received_messages, a.received_bytes - b.received_bytes};
}

void Mailbox::send(int rank, const worker::Message& message) {
  std::string bytes = worker::encode(message);
  ++traffic_.sent_messages;
  traffic_.sent_bytes += bytes.size();
  port_.send(rank, std::move(bytes));
}

std::optional<Mail> Mailbox::receive() {
  std::optional<worker::Incoming> incoming = port_.receive();
  if (!incoming) return std::nullopt;
  ++traffic_.received_messages;
  traffic_.received_bytes += incoming->bytes.size();
  Mail mail{incoming->source, std::nullopt, incoming->bytes.size()};
  if (!incoming->closed) {
    mail.message = worker::decode(incoming->bytes);
  } else if (!incoming->fault.empty()) {
    mail.message = Status(StatusCode::kCorruption, incoming->fault);
  }
  return mail;
}

}  // namespace tengen::coordinator
