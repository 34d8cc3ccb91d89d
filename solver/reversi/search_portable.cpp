// The search with what every processor has.
#include <algorithm>
#include <bit>

#include "solver/reversi/search.h"

namespace tengen::reversi {
namespace {
#include "solver/reversi/search_body.h"
}  // namespace

std::unique_ptr<Search> make_portable_search(Shared& shared) {
  return std::make_unique<NullWindowSearch>(shared);
}

}  // namespace tengen::reversi
