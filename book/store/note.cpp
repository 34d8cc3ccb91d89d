#include "book/store/note.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "book/store/foreign_text.h"
#include "solver/game/symmetry.h"

namespace tengen::book {
namespace {

using Json = nlohmann::json;

constexpr int kLayoutVersion = 1;
constexpr std::array<std::string_view, 5> kMarkNames = {"", "cross", "triangle", "square",
                                                        "circle"};

// `more` behind `text`, unless it is there already.
void join(std::string& text, const std::string& more, std::string_view between,
          std::size_t most_bytes, Lines lines) {
  // A text that was cut takes nothing more; a file that repeats itself costs no time then.
  const bool is_full = text.size() + 8 >= most_bytes;
  if (more.empty() || is_full || text.find(more) != std::string::npos) return;
  if (!text.empty()) text += between;
  text = clean_text(text.append(more), most_bytes, lines);
}

std::vector<PointNote>::iterator place_of(std::vector<PointNote>& points, Move point) {
  return std::ranges::lower_bound(points, point, {}, &PointNote::point);
}

void add_point(std::vector<PointNote>& points, const PointNote& more) {
  const std::string label = clean_text(more.label, kMaxNoteLabel, Lines::kOne);
  if (label.empty() && more.mark == PointMark::kNone) return;
  auto place = place_of(points, more.point);
  if (place == points.end() || place->point != more.point) {
    place = points.insert(place, {.point = more.point});
  }
  join(place->label, label, "/", kMaxNoteLabel, Lines::kOne);
  if (place->mark == PointMark::kNone) place->mark = more.mark;
}

void add_lead(std::vector<Move>& leads, Move move) {
  const auto place = std::ranges::lower_bound(leads, move);
  if (place == leads.end() || *place != move) leads.insert(place, move);
}

std::vector<Note> mapped(std::vector<Note> notes, Symmetry to_from, int size) {
  for (Note& note : notes) {
    for (PointNote& one : note.points) one.point = to_from.apply(one.point, size);
    for (Move& move : note.leads_to) move = to_from.apply(move, size);
    std::ranges::sort(note.points, {}, &PointNote::point);
    std::ranges::sort(note.leads_to);
  }
  return notes;
}

// Throws what nlohmann::json does for a value of another shape.
std::vector<Note> notes_of(const Json& value) {
  std::vector<Note> notes;
  for (std::size_t i = 1; i < value.size(); ++i) {
    const Json& one = value.at(i);
    Note note{.source = one.at(0), .name = one.at(1), .comment = one.at(2)};
    for (const Json& point : one.at(3)) {
      const auto mark = std::ranges::find(kMarkNames, point.at(1).get<std::string>());
      if (mark == kMarkNames.end()) return {};
      note.points.push_back({.point = point.at(0),
                             .mark = static_cast<PointMark>(mark - kMarkNames.begin()),
                             .label = point.at(2)});
    }
    note.leads_to = one.at(4).get<std::vector<Move>>();
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace

std::string_view mark_name(PointMark mark) { return kMarkNames[static_cast<std::size_t>(mark)]; }

bool says_something(std::span<const Note> notes) {
  return std::ranges::any_of(notes, &Note::says_something);
}

void merge_note(Note& note, const Note& more) {
  join(note.name, clean_text(more.name, kMaxNoteName, Lines::kOne), " / ", kMaxNoteName,
       Lines::kOne);
  join(note.comment, clean_text(more.comment, kMaxNoteComment, Lines::kMany), "\n\n",
       kMaxNoteComment, Lines::kMany);
  for (const PointNote& one : more.points) add_point(note.points, one);
  for (const Move move : more.leads_to) add_lead(note.leads_to, move);
}

bool merge_notes(std::vector<Note>& notes, std::span<const Note> more) {
  bool all = true;
  for (const Note& one : more) {
    const std::string source = clean_text(one.source, kMaxNoteSource, Lines::kOne);
    auto place = std::ranges::lower_bound(notes, source, {}, &Note::source);
    if (place == notes.end() || place->source != source) {
      all = all && notes.size() < kMaxNoteSources;
      if (notes.size() == kMaxNoteSources) continue;
      place = notes.insert(place, {.source = source});
    }
    merge_note(*place, one);
  }
  return all;
}

NotedPosition canonical_notes(const NotedPosition& noted) {
  Canonical canonical = canonicalize(noted.position);
  return {.position = std::move(canonical.position),
          .notes = mapped(noted.notes, canonical.canonical_from_input, noted.position.size)};
}

std::vector<Note> notes_in_frame_of(const Position& position, std::vector<Note> canonical) {
  const Symmetry input_from_canonical = canonicalize(position).canonical_from_input.inverse();
  return mapped(std::move(canonical), input_from_canonical, position.size);
}

std::string encode_notes(std::span<const Note> notes) {
  Json value = Json::array({kLayoutVersion});
  for (const Note& note : notes) {
    Json points = Json::array();
    for (const PointNote& one : note.points) {
      points.push_back({one.point, mark_name(one.mark), one.label});
    }
    value.push_back({note.source, note.name, note.comment, std::move(points), note.leads_to});
  }
  return value.dump();
}

Result<std::vector<Note>> decode_notes(std::string_view bytes, int size) {
  const Status damaged(StatusCode::kCorruption, "damaged note");
  std::vector<Note> notes;
  try {
    notes = notes_of(Json::parse(bytes));
  } catch (const Json::exception&) {
    return damaged;
  }
  // What merging leaves as it is, and encodes as these bytes, was written by encode_notes().
  std::vector<Note> merged;
  const bool all = merge_notes(merged, notes);
  if (!all || notes.empty() || merged != notes || encode_notes(notes) != bytes) return damaged;
  for (const Note& note : notes) {
    const auto is_point = [size](Move move) { return move >= 0 && move < size * size; };
    const bool good = std::ranges::all_of(note.points, is_point, &PointNote::point) &&
                      std::ranges::all_of(note.leads_to, [&](Move move) {
                        return move == kPass || is_point(move);
                      });
    if (!good) return damaged;
  }
  return notes;
}

std::string notes_text(std::span<const Note> notes, int size) {
  std::string text;
  const auto add = [&text](const Note& note, const std::string& what) {
    if (!what.empty()) text += fmt::format("[{}] {}\n", note.source, what);
  };
  for (const Note& note : notes) {
    add(note, note.name);
    add(note, note.comment);
    std::string points;
    for (const PointNote& one : note.points) {
      if (!points.empty()) points += ", ";
      points += fmt::format("{}: {}{}{}", format_move(one.point, size), one.label,
                            one.label.empty() || one.mark == PointMark::kNone ? "" : " ",
                            mark_name(one.mark));
    }
    add(note, points);
  }
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace tengen::book
