// Scripts of book/web/ for pages that stand alone.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace tengen::book {

// The files at `paths` ("/russian.js") as one script that loads no other: one after another, each
// after those that it imports, without the statements `import` and the word `export`. They share
// their names. REQUIRES: each is there, and an `import` of theirs is one line.
[[nodiscard]] std::string script_of(std::initializer_list<std::string_view> paths);

}  // namespace tengen::book
