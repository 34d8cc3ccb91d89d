// Recorded dialogues (tests/data/dialogues/README.md) for sessions of the engine.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace tengen::book::engine {

// Whether `text` is of the form `pattern`, in which '*' stands for any text.
inline bool is_like(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*') {
    return !text.empty() && text.front() == pattern.front() &&
           is_like(text.substr(1), pattern.substr(1));
  }
  for (std::size_t taken = 0; taken <= text.size(); ++taken) {
    if (is_like(text.substr(taken), pattern.substr(1))) return true;
  }
  return false;
}

struct Expected {
  bool any_number = false;
  std::string pattern;
};

// A line that is sent and what is answered before the next one is.
struct Exchange {
  int line_number = 0;
  std::string sent;
  std::vector<Expected> answers;
};

struct Dialogue {
  std::string book;  // the position it proves; empty: no book
  std::vector<Exchange> exchanges;
};

inline Dialogue read_dialogue(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  Dialogue dialogue;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::string rest = line.size() > 2 ? line.substr(2) : "";
    if (line.starts_with(">")) {
      dialogue.exchanges.push_back({number, rest, {}});
    } else if (line.starts_with("book ")) {
      dialogue.book = line.substr(5);
    } else if (line.starts_with("<") || line.starts_with("?")) {
      if (dialogue.exchanges.empty()) {
        ADD_FAILURE() << path << " begins with an answer";
        break;
      }
      dialogue.exchanges.back().answers.push_back({line.front() == '?', rest});
    } else {
      EXPECT_TRUE(line.empty() || line.starts_with("#")) << path << ":" << number;
    }
  }
  EXPECT_FALSE(dialogue.exchanges.empty()) << path;
  return dialogue;
}

// Empty when the answers are as expected, else what is wrong.
inline std::string difference(const std::vector<std::string>& answers,
                              const std::vector<Expected>& expected) {
  std::size_t at = 0;
  for (const Expected& one : expected) {
    if (one.any_number) {
      while (at < answers.size() && is_like(answers[at], one.pattern)) ++at;
    } else if (at == answers.size()) {
      return "no line like '" + one.pattern + "'";
    } else if (!is_like(answers[at], one.pattern)) {
      return "'" + answers[at] + "' is not like '" + one.pattern + "'";
    } else {
      ++at;
    }
  }
  return at == answers.size() ? "" : "one line more: '" + answers[at] + "'";
}

}  // namespace tengen::book::engine
