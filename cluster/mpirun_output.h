// What mpirun and the ranks write to standard error, on its way to the user.
#pragma once

#include <string>
#include <string_view>

namespace tengen::cluster {

// mpirun reports every lost rank with lines "[host:pid] PMIX ERROR ..." that mean nothing to users:
// lines of that shape are held back until they are whole. Before the run has begun everything is
// held back: what mpirun says when it cannot start fills a screen, and one line of it tells why.
class MpirunOutput {
 public:
  void take(std::string_view bytes);
  // The ranks are at work: from now on it passes as it comes.
  void begin();
  // Why there was no beginning: the first line that says something, empty when nothing was said.
  [[nodiscard]] std::string reason() const;

 private:
  void pass(std::string_view bytes);

  bool begun_ = false;
  std::string before_;
  bool at_line_start_ = true;
  bool held_back_ = false;
  std::string line_;
};

}  // namespace tengen::cluster
