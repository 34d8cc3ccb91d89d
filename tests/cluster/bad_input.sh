#!/usr/bin/env bash
# Bad input: one clear line that names what is wrong, exit status 2 or 3, and nothing written.
source "$(dirname "$0")/lib.sh"

# Positions, one after the other; NAMED|POSITION.
while IFS='|' read -r named position; do
  refused 2 "$named" solve "$position" --book new.book --time 5
  [[ ! -e new.book ]] || fault "solve '$position' wrote a book"
done <<'CASES'
p9|h8 p9
h16|h8 h16
h0|h8h0
h8|h8 h9 h8
h9|h9
pass|h8 pass
h9|h8 a1 h10 o15 g9 a15 i9 o1 h9
h8 a1 h9 c1 h10 e1 h11 g1 h12|h8 a1 h9 c1 h10 e1 h11 g1 h12
i1|h8 a1 h9 c1 h10 e1 h11 g1 h12 i1
won by Black|h8h9h10h11h12/a1c1e1g1/w
won by White|a1c1e1g1i1/h8h9h10h11h12/b
p9|h8/p9/b
h8|h8/h8/b
side|h8/h9/x
D14|D14
I0|I0
h9|D4 h9
X4|X4
nonsense|nonsense
did you mean Kagetsu?|Kagetu
did you mean Suigetsu?|suigetus h7
CASES

# Options.
refused 2 workers solve D4 --book new.book --workers 4097
refused 2 workers solve D4 --book new.book --workers -1
refused 2 workers solve D4 --book new.book --workers two
refused 2 time solve D4 --book new.book --time -3
refused 2 time solve D4 --book new.book --time soon
refused 2 engine-time solve D4 --book new.book --engine "cat" --engine-time 0
refused 2 threads solve D4 --book new.book --threads -1
refused 2 memory solve D4 --book new.book --memory 0
refused 2 memory solve D4 --book new.book --memory -2
refused 2 'at least 0.036 GiB' solve D4 --book new.book --workers 2 --memory 0.03
refused 2 goal solve D4 --book new.book --goal red
refused 2 book solve D4
refused 2 position solve --book new.book
refused 2 no-such-file solve --file no-such-file --book new.book
refused 2 --fast solve D4 --book new.book --fast
refused 2 no-such-file solve D4 --book new.book --hostfile no-such-file
printf '# workers\nh1 slots=2\nh2 slots=none\n' >hosts
refused 2 hosts:3 solve D4 --book new.book --hostfile hosts
printf 'h1; reboot\n' >hosts
refused 2 hosts:1 solve D4 --book new.book --hostfile hosts
printf '# nobody\n' >hosts
refused 2 'names no host' solve D4 --book new.book --hostfile hosts
refused 2 frobnicate frobnicate
refused 2 'did you mean solve?' slove D4 --book new.book
refused 2 'did you mean --time?' solve D4 --book new.book --tiem 5
refused 2 'see tengen stats --help' stats
refused 2 'quote it: "D4 h7"' solve D4 h7 --book new.book
refused 2 'quote it: "D4 h7"' query D4 h7 --book new.book
refused 2 'quote it: "D4 h7"' export D4 h7 --book new.book

# An answer in JSON is an error in JSON.
for arguments in "query D4 --book missing.book --json" "solve D4 --time soon --book new.book --json" \
  "solve D4 p9 --book new.book --json" "stats --json" "frobnicate --json"; do
  "$tengen" $arguments >out 2>err
  [[ $? == 2 ]] || fault "tengen $arguments: not refused"
  python3 -c 'import json; error = json.load(open("out"))["error"]; assert error["code"] and error["message"]' ||
    fault "tengen $arguments: $(cat out)"
  [[ $(wc -l <err) == 1 ]] || fault "tengen $arguments: $(cat err)"
done
refused 2 subcommand
printf 'D4\nh8 p9\n' >positions
refused 2 'p9' solve --file positions --book new.book --time 5
has err 'positions:2' "a bad line of a file"
[[ ! -e new.book ]] || fault "a refused command wrote a book"

# Books.
refused 2 no/such solve "D4 h7" --book no/such/book --time 5
echo text >file.book
refused 2 file.book solve "D4 h7" --book file.book --time 5
[[ $(cat file.book) == text ]] || fault "a file that is no book was changed"
mkdir other && echo text >other/text
refused 2 other solve "D4 h7" --book other --time 5
[[ $(ls other) == text ]] || fault "a directory that is no book was changed"
for command in "query D4" "verify D4" verify stats "export D4"; do
  refused 2 missing.book $command --book missing.book
  [[ ! -e missing.book ]] || fault "$command made a book"
  refused 2 file.book $command --book file.book
  refused 2 other $command --book other
done

# Runs that are not there, or are others than the join file says.
refused 2 'no run' status --book missing.book
refused 2 'no run' worker --join missing.book
refused 2 --join worker
refused 2 --workers worker --join missing.book --workers 0
refused 2 --memory worker --join missing.book --memory 0.001
refused 2 --wait worker --join missing.book --wait -1
echo text >some.join
refused 3 some.join worker --join some.join
refused 3 some.join status --book some.join
secret=$(printf '%064d' 0)
printf '{"version": "0.1.0", "run": 4, "host": "here", "process_id": 1, "address": "127.0.0.1",
  "port": 1, "secret": "%s"}' "$secret" >stale.join
refused 2 'run 4 at 127.0.0.1:1' worker --join stale.join
refused 2 'it has ended' status --book stale.join
refused 2 --listen solve D4 --book listen.book --workers 0 --listen no.such.interface

# A real book, small; then copies of it that are not right.
coproc holder { "$book_tool" lock good.book; }
read -r _ <&"${holder[0]}"
refused 2 good.book solve "D4 h7" --book good.book --time 5
run 1 query D4 --book good.book # reading is possible meanwhile
exec {holder[1]}>&-
wait "$holder_PID"

refused 2 p9 query "h8 p9" --book good.book
refused 2 D14 verify D14 --book good.book
for threads in 0 -1 1025 two; do
  refused 2 --threads verify D4 --book good.book --threads $threads
done
refused 2 h9 export h9 --book good.book
refused 2 --format export D4 --book good.book --format pdf
refused 2 no/such export D4 --book good.book -o no/such/file

cp -r good.book newer.book && "$book_tool" meta newer.book format 99
cp -r good.book gomoku.book && "$book_tool" meta gomoku.book rules gomoku
cp -r good.book large.book && "$book_tool" meta large.book size 19
cp -r good.book damaged.book && echo garbage >damaged.book/CURRENT
for book in newer damaged gomoku large; do
  cp -r $book.book before
  refused 3 $book.book solve "D4 h7" --book $book.book --time 5
  if [[ $book == newer || $book == damaged ]]; then
    refused 3 $book.book query D4 --book $book.book
    refused 3 $book.book verify --book $book.book
    refused 3 $book.book stats --book $book.book
  fi
  diff -r before $book.book >/dev/null || fault "a refused command changed $book.book"
  rm -rf before
done
# A program that asks for JSON is answered in JSON.
run 2 query h9 --book good.book --json &&
  has out '{"error":{"code":"bad_request","message":"move 1 (h9): ' "an error as JSON"
run 2 query D4 --book none.book --json && has out '{"error":{"code":"not_found",' "no book, as JSON"
run 3 query D4 --book damaged.book --json && has out '"code":"book_failed"' "a bad book, as JSON"
run 2 solve --json && has out '"code":"bad_request"' "a bad command line, as JSON"
run 2 query h9 --book good.book && [[ ! -s out ]] || fault "an error on stdout"
finish
