// The C library: probe.h behind plain types. No exception leaves it.
#include "book/c/tengen.h"

#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "book/probe.h"
#include "book/store/store.h"

struct tengen_book {
  std::unique_ptr<tengen::book::Probe> probe;
  std::string rules;
};

namespace {

using namespace tengen;

// An answer with what its pointers show. The texts stay where they are while it lives.
struct OwnedAnswer : tengen_answer {
  std::vector<tengen_move> moves;
  std::vector<tengen_point> line;
  std::vector<tengen_hint> hints;
  std::vector<book::Note> words;
  std::vector<std::vector<tengen_point_note>> note_points;
  std::vector<std::vector<tengen_point>> note_moves;
  std::vector<tengen_note> notes;
};

std::string& last_error() {
  thread_local std::string error;
  return error;
}

tengen_code code_of(StatusCode code) {
  switch (code) {
    case StatusCode::kOk:
      return TENGEN_OK;
    case StatusCode::kInvalidArgument:
      return TENGEN_INVALID_ARGUMENT;
    case StatusCode::kNotFound:
      return TENGEN_NOT_FOUND;
    case StatusCode::kUnavailable:
      return TENGEN_UNAVAILABLE;
    case StatusCode::kCorruption:
      return TENGEN_CORRUPTION;
    case StatusCode::kIncompatible:
      return TENGEN_INCOMPATIBLE;
    case StatusCode::kIo:
      return TENGEN_IO;
  }
  check_failed("a status code", __FILE__, __LINE__);
}

tengen_code failed(const Status& status) {
  last_error() = status.message();
  return code_of(status.code());
}

// What `work` returns, a Status, as a code. Out of memory is an error like another.
template <typename Work>
tengen_code guarded(const Work& work) noexcept {
  try {
    const Status status = work();
    return status.ok() ? TENGEN_OK : failed(status);
  } catch (const std::exception& error) {
    last_error().assign(error.what());
    return TENGEN_IO;
  }
}

Status check_goal(int goal) {
  if (goal == TENGEN_BLACK || goal == TENGEN_WHITE) return {};
  return invalid_argument("the goal is neither TENGEN_BLACK nor TENGEN_WHITE");
}

Color color_of(int color) { return color == TENGEN_BLACK ? Color::kBlack : Color::kWhite; }

tengen_verdict verdict_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnknown:
      return TENGEN_UNKNOWN;
    case Verdict::kProven:
      return TENGEN_PROVEN;
    case Verdict::kDisproven:
      return TENGEN_DISPROVEN;
  }
  check_failed("a verdict", __FILE__, __LINE__);
}

tengen_result result_of(book::GameResult result) {
  switch (result) {
    case book::GameResult::kUnknown:
      return TENGEN_RESULT_UNKNOWN;
    case book::GameResult::kBlackWins:
      return TENGEN_BLACK_WINS;
    case book::GameResult::kWhiteWins:
      return TENGEN_WHITE_WINS;
    case book::GameResult::kDraw:
      return TENGEN_DRAW;
  }
  check_failed("a result", __FILE__, __LINE__);
}

tengen_point point_of(Move move, int size) {
  tengen_point point{};
  if (move == kNoMove) return point;
  const std::string name = format_move(move, size);
  CHECK(name.size() < sizeof point.name);
  std::memcpy(point.name, name.data(), name.size());
  return point;
}

void add_notes(std::vector<book::Note> words, int size, OwnedAnswer& to) {
  to.words = std::move(words);
  for (const book::Note& note : to.words) {
    std::vector<tengen_point_note>& points = to.note_points.emplace_back();
    for (const book::PointNote& one : note.points) {
      points.push_back({.point = point_of(one.point, size),
                        .mark = book::mark_name(one.mark).data(),  // of literals
                        .label = one.label.c_str()});
    }
    std::vector<tengen_point>& moves = to.note_moves.emplace_back();
    for (const Move move : note.leads_to) moves.push_back(point_of(move, size));
    to.notes.push_back({.source = note.source.c_str(),
                        .title = note.name.c_str(),
                        .comment = note.comment.c_str(),
                        .point_count = points.size(),
                        .points = points.data(),
                        .leads_to_count = moves.size(),
                        .leads_to = moves.data()});
  }
}

