/* A C program outside Tengen's tree that asks a book by the installed library:
     cc ask_book.c -I PREFIX/include -L PREFIX/lib -ltengen -o ask_book && ./ask_book BOOK POSITION
 */
#include <stdio.h>
#include <tengen/tengen.h>

static const char* const kResults[] = {"unknown", "black_wins", "white_wins", "draw"};

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: ask_book BOOK POSITION\n");
    return 2;
  }
  tengen_book* book = NULL;
  tengen_answer* answer = NULL;
  if (tengen_open(argv[1], &book) != TENGEN_OK ||
      tengen_query(book, argv[2], TENGEN_BLACK, &answer) != TENGEN_OK) {
    fprintf(stderr, "%s\n", tengen_error());
    tengen_close(book);
    return 2;
  }
  printf("%s", kResults[answer->result]);
  if (answer->distance_plies > 0) printf(" in at most %d plies", (int)answer->distance_plies);
  printf("\nbest: %s\nline:", answer->best.name);
  for (size_t i = 0; i < answer->line_length; ++i) printf(" %s", answer->line[i].name);
  printf("\n");
  for (size_t i = 0; i < answer->note_count; ++i) {
    printf("[%s] %s\n", answer->notes[i].source, answer->notes[i].comment);
  }
  const int unknown = answer->result == TENGEN_RESULT_UNKNOWN;
  tengen_answer_free(answer);
  tengen_close(book);
  return unknown;
}
