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
# rank N of the session: its process id.
process_of_rank() {
  local process
  for process in $(pgrep -s "$1"); do
    tr '\0' '\n' <"/proc/$process/environ" 2>/dev/null | grep -qx "OMPI_COMM_WORLD_RANK=$2" &&
      echo "$process"
  done
}

# A worker that stands still does not keep the command of a coordinator that is dead.
setsid "$tengen" solve h8 --book still.book --workers 2 --time 200 >still.out 2>still.err </dev/null &
session=$!
for ((tenth = 0; tenth < 200; ++tenth)); do
  [[ -e still.book/run.join ]] && break
  sleep 0.1
done
kill -STOP "$(process_of_rank "$session" 1)"
kill -KILL "$(process_of_rank "$session" 0)"
for ((tenth = 0; tenth < 300; ++tenth)); do
  kill -0 "$session" 2>/dev/null || break
  sleep 0.1
done
kill -0 "$session" 2>/dev/null && fault "the command outlives its coordinator"
wait "$session"
got=$?
((got == 3)) || fault "exit status $got instead of 3: $(cat still.err)"
kill_session "$session"

run 0 solve "$game_position" --book killed.book --workers 2 --time 200 --json
has out '"status":"proven"' "the run after the kills"
run 0 verify "$game_position" --book killed.book
finish
