#!/usr/bin/env bash
# kill -9 of a whole run at several moments; the same command again must finish what it began.
source "$(dirname "$0")/lib.sh"

# Kills every process of a session, the started command and all that mpirun spawned.
kill_session() {
  local session=$1 stat fields
  for stat in /proc/[0-9]*/stat; do
    fields=$(sed 's/.*) //' "$stat" 2>/dev/null) || continue
    # After the name: state, parent, process group, session.
    [[ $(cut -d' ' -f4 <<<"$fields") == "$session" ]] || continue
    stat=${stat#/proc/}
    kill -KILL "${stat%/stat}" 2>/dev/null
  done
}

# What a kill in the very first moment leaves: a book that is only being made.
mkdir half.book && : >half.book/tengen-book-being-made
run 0 solve "$game_position" --book half.book --workers 1 --time 200

for delay in 0.1 0.4 0.8 1.2 1.8 2.5 3.5; do
  setsid "$tengen" solve "$game_position" --book killed.book --workers 2 --time 200 \
    >killed.out 2>killed.err </dev/null &
  session=$!
  sleep "$delay"
  kill_session "$session"
  wait "$session" 2>/dev/null
  kill_session "$session"
  # Whatever was stored is proven. Before the book is made nothing can be.
  if [[ -e killed.book/tengen-book ]]; then
    "$tengen" verify --book killed.book >out 2>err
    got=$?
    ((got == 0)) || fault "verify gives $got after a kill at $delay s: $(tail -n 2 out err)"
  fi
done
run 0 solve "$game_position" --book killed.book --workers 2 --time 200 --json
has out '"status":"proven"' "the run after the kills"
run 0 verify "$game_position" --book killed.book
finish
