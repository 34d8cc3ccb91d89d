#!/usr/bin/env bash
# Every record of a small proof is removed, given another move, and given a distance of one: verify
# must see it each time and name the place.
source "$(dirname "$0")/lib.sh"

run 0 solve "$small_position" --book good.book --workers 1 --time 120 || finish
run 0 export "$small_position" --book good.book -o proof || finish
grep -v '^#' proof >lines
echo "$(wc -l <lines) records"

# spoiled WHAT POSITION COMMAND...: 0 when the check of the spoiled copy finds a hole.
spoiled() {
  local what=$1 position=$2 got
  shift 2
  rm -rf bad.book && cp -r good.book bad.book
  "$book_tool" "$1" bad.book "$position" black "${@:2}" || fault "book_tool $*"
  "$tengen" verify "$small_position" --book bad.book >out 2>err
  got=$?
  ((got == 1)) && has out 'hole: ' "$what at $position" && return 0
  ((got == 0)) && return 1
  fault "verify gives $got after $what at $position: $(cat err)"
}

removed=0
moved=0
while IFS=$'\t' read -r position move distance; do
  if spoiled "removed record" "$position" remove; then
    removed=$((removed + 1))
  else
    # Right only where a win by fours makes the record dispensable.
    "$tengen" verify "$position" --book bad.book --json >out && has out '"records":0' "$position" ||
      fault "the removed record of $position is not missed"
  fi
  for other in a1 o15 a15 o1; do
    [[ $other != "$move" && /${position%/*}/ != *[/0-9]$other[/a-z]* ]] && break
  done
  spoiled "another move" "$position" set "$other" "$distance" && moved=$((moved + 1))
  if ((distance > 1)); then
    spoiled "a distance of 1" "$position" set "$move" 1 ||
      fault "a wrong distance at $position is not seen"
  fi
done <lines

total=$(wc -l <lines)
echo "of $total records: removed and missed $removed, moved and missed $moved"
((total >= 10)) || fault "a proof of $total records is too small to tell"
((removed * 2 >= total)) || fault "few removed records are missed"
((moved * 10 >= total * 9)) || fault "few wrong moves are seen"
finish
