// What the HTTP service says of positions, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/http/message.h"
#include "book/probe.h"

namespace tengen::book {

// What may be asked, as the parameters of a request say it.
struct Question {
  std::string_view path;  // one of those below
  std::string moves;
  Color goal = Color::kBlack;
  bool known_only = false;  // of the moves those of which something is known
  std::string rule;         // an opening rule's id
  int fifths = 0;           // fifth moves declared, 0 for none
  std::string offers;       // fifth moves on offer

  // The same for the same question, and for no other.
  [[nodiscard]] std::string key() const;
};

inline constexpr std::string_view kPosition = "/v1/position";
inline constexpr std::string_view kPositions = "/v1/positions";
inline constexpr std::string_view kLine = "/v1/line";
inline constexpr std::string_view kOpening = "/v1/opening";

// The positions that one question to kPositions may have.
constexpr std::size_t kMaxPositions = 64;

// Empty for a path that is none of these. Errors: kInvalidArgument.
std::optional<Result<Question>> read_question(const Target& target);
// The positions of a question to kPositions, each as a question to kPosition. Errors:
// kInvalidArgument when they are too many.
Result<std::vector<Question>> single_questions(const Question& question);

// The answer, or the response that says why there is none. kPosition: the fields of
// to_json(QueryAnswer) and asked, opening, fouls, provenance, history, over. kLine: of the same
// position, asked, goal, status, result, distance, line. kOpening: to_json(OpeningAnswer) and
// asked. REQUIRES: not kPositions.
struct Answered {
  std::optional<Response> error;
  nlohmann::ordered_json json{};
};
Answered answer(const Probe& probe, const Question& question);

}  // namespace tengen::book
