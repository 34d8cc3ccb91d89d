// How an error is said: one line on stderr, and for a program that asked for `--json` one object on
// stdout beside it.
#pragma once

#include "solver/base/status.h"

namespace tengen::cluster {

// From now on as JSON too. Called before there are threads.
void say_errors_as_json();

// "tengen: MESSAGE" on stderr; {"error":{"code","message"}} on stdout where that was asked for.
// REQUIRES: !status.ok()
void say_error(const Status& status);

}  // namespace tengen::cluster
