#!/usr/bin/env bash
# Reversi from solve with two workers to a certificate in another book; a score by two thresholds;
# and what does not know the game says so in a line.
source "$(dirname "$0")/lib.sh"

# Feinstein's line of 6x6 up to 20 empty points: White wins by four.
position=c2b4c5d2e4e3d1c1b1d5d6f4
six=(--rules reversi --size 6)
run 0 solve "$position" --goal white --book six.book "${six[@]}" --workers 2 --time 200 --memory 0.2
has out 'White wins' "solve of Reversi"
run 0 query "$position" --book six.book "${six[@]}" --json
has out '"rules":"reversi","size":6' "the game in an answer"
has out '"result":"white_wins"' "query of Reversi"
run 0 verify "$position" --book six.book
run 0 verify --book six.book
run 0 check --book six.book
run 0 stats --book six.book
has out 'reversi 6x6' "stats of Reversi"
run 0 export "$position" --goal white --book six.book -o six.proof
grep -qx '# rules reversi size 6' six.proof || fault "the certificate names another game"
grep -qx '# leaves empty 18 positions 4000000' six.proof || fault "the certificate does not say what is left out"
run 0 import six.proof --book six.copy "${six[@]}"
run 0 verify "$position" --book six.copy
run 0 merge --book six.copy six.book
run 0 repair --book six.copy
"$checker" six.proof >out 2>err && fault "check_proof took Reversi"
grep -q 'line 2: ' err || fault "check_proof does not say what is wrong: $(cat err)"
# A line that is left out is a hole; another's rules do not hold.
sed '6d; s/# end .*/# end 6/' six.proof >hole.proof
run 2 import hole.proof --book hole.book
has err 'nothing is stored' "a hole"
sed 's/# rules reversi size/# rules reversi:-5 size/' six.proof >other.proof
run 2 import other.proof --book hole.book
has err 'nothing is stored' "White by four is not by six"

# A score from both sides.
run 0 solve "$position" --goal black --book least.book --rules reversi:-4 --size 6 --workers 1 --time 200 --memory 0.2
has out 'Black wins' "Black reaches -4"
run 0 solve "$position" --goal white --book most.book --rules reversi:-3 --size 6 --workers 1 --time 200 --memory 0.2
has out 'White wins' "Black does not reach -3"
refused 3 'least.book is for reversi:-4 on 6x6, not for reversi:-3 on 6x6' \
  query "$position" --book least.book --rules reversi:-3 --size 6
refused 3 'not for reversi:-4' merge --book six.book least.book

# Passes, starts and boards.
run 0 solve b1 --goal white --book four.book --rules reversi --size 4 --workers 1 --time 60 --memory 0.1
run 0 query b1 --book four.book
has out 'pass' "a line with a pass"
refused 2 'may not pass' solve pass --book new.book --rules reversi
refused 2 'turns no stone' solve a1 --book new.book --rules reversi
refused 2 'sizes are 4 to 8' solve '' --book new.book --rules reversi --size 9
refused 2 "no rule set" solve "" --book new.book --rules reversi:+4

# What does not know Reversi.
for format in json lib sgf html; do
  run 3 export "$position" --goal white --book six.book --format "$format"
  has err reversi "export as $format"
done
run 3 engine "${six[@]}"
has err reversi "the engine"
echo '(;GM[4]SZ[6];B[ce])' >game.sgf
run 3 import game.sgf --book six.book
has err reversi "hints"

# A worker that joins takes the game of the run.
a_worker_joins c2 "${six[@]}"
finish
