// `tengen serve`: a book over HTTP, for programs and for the web explorer.
#include <signal.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "book/http/server.h"
#include "book/http/service.h"
#include "cluster/command.h"

namespace tengen::cluster {
namespace {

constexpr std::uint16_t kDefaultPort = 8815;
constexpr std::chrono::milliseconds kFollowInterval{1000};

struct Options {
  std::string book;
  std::string bind = "127.0.0.1";
  std::uint16_t port = kDefaultPort;
};

int run_serve(const Options& options) {
  // All threads leave these to this one.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  const Result<std::unique_ptr<book::Service>> service = book::Service::open(options.book);
  if (!service.ok()) return report(service.status());
  const book::ServerOptions server_options{
      .bind = options.bind,
      .port = options.port,
      .threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))};
  const Result<std::unique_ptr<book::Server>> server =
      book::Server::start(*service.value(), server_options);
  if (!server.ok()) return report(server.status());
  if (!server.value()->is_loopback()) {
    std::cerr << "tengen: warning: bound to " << options.bind
              << ": whoever reaches this machine can read the book\n";
  }
  service.value()->follow(kFollowInterval);
  std::cout << "listening on " << server.value()->url() << std::endl;
  int signal = 0;
  sigwait(&ends, &signal);
  server.value()->stop();
  return kExitAnswered;
}

}  // namespace

void add_serve_command(CLI::App& app, Action& action) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("serve", "the book over HTTP, with the web explorer; read-only");
  add_book_option(*command, options->book);
  command->add_option("--bind", options->bind, "address to listen at; default: 127.0.0.1")
      ->option_text("ADDRESS");
  command->add_option("--port", options->port, "port, 0 for a free one; default: 8815")
      ->check(CLI::Range(0, 65535).description(""))
      ->option_text("PORT");
  command->footer(
      "Prints the address and answers until Ctrl-C; the book may be written meanwhile.\n"
      "Example: tengen serve --book my.book --port 8815");
  command->callback([options, &action] { action = [options] { return run_serve(*options); }; });
}

}  // namespace tengen::cluster
