// Reads an LZ4 frame as a stream of its content.
#pragma once

#include <istream>
#include <memory>
#include <streambuf>

namespace tengen::book {

class Lz4Buffer final : public std::streambuf {
 public:
  // `in` must outlive the buffer.
  explicit Lz4Buffer(std::istream& in);
  ~Lz4Buffer() override;

  // The frame ended before its end mark, or its bytes are wrong: the content ends there.
  [[nodiscard]] bool damaged() const { return damaged_; }

 protected:
  int_type underflow() override;

 private:
  struct State;
  std::istream& in_;
  std::unique_ptr<State> state_;
  bool damaged_ = false;
};

}  // namespace tengen::book
