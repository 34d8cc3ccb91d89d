// `tengen serve`: a book over HTTP, for programs and for the web explorer.
#include <signal.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

#include "book/http/server.h"
#include "book/http/service.h"
#include "cluster/command/asked.h"
#include "cluster/command/command.h"

namespace tengen::cluster {
namespace {

constexpr std::uint16_t kDefaultPort = 8815;
constexpr std::chrono::milliseconds kFollowInterval{1000};

struct Options {
  std::string book;
  GameOptions game;
  std::string bind = "127.0.0.1";
  std::uint16_t port = kDefaultPort;
  int connections = book::ServerOptions().max_connections;
  book::AccessRules access;
};

// Each connection takes a file descriptor, and the book some hundred.
int allowed_connections(int wanted) {
  constexpr rlim_t kOthers = 256;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto needed = static_cast<rlim_t>(wanted) + kOthers;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= needed) return wanted;
  const int allowed = limit.rlim_cur > kOthers ? static_cast<int>(limit.rlim_cur - kOthers) : 1;
  std::cerr << "tengen: warning: the system allows " << limit.rlim_cur << " open files, so at most "
            << allowed << " connections\n";
  return allowed;
}

int run_serve(const Options& options, const AskRun& ask_run) {
  if (Status status = check_game(options.game, options.book); !status.ok()) return report(status);
  // All threads leave these to this one.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  const Result<std::unique_ptr<book::Service>> service = book::Service::open(
      options.book, {.access = options.access, .ask_run = [&] { return ask_run(options.book); }});
  if (!service.ok()) return report(service.status());
  const book::ServerOptions server_options{
      .bind = options.bind == "localhost" ? "127.0.0.1" : options.bind,
      .port = options.port,
      .threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
      .max_connections = allowed_connections(options.connections)};
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

void add_serve_command(CLI::App& app, Action& action, const AskRun& ask_run) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("serve", "the book over HTTP, with the web explorer; read-only");
  add_book_option(*command, options->book);
  add_game_options(*command, options->game);
  command
      ->add_option("--bind", options->bind,
                   "address to listen at, or localhost; default: 127.0.0.1")
      ->option_text("ADDRESS");
  command->add_option("--port", options->port, "port, 0 for a free one; default: 8815")
      ->check(CLI::Range(0, 65535).description(""))
      ->option_text("PORT");
  command
      ->add_option("--connections", options->connections,
                   "at a time; default: 1024. One more takes the place of an idle one")
      ->check(CLI::Range(1, 1000000).description(""))
      ->option_text("N");
  command
      ->add_option("--cors", options->access.origins,
                   "let pages of this origin read the answers: https://NAME, or * for all")
      ->option_text("ORIGIN ...");
  command
      ->add_option("--host", options->access.hosts,
                   "answer to this name too, beside addresses and localhost")
      ->option_text("NAME ...");
  command->footer(
      "Prints the address and answers until Ctrl-C; the book may be written meanwhile.\n"
      "Example: tengen serve --book my.book --port 8815");
  command->callback([options, &action, ask_run] {
    action = [options, ask_run] { return run_serve(*options, ask_run); };
  });
}

}  // namespace tengen::cluster
