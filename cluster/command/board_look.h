// How a board looks: as plain text, or on a terminal with colours and stones.
#pragma once

#include <string>
#include <string_view>

namespace tengen::cluster {

struct BoardLook {
  bool colours = false;  // by terminal codes
  bool discs = false;    // for stones, in UTF-8; else x and o
};

// Plain unless standard output is a terminal that shows colours. NO_COLOR, when set to anything,
// and TERM=dumb say that it does not; the locale, whether it shows discs.
[[nodiscard]] BoardLook look_of_output();

// For the environment of another process, and back.
[[nodiscard]] std::string to_text(BoardLook look);
[[nodiscard]] BoardLook look_from(std::string_view text);

}  // namespace tengen::cluster