std::unique_ptr<OwnedAnswer> owned(book::QueryAnswer from) {
  const int size = from.position.size;
  auto to = std::make_unique<OwnedAnswer>();
  for (const book::MoveAnswer& move : from.moves) {
    to->moves.push_back({.point = point_of(move.move, size),
                         .status = verdict_of(move.status),
                         .result = result_of(move.result),
                         .distance_plies = move.distance_plies,
                         .is_foul = move.foul ? 1 : 0});
  }
  for (const Move move : from.line) to->line.push_back(point_of(move, size));
  for (const book::HintedMove& hint : from.hints) {
    to->hints.push_back({.point = point_of(hint.move, size), .wins = hint.wins ? 1 : 0});
  }
  add_notes(std::move(from.notes), size, *to);
  static_cast<tengen_answer&>(*to) = {.status = verdict_of(from.status),
                                      .result = result_of(from.result),
                                      .distance_plies = from.distance_plies,
                                      .best = point_of(from.best, size),
                                      .move_count = to->moves.size(),
                                      .moves = to->moves.data(),
                                      .line_length = to->line.size(),
                                      .line = to->line.data(),
                                      .hint_count = to->hints.size(),
                                      .hints = to->hints.data(),
                                      .note_count = to->notes.size(),
                                      .notes = to->notes.data()};
  return to;
}

}  // namespace

int tengen_api_version(void) { return TENGEN_API_VERSION; }

const char* tengen_version(void) { return book::tengen_version().data(); }

const char* tengen_error(void) { return last_error().c_str(); }

tengen_code tengen_open(const char* path, tengen_book** book) {
  *book = nullptr;
  return guarded([&]() -> Status {
    Result<std::unique_ptr<book::Probe>> probe = book::Probe::open(path);
    if (!probe.ok()) return probe.status();
    std::string rules(probe.value()->game().rules());
    *book = new tengen_book{.probe = std::move(probe).value(), .rules = std::move(rules)};
    return {};
  });
}

void tengen_close(tengen_book* book) { delete book; }

const char* tengen_rules(const tengen_book* book) { return book->rules.c_str(); }

int tengen_size(const tengen_book* book) { return book->probe->game().size(); }

int tengen_is_current(const tengen_book* book) {
  int current = 0;
  guarded([&]() -> Status {
    current = book->probe->is_current() ? 1 : 0;
    return {};
  });
  return current;
}

tengen_code tengen_refresh(tengen_book* book) {
  return guarded([&] { return book->probe->refresh(); });
}

tengen_code tengen_find(const tengen_book* book, const char* position, int goal,
                        tengen_record* record) {
  *record = {};
  return guarded([&]() -> Status {
    if (Status status = check_goal(goal); !status.ok()) return status;
    const Result<Position> asked = book->probe->parse(position);
    if (!asked.ok()) return asked.status();
    const Result<std::optional<book::StoredProof>> found =
        book->probe->find(asked.value(), color_of(goal));
    if (!found.ok()) return found.status();
    if (!found.value().has_value()) return {};
    *record = {.is_there = 1,
               .move = point_of(found.value()->move, asked.value().size),
               .distance_plies = found.value()->distance_plies};
    return {};
  });
}

tengen_code tengen_query(const tengen_book* book, const char* position, int goal,
                         tengen_answer** answer) {
  *answer = nullptr;
  return guarded([&]() -> Status {
    if (Status status = check_goal(goal); !status.ok()) return status;
    const Result<Position> asked = book->probe->parse(position);
    if (!asked.ok()) return asked.status();
    Result<book::QueryAnswer> found = book->probe->query(asked.value(), color_of(goal));
    if (!found.ok()) return found.status();
    *answer = owned(std::move(found).value()).release();
    return {};
  });
}

void tengen_answer_free(tengen_answer* answer) { delete static_cast<OwnedAnswer*>(answer); }
