// What a file is by its first bytes, for who was told that it is something else.
#pragma once

#include <string>

#include "book/exchange/hint_import.h"

namespace tengen::book {

// "; it looks like SGF (--format sgf)", to be put behind an error. Empty where the file looks like
// what was asked for, or like nothing that is known.
[[nodiscard]] std::string looks_like(const std::string& path, HintFormat asked);

}  // namespace tengen::book
