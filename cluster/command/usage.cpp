#include "cluster/command/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tengen::cluster {
namespace {

// Damerau's distance, swaps of neighbours only.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t wrong = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({wrong, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

const CLI::Option* positional(const CLI::App& command) {
  for (const CLI::Option* const option : command.get_options()) {
    if (option->get_positional()) return option;
  }
  return nullptr;
}

std::string suggestion(const std::string& typed, const std::vector<std::string>& names) {
  const std::string name = meant(typed, names);
  return name.empty() ? "" : fmt::format(": did you mean {}?", name);
}

// Of words that the command has no place for.
std::string of_extras(const CLI::App& command, const std::vector<std::string>& extras) {
  const std::string& first = extras.front();
  if (first.starts_with("-")) {
    const std::string name = first.substr(0, first.find('='));
    return fmt::format("{} has no option {}{}", command.get_name(), name,
                       suggestion(name, option_names(command)));
  }
  const CLI::Option* const position = positional(command);
  if (position != nullptr && position->get_name() == "POSITION") {
    std::string all = position->as<std::string>();
    for (const std::string& word : extras) {
      if (!word.starts_with("-")) all += ' ' + word;
    }
    return fmt::format("{} takes one position: quote it: \"{}\"", command.get_name(), all);
  }
  return fmt::format("{} has no use for '{}'", command.get_name(), first);
}

}  // namespace

std::string meant(std::string_view typed, const std::vector<std::string>& names) {
  std::string best;
  std::size_t least = typed.size() / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t wrong = distance(typed, name);
    if (wrong < least) {
      least = wrong;
      best = name;
    }
  }
  return best;
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& arguments) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  if (parsed.empty()) {
    const std::string typed = arguments.empty() ? "" : arguments.front();
    if (typed.empty() || typed.starts_with("-")) {
      return fmt::format("{} (see tengen --help)", error.what());
    }
    std::vector<std::string> names;
    for (const CLI::App* const command :
         app.get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(command->get_name());
    }
    return fmt::format("unknown subcommand '{}'{} (see tengen --help)", typed,
                       suggestion(typed, names));
  }
  const CLI::App& command = *parsed.front();
  std::vector<std::string> extras = command.remaining();
  const std::vector<std::string> others = app.remaining();
  extras.insert(extras.end(), others.begin(), others.end());
  const std::string what = extras.empty() ? error.what() : of_extras(command, extras);
  return fmt::format("{} (see tengen {} --help)", what, command.get_name());
}

}  // namespace tengen::cluster
