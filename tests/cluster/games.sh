#!/usr/bin/env bash
# The games beside renju, from solve to a certificate in another book; and a book, a certificate or
# a worker's run of one game with the options of another.
source "$(dirname "$0")/lib.sh"

# Black wins by threes and fours, far from White's stones; a win by fours alone there is none.
position=h8i9g10/a1o1a15/b

far=$position
while read -r rules size checked position workers; do
  position=${position:-$far}
  game="$rules$size"
  asked=(--rules "$rules" --size "$size")
  run 0 solve "$position" --book "$game.book" "${asked[@]}" --workers "${workers:-1}" --time 200 --memory 0.1
  has out 'Black wins' "solve of $game"
  run 0 query "$position" --book "$game.book" "${asked[@]}" --json
  has out "\"rules\":\"$rules\",\"size\":$size" "the game in an answer"
  has out '"result":"black_wins"' "query of $game"
  run 0 verify "$position" --book "$game.book" --json
  has out "\"rules\":\"$rules\",\"size\":$size" "the game in a verdict"
  run 0 verify --book "$game.book"
  run 0 check --book "$game.book"
  run 0 stats --book "$game.book"
  has out "$rules ${size}x$size" "stats of $game"
  run 0 export "$position" --book "$game.book" -o "$game.proof"
  grep -qx "# rules $rules size $size" "$game.proof" || fault "the certificate of $game names another"
  run 0 import "$game.proof" --format proof --book "$game.copy" "${asked[@]}"
  run 0 verify "$position" --book "$game.copy"
  run 0 merge --book "$game.copy" "$game.book"
  if [[ $checked == checked ]]; then
    "$checker" "$game.proof" >out || fault "check_proof of $game: $(cat out)"
  else
    "$checker" "$game.proof" >out 2>err && fault "check_proof took $game"
    grep -q 'line 2: ' err || fault "check_proof does not say what is wrong with $game: $(cat err)"
  fi
done <<'GAMES'
freestyle 15 checked
gomoku 15 checked
gomoku-pro 15 other
freestyle 19 other
renju-simple 15 other
pente 9 other e5f5g6g7/a1a2i8i9/b 2
ninuki 9 other e5f5g6g7d2/a1a2i8i9/b 2
connect6 9 other c3d3e3c7d7e7/a1a9i1i9a5i5h8/b 2
GAMES
position=$far

# What knows only games whose moves add one stone each, in turns.
for rules in pente connect6; do
  book=${rules}9
  refused 3 "engine protocols are not for $rules" engine --book "$book.book"
  refused 3 "files of other programs are not for $rules" import some.lib --book "$book.book"
  for format in lib sgf json html; do
    refused 3 "$format files are not for $rules" export e5/-/w --book "$book.book" --format "$format"
  done
done
refused 3 'pente9.book is for pente on 9x9, not for ninuki on 9x9' verify --book pente9.book --rules ninuki
run 2 query 'e5/a1/b/5:0' --book pente9.book
has err 'five pairs win' "five pairs"
run 2 query 'e5/a1/b/1-0' --book pente9.book
run 2 query 'h8/a1/b/1:0' --book freestyle15.book
run 2 query 'e5 a1 e6' --book pente9.book
has err 'central 5x5' "a second stone of pente too near"
run 2 query 'e5 pass' --book connect69.book
run 2 query 'h8 pass' --book renju-simple15.book
has err 'may not pass' "a pass of who has a legal move"
sed 's/# rules pente/# rules freestyle/; s/\/b\t/\/b\/1:0\t/' pente9.proof >pairs.proof
run 2 import pairs.proof --format proof --book pairs.book
[[ ! -e pairs.book ]] || fault "pairs in a proof of freestyle were stored"

# A proof of freestyle by a six is none of gomoku, whatever the certificate calls itself.
six=h8h9h10h11h13/a1c1e1h7/b
run 0 solve "$six" --book six.book --rules freestyle --workers 1 --time 60 --memory 0.1
run 0 export "$six" --book six.book -o six.proof
"$checker" six.proof >out || fault "check_proof of a six: $(cat out)"
sed 's/# rules freestyle/# rules gomoku/' six.proof >renamed.proof
run 2 import renamed.proof --format proof --book renamed.book --rules gomoku
has err 'nothing is stored' "a six of gomoku"
"$checker" renamed.proof >out && fault "check_proof takes a six for a five of gomoku"
echo g8h9i8h7/g7i9 >fouls.txt
run 0 fouls fouls.txt
has out h8 "fouls of renju"
run 0 fouls fouls.txt --rules gomoku
[[ $(cat out) == - ]] || fault "fouls of a game without: $(cat out)"

# Refused mixes: the options, another book, a certificate.
other=(--rules gomoku)
for command in "solve $position" "query $position" "verify" "stats" "report" "export $position" \
  "check" "repair" "compact" "merge freestyle15.copy" "backup copies" "serve --port 0"; do
  refused 3 'freestyle15.book is for freestyle on 15x15, not for gomoku on 15x15' \
    $command --book freestyle15.book "${other[@]}"
done
refused 3 'not for freestyle on 9x9' query "$position" --book freestyle15.book --size 9
refused 3 'not for renju on 15x15' solve "$position" --book freestyle15.book
refused 3 'not for freestyle on 15x15' merge --book gomoku15.book freestyle15.book
refused 3 'freestyle15.book' diff gomoku15.book freestyle15.book
refused 3 'freestyle on 15x15' import freestyle15.proof --format proof --book new.book --rules renju
refused 3 'gomoku15.book' import freestyle15.proof --format proof --book gomoku15.book
[[ ! -e new.book ]] || fault "a refused import made a book"
sed 's/# rules freestyle/# rules draughts/' freestyle15.proof >unknown.proof
refused 3 'draughts' import unknown.proof --format proof --book new.book
run 2 solve "$position" --book new.book --rules draughts
has err draughts "unknown rules"
run 2 solve "$position" --book new.book --rules gomoku-pro --size 16
has err 'odd sizes' "an even board of gomoku-pro"
run 2 solve 'h8 h9 i9' --book new.book --rules gomoku-pro
has err 'central 5x5' "a second stone too near"
run 2 solve 'h8 pass' --book new.book --rules freestyle
has err 'no passes' "a pass in freestyle"

# A worker that joins takes the game of the run.
a_worker_joins h8 --rules gomoku
finish
