/* Asks a book from C, or from any language that calls C. The C++ library is book/probe.h, which
   says what an answer takes; this is the same with plain types.

     tengen_book* book = NULL;
     tengen_answer* answer = NULL;
     if (tengen_open("my.book", &book) != TENGEN_OK ||
         tengen_query(book, "D4 h7", TENGEN_BLACK, &answer) != TENGEN_OK) {
       fprintf(stderr, "%s\n", tengen_error());
     }
     tengen_answer_free(answer);
     tengen_close(book);

   A position is text as on the command line: a move list ("h8 h9 i9"), an opening code with or
   without moves ("D4 h7"), a set-up ("h8i9/h9h7/b"). Points of an answer are in the frame of the
   position asked. Text is UTF-8 and ends with a zero byte. No pointer may be NULL but where it is
   said.

   Threads: every function may be called by any thread at any time, also with one book by several at
   once, but for tengen_close() and tengen_answer_free(), which nothing may follow or accompany with
   the same object. Questions do not wait for each other. One that is under way during
   tengen_refresh() sees the old state. An answer belongs to the caller and changes no more.

   Nothing is thrown, nothing is printed, and the book on disk is never changed. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TENGEN_API __attribute__((visibility("default")))

/* Of the functions and types below. Grows where something is added; what removes or changes
   something has another soname. */
#define TENGEN_API_VERSION 2

typedef enum tengen_code {
  TENGEN_OK = 0,
  TENGEN_INVALID_ARGUMENT = 1, /* the position, the goal, or a directory that is no book */
  TENGEN_NOT_FOUND = 2,        /* there is no book */
  TENGEN_UNAVAILABLE = 3,      /* its writer was changing the files: try again later */
  TENGEN_CORRUPTION = 4,       /* the book is damaged */
  TENGEN_INCOMPATIBLE = 5,     /* a book of a newer format or of unknown rules */
  TENGEN_IO = 6,               /* the system failed: memory, files */
} tengen_code;

/* A goal: whose win is asked about. */
typedef enum tengen_color { TENGEN_BLACK = 0, TENGEN_WHITE = 1 } tengen_color;

/* What is known of a goal. */
typedef enum tengen_verdict {
  TENGEN_UNKNOWN = 0,
  TENGEN_PROVEN = 1,
  TENGEN_DISPROVEN = 2,
} tengen_verdict;

/* Who wins. */
typedef enum tengen_result {
  TENGEN_RESULT_UNKNOWN = 0,
  TENGEN_BLACK_WINS = 1,
  TENGEN_WHITE_WINS = 2,
  TENGEN_DRAW = 3,
} tengen_result;

/* "h8", "pass", or "" for none. */
typedef struct tengen_point {
  char name[8];
} tengen_point;

typedef struct tengen_move {
  tengen_point point;
  tengen_verdict status; /* of the goal, once the move is made */
  tengen_result result;
  int32_t distance_plies; /* upper bound, counting the move; 0 unless somebody wins */
  int32_t is_foul;        /* Black's foul: loses at once */
} tengen_move;

/* What an imported file has here: a move to try. */
typedef struct tengen_hint {
  tengen_point point;
  int32_t wins; /* the file says that it wins; nothing is proven by that */
} tengen_hint;

/* What an imported file has on a point. */
typedef struct tengen_point_note {
  tengen_point point;
  const char* mark;  /* "cross", "triangle", "square", "circle", or "" */
  const char* label; /* or "" */
} tengen_point_note;

/* What an imported file says of the position: somebody's words, cleaned of control characters.
   Nothing of it is proven. */
typedef struct tengen_note {
  const char* source;  /* whose words: the file's name, or what the import was told */
  const char* title;   /* or "" */
  const char* comment; /* or ""; may have several lines */
  size_t point_count;
  const tengen_point_note* points;
  size_t leads_to_count; /* moves behind which the file says more */
  const tengen_point* leads_to;
} tengen_note;

typedef struct tengen_answer {
  tengen_verdict status; /* of the goal */
  tengen_result result;
  int32_t distance_plies; /* upper bound; 0 unless somebody wins */
  tengen_point best;      /* what wins, else draws, else loses last; none: not known */
  size_t move_count;      /* every empty point in board order, then a pass where allowed */
  const tengen_move* moves;
  size_t line_length; /* main line to the end of the game; 0 unless somebody wins */
  const tengen_point* line;
  /* Since version 2. */
  size_t hint_count;
  const tengen_hint* hints;
  size_t note_count; /* one for each source, eight at most */
  const tengen_note* notes;
} tengen_answer;

typedef struct tengen_record {
  int32_t is_there;       /* 0: no record, and the rest says nothing */
  tengen_point move;      /* the winning move; none where every reply loses */
  int32_t distance_plies; /* upper bound */
} tengen_record;

/* An open book. */
typedef struct tengen_book tengen_book;

/* What the library was built as: TENGEN_API_VERSION, and "0.1.0". */
TENGEN_API int tengen_api_version(void);
TENGEN_API const char* tengen_version(void);

/* One line on what failed in this thread's last call that did not return TENGEN_OK, "" before any.
   Good until that thread's next call. */
TENGEN_API const char* tengen_error(void);

/* Opens the book of that directory, also while a solve is writing it. *book is NULL on an error,
   else the caller's, to be closed. */
TENGEN_API tengen_code tengen_open(const char* path, tengen_book** book);
/* NULL is allowed. */
TENGEN_API void tengen_close(tengen_book* book);

/* "renju" and 15. Good until the book is closed. */
TENGEN_API const char* tengen_rules(const tengen_book* book);
TENGEN_API int tengen_size(const tengen_book* book);

/* 1 when nothing was written since the book was opened or refreshed, else 0. */
TENGEN_API int tengen_is_current(const tengen_book* book);
/* Sees what was written since. After an error the old state stays. */
TENGEN_API tengen_code tengen_refresh(tengen_book* book);

/* In what follows `goal` is a tengen_color; another number is an invalid argument. */

/* The record of exactly this position: one lookup. Many a won position has none; tengen_query()
   knows those too. */
TENGEN_API tengen_code tengen_find(const tengen_book* book, const char* position, int goal,
                                   tengen_record* record);
/* All that is known of a position and of each of its moves. *answer is NULL on an error, else the
   caller's, to be freed. Fields may be added at the end of tengen_answer. */
TENGEN_API tengen_code tengen_query(const tengen_book* book, const char* position, int goal,
                                    tengen_answer** answer);
/* NULL is allowed. */
TENGEN_API void tengen_answer_free(tengen_answer* answer);

#ifdef __cplusplus
}
#endif
