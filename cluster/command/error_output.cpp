#include "cluster/command/error_output.h"

#include <iostream>

#include "book/query/answer_json.h"

namespace tengen::cluster {
namespace {

bool as_json = false;

}  // namespace

void say_errors_as_json() { as_json = true; }

void say_error(const Status& status) {
  if (as_json) {
    // A message may quote what was typed, in any encoding.
    std::cout << book::error_json(book::error_code(status), status.message())
                     .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
              << '\n';
  }
  std::cout.flush();
  std::cerr << "tengen: " << status.message() << '\n';
}

}  // namespace tengen::cluster
