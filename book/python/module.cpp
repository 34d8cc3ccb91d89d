// The Python module `tengen`: probe.h for Python. Words and points are those of `tengen query
// --json`. Questions are asked without the interpreter's lock, so threads ask at the same time.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "book/probe.h"

namespace {

namespace py = pybind11;
using namespace tengen;

// A Status on its way to Python.
class Failure : public std::exception {
 public:
  explicit Failure(Status status) : status_(std::move(status)) {}
  [[nodiscard]] const char* what() const noexcept override { return status_.message().c_str(); }
  [[nodiscard]] StatusCode code() const { return status_.code(); }

 private:
  Status status_;
};

template <typename T>
T value_of(Result<T> result) {
  if (!result.ok()) throw Failure(result.status());
  return std::move(result).value();
}

Color parse_goal(const std::string& goal) {
  if (goal == "black") return Color::kBlack;
  if (goal == "white") return Color::kWhite;
  throw Failure(invalid_argument("goal '" + goal + "': 'black' or 'white' is meant"));
}

std::optional<std::string> point_name(Move move, int size) {
  if (move == kNoMove) return std::nullopt;
  return format_move(move, size);
}

std::optional<int> distance_of(book::GameResult result, int distance_plies) {
  const bool won = result == book::GameResult::kBlackWins || result == book::GameResult::kWhiteWins;
  return won ? std::optional<int>(distance_plies) : std::nullopt;
}

// The types that Python sees; all of them plain values.
struct Record {
  std::optional<std::string> move;
  int distance = 0;
};

struct MoveAnswer {
  std::string move;
  std::string status;
  std::string result;
  std::optional<int> distance;
  bool foul = false;
};

struct NamedHint {
  std::string move;
  bool wins = false;
};

struct PointNote {
  std::string point;
  std::optional<std::string> mark;
  std::string label;
};

struct Note {
  std::string source;
  std::string title;
  std::string comment;
  std::vector<PointNote> points;
  std::vector<std::string> leads_to;
};

struct Answer {
  std::string position;
  std::string goal;
  std::string status;
  std::string result;
  std::optional<int> distance;
  std::optional<std::string> best;
  std::vector<MoveAnswer> moves;
  std::vector<std::string> line;
  std::vector<NamedHint> hints;
  std::vector<Note> notes;
};

std::vector<MoveAnswer> named(const std::vector<book::MoveAnswer>& moves, int size) {
  std::vector<MoveAnswer> out;
  out.reserve(moves.size());
  for (const book::MoveAnswer& move : moves) {
    out.push_back({.move = format_move(move.move, size),
                   .status = std::string(book::verdict_name(move.status)),
                   .result = std::string(book::result_name(move.result)),
                   .distance = distance_of(move.result, move.distance_plies),
                   .foul = move.foul});
  }
  return out;
}

std::vector<std::string> named(const std::vector<Move>& line, int size) {
  std::vector<std::string> out;
  out.reserve(line.size());
  for (const Move move : line) out.push_back(format_move(move, size));
  return out;
}

std::vector<NamedHint> named(const std::vector<book::HintedMove>& hints, int size) {
  std::vector<NamedHint> out;
  for (const book::HintedMove& hint : hints) {
    out.push_back({.move = format_move(hint.move, size), .wins = hint.wins});
  }
  return out;
}

std::vector<Note> named(const std::vector<book::Note>& notes, int size) {
  std::vector<Note> out;
  for (const book::Note& note : notes) {
    std::vector<PointNote> points;
    for (const book::PointNote& one : note.points) {
      std::optional<std::string> mark;
      if (one.mark != book::PointMark::kNone) mark = book::mark_name(one.mark);
      points.push_back(
          {.point = format_move(one.point, size), .mark = std::move(mark), .label = one.label});
    }
    out.push_back({.source = note.source,
                   .title = note.name,
                   .comment = note.comment,
                   .points = std::move(points),
                   .leads_to = named(note.leads_to, size)});
  }
  return out;
}

class Book {
 public:
  explicit Book(const std::string& path) : probe_(value_of(book::Probe::open(path))) {}

  [[nodiscard]] std::string path() const { return probe_->path(); }
  [[nodiscard]] std::string rules() const { return std::string(probe_->game().rules()); }
  [[nodiscard]] int size() const { return probe_->game().size(); }
  [[nodiscard]] bool is_current() const { return probe_->is_current(); }
  void refresh() {
    if (Status status = probe_->refresh(); !status.ok()) throw Failure(std::move(status));
  }

