#!/usr/bin/env bash
# Tengen installed into a prefix of its own: the command runs there, and programs outside the tree
# that link the probe library, or the C library, answer as `tengen query` does; the first also follows
# a solve.
source "$(dirname "$0")/lib.sh"

build=$(dirname "$tengen")
example=$(cd "$(dirname "$0")/../probe_example" && pwd)
sanitize=$(sed -n 's/^TENGEN_SANITIZE:STRING=//p' "$build/CMakeCache.txt")

must() {
  "$@" >must.log 2>&1 && return
  fault "$*"
  tail -n 20 must.log
  finish
}
must cmake --install "$build" --prefix "$scratch/prefix"
[[ ! -e prefix/include/book ]] || fault "headers outside include/tengen"
must cmake -S "$example" -B example -DCMAKE_PREFIX_PATH="$scratch/prefix" \
  -DCMAKE_CXX_FLAGS="${sanitize:+-fsanitize=$sanitize}"
must cmake --build example
tengen=$scratch/prefix/bin/tengen
ask=$scratch/example/ask_book

# The book is asked from when it exists, turned against the solve by a quarter.
turned="h8i8i7g8"
"$tengen" solve "D4 h7" --book book --workers 2 --time 100 >solve.out 2>&1 &
solving=$!
until [[ -e book/tengen-book ]] || ! kill -0 $solving 2>/dev/null; do sleep 0.05; done
timeout 100 "$ask" book "$turned" --wait >out 2>err || fault "waiting for the proof: $(cat out err)"
wait $solving || fault "solve: $(tail -n 3 solve.out)"

# What was seen during the solve may have changed; what is there now has not.
"$ask" book "$turned" >out 2>err || fault "asking afterwards: $(cat out err)"
mv out asked
has asked black_wins "the verdict"
run 0 query "$turned" --book book --json
best=$(grep -oE '"best":"[a-o][0-9]+"' out | cut -d'"' -f4)
line=$(sed 's/.*"line":\[//; s/\].*//; s/[",]/ /g; s/  */ /g; s/^ //; s/ $//' out)
distance=$(sed 's/.*"to_move[^[]*"distance":\([0-9]*\).*/\1/' out)
grep -qx "best: $best" asked || fault "best move $best: $(cat asked)"
grep -qx "line: $line" asked || fault "main line $line: $(cat asked)"
has asked "in at most $distance plies" "the distance"
has asked " $best=black_wins" "the verdict of the best move"

must cc -std=c11 -Wall -Wextra -Werror ${sanitize:+-fsanitize=$sanitize} "$example/ask_book.c" \
  -I prefix/include -L prefix/lib -ltengen -o ask_c
export LD_LIBRARY_PATH=$scratch/prefix/lib
./ask_c book "$turned" >asked_c 2>err || fault "asking in C: $(cat err)"
has asked_c "black_wins in at most $distance plies" "the verdict in C"
grep -qx "best: $best" asked_c || fault "best move $best in C: $(cat asked_c)"
grep -qx "line: $line" asked_c || fault "main line $line in C: $(cat asked_c)"
./ask_c book D14 >out 2>err
[[ $? == 2 ]] && has err D14 "a bad position in C"

"$ask" book h8 >out 2>err
[[ $? == 1 ]] && has out unknown "a position that is not in the book"
"$ask" nowhere "D4" >out 2>err
[[ $? == 2 ]] && has err nowhere "a book that is not there"
finish
