// Who works together: two workers of one machine make a team as they come. The second may help the
// first on its table until one of them goes; the other one stays, for the next to come. Knows ranks
// and hosts only. Owned by one thread.
#pragma once

#include <map>
#include <string>

#include "coordinator/tree.h"

namespace tengen::coordinator {

class Teams {
 public:
  // A worker of that host has come. REQUIRES: it is not here.
  void join(int worker, const std::string& host);
  // It goes, if it is here. Whoever might help it is returned, and is the first of a team from now
  // on; kNoWorker where nobody might.
  int leave(int worker);

  // Whom the worker may help; kNoWorker where that is nobody.
  [[nodiscard]] int first_of(int worker) const;

 private:
  struct Member {
    std::string host;
    int partner = kNoWorker;
    bool second = false;
  };

  std::map<int, Member> members_;
};

}  // namespace tengen::coordinator