  [[nodiscard]] std::optional<Record> find(const std::string& position,
                                           const std::string& goal) const {
    const Color asked = parse_goal(goal);
    const auto found = value_of(probe_->find(parse(position), asked));
    if (!found.has_value()) return std::nullopt;
    return Record{.move = point_name(found->move, size()), .distance = found->distance_plies};
  }

  [[nodiscard]] Answer query(const std::string& position, const std::string& goal) const {
    const Color asked = parse_goal(goal);
    const book::QueryAnswer answer = value_of(probe_->query(parse(position), asked));
    return {.position = format_position(answer.position),
            .goal = std::string(color_name(answer.goal)),
            .status = std::string(book::verdict_name(answer.status)),
            .result = std::string(book::result_name(answer.result)),
            .distance = distance_of(answer.result, answer.distance_plies),
            .best = point_name(answer.best, size()),
            .moves = named(answer.moves, size()),
            .line = named(answer.line, size()),
            .hints = named(answer.hints, size()),
            .notes = named(answer.notes, size())};
  }

  [[nodiscard]] std::vector<MoveAnswer> children(const std::string& position,
                                                 const std::string& goal) const {
    const Color asked = parse_goal(goal);
    return named(value_of(probe_->children(parse(position), asked)), size());
  }

  [[nodiscard]] std::vector<std::string> line(const std::string& position) const {
    return named(value_of(probe_->line(parse(position))), size());
  }

 private:
  [[nodiscard]] Position parse(const std::string& text) const {
    return value_of(probe_->parse(text));
  }

  std::unique_ptr<book::Probe> probe_;
};

std::string distance_text(const std::optional<int>& distance) {
  return distance.has_value() ? " in at most " + std::to_string(*distance) + " plies" : "";
}

}  // namespace

