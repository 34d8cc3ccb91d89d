// The engine as a program: a session between two streams.
#pragma once

#include <istream>
#include <ostream>

#include "book/engine/session.h"

namespace tengen::book::engine {

// Answers the lines of `in` on `out`, to which the session writes, flushed after all that one line
// asked for, until END or the end of `in`; what came before that is still answered, with about a
// second for each search. A further thread reads ahead, so that YXSTOP and STOP end the search that
// is under way. REQUIRES: nobody else uses `in`.
void run(Session& session, std::istream& in, std::ostream& out);

}  // namespace tengen::book::engine
