#include "coordinator/run_events.h"

#include <fmt/format.h>

namespace tengen::coordinator {

std::string_view change_name(WorkerChange change) {
  switch (change) {
    case WorkerChange::kJoined:
      return "joined";
    case WorkerChange::kLost:
      return "lost";
    case WorkerChange::kLeft:
      return "left";
    case WorkerChange::kReturned:
      return "returned";
    case WorkerChange::kRefused:
      break;
  }
  return "refused";
}

std::string describe(const WorkerEvent& event) {
  std::string name = fmt::format("worker {}", event.rank);
  if (!event.host.empty()) name += " on " + event.host;
  switch (event.change) {
    case WorkerChange::kJoined:
      return name + " has joined";
    case WorkerChange::kLost:
      return fmt::format("lost {}: {}", name, event.why);
    case WorkerChange::kLeft:
      return name + " has left";
    case WorkerChange::kReturned:
      return name + " is back";
    case WorkerChange::kRefused:
      break;
  }
  return fmt::format("{} is sent away: {}", name, event.why);
}

}  // namespace tengen::coordinator
