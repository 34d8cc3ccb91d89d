#include "coordinator/teams.h"

#include <algorithm>

#include "solver/base/check.h"

namespace tengen::coordinator {

void Teams::join(int worker, const std::string& host) {
  const auto alone = std::find_if(members_.begin(), members_.end(), [&](const auto& member) {
    return member.second.partner == kNoWorker && member.second.host == host;
  });
  Member joined{host, kNoWorker, false};
  if (alone != members_.end()) {
    joined.partner = alone->first;
    joined.second = true;
    alone->second.partner = worker;
  }
  CHECK(members_.emplace(worker, joined).second);
}

int Teams::leave(int worker) {
  const auto at = members_.find(worker);
  if (at == members_.end()) return kNoWorker;
  const Member left = at->second;
  members_.erase(at);
  if (left.partner == kNoWorker) return kNoWorker;
  Member& partner = members_.at(left.partner);
  partner.partner = kNoWorker;
  partner.second = false;
  return left.second ? kNoWorker : left.partner;
}

int Teams::first_of(int worker) const {
  const auto at = members_.find(worker);
  return at != members_.end() && at->second.second ? at->second.partner : kNoWorker;
}

}  // namespace tengen::coordinator