PYBIND11_MODULE(tengen, m) {
  m.doc() =
      "Asks a book of Tengen, also while a solve is writing it.\n\n"
      "A position is text as on the command line: a move list ('h8 h9 i9'), an opening code with\n"
      "or without moves ('D4 h7'), a set-up ('h8i9/h9h7/b'). Points in an answer are those of the\n"
      "position asked. Threads may ask one Book at the same time.\n\n"
      ">>> book = tengen.Book('my.book')\n"
      ">>> book.query('D4 h7').result\n"
      "'black_wins'\n\n"
      "Errors: ValueError for a bad position or goal, FileNotFoundError where there is no book,\n"
      "BookError for a damaged, incompatible or busy one.";
  m.attr("__version__") = std::string(book::tengen_version());

  static py::exception<Failure> book_error(m, "BookError", PyExc_RuntimeError);
  book_error.attr("__doc__") =
      "The book is damaged, incompatible, or busy: the message says which.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failure& failure) {
      switch (failure.code()) {
        case StatusCode::kInvalidArgument:
          PyErr_SetString(PyExc_ValueError, failure.what());
          break;
        case StatusCode::kNotFound:
          PyErr_SetString(PyExc_FileNotFoundError, failure.what());
          break;
        default:
          book_error(failure.what());
      }
    }
  });

  py::class_<Record>(m, "Record", "What the book stores of one position.")
      .def_readonly("move", &Record::move, "The winning move; None where every reply loses.")
      .def_readonly("distance", &Record::distance, "Plies of the proof, an upper bound.")
      .def("__repr__", [](const Record& record) {
        return "<tengen.Record " + record.move.value_or("every reply") +
               distance_text(record.distance) + ">";
      });

  py::class_<MoveAnswer>(m, "MoveAnswer", "What is known of one move.")
      .def_readonly("move", &MoveAnswer::move, "'h8', or 'pass'.")
      .def_readonly("status", &MoveAnswer::status,
                    "Of the goal, once the move is made: 'proven', 'disproven', 'unknown'.")
      .def_readonly("result", &MoveAnswer::result, "'black_wins', 'white_wins', 'draw', 'unknown'.")
      .def_readonly("distance", &MoveAnswer::distance,
                    "Plies, the move included, an upper bound; None unless somebody wins.")
      .def_readonly("foul", &MoveAnswer::foul, "Whether it is Black's foul, which loses at once.")
      .def("__repr__", [](const MoveAnswer& move) {
        return "<tengen.MoveAnswer " + move.move + ": " + move.result +
               distance_text(move.distance) + ">";
      });

  py::class_<NamedHint>(m, "Hint", "A move that an imported file has; nothing is proven by it.")
      .def_readonly("move", &NamedHint::move, "'h8'.")
      .def_readonly("wins", &NamedHint::wins, "Whether the file says that it wins.")
      .def("__repr__", [](const NamedHint& hint) {
        return "<tengen.Hint " + hint.move + (hint.wins ? ": said to win>" : ">");
      });

  py::class_<PointNote>(m, "PointNote", "What an imported file has on a point.")
      .def_readonly("point", &PointNote::point, "'h8'.")
      .def_readonly("mark", &PointNote::mark, "'cross', 'triangle', 'square', 'circle', or None.")
      .def_readonly("label", &PointNote::label, "Its text, or ''.")
      .def("__repr__", [](const PointNote& note) {
        return "<tengen.PointNote " + note.point + ": " + note.label +
               (note.mark && !note.label.empty() ? " " : "") + note.mark.value_or("") + ">";
      });

  py::class_<Note>(m, "Note", "What an imported file says of a position; nothing of it is proven.")
      .def_readonly("source", &Note::source, "Whose words: the file's name, or as imported.")
      .def_readonly("title", &Note::title, "Or ''.")
      .def_readonly("comment", &Note::comment, "Or ''; may have several lines.")
      .def_readonly("points", &Note::points, "A PointNote for each point with a label or mark.")
      .def_readonly("leads_to", &Note::leads_to, "Moves behind which the file says more.")
      .def("__repr__", [](const Note& note) {
        return "<tengen.Note of " + note.source + (note.title.empty() ? "" : ": ") + note.title +
               ">";
      });

  py::class_<Answer>(m, "Answer", "What is known of a position.")
      .def_readonly("position", &Answer::position, "As asked, as a set-up.")
      .def_readonly("goal", &Answer::goal, "'black' or 'white'.")
      .def_readonly("status", &Answer::status, "Of the goal: 'proven', 'disproven', 'unknown'.")
      .def_readonly("result", &Answer::result, "'black_wins', 'white_wins', 'draw', 'unknown'.")
      .def_readonly("distance", &Answer::distance,
                    "Plies, an upper bound; None unless somebody wins.")
      .def_readonly("best", &Answer::best,
                    "What wins, else draws, else loses last; None where that is not known.")
      .def_readonly("moves", &Answer::moves,
                    "A MoveAnswer for every empty point in board order, then for a pass.")
      .def_readonly("line", &Answer::line, "Main line to the end; empty unless somebody wins.")
      .def_readonly("hints", &Answer::hints, "A Hint for each move that imported files have here.")
      .def_readonly("notes", &Answer::notes, "A Note for each imported file that says something.")
      .def("__repr__", [](const Answer& answer) {
        return "<tengen.Answer " + answer.result + distance_text(answer.distance) + ">";
      });

  using Unlocked = py::call_guard<py::gil_scoped_release>;
  py::class_<Book>(m, "Book", "An open book, as it was when it was opened or last refreshed.")
      .def(py::init<const std::string&>(), py::arg("path"), Unlocked())
      .def_property_readonly("path", &Book::path)
      .def_property_readonly("rules", &Book::rules, "'renju'.")
      .def_property_readonly("size", &Book::size, "15.")
      .def("is_current", &Book::is_current, Unlocked(),
           "Whether nothing was written since opening or the last refresh.")
      .def("refresh", &Book::refresh, Unlocked(), "Sees what was written since.")
      .def("find", &Book::find, py::arg("position"), py::arg("goal") = "black", Unlocked(),
           "The Record of exactly this position, or None: one lookup. Many a won position has\n"
           "none; query() knows those too.")
      .def("query", &Book::query, py::arg("position"), py::arg("goal") = "black", Unlocked(),
           "The Answer: all that is known of a position and of each of its moves.")
      .def("children", &Book::children, py::arg("position"), py::arg("goal") = "black", Unlocked(),
           "The moves of query() without the rest, in two thirds of the time.")
      .def("line", &Book::line, py::arg("position"), Unlocked(), "The main line of query().")
      .def("__repr__", [](const Book& book) { return "<tengen.Book " + book.path() + ">"; });
}
