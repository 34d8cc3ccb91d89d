// Notes: what somebody's file says of a position in words: a name, a comment, marks and labels on
// points. They are that person's words, named by the file, and never facts.
//
// Bytes of the column family `notes`: the key is that of record.h with the side to move as the
// goal; the value is JSON, an array of [source, name, comment, [[point, mark, label]...],
// [move...]], points ascending, all in the canonical frame, with the layout version, 1, before the
// first of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/game/position.h"

namespace tengen::book {

// Longer texts are cut when they come in, in bytes; a position keeps no more sources than these.
constexpr std::size_t kMaxNoteSource = 64;
constexpr std::size_t kMaxNoteName = 256;
constexpr std::size_t kMaxNoteComment = std::size_t{16} << 10;
constexpr std::size_t kMaxNoteLabel = 32;
constexpr std::size_t kMaxNoteSources = 8;

enum class PointMark : std::uint8_t { kNone, kCross, kTriangle, kSquare, kCircle };

// "", "cross", "triangle", "square", "circle".
[[nodiscard]] std::string_view mark_name(PointMark mark);

struct PointNote {
  Move point = kNoMove;
  PointMark mark = PointMark::kNone;
  std::string label{};
  friend bool operator==(const PointNote&, const PointNote&) = default;
};

struct Note {
  std::string source{};  // whose words: the file's name, unless somebody gave another
  std::string name{};
  std::string comment{};
  std::vector<PointNote> points{};  // by point, each once
  std::vector<Move> leads_to{};     // ascending: behind these moves there are more of the source

  [[nodiscard]] bool says_something() const {
    return !name.empty() || !comment.empty() || !points.empty();
  }
  friend bool operator==(const Note&, const Note&) = default;
};

// Whether one of them does.
[[nodiscard]] bool says_something(std::span<const Note> notes);

struct NotedPosition {
  Position position;
  std::vector<Note> notes;  // by source, each once
};

// Adds what `more` says to `note`, cleaned and cut (foreign_text.h). The source stays.
void merge_note(Note& note, const Note& more);
// Adds notes to those of others; of a source that is there as merge_note() does. False when there
// was no room for all of them.
bool merge_notes(std::vector<Note>& notes, std::span<const Note> more);

// The notes of the position's canonical form.
[[nodiscard]] NotedPosition canonical_notes(const NotedPosition& noted);
// Notes in the canonical frame as notes in that of `position`.
[[nodiscard]] std::vector<Note> notes_in_frame_of(const Position& position,
                                                  std::vector<Note> canonical);

// REQUIRES: as merge_notes() leaves them, for a position of that size.
[[nodiscard]] std::string encode_notes(std::span<const Note> notes);
// Exact inverse for a board of that size; kCorruption for anything else.
Result<std::vector<Note>> decode_notes(std::string_view bytes, int size);

// In words, a line each: "[my.lib] name", "[my.lib] comment" with all its lines, "[my.lib] h9: A,
// i10: triangle"; empty without anything to say.
[[nodiscard]] std::string notes_text(std::span<const Note> notes, int size);

}  // namespace tengen::book
