// Signals of this process.
#pragma once

#include <signal.h>

#include <initializer_list>

namespace tengen::cluster {

// Calls `handler` on each of the signals from now on.
inline void on_signals(std::initializer_list<int> signals, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  for (const int number : signals) sigaction(number, &action, nullptr);
}

}  // namespace tengen::cluster
