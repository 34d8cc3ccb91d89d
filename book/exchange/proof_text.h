// Reads a certificate (book/exchange/export.h says how it is written): its head, then line after
// line. Takes the text as it is or compressed by xz. Trusts nothing: what is not a certificate to
// its very end is an error that names the line or, of compressed data, the byte.
//
// The head may name several positions, two lines for each; the lines are then those of all their
// proofs together, each position once.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/status.h"
#include "solver/game/position.h"

namespace tengen::book {

// That `goal` wins the position.
struct ProofRoot {
  Position position;
  Color goal = Color::kBlack;
};

struct ProofHead {
  std::string rules;
  int size = 0;
  std::vector<ProofRoot> roots;  // one or more
};

// The side to move wins by `move`: an empty point, maybe a foul.
struct ProofLine {
  Position position;
  Move move = kNoMove;
  int distance_plies = 0;    // 1 up to twice the number of points
  std::uint64_t number = 0;  // of the line in the file, from 1
};

// Lines of a stream that may be compressed by xz, of at most kLongestLine bytes.
class TextLines {
 public:
  static constexpr std::size_t kLongestLine = 4096;

  // REQUIRES: the stream outlives the object.
  explicit TextLines(std::istream& in);
  ~TextLines();

  // The next line without its end, good until the next call; empty at the end of the stream.
  // Errors: kInvalidArgument, kIo.
  Result<std::optional<std::string_view>> next();
  // Of the line that next() returned last, from 1.
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  struct Xz;

  Status refill();
  Status decompress();

  std::istream& in_;
  std::unique_ptr<Xz> xz_;  // when the stream is compressed
  bool at_start_ = true;
  bool ended_ = false;  // nothing comes after `text_`
  std::string text_;    // read, from begin_ on not yet taken
  std::size_t begin_ = 0;
  std::uint64_t number_ = 0;
};

class ProofText {
 public:
  // REQUIRES: the stream outlives the object.
  explicit ProofText(std::istream& in) : lines_(in) {}

  // Call first. Errors: kInvalidArgument, kIncompatible (a newer format), kIo.
  Result<ProofHead> head();
  // Empty after the last line, once the end has been found as it must be. Errors as above.
  Result<std::optional<ProofLine>> next();

 private:
  [[nodiscard]] Status fault(std::string_view what) const;
  Result<std::string> comment(std::string_view what);
  Status take_end(std::string_view count);

  TextLines lines_;
  int size_ = 0;
  PairsInText pairs_ = PairsInText::kRefused;
  std::optional<std::string> first_line_;  // behind the head, read with it
  std::uint64_t count_ = 0;
};

}  // namespace tengen::book
