#!/usr/bin/env bash
# A position proven under mpirun with one worker and with two, then queried, verified, exported.
source "$(dirname "$0")/lib.sh"

for workers in 1 2; do
  book=book$workers
  run 0 solve "$game_position" --book $book --workers $workers --time 120 --json || {
    tail -n 3 err
    finish
  }
  has out '"status":"proven"' "solve with $workers workers"
  has out '"result":"black_wins"' "solve with $workers workers"
  [[ $(wc -l <out) == 1 ]] || fault "one line of JSON for one position: $(cat out)"

  run 0 query "$game_position" --book $book --json
  has out '"status":"proven"' query
  has out '"result":"black_wins"' query
  best=$(grep -oE '"best":"[a-o][0-9]+"' out | cut -d'"' -f4)
  [[ -n $best ]] || fault "query names no best move"
  run 0 query "$game_position" --book $book
  has out 'Black wins in at most' "query as text"
  has out 'Main line:' "query as text"

  run 0 verify "$game_position" --book $book --json
  has out '"complete":true' verify
  has out '"holes_total":0' verify
  for threads in 1 3; do
    run 0 verify "$game_position" --book $book --threads $threads
    sed 's/, [0-9.]* s$//' out >threads$threads
  done
  cmp threads1 threads3 || fault "verify depends on the number of threads"
  run 0 verify --book $book && has out 'complete:' "verify of the whole book"

  run 0 export "$game_position" --book $book --format proof -o $book.proof
  grep -qP '^[a-o0-9]+/[a-o0-9]+/b\t[a-o][0-9]+\t[0-9]+$' $book.proof || fault "no line of proof"
  grep -vP '^[a-o0-9]+/[a-o0-9]+/b\t[a-o][0-9]+\t[0-9]+$' $book.proof | grep -qv '^#' &&
    fault "a line that is neither proof nor comment"
  [[ $(grep -v '^#' $book.proof | head -n 1 | cut -f1) == "$game_position" ]] ||
    fault "the certificate does not begin with the asked position"
  run 0 export "$game_position" --book $book && cmp -s out $book.proof ||
    fault "export to stdout and to a file differ"

  audit $book black "$game_position"

  run 0 stats --book $book && has out 'renju 15x15' stats
  run 0 stats --book $book --json && has out '"rules":"renju"' stats

  # A second run finds the answer in the book; another position is unknown to it.
  run 0 solve "$game_position" --book $book --workers $workers --time 60 --json
  has out '"status":"proven"' "solving again"
  run 1 query h8 --book $book --json && has out '"status":"unknown"' "query of an unknown position"
  run 1 verify "h8 h9" --book $book && has out 'hole:' "verify of an unknown position"
  run 1 export "h8 h9" --book $book -o none.proof
  [[ ! -e none.proof ]] || fault "export of no proof left a file"
done

# What solve calls proven is in the book, even where one move and wins by fours are all there is.
short_position=i5h6g7i7h8i8j8f9k9f10/g5h7f8g8k8g9i9l10f11h11/b
run 0 solve "$short_position" --book short.book --workers 1 --time 60
run 0 verify "$short_position" --book short.book
audit short.book black "$short_position"

# As it stands under an mpirun of the user's own.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun --oversubscribe --bind-to none -n 2 "$tengen" solve "$game_position" --book own.book \
  --time 120 --json >out 2>err </dev/null || fault "solve under mpirun: $(tail -n 3 err)"
has out '"status":"proven"' "solve under mpirun"

# Limits, and the symmetric image of a known position.
run 1 solve h8 --book limit.book --workers 1 --time 2 --json
has out '"status":"unknown"' "a limit that is too short"
printf '%s\n%s\n' "$game_position" "$game_position" |
  "$tengen" solve --file - --book book1 --workers 1 --json >out 2>err || fault "solve --file -"
[[ $(wc -l <out) == 2 ]] || fault "two positions, two lines"
finish
