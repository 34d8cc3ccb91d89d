#!/usr/bin/env bash
# What a player sees on a terminal: stones in colours, and how far a solve has come in words. In a pipe
# nothing of it.
source "$(dirname "$0")/lib.sh"
export TERM=xterm-256color
unset NO_COLOR
colour=$'\033['

# on_terminal ARGUMENT...: runs tengen with a terminal of its own; all that it shows goes to out.
on_terminal() {
  script -qec "$(printf '%q ' "$tengen" "$@")" /dev/null >"$scratch/out" </dev/null
}
has_not() {
  ! grep -qF -- "$2" "$scratch/$1" || fault "$3: '$2' in $1"
}

run 0 solve "$small_position" --book book --workers 1 --time 120
has_not out "$colour" "a solve in a pipe"
has_not err "$colour" "its progress"
[[ $(wc -l <out) == 1 ]] || fault "a solve in a pipe shows more than its answer"
run 0 query "$small_position" --book book
has_not out "$colour" "a query in a pipe"
cp out piped

LC_ALL=C.UTF-8 on_terminal query "$small_position" --book book
has out "${colour}48;5;180m" "a query on a terminal"
has out "●" "stones"
has out "Black wins in at most" "the verdict"
LC_ALL=C on_terminal query "$small_position" --book book
has out "$colour" "a query on a terminal without UTF-8"
has_not out "●" "stones without UTF-8"
NO_COLOR=1 on_terminal query "$small_position" --book book
tr -d '\r' <out | cmp -s - piped || fault "NO_COLOR: $(diff <(tr -d '\r' <out) piped | head -4)"
TERM=dumb on_terminal query "$small_position" --book book
tr -d '\r' <out | cmp -s - piped || fault "TERM=dumb"
LC_ALL=C.UTF-8 on_terminal query "$small_position" --book book --json
has_not out "$colour" "JSON on a terminal"

LC_ALL=C.UTF-8 on_terminal solve "$small_position" --book book
has out "●" "a solve's board on a terminal"
LC_ALL=C.UTF-8 on_terminal solve "D4 i8" --book open --workers 1 --time 8
has out $'\r\033[KD4 i8: unknown within the limits' "the answer in place of the line of progress"
# Which words depends on how far it came; Progress (coordinator_test.cpp) has them all.
grep -qE 'D4 i8: (searching all its moves at once|[0-9]+ moves looked at)[^(]*, [0-9]+ positions kept' out ||
  fault "progress in words: $(tr '\r' '\n' <out | head -c 600)"
finish
