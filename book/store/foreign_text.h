// Texts that somebody else wrote: turned into UTF-8 and made harmless, so that whoever shows them,
// a terminal, a page or another program, has nothing to fear but their meaning.
#pragma once

#include <iconv.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "solver/base/status.h"

namespace tengen::book {

enum class Lines : bool { kOne, kMany };

// Valid UTF-8 of at most `most_bytes` (16 or more), cut between characters and then ending in "…".
// Bytes that are no UTF-8 become U+FFFD. Control characters, marks of writing direction and other
// invisible ones are left out; ends of lines become \n, or a space where one line is wanted; blanks
// at both ends and more than one empty line go. Cleaning again changes nothing.
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t most_bytes, Lines lines);

// Turns texts of a file into UTF-8, not yet cleaned.
class TextDecoder {
 public:
  // What is not UTF-8 is taken as GB18030, as most such files are, unless a charset was chosen.
  TextDecoder() = default;
  ~TextDecoder();
  TextDecoder(const TextDecoder&) = delete;
  TextDecoder& operator=(const TextDecoder&) = delete;

  // Takes the name in any case, with or without hyphens: "gb2312", "Shift_JIS", "windows-1251".
  // Errors: kInvalidArgument with those there are; then what was chosen before stays.
  Status choose(std::string_view charset);
  // As before anything was chosen.
  void forget();
  // Bytes without a meaning in the charset become U+FFFD.
  [[nodiscard]] std::string utf8(std::string_view bytes);
  // Texts whose charset nobody has said.
  [[nodiscard]] std::size_t guessed() const { return guessed_; }

 private:
  std::string charset_;  // empty: not chosen
  iconv_t converter_ = reinterpret_cast<iconv_t>(-1);
  std::size_t guessed_ = 0;
};

}  // namespace tengen::book
