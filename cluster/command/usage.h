// What is said of a command line that cannot be read.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tengen::cluster {

// One line, without "tengen: " and end: what is wrong, what may have been meant, and where the help
// is. `arguments` are those of the command line in order. REQUIRES: app.parse() threw `error`.
[[nodiscard]] std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                                      const std::vector<std::string>& arguments);

// The one of `names` that a slip of the fingers makes `typed`, or nothing: at most a third of the
// letters wrong, missing, too many or swapped with the next.
[[nodiscard]] std::string meant(std::string_view typed, const std::vector<std::string>& names);

}  // namespace tengen::cluster
