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
    std::cout << book::json_text(book::error_json(book::error_code(status), status.message()))
              << '\n';
  }
  std::cout.flush();
  std::cerr << "tengen: " << status.message() << '\n';
}

}  // namespace tengen::cluster
