// What mpirun and the ranks write to standard error, on its way to the user.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace tengen::cluster {

// mpirun reports every lost rank with lines "[host:pid] PMIX ERROR ..." that mean nothing to users,
// also in the middle of a line of progress: what may be the beginning of one is held back until it
// is whole, or not one. Before the run has begun everything is
// held back: what mpirun says when it cannot start fills a screen, and one line of it tells why.
class MpirunOutput {
 public:
  // `write` gets what passes.
  explicit MpirunOutput(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  void take(std::string_view bytes);
  // The ranks are at work: from now on it passes as it comes.
  void begin();
  // Why there was no beginning: the first line that says something, empty when nothing was said.
  [[nodiscard]] std::string reason() const;

 private:
  void pass(std::string_view bytes);

  std::function<void(std::string_view)> write_;
  bool begun_ = false;
  std::string before_;
  std::string held_back_;
  char last_ = 0;
};

}  // namespace tengen::cluster
