// The bytes of a stream one after another, with where each stands: what the readers of files of
// other programs are built on. Never holds more than one buffer.
#pragma once

#include <array>
#include <cstdint>
#include <istream>

namespace tengen::book {

class ByteReader {
 public:
  static constexpr int kEnd = -1;

  // `in` must outlive the reader, and is read ahead of it.
  explicit ByteReader(std::istream& in) : in_(in) {}

  // The next byte, 0..255, or kEnd: then failed() says whether that is the end of the file.
  int next() {
    if (at_ == filled_ && !fill()) return kEnd;
    return buffer_[at_++];
  }
  // The byte that next() is going to return.
  int peek() {
    if (at_ == filled_ && !fill()) return kEnd;
    return buffer_[at_];
  }
  // How many bytes were taken.
  [[nodiscard]] std::uint64_t offset() const { return before_ + at_; }
  [[nodiscard]] bool failed() const { return in_.bad(); }

 private:
  bool fill() {
    before_ += filled_;
    at_ = filled_ = 0;
    if (!in_) return false;
    in_.read(reinterpret_cast<char*>(buffer_.data()), static_cast<std::streamsize>(buffer_.size()));
    filled_ = static_cast<std::size_t>(in_.gcount());
    return filled_ > 0;
  }

  std::istream& in_;
  std::array<std::uint8_t, 1 << 15> buffer_;
  std::size_t filled_ = 0;
  std::size_t at_ = 0;
  std::uint64_t before_ = 0;  // bytes before the buffer
};

}  // namespace tengen::book
